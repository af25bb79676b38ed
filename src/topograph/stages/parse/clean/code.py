"""Code that is marked as such in a text: it is set aside while steps for markup run."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import wraps

#: Start and end of a piece of code in its text, marks included, and the code without its marks.
Span = tuple[int, int, str]

_FENCE = re.compile(r"^[ \t]*(`{3,}|~{3,})", re.MULTILINE)
_TICKS = re.compile(r"`+")
#: What may stand behind a closing backtick: no letter but those of a plural.
_CLOSED = re.compile(r"(?:e?s|ed|d|ing)?(?![A-Za-z0-9_])")
#: An inline span is no longer; its end is one of so many runs of backticks behind its opening.
LONGEST_SPAN = 1000
NEAREST_RUNS = 8
#: Signs of programs: ends of statements, arrows, comparisons, assignments, calls, comments.
_SIGNS = re.compile(
    r"[;{}](?:$|\s*(?://|#|\n)|(?<=;)\s*\}|(?<=\})\s*[;,)])|=(?:>|=(?=\s)|(?<=\s=)(?=\s)|(?<=[!<>:+*/|&-]=)(?=\s))"
    r"|->|<-(?=\s)|::(?<=\w::)(?=\w)|\((?:(?<=\w\()\)|(?<=\w\[\w\]\())|&&|\|\||/\*|\*/|#include\b"
    r"|\)\s*\{|\$(?:\w+\s=|(?<=\w\$)\w+[\[(])|\.(?<=\w\.)\w+\(|^[ \t]*(?:#'|//|--\s|@\w+\()",
    re.MULTILINE,
)
FEWEST_SIGNS, WORDS_PER_SIGN = 3, 12
#: Characters for private use at the end of Unicode; each stands for one piece of code.
_FIRST, _LAST = 0x10F000, 0x10FFFD
#: What stands for a piece of code.
HELD = re.compile(f"[{chr(_FIRST)}-{chr(_LAST)}]")


def looks_like_code(text: str) -> bool:
    r"""Whether a text is source code: it has many signs of programs and few words.

    >>> looks_like_code("if (a == b) {\\n  return f();\\n}"), looks_like_code("He paid; she left.")
    (True, False)
    """
    signs = len(_SIGNS.findall(text))
    return signs >= FEWEST_SIGNS and signs * WORDS_PER_SIGN >= len(text.split())


def outside_code(step: Callable[[str], str]) -> Callable[[str], str]:
    """Apply a step to a text without the code between backticks; the backticks stay."""

    @wraps(step)
    def careful(text: str) -> str:
        if "`" not in text and "~~~" not in text:
            return step(text)
        text, codes = set_aside(text, code_spans(text), marks=True)
        return put_back(step(text), codes)

    return careful


def set_aside(text: str, spans: Iterable[Span], *, marks: bool) -> tuple[str, dict[int, str]]:
    """Replace each piece of code by one character for private use.

    Parameters
    ----------
    text : str
    spans : iterable of (int, int, str)
        In order, none within another.
    marks : bool
        Whether the code is put back with its marks.

    Returns
    -------
    tuple of str and dict of int to str
        The text, and what `put_back` needs.
    """
    codes: dict[int, str] = {}
    pieces: list[str] = []
    end = 0
    free: Iterator[int] | None = None
    for start, stop, inner in spans:
        if free is None:
            taken = {ord(c) for c in set(text) if c >= chr(_FIRST)}
            free = (code for code in range(_FIRST, _LAST) if code not in taken)
        own = next(free, None)
        if own is None:
            break
        codes[own] = text[start:stop] if marks else inner
        pieces += (text[end:start], chr(own))
        end = stop
    return "".join([*pieces, text[end:]]) if codes else text, codes


def put_back(text: str, codes: dict[int, str]) -> str:
    """Restore the code that `set_aside` replaced."""
    if not codes:
        return text
    return HELD.sub(lambda match: codes.get(ord(match[0]), match[0]), text)


def code_spans(text: str) -> Iterator[Span]:
    """Code between fences and between backticks, as in CommonMark.

    >>> [code for _, _, code in code_spans("use `a_b` or ``c`d``, it's `quoted' and ``so''")]
    ['a_b', 'c`d']
    """
    end = 0
    for start, stop, inner in _fenced(text) if "```" in text or "~~~" in text else ():
        yield from _inline(text, end, start)
        yield start, stop, inner
        end = stop
    yield from _inline(text, end, len(text))


def _fenced(text: str) -> Iterator[Span]:
    opened: re.Match[str] | None = None
    for fence in _FENCE.finditer(text):
        line_end = text.find("\n", fence.end())
        line_end = len(text) if line_end < 0 else line_end
        rest = text[fence.end() : line_end]
        if opened is None:
            opened = fence if "`" not in rest and line_end < len(text) else None
        elif fence[1].startswith(opened[1]) and not rest.strip():
            first = text.index("\n", opened.end()) + 1
            yield opened.start(), line_end, text[first : fence.start()].rstrip("\n")
            opened = None


def _inline(text: str, start: int, stop: int) -> Iterator[Span]:
    runs = list(_TICKS.finditer(text, start, stop))
    place = 0
    while place < len(runs):
        opening = runs[place]
        closing = next(
            (
                other
                for other in range(place + 1, min(place + 1 + NEAREST_RUNS, len(runs)))
                if len(runs[other][0]) == len(opening[0])
            ),
            len(runs),
        )
        if closing < len(runs) and _is_code(text, opening, runs[closing]):
            inner = text[opening.end() : runs[closing].start()]
            yield opening.start(), runs[closing].end(), inner.strip()
            place = closing
        place += 1


def _is_code(text: str, opening: re.Match[str], closing: re.Match[str]) -> bool:
    """Whether two runs of backticks enclose code: no accent, no quotation in LaTeX' manner."""
    before = text[opening.start() - 1 : opening.start()] if opening.start() else ""
    if (before.isalnum() and before.isascii()) or before in ("\\", "_", "$", "=", ":", "]"):
        return False  # a program's, or a role of reStructuredText
    if closing.start() - opening.end() > LONGEST_SPAN or not _CLOSED.match(text, closing.end()):
        return False
    inner = text[opening.end() : closing.start()]
    if "\n\n" in inner or not inner.strip():
        return False
    if len(opening[0]) == 1:
        return not (inner[0].isspace() or inner[-1].isspace() or inner[-1] == "\\")
    return "''" not in inner
