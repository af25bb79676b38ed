"""BibTeX, read by bibtexparser; what it cannot read is found again by place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from topograph.errors import TopographError
from topograph.formats.base import Format, Opening
from topograph.formats.records import RawRecord, broken

_ENTRY = re.compile(r"^[ \t]*@(?!comment|string|preamble)\w+[ \t]*[{(]", re.IGNORECASE | re.M)

#: The end of one field and the beginning of the next, with no comma between: the second would be
#: taken for a part of the first.
_NO_COMMA = re.compile(r"([}\"])([ \t]*\n[ \t]*[A-Za-z][\w-]*[ \t]*=[ \t]*[{\"\w])")
_FIELD = re.compile(r"=[ \t]*[{\"]")


def _with_commas(text: str) -> str:
    """BibTeX with the commas that are missing at the ends of lines."""

    def comma(match: re.Match[str]) -> str:
        line = text.rfind("\n", 0, match.start()) + 1
        is_field = _FIELD.search(text, line, match.start())
        return f"{match[1]},{match[2]}" if is_field else match[0]

    return _NO_COMMA.sub(comma, text)


def read_bibtex(text: str, name: str) -> Iterator[RawRecord]:
    """Read all entries; an entry that is not closed, or has no fields, is a broken record.

    Entries that share a key are all kept.

    Raises
    ------
    TopographError
        If the file holds no entry.
    """
    import logging

    from bibtexparser.entrypoint import parse_string
    from bibtexparser.model import DuplicateBlockKeyBlock, DuplicateFieldKeyBlock, Entry

    logging.getLogger("bibtexparser").setLevel(logging.CRITICAL)  # failures are in the audit
    library = parse_string(_with_commas(text.lstrip("\ufeff")))
    strings = {key: str(own.value).strip('"{}') for key, own in library.strings_dict.items()}
    position = 0
    for block in library.blocks:
        if isinstance(block, DuplicateBlockKeyBlock | DuplicateFieldKeyBlock):
            entry = block.ignore_error_block
        else:
            entry = block
        if isinstance(entry, Entry):
            fields: dict[str, object] = {"type": entry.entry_type.lower(), "key": entry.key}
            for field in entry.fields:
                fields.setdefault(field.key.lower().strip(), _value(field.value, strings))
            yield RawRecord(position, fields)
            position += 1
        elif block in library.failed_blocks and _ENTRY.match(block.raw or ""):
            line = (block.start_line or 0) + 1
            why = re.sub(r"\s+", " ", str(getattr(block, "error", "")))[:200]
            yield broken(
                position,
                f"line {line}: the entry is not closed or not BibTeX {why}".rstrip(),
                block.raw or "",
            )
            position += 1
    if not position:
        raise TopographError(
            f"{name} holds no entries.",
            "no `@type{key, ...}` was found in it.",
            "check the file, or set parse.format to what it is.",
        )


_PIECE = re.compile(r'"((?:[^"{}]|\{[^{}]*\})*)"|\{((?:[^{}]|\{[^{}]*\})*)\}|([^\s#"{}]+)')
#: A command or an accent, with its option; a sign that counts; anything between these.
_TOKEN = re.compile(r"\\(?:[a-zA-Z]+\*?(?:\[[^\]]{0,200}\])?|.)|[{}]|[^\\{}]+|\\", re.DOTALL)


def _value(value: object, strings: Mapping[str, str]) -> str:
    r"""A field's text: pieces joined by `#`, without the braces that protect capitals.

    `{B}ig` is `Big`; braces that belong to a LaTeX command stay, as in `\emph{x}`: the LaTeX step
    reads them.
    """
    text = str(value)
    if re.fullmatch(rf"\s*(?:{_PIECE.pattern})(?:\s*#\s*(?:{_PIECE.pattern}))+\s*", text):
        pieces = [match.groups() for match in _PIECE.finditer(text)]
        text = "".join(a or b or strings.get(c, c) or "" for a, b, c in pieces)
    return _without_groups(_within_braces(text))


def _within_braces(text: str) -> str:
    """What the braces around a whole value hold, as in `{{Title}}`."""
    closes = _closing_braces(text)
    start, end, peeled = 0, len(text), False
    while True:
        while start < end and text[start].isspace():
            start += 1
        while start < end and text[end - 1].isspace():
            end -= 1
        if closes.get(start, -1) != end - 1 or text[start + 1 : start + 2] == "\\":
            return text[start:end] if peeled else text
        start, end, peeled = start + 1, end - 1, True


def _closing_braces(text: str) -> dict[int, int]:
    """The place of the brace that closes each group of a text."""
    found: dict[int, int] = {}
    open_: list[int] = []
    for match in re.finditer(r"\\.|[{}]", text, re.DOTALL):
        if match[0] == "{":
            open_.append(match.start())
        elif match[0] == "}" and open_:
            found[open_.pop()] = match.start()
    return found


def _without_groups(text: str) -> str:
    """A text without the braces around plain words.

    Those of a command, an accent or an index stay, and those around mathematics or commands.
    """
    if "{" not in text:
        return text
    parts: list[str] = []
    #: The groups that are open: where they begin, whether something owns them, whether they are
    #: plain so far.
    open_: list[tuple[int, bool]] = []
    plain = [True]
    owner = False
    for token in _TOKEN.findall(text):
        if token == "{":
            before = parts[-1][-1:] if parts else ""
            open_.append((len(parts), owner or before in ("}", "^", "_")))
            plain.append(True)
        elif token == "}" and open_:
            place, owned = open_.pop()
            if plain.pop() and not owned:
                parts[place] = token = ""
            else:
                plain[-1] = False
        elif "$" in token or token.startswith("\\"):
            plain[-1] = False
        owner = token.startswith("\\") and not token[1:2].isspace()
        if token or not parts:
            parts.append(token)
    return "".join(parts)


#: An entry with its key and its first field, or a definition: `@Builder(` in code is neither.
_OPENS = re.compile(
    r"^[ \t]*@(?:string[ \t]*[{(]\s*[\w:-]+\s*=|(?!comment|preamble)[a-z]+[ \t]*[{(]"
    r"\s*[^\s=,{}()\"]*\s*,\s*[a-z][\w:-]*\s*=)",
    re.IGNORECASE | re.MULTILINE,
)


def _is_bibtex(opening: Opening) -> bool:
    if opening.ending in {".bib", ".bibtex"}:
        return _ENTRY.search(opening.start) is not None
    return opening.opens_with(_OPENS)


FORMAT = Format(
    "bibtex",
    "BibTeX and BibLaTeX",
    _is_bibtex,
    lambda content: read_bibtex(content.text(), content.name),
    fields={
        "text": ("abstract", "summary"),
        "title": ("title", "booktitle"),
        "date": ("date", "year+month+day"),
        "id": ("key",),
    },
    bibliographic=True,
)
