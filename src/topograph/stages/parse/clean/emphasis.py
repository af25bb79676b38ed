"""Emphasis of markdown: asterisks and underscores around words."""

from __future__ import annotations

import re
from dataclasses import dataclass

_RUN = re.compile(r"\*+|_+")
#: Longer runs are rules, ratings or blanks to fill in.
LONGEST_RUN = 3
#: What is emphasised is no longer.
LONGEST = 600
#: What may stand before an opening and behind a closing mark, besides white space.
_BEFORE = frozenset("([{\"'“‘«„‚—–>|")
_BEHIND = frozenset(".,;:!?)]}\"'”’»…—–-|</")
#: What may stand behind an opening and before a closing mark, besides letters and digits.
_FIRST = frozenset("([\"'“‘«„$#@<>≈~£€¥¿¡\\")
_LAST = frozenset(".,;:!?)]\"'”’»…%+°†©®™$")
#: What programs have and emphasised words have not.
_CODE = re.compile(r"[={}<>|\\;]|\w\(|\w_\w|[.,]\*")
_CODE_STRONG = re.compile(r"[{}|\\;]|==|<=|>=|\w[<>=]\d")
_NEW_BLOCK = re.compile(r"\n\s*(?:\n|[*+-]\s|\d+[.)]\s|#|>)")
#: Stars that stand for any name of a file: among them a single pair embraces none.
_GLOB = re.compile(r"(?:^|[\s\"'(/\\])\*\.\w|/\*|\*/|\w\*\.\w")
#: `__init__`, `__FILE__`: such a name is emphasised at most where other words are.
_SPECIAL = re.compile(r"[a-z0-9]+(?:_[a-z0-9]+)*|[A-Z]+(?:_[A-Z]+)*")
_PYTHONS = frozenset(
    f"{name.strip('_')}" for kind in (object, type, int, str, dict, list, set) for name in dir(kind)
) | frozenset(
    "name main file builtins path version author future import enter exit del set get delete "
    "package spec loader cached debug aenter aexit aiter anext call getattr post".split()
)
_SPACE = re.compile(r"\s")
_LETTERS = re.compile(r"[^\W\d_]+")


@dataclass(slots=True)
class _Mark:
    start: int
    end: int
    opens: bool
    closes: bool
    inside: bool = False


def remove_emphasis(text: str) -> str:
    """Remove asterisks and underscores around words, but not in products, pointers and names.

    A mark opens before a word and closes behind one, with white space or punctuation on its other
    side, and what stands between is not a program. The time grows with the length of the text.

    >>> remove_emphasis("**M**ulti-task _forgetting_ in 2 * 3 * 4, x**2, __init__ and *args")
    'Multi-task forgetting in 2 * 3 * 4, x**2, __init__ and *args'
    """
    pairs = _pairs(text)
    if not pairs:
        return text
    drop = sorted({span for pair in pairs for span in pair})
    pieces = []
    end = 0
    for start, stop in drop:
        pieces.append(text[end:start])
        end = stop
    return "".join([*pieces, text[end:]])


def _pairs(text: str) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    certain: list[tuple[tuple[int, int], tuple[int, int]]] = []
    doubtful: list[tuple[tuple[int, int], tuple[int, int]]] = []
    opened: dict[str, list[_Mark]] = {}
    odd = {mark for mark in "*_" if _is_odd(text, mark)}
    globs = "*" in text and _GLOB.search(text) is not None
    for run in _RUN.finditer(text):
        if len(run[0]) > LONGEST_RUN or (globs and run[0] == "*"):
            continue
        mark = _judged(text, run)
        waiting = opened.setdefault(run[0], [])
        if mark.closes and waiting:
            opening = waiting.pop()
            verdict = _embraces(text, run[0], opening, mark)
            if run[0] in odd and _SPACE.search(text, opening.end, mark.start):
                verdict = ""  # a remark's star, or that of a name: `A* search`
            if verdict:
                pair = ((opening.start, opening.end), (mark.start, mark.end))
                (certain if verdict == "certain" else doubtful).append(pair)
                for others in opened.values():
                    while others and others[-1].start > opening.start:
                        others.pop()
                continue
        if mark.opens:
            waiting.append(mark)
    return certain + doubtful if certain else []


def _is_odd(text: str, mark: str) -> bool:
    """Whether more single marks open than close, or the other way round."""
    if mark not in text:
        return False
    marks = [_judged(text, run) for run in _RUN.finditer(text) if run[0] == mark]
    opening = sum(own.opens and not own.closes for own in marks)
    return opening != sum(own.closes and not own.opens for own in marks)


def _judged(text: str, run: re.Match[str]) -> _Mark:
    before = text[run.start() - 1] if run.start() else " "
    behind = text[run.end()] if run.end() < len(text) else " "
    other = "_" if run[0][0] == "*" else "*"
    first, last = _may_stand(behind, other, _FIRST), _may_stand(before, other, _LAST)
    if before == "-" and run[0] == "**" and text[run.start() - 2 : run.start() - 1].isalpha():
        before = " "  # `vision-**l**anguage`
    opens = first and _may_border(before, other, _BEFORE)
    closes = last and _may_border(behind, other, _BEHIND)
    if closes and behind == "." and text[run.end() + 1 : run.end() + 2].isalnum():
        closes = False  # an attribute
    if not closes and last and run[0] == "**" and behind.isalpha():
        closes = True  # `**M**ulti`, if a word's part is all that it embraces
    # `i**N**tervention`, where other words are emphasised
    inside = run[0] == "**" and before.isalpha() and behind.isalpha() and not opens
    return _Mark(run.start(), run.end(), opens or inside, closes, inside)


def _may_stand(character: str, other: str, signs: frozenset[str]) -> bool:
    """Whether a character may be the first, or the last, of emphasised text."""
    known = character.isalnum() or character in signs
    return known or character == other or _is_private(character)


def _may_border(character: str, other: str, signs: frozenset[str]) -> bool:
    """Whether a character may stand outside of emphasised text, beside its mark."""
    known = character.isspace() or character in signs or character == other
    return known or (other == "_" and _is_dense(character))


def _embraces(text: str, run: str, opening: _Mark, closing: _Mark) -> str:
    """Whether a pair is emphasis: "certain", "doubtful" where other words must be, or ""."""
    if not 0 < closing.start - opening.end <= LONGEST:
        return ""
    inner = text[opening.end : closing.start]
    quoted = text[opening.start - 1 : opening.start]
    if quoted in ('"', "'") and text[closing.end : closing.end + 1] == quoted:
        return ""  # a pattern of a program: '*x86*'
    code = _CODE if len(run) == 1 else _CODE_STRONG
    if code.search(inner) or _NEW_BLOCK.search(inner) or not _balanced(inner):
        return ""
    if text[closing.end : closing.end + 1].isalpha() and run == "**" and not _is_dense(inner[-1]):
        if not _LETTERS.fullmatch(inner):
            return ""
        return "doubtful" if opening.inside else "certain"
    if opening.inside:
        return "doubtful" if _LETTERS.fullmatch(inner) else ""
    if run == "__" and _SPECIAL.fullmatch(inner):
        return "" if inner in _PYTHONS and inner != "all" else "doubtful"
    return "certain"


def _balanced(text: str) -> bool:
    return (
        text.count('"') % 2 == 0
        and text.count("(") == text.count(")")
        and text.count("[") == text.count("]")
    )


def _is_dense(character: str) -> bool:
    """Whether a character is of a script without spaces."""
    return "\u2e80" <= character <= "\u9fff" or "\uf900" <= character <= "\uffef"


def _is_private(character: str) -> bool:
    """Whether a character stands for code, or for nothing known."""
    return character >= "\U0010f000"
