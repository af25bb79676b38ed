"""Texts in formats that are known and not read: each is refused with a reason and a remedy.

Structured text in no known format is refused, too: its structure would be taken for prose.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from topograph.formats.base import Format, Opening
from topograph.formats.laxjson import is_lax_json
from topograph.formats.markup import HTML_NAMES, tagged_share
from topograph.formats.plainformats import KINDS, has_named_records, wide_delimiter
from topograph.formats.sourcecode import is_source_code
from topograph.formats.unreadbytes import not_read

#: Comments of SQL, or of LaTeX and INI files, in front of what such a file begins with.
_SQL_COMMENTS = r"(?:\s|--[^\n]*|/\*.*?\*/;?)*+"
_COMMENTS = r"(?:\s|[%;#][^\n]*)*+"
_SQL = re.compile(
    rf"{_SQL_COMMENTS}(?:INSERT|CREATE|DROP|LOCK|SET|BEGIN|START|PRAGMA|USE)\s(?=.*^[^\S\n]*"
    r"(?:INSERT\s+INTO\s+\S+\s*(?:\(|VALUES\b)|CREATE\s+TABLE\s[^\n(;]+\("
    r"|COPY\s[^\n;]+\sFROM\s+stdin;))",
    re.IGNORECASE | re.DOTALL | re.MULTILINE,
)
_SETTINGS = re.compile(rf"{_COMMENTS}\[[^\W\d][^\[\]\n]*\]{_COMMENTS}[\w.-]+[^\S\n]*=")
_LATEX_DOCUMENT = re.compile(r"^[^\S\n]*\\document(?:class|style)\s*[\[{]", re.MULTILINE)
LEAST_WIKI_LINKS = 3
#: Sentences of words with their marks of grammar, one word per line, between blank lines.
_SENTENCES = re.compile(r"(?:(?:#[^\n]*|\S+(?:\t\S+){2,})\n)+(?:\n|\Z)")
LEAST_SENTENCES = 3
_LATEX_LINE = re.compile(r"\s*\\[a-zA-Z]+\b")
_REST_LINE = re.compile(r"\.\. (?:_|\[|[\w-]+::)|:[\w-]+: |([=~^-])\1{2,}\s*$")
_ORG_LINE = re.compile(r"#\+\w+:|\*+ |\s*:[\w-]+:")
_OFFICE = re.compile(r"progid=[\"'](?:Word|PowerPoint)\.|<(?:\w+:)?wordDocument\b|<pkg:package\b")
#: A word in running text with its marks of grammar, as in CoNLL and vertical files.
_WORD_LINE = re.compile(r"\S+\t\S+\t")
_SEARCHES = re.compile(r"<title>\s*Print Search History: EBSCOhost\s*</title>", re.IGNORECASE)
_WIKI_HEADING = re.compile(r"(={2,5})[^=\n].*[^=\n]\1\s*")
_WIKI_LINK = re.compile(r"\[\[[^\[\]\n]+\]\]")
#: So many closing tags, and one in so many characters, make text with tags of its own.
_CLOSING = re.compile(r"</([A-Za-z][\w.-]*)>")
LEAST_TAGS = 10
TAG_CHARACTERS = 2000
_KEYED_LINE = re.compile(r"[A-Za-z][\w.-]{0,30}:\t\S")
_JSON_SCHEMA = re.compile(r'"\$schema"\s*:\s*"https?://json-schema\.org/')
_MAIL = re.compile(
    r"(?:From \S+@\S+ .*\n)?(?:(?:[A-Z][\w-]*: .*|[ \t]+\S.*)\n){0,40}"
    r"(?:Message-ID|Received|MIME-Version|Return-Path): ",
    re.IGNORECASE,
)
#: An entry of BibTeX without its type, as some programs write them.
_UNTYPED_ENTRY = re.compile(r"^[^\S\n]*@\s*\{[^{}\n]*,\s*\n\s*[\w-]+\s*=\s*[{\"]", re.MULTILINE)
_JSON_LINE = re.compile(r'\s*[{\[,]*\s*"(?:[^"\\]|\\.){1,80}"\s*:\s*\S|\s*[\[\]{}][\[\]{},\s]*$')
_NUMBERS_LINE = re.compile(r"(?!.*[^\W\d_])(?=.*\d)")
_TAGGED_LINE = re.compile(r"[A-Z][A-Z0-9]{1,3} {0,3}- |%[A-Z0-9@] \S")
_SETTING_LINE = re.compile(r"[A-Za-z][\w-]*(?:\.[\w-]+)* ?= ?\S|[#!;] ")
#: Share of the lines, and their number, from which a file is what most of its lines look like.
STRUCTURED_SHARE = 0.5
LEAST_LINES = 4

_MEDIAWIKI = re.compile(r"<mediawiki[\s>]")
_OPML = re.compile(r"<opml[\s>]", re.IGNORECASE)
_DUMP_ADVICE = (
    "run `pip install mwparserfromhell`, then `python -c 'import json, sys, mwparserfromhell as w, "
    'xml.etree.ElementTree as x; [print(json.dumps({"title": p.findtext("{*}title"), "text": '
    'w.parse(p.findall("{*}revision")[-1].findtext("{*}text") or "").strip_code()})) or p.clear() '
    'for _, p in x.iterparse(sys.stdin.buffer) if p.tag.endswith("}page") and '
    'p.findtext("{*}ns", "0") == "0" and p.find("{*}redirect") is None]\' '
    "< FILE > FILE.jsonl`, and read that file"
)
_IF_PROSE = "If it is prose, set `parse: {format: lines}` or `parse: {format: paragraphs}`"
_WORDS_ADVICE = (
    "export the texts themselves, as plain text or with one document per line. If it is a table, "
    "set `parse: {format: tsv}`; if it is prose, `parse: {format: file}`"
)
_EXPORT = (
    "set parse.format to what it is (config/README.md lists the formats), or export the documents "
    f"as CSV, JSON, RIS or BibTeX. {_IF_PROSE}"
)


@dataclass(frozen=True)
class UnreadText:
    """A kind of text that is known and not read.

    Attributes
    ----------
    what : str
        What it is, behind "it is ".
    advice : str
        What to do, without the last full stop.
    recognise : callable
        Whether a file is of this kind.
    before : frozenset of str
        Formats that recognise such a file, too, wrongly; `any` for all of them.
    """

    what: str
    advice: str
    recognise: Callable[[Opening], bool]
    before: frozenset[str] = frozenset()


def _begins(pattern: re.Pattern[str]) -> Callable[[Opening], bool]:
    return lambda opening: pattern.match(opening.start) is not None


def _most(pattern: re.Pattern[str], *, besides: str = "\0") -> Callable[[Opening], bool]:
    """Whether most lines begin with a pattern, those aside that begin with a certain character."""

    def recognise(opening: Opening) -> bool:
        lines = [line for line in opening.lines if not line.startswith(besides)]
        found = sum(pattern.match(line) is not None for line in lines)
        return len(lines) >= LEAST_LINES and found > STRUCTURED_SHARE * len(lines)

    return recognise


def _source(what: str, pandoc: str, endings: tuple[str, ...], line: re.Pattern[str]) -> UnreadText:
    """The source of a document, known by the ending of its name and some lines."""
    return UnreadText(
        f"the source of a document in {what}",
        f"convert it, for example with `pandoc -f {pandoc} -t plain FILE -o FILE.txt`; or set "
        "`parse: {format: file}` to read each file as one text, with its commands",
        lambda opening: (
            (opening.ending in endings and any(map(line.match, opening.lines)))
            or (pandoc == "latex" and _LATEX_DOCUMENT.search(opening.start) is not None)
        ),
    )


def _is_wiki(opening: Opening) -> bool:
    """Whether a text has headings and links as MediaWiki writes them."""
    links = len(_WIKI_LINK.findall(opening.text))
    return links >= LEAST_WIKI_LINKS and _WIKI_HEADING.search(opening.text) is not None


def _is_vertical(opening: Opening) -> bool:
    """Whether a table is one of words with marks of grammar, sentences between blank lines."""
    blocks = opening.text.rstrip("\n").split("\n\n")[:50]
    found = sum(_SENTENCES.fullmatch(block + "\n") is not None for block in blocks[:-1])
    return found >= LEAST_SENTENCES and found == len(blocks) - 1


def _is_empty_oai(opening: Opening) -> bool:
    """Whether a file is an answer of OAI-PMH that describes the archive and holds no record."""
    if not re.search(r"<(?:\w+:)?OAI-PMH[\s>]", opening.start[:2000]):
        return False
    return not re.search(rb"<(?:\w+:)?record[\s>]", opening.source.read())


def _is_markup(opening: Opening) -> bool:
    """Whether most lines begin with a tag, and tags are not few beside the words between them."""
    lines = opening.lines
    letters = sum(map(len, lines))
    between = sum(len(re.sub(r"<[^<>]*>", "", line)) for line in lines)
    most = between < 0.7 * letters and tagged_share(lines) > STRUCTURED_SHARE
    return len(lines) >= LEAST_LINES and most


def _has_own_tags(opening: Opening) -> bool:
    """Whether many elements are closed whose names are none of HTML."""
    names = [name.lower() for name in _CLOSING.findall(opening.text)]
    own = [name for name in names if name not in HTML_NAMES]
    return len(own) >= LEAST_TAGS and len(own) * TAG_CHARACTERS >= len(opening.text)


UNREAD_TEXTS = (
    *(
        UnreadText(
            what,
            f"export its texts as CSV, or take the file out of parse.files. {_IF_PROSE}",
            _begins(pattern),
            frozenset({"any"}),
        )
        for what, pattern in KINDS
    ),
    UnreadText(
        "a dump of MediaWiki, whose pages are in wiki markup",
        _DUMP_ADVICE,
        lambda opening: _MEDIAWIKI.search(opening.start[:2000]) is not None,
        frozenset({"xml"}),
    ),
    UnreadText(
        "an outline (OPML), whose entries are headings or addresses of feeds",
        "export the outline as plain text or markdown, with `pandoc -f opml -t plain FILE -o "
        "FILE.txt`, or take the file out of parse.files",
        lambda opening: _OPML.search(opening.start[:2000]) is not None,
        frozenset({"xml", "file"}),
    ),
    UnreadText(
        "JSON with comments, unquoted names or commas behind the last value (JSON5, JSONC)",
        "convert it to JSON with `npx json5 FILE > FILE.json`. " + _IF_PROSE,
        is_lax_json,
        frozenset({"json", "jsonl"}),
    ),
    UnreadText(
        "SQL, as databases write it, of which no table is known to hold documents",
        "load it into its database and export the table that holds the documents as CSV. "
        + _IF_PROSE,
        _begins(_SQL),
        frozenset({"any"}),
    ),
    UnreadText(
        "a file of settings (INI, TOML)",
        f"take it out of parse.files. {_IF_PROSE}",
        _begins(_SETTINGS),
        frozenset({"any"}),
    ),
    UnreadText(
        "a history of searches in EBSCOhost, which lists no records",
        "export the records themselves as RIS or CSV, or take the file out of parse.files",
        lambda opening: _SEARCHES.search(opening.start[:2000]) is not None,
        frozenset({"file"}),
    ),
    UnreadText(
        "a Word document or presentation saved as XML",
        "save it as .docx",
        lambda opening: _OFFICE.search(opening.start[:2000]) is not None,
        frozenset({"xml"}),
    ),
    UnreadText(
        "a list of words with marks of grammar (CoNLL, vertical text), not texts",
        _WORDS_ADVICE,
        _most(_WORD_LINE, besides="<"),  # sentences and documents are between tags
        frozenset({"xml"}),
    ),
    UnreadText(
        "a list of words with marks of grammar (CoNLL), not texts",
        "export the texts themselves, as plain text or with one document per line. If it is a "
        "table, set `parse: {format: tsv}`; if it is prose, `parse: {format: paragraphs}`",
        _is_vertical,
        frozenset({"csv", "tsv"}),
    ),
    UnreadText(
        "an answer of OAI-PMH without records",
        "ask for records with the verb ListRecords, and take this file out of parse.files",
        _is_empty_oai,
        frozenset({"xml"}),
    ),
    UnreadText(
        "the source of a page in the markup of MediaWiki",
        "convert it, for example with `pandoc -f mediawiki -t plain FILE -o FILE.txt`; or set "
        "`parse: {format: file}` to read each file as one text, with its marks",
        _is_wiki,
    ),
    _source("LaTeX", "latex", (".tex", ".ltx", ".latex"), _LATEX_LINE),
    _source("reStructuredText", "rst", (".rst", ".rest"), _REST_LINE),
    _source("Org", "org", (".org",), _ORG_LINE),
    UnreadText("mail in no format that is recognised", _EXPORT, _begins(_MAIL)),
    UnreadText(
        "YAML, which is not read",
        "convert it to JSON, for example with `python -c 'import json, sys, yaml; "
        "json.dump(yaml.safe_load(sys.stdin), sys.stdout, default=str)' < FILE > FILE.json`. "
        + _IF_PROSE,
        lambda opening: opening.ending in (".yaml", ".yml"),
    ),
    UnreadText(
        "text with tags of its own, as editors of corpora set them",
        "take them out, for example with `sed -E 's/<[^<>]*>//g' FILE > FILE.txt`. " + _IF_PROSE,
        _has_own_tags,
    ),
    UnreadText(
        "one record, of names and values between tabs",
        f"put such records into a table (CSV) with a column for each name. {_IF_PROSE}",
        _most(_KEYED_LINE),
        frozenset({"csv", "tsv"}),
    ),
    UnreadText(
        "a JSON schema, which describes other files",
        "take it out of parse.files",
        lambda opening: _JSON_SCHEMA.search(opening.start[:500]) is not None,
        frozenset({"json"}),
    ),
    UnreadText("BibTeX whose entries have no type", _EXPORT, _begins(_UNTYPED_ENTRY)),
    UnreadText("XML or SGML in no format that is recognised", _EXPORT, _is_markup),
    UnreadText("JSON in no format that is recognised", _EXPORT, _most(_JSON_LINE)),
    UnreadText(
        "records of names and values (`name: value`) between blank lines",
        f"convert them to a table (CSV) with a column for each name. {_IF_PROSE}",
        lambda opening: has_named_records(opening.text),
    ),
    UnreadText(
        "a table whose delimiter is more than one character",
        "replace the delimiter by a tab, for example with `sed 's/::/\\t/g' FILE > FILE.tsv`. "
        + _IF_PROSE,
        lambda opening: wide_delimiter(opening.lines) != "",
    ),
    UnreadText("a list of settings", _EXPORT, _most(_SETTING_LINE)),
    UnreadText("a table of numbers", _EXPORT, _most(_NUMBERS_LINE)),
    UnreadText(
        "lines of tag and value in no format that is recognised", _EXPORT, _most(_TAGGED_LINE)
    ),
    UnreadText(
        "source code of a program",
        "take it out of parse.files; or set `parse: {format: file}` to read each file as one "
        f"text, with its code. {_IF_PROSE}",
        lambda opening: is_source_code(opening.lines),
    ),
)


def refuse_text(opening: Opening, found: Format | None) -> None:
    """Stop at a text in a format that is not read, or with a structure that is not known.

    Parameters
    ----------
    opening : Opening
    found : Format or None
        The format that recognises the file; None where none does, prose aside.

    Raises
    ------
    TopographError
        If it is of a kind of `UNREAD_TEXTS`.
    """
    for own in UNREAD_TEXTS:
        wrongly = found is None or "any" in own.before or found.name in own.before
        if wrongly and own.recognise(opening):
            raise not_read(opening.source.name, own.what, own.advice)
