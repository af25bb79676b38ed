"""Recognise a file's format by its content; the ending of its name decides only between kin."""

from __future__ import annotations

import io
import json
import re

from topograph.errors import TopographError
from topograph.parse.files import Source, zip_content
from topograph.parse.formats.delimited import is_markdown_table
from topograph.parse.formats.dialect import sniff_dialect
from topograph.parse.names import is_known_name

#: First bytes of formats that are no text.
_MAGIC = ((b"PAR1", "parquet"), (b"%PDF", "pdf"))
_NOT_READ = (
    (
        b"\xd0\xcf\x11\xe0",
        "an Office document that is old (.xls, .doc) or has a password",
        "save it as .xlsx or CSV",
    ),
    (b"{\\rtf", "a Rich Text document", "save it as plain text"),
    (b"BZh", "compressed with bzip2", "unpack it"),
    (b"\xfd7zXZ", "compressed with xz", "unpack it"),
    (b"7z\xbc\xaf", "a 7-Zip archive", "unpack it"),
    (b"\x28\xb5\x2f\xfd", "compressed with zstd", "unpack it"),
    (b"\x89PNG", "a picture", "take it out of parse.files"),
    (b"\xff\xd8\xff", "a picture", "take it out of parse.files"),
    (b"SQLite format 3", "a database", "export its table as CSV"),
)
_BIBTEX = re.compile(r"^[ \t]*@[A-Za-z]+[ \t]*[{(]", re.MULTILINE)
_RIS = re.compile(r"^\s*TY {1,2}- ?", re.MULTILINE)
_MEDLINE = re.compile(r"^(?:PMID|OWN |STAT)- ", re.MULTILINE)
_WOS = re.compile(r"^(?:FN |VR |PT [A-Z]\s*$)", re.MULTILINE)
_WOS_RECORD = re.compile(r"^PT [A-Z]\s*$", re.MULTILINE)
_ENDNOTE = re.compile(r"^%0 \S", re.MULTILINE)
_COCHRANE = re.compile(r"^Record #\d+ of \d+[ \t]*$", re.MULTILINE)
_OVID = re.compile(
    r"^[ \t]*<\d+>[ \t]*\n(?:[A-Z][A-Z0-9] {1,3}- |[A-Z][A-Za-z /]+\n[ \t]+\S)", re.MULTILINE
)
_HTML = re.compile(
    r"^\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html)\b", re.I | re.S
)
_PUBMED = re.compile(r"<(?:PubmedArticleSet|PubmedArticle|MedlineCitationSet|PubmedBookArticle)\b")
_LINE_END = re.compile(r"[.!?…。」\")\]]\s*$")


def binary_format(source: Source) -> str:
    """The format of a file that is no text, or "".

    Raises
    ------
    TopographError
        If it is known and not read here.
    """
    head = source.head()
    for magic, form in _MAGIC:
        if head.startswith(magic):
            return form
    if head.startswith(b"PK\x03\x04"):
        content = zip_content(io.BytesIO(source.read()))
        if content in ("excel", ""):  # a damaged one is told when it is read
            return "excel"
        raise TopographError(
            f"{source.name} cannot be read.",
            f"it is {'a zip file in another' if content == 'zip' else content}.",
            "save it as plain text, HTML, CSV or PDF." if content != "zip" else "unpack it.",
        )
    for magic, what, advice in _NOT_READ:
        if head.startswith(magic):
            raise TopographError(f"{source.name} cannot be read.", f"it is {what}.", f"{advice}.")
    return ""


def text_format(text: str, ending: str) -> str:
    """The format of a text file, told from its beginning.

    Parameters
    ----------
    text : str
        The file's beginning, line ends normalised; it may be cut off anywhere.
    ending : str
        The name's ending, like `.csv`.

    Returns
    -------
    str
        A value of `parse.format` other than `auto`.
    """
    start = text.lstrip("\ufeff \t\n")
    if ending in {".jsonl", ".ndjson"} and not start.startswith("["):
        return "jsonl"
    if start[:1] in "{[" and (form := _json_format(start, ending)):
        return form
    if start.startswith("<"):
        if _PUBMED.search(start):
            return "pubmed"
        if _HTML.match(start):
            return "file"
        if start.startswith("<?xml") or ending in {".xml", ".atom", ".rss"}:
            return "xml"
    if _OVID.search(start):  # below a search strategy of any length
        return "ovid"
    tagged = (("ris", _RIS), ("medline", _MEDLINE), ("endnote", _ENDNOTE), ("cochrane", _COCHRANE))
    for form, pattern in tagged:
        if _opens_with(pattern, start):
            return form
    if _opens_with(_WOS, start) and _WOS_RECORD.search(start):
        return "wos"
    if _BIBTEX.search(start) and (ending in {".bib", ".bibtex"} or _opens_with(_BIBTEX, start)):
        return "bibtex"
    if ending in {".html", ".htm", ".xhtml"}:
        return "file"
    if ending in {".csv", ".tsv", ".tab"} or _is_table(text):
        return "csv"
    return prose_format(text)


def _opens_with(pattern: re.Pattern[str], text: str) -> bool:
    """Whether a pattern stands at the beginning, or soon after some lines of preamble."""
    match = pattern.search(text)
    return match is not None and text.count("\n", 0, match.start()) <= 20


def _json_format(start: str, ending: str) -> str:
    first, _, rest = start.partition("\n")
    try:
        value = json.loads(first)
    except (ValueError, RecursionError):
        # a broken first line of JSON lines looks like the beginning of one long value
        lines = [line for line in start.split("\n")[:50] if line.strip()]
        whole = sum(_is_json_object(line) for line in lines)
        if whole > len(lines) / 2:
            return "jsonl"
        opens = re.match(r"[\[{]\s*[\[{\"\]}0-9tfn-]", start)
        return "json" if opens or ending in {".json", ".jsonl", ".ndjson"} else ""
    if not isinstance(value, dict | list):
        return ""
    if rest.strip() or (ending in {".jsonl", ".ndjson"} and isinstance(value, dict)):
        return "jsonl"
    return "json"


def _is_json_object(line: str) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


def _is_table(text: str) -> bool:
    """Whether text under a neutral name is a table: even rows under a header of known names."""
    if is_markdown_table(text.lstrip("\ufeff \t\n")):
        return True
    dialect = sniff_dialect(text)
    if dialect is None or dialect.columns < 2:
        return False
    known = sum(is_known_name(name) for name in dialect.first_row)
    if known and dialect.evenness > 0.8:
        return True
    return dialect.delimiter in "\t|" and dialect.evenness == 1 and dialect.rows > 1


def prose_format(text: str) -> str:
    r"""Paragraphs or lines: what a plain text file holds.

    >>> prose_format("One paragraph.\n\nAnother one.")
    'paragraphs'
    >>> prose_format("I like it.\nI do not.\nToo dear!\n")
    'lines'
    """
    body = text.strip("\n")
    if re.search(r"\n[ \t]*\n", body):
        return "paragraphs"
    lines = body.split("\n")
    if len(lines) < 2:
        return "paragraphs"
    lines = lines[:-1]  # the last one is shorter, or cut off
    ended = sum(bool(_LINE_END.search(line)) for line in lines) / len(lines)
    lengths = sorted(len(line) for line in lines)
    # the lines of hard-wrapped text are about equally long and end anywhere
    wrapped = ended < 0.5 and lengths[-1] <= 120 and lengths[len(lengths) // 4] > 40
    return "paragraphs" if wrapped else "lines"
