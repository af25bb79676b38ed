"""Recognise a file's format by its structure; the ending of its name decides only between kin."""

from __future__ import annotations

import re

from topograph.errors import TopographError
from topograph.formats.base import Format, Opening
from topograph.formats.encodings import detect_encoding
from topograph.formats.markup import tagged_share
from topograph.formats.registry import FORMATS
from topograph.formats.sources import HEAD_BYTES, Source, open_text, refuse_binary

#: First bytes of formats that are not read, what they are, and what to do.
_NOT_READ = (
    (b"BZh", "compressed with bzip2", "unpack it"),
    (b"\xfd7zXZ", "compressed with xz", "unpack it"),
    (b"7z\xbc\xaf", "a 7-Zip archive", "unpack it"),
    (b"\x28\xb5\x2f\xfd", "compressed with zstd", "unpack it"),
    (b"\x89PNG", "a picture", "take it out of parse.files"),
    (b"\xff\xd8\xff", "a picture", "take it out of parse.files"),
    (
        b"SQLite format 3",
        "a database of SQLite, of which no table is known to hold documents",
        "export the one that does as CSV: "
        "`sqlite3 -header -csv FILE 'SELECT * FROM TABLE' > table.csv`",
    ),
    (b"\x00\x01\x00\x00Standard", "a database of Microsoft Access", "export its table as CSV"),
    (
        b"version https://git-lfs.github.com/spec/",
        "a pointer to a file that Git LFS keeps elsewhere",
        "get the file itself with `git lfs pull`",
    ),
)
_AS_PDF = "save it as PDF, or its text as .docx or plain text"
#: Members by which zip files of formats that are not read are known.
_ZIPPED = (
    ("ppt/", "a presentation", _AS_PDF),
    ("word/", "a damaged Word document", "open it and save it anew"),
    ("Index/Document.iwa", "a document of Apple's Pages, Numbers or Keynote", "export it as .docx"),
    ("META-INF/manifest.xml", "an OpenDocument file that is no text", _AS_PDF),
)
#: Names in the old Office files, in which all kinds begin alike.
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_OLE_KINDS = (
    ("EncryptedPackage", "an Office document with a password", "save it without password"),
    (
        "WordDocument",
        "a Word document of the old kind (.doc)",
        "open it in Word or LibreOffice and save it as .docx, or convert all of a folder with "
        "`soffice --headless --convert-to docx *.doc`",
    ),
    ("PowerPoint Document", "a presentation", _AS_PDF),
    ("__properties_version1", "a mail of Outlook (.msg)", "save it as .eml"),
    ("", "an Office document of the old kind", "save it as .docx, .xlsx, plain text or CSV"),
)
#: Comments of SQL, or of LaTeX and INI files, in front of what such a file begins with.
_SQL_COMMENTS = r"(?:\s|--[^\n]*|/\*.*?\*/;?)*+"
_COMMENTS = r"(?:\s|[%;#][^\n]*)*+"
#: Beginnings of text files that are not read, what they are, and what to do.
_TEXT_NOT_READ = (
    (
        re.compile(
            rf"{_SQL_COMMENTS}(?:INSERT|CREATE|DROP|LOCK|SET|BEGIN|START|PRAGMA|USE)\s(?=.*^[^\S\n]*"
            r"(?:INSERT\s+INTO\s+\S+\s*(?:\(|VALUES\b)|CREATE\s+TABLE\s[^\n(;]+\("
            r"|COPY\s[^\n;]+\sFROM\s+stdin;))",
            re.IGNORECASE | re.DOTALL | re.MULTILINE,
        ),
        "SQL, as databases write it, of which no table is known to hold documents",
        "load it into its database and export the table that holds the documents as CSV. If it is "
        "prose, set `parse: {format: lines}` or `parse: {format: paragraphs}`",
    ),
    (
        re.compile(rf"{_COMMENTS}\[[^\W\d][^\[\]\n]*\]{_COMMENTS}[\w.-]+[^\S\n]*="),
        "a file of settings (INI, TOML)",
        "take it out of parse.files. If it is prose, set `parse: {format: lines}` or "
        "`parse: {format: paragraphs}`",
    ),
    (
        re.compile(rf"{_COMMENTS}\\document(?:class|style)\b"),
        "a LaTeX source, whose paragraphs are no documents",
        "convert it to .docx or plain text. To read each file as one document with its commands, "
        "set `parse: {format: file}`",
    ),
)
#: What a line of structured text looks like. A file in which most lines do is no prose.
_STRUCTURES = (
    ("JSON", re.compile(r'\s*[{\[,]*\s*"(?:[^"\\]|\\.){1,80}"\s*:\s*\S|\s*[\[\]{}][\[\]{},\s]*$')),
    ("a table of numbers", re.compile(r"(?!.*[^\W\d_])(?=.*\d)")),
    ("lines of tag and value", re.compile(r"[A-Z][A-Z0-9]{1,3} {0,3}- |%[A-Z0-9@] \S")),
)
STRUCTURED_SHARE = 0.5
_OFFICE = re.compile(r"progid=[\"'](?:Word|PowerPoint)\.|<(?:\w+:)?wordDocument\b|<pkg:package\b")
#: A word in running text with its marks of grammar, as in CoNLL and vertical files.
_WORD_LINE = re.compile(r"\S+\t\S+\t\S*(?:\t\S*)*$")
#: Sources of documents: the endings of their names, what a line of theirs looks like, and the
#: name that pandoc has for them.
_NOTATIONS = (
    ("LaTeX", (".tex", ".ltx", ".latex"), re.compile(r"\s*\\[a-zA-Z]+\b"), "latex"),
    (
        "reStructuredText",
        (".rst", ".rest"),
        re.compile(r"\.\. (?:_|\[|[\w-]+::)|:[\w-]+: |([=~^-])\1{2,}\s*$"),
        "rst",
    ),
    ("Org", (".org",), re.compile(r"#\+\w+:|\*+ |\s*:[\w-]+:"), "org"),
)
_LATEX_DOCUMENT = re.compile(r"^\s*\\documentclass\s*[\[{]", re.MULTILINE)
#: An entry of BibTeX without its type, as some programs write them.
_UNTYPED_ENTRY = re.compile(r"^\s*@\s*\{[^{}\n]*,\s*\n\s*[\w-]+\s*=\s*[{\"]", re.MULTILINE)
#: What a text is that is in no other format.
PROSE = ("paragraphs", "lines")
LEAST_LINES = 4
_MAIL = re.compile(
    r"(?:From \S+@\S+ .*\n)?(?:(?:[A-Z][\w-]*: .*|[ \t]+\S.*)\n){0,40}"
    r"(?:Message-ID|Received|MIME-Version|Return-Path): ",
    re.IGNORECASE,
)


def recognise(source: Source, form: str = "auto", encoding: str = "auto") -> tuple[Format, str]:
    """The format of a source, and its encoding.

    Parameters
    ----------
    source : Source
    form, encoding : str
        `parse.format` and `parse.encoding`: what the user has set, or `auto`.

    Returns
    -------
    tuple of Format and str
        The encoding of a binary format is "".

    Raises
    ------
    TopographError
        If the file is in no format that is read, or not in the one that is set.
    """
    opening = Opening(source, source.head())
    binary = _binary_format(opening)
    if binary is not None:
        return binary, ""
    if encoding == "auto":
        encoding = detect_encoding(source)
    with open_text(source, encoding) as stream:
        start = stream.read(HEAD_BYTES)
        refuse_binary(source, start if start.strip() else start + stream.read())
    if form == "auto":
        return text_format(Opening(source, opening.head, start)), encoding
    if FORMATS[form].binary:
        raise TopographError(
            f"{source.name} cannot be read as {form}.",
            "it is a text file.",
            "set parse.format to auto, or to what the file is.",
        )
    return FORMATS[form], encoding


def _binary_format(opening: Opening) -> Format | None:
    """The format of a file that is no text.

    Raises
    ------
    TopographError
        If it is known and not read.
    """
    for own in FORMATS.values():
        if (own.binary or own.mixed) and own.recognise(opening):
            return own
    name = opening.source.name
    if opening.head.startswith(b"PK\x03\x04"):
        if not opening.members:
            raise TopographError(
                f"{name} cannot be read.",
                "it is a zip file, or a document that is one, and it is damaged.",
                "get the file again, or set `parse: {on_error: skip}` to go on without it.",
            )
        raise _not_read(
            name,
            next(
                (
                    (what, advice)
                    for mark, what, advice in _ZIPPED
                    if any(member.startswith(mark) for member in opening.members)
                ),
                ("a zip file in another", "unpack it"),
            ),
        )
    if opening.head.startswith(_OLE):
        content = opening.source.read()
        raise _not_read(
            name,
            next(
                (what, advice)
                for mark, what, advice in _OLE_KINDS
                if mark.encode("utf-16-le") in content
            ),
        )
    for magic, what, advice in _NOT_READ:
        if opening.head.startswith(magic):
            raise _not_read(name, (what, advice))
    return None


def _not_read(name: str, what: tuple[str, str]) -> TopographError:
    return TopographError(f"{name} cannot be read.", f"it is {what[0]}.", f"{what[1]}.")


def text_format(opening: Opening) -> Format:
    """The format of a text file, by its beginning.

    Raises
    ------
    TopographError
        If it is known and not read, or structured in a way that is not known: its markup would
        be read as texts.
    """
    for beginning, what, advice in _TEXT_NOT_READ:
        if beginning.match(opening.start):
            raise _not_read(opening.source.name, (what, advice))
    found = next(
        (
            own
            for own in FORMATS.values()
            if not own.binary and own.name not in PROSE and own.recognise(opening)
        ),
        None,
    )
    if found is None or found.name == "xml":
        _refuse_words(opening)
    if found is not None and found.name == "xml" and _OFFICE.search(opening.start[:2000]):
        raise _not_read(
            opening.source.name,
            ("a Word document or presentation saved as XML", "save it as .docx"),
        )
    if found is not None:
        return found
    refuse_structure(opening)
    return next(FORMATS[name] for name in PROSE if FORMATS[name].recognise(opening))


def _refuse_words(opening: Opening) -> None:
    """Stop at files of one word a line with its marks of grammar: the marks would be words.

    Raises
    ------
    TopographError
        If most lines are so.
    """
    lines = [line for line in opening.lines if not line.startswith("<")]  # sentences, documents
    words = sum(_WORD_LINE.match(line) is not None for line in lines)
    if len(lines) >= LEAST_LINES and words > STRUCTURED_SHARE * len(lines):
        raise TopographError(
            f"{opening.source.name} is not read.",
            "its lines are words with marks of grammar (CoNLL, vertical text), not texts.",
            "export the texts themselves, as plain text or with one document per line. If it is a "
            "table, set `parse: {format: tsv}`; if it is prose, `parse: {format: file}`.",
        )


def refuse_structure(opening: Opening) -> None:
    """Stop at structured text in no known format: its structure would be taken for prose.

    Raises
    ------
    TopographError
        If most lines are markup, keys, or tags with values, or the file is a mail.
    """
    _refuse_notation(opening)
    what = _structure(opening)
    if what:
        raise TopographError(
            f"{opening.source.name} is not read as prose.",
            f"it looks like {what}, in no format that is recognised.",
            "set parse.format to what it is (config/README.md lists the formats), or export the "
            "documents as CSV, JSON, RIS or BibTeX. If it is prose, set `parse: {format: lines}` "
            "or `parse: {format: paragraphs}`.",
        )


def _refuse_notation(opening: Opening) -> None:
    """Stop at the source of a document: its commands would be words.

    Raises
    ------
    TopographError
        If the file is LaTeX, reStructuredText or Org.
    """
    for what, endings, line, name in _NOTATIONS:
        marked = opening.ending in endings and any(map(line.match, opening.lines))
        if marked or (name == "latex" and _LATEX_DOCUMENT.search(opening.start)):
            raise TopographError(
                f"{opening.source.name} is not read as prose.",
                f"it is the source of a document in {what}.",
                f"convert it, for example with `pandoc -f {name} -t plain FILE -o FILE.txt`; or "
                "set `parse: {format: file}` to read each file as one text, with its commands.",
            )


def _structure(opening: Opening) -> str:
    lines = opening.lines
    if _MAIL.match(opening.start):
        return "mail"
    if opening.ending in (".yaml", ".yml"):
        return "YAML"
    if _UNTYPED_ENTRY.match(opening.start):
        return "BibTeX whose entries have no type"
    if len(lines) < LEAST_LINES:
        return ""
    if _markup_share(lines) > STRUCTURED_SHARE:
        return "XML or SGML"
    for what, pattern in _STRUCTURES:
        if sum(pattern.match(line) is not None for line in lines) > STRUCTURED_SHARE * len(lines):
            return what
    return ""


def _markup_share(lines: list[str]) -> float:
    """Share of lines that begin with a tag; 0 where tags are few beside the words between them."""
    letters = sum(map(len, lines))
    between = sum(len(re.sub(r"<[^<>]*>", "", line)) for line in lines)
    return tagged_share(lines) if between < 0.7 * letters else 0.0
