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
_COMMA = re.compile(r"(=[ \t]*[{\"].*[}\"])([ \t]*\n[ \t]*[A-Za-z][\w-]*[ \t]*=[ \t]*[{\"\w])")


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
    library = parse_string(_COMMA.sub(r"\1,\2", text.lstrip("\ufeff")))
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


#: A group in braces, with the command or accent in front of it, if any.
_GROUP = re.compile(r"(\\(?:[a-zA-Z]+\*?(?:\[[^\]]*\])?|[^a-zA-Z\s]))?(?<![}^_])\{([^{}\\$]*)\}")
_PIECE = re.compile(r'"((?:[^"{}]|\{[^{}]*\})*)"|\{((?:[^{}]|\{[^{}]*\})*)\}|([^\s#"{}]+)')


def _value(value: object, strings: Mapping[str, str]) -> str:
    r"""A field's text: pieces joined by `#`, without the braces that protect capitals.

    `{B}ig` is `Big`; braces that belong to a LaTeX command stay, as in `\emph{x}`: the LaTeX step
    reads them.
    """
    text = str(value)
    if re.fullmatch(rf"\s*(?:{_PIECE.pattern})(?:\s*#\s*(?:{_PIECE.pattern}))+\s*", text):
        pieces = [match.groups() for match in _PIECE.finditer(text)]
        text = "".join(a or b or strings.get(c, c) or "" for a, b, c in pieces)
    while (inner := _within_braces(text)) is not None:
        text = inner
    previous = ""
    while previous != text:
        previous = text
        text = _GROUP.sub(lambda match: match[0] if match[1] else match[2], text)
    return text


def _within_braces(text: str) -> str | None:
    """What the braces around a whole value hold, as in `{{Title}}`; None if there are none."""
    inner = text.strip()
    if not (inner.startswith("{") and inner.endswith("}") and not inner.startswith("{\\")):
        return None
    depth = 0
    for place, letter in enumerate(inner):
        if letter in "{}" and (not place or inner[place - 1] != "\\"):
            depth += 1 if letter == "{" else -1
        if not depth and place < len(inner) - 1:
            return None
    return inner[1:-1]


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
