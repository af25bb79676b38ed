r"""Mathematics in LaTeX: its places in a text, and its form in Unicode."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from topograph.stages.parse.clean.code import HELD
from topograph.stages.parse.clean.latexnames import (
    FORMULAS,
    GREEK,
    KNOWN,
    LOOKS,
    OTHER_SIGNS,
    alternatives,
)

if TYPE_CHECKING:
    from pylatexenc.latex2text import LatexNodes2Text
    from pylatexenc.macrospec import LatexContextDb

#: Start and end in the text, and the mathematics between its marks.
Formula = tuple[int, int, str]

#: Longer formulas and deeper braces are read without pylatexenc, whose time grows faster.
LONGEST, DEEPEST = 3000, 25

_FORMULAS = alternatives(FORMULAS)
_MARK = re.compile(
    rf"\\(?P<open>[(\[])|\\(?P<close>[)\]])|\\begin\{{(?P<begin>{_FORMULAS})\}}"
    rf"|\\end\{{(?P<end>{_FORMULAS})\}}|\\[\s\S]|\${{3,}}|(?P<dollar>\$)"
)
#: A dollar before a name that no other dollar closes; a dollar behind a formula.
_VARIABLE = re.compile(r"\$(?:\{?[A-Za-z_][\w.]*\}?(?![\w.$^+\-*/=<>(])|[A-Za-z_]\w{2,}[(\[.:])")
#: A part of an object of R: `hitters$Salary`.
_PART = re.compile(r"(?<![\w$.\\{}^])[A-Za-z][\w.]+(?P<dollar>\$)[A-Za-z][\w.]{2,}(?![\w.$])")
_RAISED = re.compile(r"[_^]\{|\$\^|\^[\w\\]|\$\\[A-Za-z]{2}|_\w\$")
_CLOSED = re.compile(r"\$(?<=[^\s$]\$)(?=[\s.,;:!?)\]}-]|\Z)|\$[^\s$]{1,5}\$(?=[^\W\d_])")
FEWEST_VARIABLES = 2
_MARKS = ("$", "\\(", "\\[", "\\begin{")
_CLOSING = {"(": ")", "[": "]"}
_COMMAND = re.compile(r"\\([A-Za-z]+)")
#: What only mathematics holds: a raised or lowered term, a spacing command, an escaped brace.
_STRUCTURE = re.compile(
    r"\^(?:[^\W_]|[{\\(*+'†−-])|(?:^|(?<=[\w)}\]'|]))_(?:[\d{\\(*+−±∞-]|[^\W\d_](?![^\W\d]))"
    r"|\\[{}|,;!%&#: ]"
    r"|\{[\d,.+=<>_^-][^{}]*\}|^\\[A-Za-z]|(?<![^\W\d])[^\W\d_]_[^\W\d_]"
)
#: What regular expressions hold.
_PATTERN = re.compile(r"\\[dwsDWSB](?![A-Za-z{])|\\[.?*+/-]|\(\?|\[\^|\.\*|\.\+|\\b(?![A-Za-z{])")
#: Letters, digits and signs as formulas have them.
_PLAIN = re.compile(
    r"(?=[^,:;!/%*)\]])(?:[\w+\-−*/=<>.,:;|()\[\] !~≤≥≈×±∼∞→←↔·⋅∘°∈∪∩⊂∂∇√%]|(?<=[\w)'])['\"])*"
    r"|'{1,3}|@\d+"
)
#: Words side by side, as no formula has them; arguments of commands aside.
_PROSE = re.compile(r"[^\W\d_]{3,}[ ,;\n]+(?:[a-z]+[ \n])?[^\W\d_]{3,}")
_ARGUMENT = re.compile(r"\{[^{}]*\}|\\[A-Za-z]+")
_ONE_SIGN = re.compile(r"[<>=+~/|−≤≥≈×±∼-]{1,2}")
_WORDS = re.compile(r"[^\W\d_]+(?:[ -][^\W\d_]+)*")
#: A name set as mathematics (`$Gaia$`, `$XMM-Newton$`), one or two letters, a function.
_NAME = re.compile(
    r"[A-Z][^\W\d_]*(?:[- ][A-Z][^\W\d_]*)*|[^\W\d_]{1,2}|[a-z][^\W\d_]{0,2}[A-Z]"
    r"|[a-z]{1,2}[A-Z]{2,}|log|sin|cos|exp|max"
    r"|min|ln|cis|trans|ab[ -]initio|(?:in|ex)[ -](?:situ|vivo|vitro|silico)|de novo|operando|via"
    r"|i\.e|e\.g"
)
#: What stands between the dollars of templates.
_TEMPLATE = re.compile(r"(?:for|if|else|each|end\w*)\b|[a-z]\w+\.[a-z]\w")
_SENTENCE = re.compile(r"[.,;:!?]\s")
_AMOUNT = re.compile(r"\d[\d.,]*+(?:.*\s[a-z]{2,}|\s?/\s?[a-z]{3,})")
_NUMBER = re.compile(r"[\d.,+\-−–×·^/~ ≥≤<>±()]+")
#: Behind a letter: `$n$th`, `$k$NN`, `$f$MDP`; two variables of a shell stand side by side, too.
_SUFFIX = re.compile(r"(?:st|nd|rd|th|s|D|d|x|fold)(?![A-Za-z])|[A-Z][^\W_]+|[^\W\d_]{3,}")
_LETTER = re.compile(r"[^\W\d_]['′]?|[^\W\d_]['′]?[-–]|[^\x00-\x7f]+|\([^\W\d_]\)|'{1,3}")
_INTERVAL = re.compile(r"[\[(][^()\[\]]+,[^()\[\]]+[)\]]")
_WORD = re.compile(r"[^\W\d_]{2,}")
#: Long words in a formula without commands.
MOST_WORDS = 3
_LONG_WORD = re.compile(r"[^\W\d_]{3,}")
_SIDES = re.compile(r"[=<>~≤≥±∼]\s?[\d.,]+\s*|\s[^\W\d_aI]\s")
#: Symbols without arguments, which make up most of the mathematics in abstracts.
_SYMBOLS = GREEK | frozenset(
    """
    times sim simeq leq geq le ge ll gg pm mp approx infty to in cdot ell rightarrow
    propto neq equiv subset partial nabla dagger circ odot mid prime forall exists cup cap
    """.split()
)
_SIMPLE = re.compile(r"(?:[A-Za-z0-9+=.,()^_ <>/|*:{}-]|\\[A-Za-z]+)+")
_SYMBOL = re.compile(r"\\([A-Za-z]+)\s*")
#: Exponents of several terms, which need brackets on one line; names of functions, which a space
#: sets off from what follows.
_EXPONENT = re.compile(r"\^\{([^{}()]+[-+*/ ,][^{}()]+)\}")
_OPERATOR = re.compile(
    r"(\\(?:arccos|arcsin|arctan|arg|cos|cosh|cot|deg|det|dim|exp|gcd|inf|ker|lg|lim|ln|log|max|min|sin"
    r"|sinh|sup|tan|tanh))(?:\s+(?=[a-zA-Z\\])|(?=\\(?!left|limits|big|Big)[a-zA-Z]))"
)
_BREAK = re.compile(r"\\\\(?:\[[^\]]*\])?|(?<!\\)&")
_UNICODE = re.compile(r"\\unicode\{x([0-9a-fA-F]{1,5})\}")
#: Commands of two arguments of which one line has no place for both.
_REWRITTEN = (
    (re.compile(r"\\[dtc]frac(?![A-Za-z])"), r"\\frac"),
    (re.compile(r"\\[dt]?binom\{([^{}]*)\}\{([^{}]*)\}"), r"binom(\1,\2)"),
    (re.compile(r"\\(?:SI|qty)\{([^{}]*)\}(?=\{)"), r"\1\\ "),
    (re.compile(r"\\(?:overset|underset|stackrel)\{[^{}]*\}"), ""),
)
_NO_BRACES = str.maketrans("", "", "{}")
_LETTERLIKE = "ℝℕℤℚℂℙℋℒℰℱℳℬℐℛ"


def formulas(text: str, *, proven: bool) -> Iterator[Formula]:
    r"""The mathematics of a text: between dollars, `\(` and `\)`, `\[` and `\]`, in environments.

    Dollars that are prices or variables open nothing, nor do brackets of a regular expression.

    Parameters
    ----------
    text : str
    proven : bool
        Whether the text holds other LaTeX; doubtful pairs are then mathematics, too.

    >>> [math for _, _, math in formulas("$5 to $10, $k$-means, US$3", proven=False)]
    ['k']
    >>> list(formulas("df$age^2 + df$size", proven=True))
    []
    """
    if not any(mark in text for mark in _MARKS):
        return
    variables = "$" in text and _are_variables(text)
    parts = {part.start("dollar") for part in _PART.finditer(text)} if "$" in text else set()
    marks = [mark for mark in _MARK.finditer(text) if mark.lastgroup and mark.start() not in parts]
    place = 0
    while place < len(marks):
        found = _closing(marks, place)
        if found is None:
            place += 1
            continue
        last, width = found
        start, end = marks[place].start(), marks[last].end()
        inner = text[marks[place].end() + width - 1 : marks[last].start() - width + 1]
        kind = marks[place].lastgroup or ""
        if variables and kind == "dollar" and not _holds_known(inner):
            place += 1
            continue
        if _is_formula(text, start, end, inner, kind, width, proven=proven):
            yield start, end, inner
            place = last
        place += 1


def _are_variables(text: str) -> bool:
    """Whether dollars begin names, as in R, PHP and shells, more often than they close formulas."""
    opening = len(_VARIABLE.findall(text))
    if opening < FEWEST_VARIABLES or _RAISED.search(text):
        return False
    return opening > 1.5 * len(_CLOSED.findall(text))


def _holds_known(math: str) -> bool:
    return any(len(name) > 1 and name in KNOWN for name in _COMMAND.findall(math))


def _closing(marks: list[re.Match[str]], place: int) -> tuple[int, int] | None:
    """Which mark may close the one at `place`, and by how many dollars."""
    opening = marks[place]
    if opening.lastgroup == "dollar":
        dollars = (
            other for other in range(place + 1, len(marks)) if marks[other].lastgroup == "dollar"
        )
        last = next(dollars, None)
        if last is None or marks[last].start() > opening.end():
            return None if last is None else (last, 1)
        last = next(dollars, None)
        double = last is not None and last + 1 < len(marks)
        if double and marks[last].end() == marks[last + 1].start():  # type: ignore[index, operator]
            return last + 1, 2  # type: ignore[operator]
        return None
    for other in range(place + 1, len(marks)):
        mark = marks[other]
        if mark.lastgroup == opening.lastgroup and mark[0] == opening[0]:
            return None
        if opening.lastgroup == "open" and mark["close"] == _CLOSING.get(opening["open"]):
            return other, 1
        if opening.lastgroup == "begin" and mark["end"] == opening["begin"]:
            return other, 1
    return None


def _is_formula(
    text: str, start: int, end: int, inner: str, kind: str, width: int, *, proven: bool
) -> bool:
    if kind == "begin":
        return True
    bare = inner.strip()
    if not bare or "\n\n" in inner or len(inner) > LONGEST or _PATTERN.search(inner):
        return False
    if HELD.search(inner):
        return False  # a path or a pattern of a program
    known = _holds_known(bare)
    if (known or proven) and _PROSE.search(_ARGUMENT.sub("", bare)):
        return False
    if known:
        return True
    around = text[start - 1 : start] if start else "", text[end : end + 1]
    return _is_unknown_formula(text, start, end, inner, around, kind, width, proven=proven)


def _is_unknown_formula(
    text: str,
    start: int,
    end: int,
    inner: str,
    around: tuple[str, str],
    kind: str,
    width: int,
    *,
    proven: bool,
) -> bool:
    """Whether something that holds no known command is a formula, by its signs and neighbours."""
    bare = inner.strip()
    before, behind = around
    spaced = bare != inner and kind == "dollar"
    if kind == "dollar" and (_AMOUNT.match(bare) or _SENTENCE.match(bare)):
        return False
    if spaced and (behind.isdigit() or (before.strip() and before not in "([{-–—\"'")):
        return False
    if _is_raised(bare, spaced=spaced, proven=proven):
        return True
    plain = bare.translate(_NO_BRACES) if proven else bare
    related = proven and any(sign in bare for sign in "=<>≤≥")
    if not _PLAIN.fullmatch(plain) or not (related or _is_balanced(bare)):
        return False
    if kind == "open":
        return _is_bracketed_formula(text[start + 1], bare, before, behind, proven=proven)
    if width == 2:
        return proven or any(sign in bare for sign in "=<>")
    if bare != inner:
        return _SIDES.fullmatch(inner) is not None or (proven and not _WORD.search(bare))
    return _is_plain_formula(text, end, bare, before, proven=proven)


def _is_plain_formula(text: str, end: int, inner: str, before: str, *, proven: bool) -> bool:
    """Whether something without commands between two dollars is mathematics, and no amount."""
    behind = text[end : end + 1]
    letter = _LETTER.fullmatch(inner) is not None
    if _ONE_SIGN.fullmatch(inner):
        return True
    if behind.isdigit():
        return proven and inner[-1] in "=<>~≈"
    if _AMOUNT.match(inner):
        return False
    if inner[-1] in "/+*=<>,;:(-." and not behind.isspace():
        return letter and _SUFFIX.match(text, end) is not None
    if proven:
        return True
    if (before.isalnum() and not letter and len(inner) > 2) or behind in ("(", "{", "[", "_"):
        return False
    if behind.isalpha() and not _NUMBER.fullmatch(inner):
        return letter and bool(before.isalpha() or not inner.isascii() or _SUFFIX.match(text, end))
    if _TEMPLATE.match(inner):
        return False
    return bool(not _WORDS.fullmatch(inner) or _NAME.fullmatch(inner))


def _is_raised(math: str, *, spaced: bool, proven: bool) -> bool:
    """Whether something without a known command has the structure of mathematics."""
    if "@" in math or not _STRUCTURE.search(math) or (spaced and math.startswith("\\")):
        return False
    words = 0 if proven else len(_LONG_WORD.findall(math))
    return words <= (0 if spaced else MOST_WORDS) and not _PROSE.search(_ARGUMENT.sub("", math))


def _is_balanced(text: str) -> bool:
    depth = 0
    if _INTERVAL.fullmatch(text):
        return True
    for bracket in re.findall(r"[()]", text):
        depth += 1 if bracket == "(" else -1
        if depth < 0:
            return False
    return depth == 0


def _is_bracketed_formula(
    bracket: str, inner: str, before: str, behind: str, *, proven: bool
) -> bool:
    r"""Whether what stands between `\(` and `\)` is mathematics: no words, no pattern."""
    if bracket == "[":
        return any(sign in inner for sign in "=<>") or (
            proven and not inner.isdigit() and (len(inner) < 3 or not _WORDS.fullmatch(inner))
        )
    if behind in ("*", "+", "?", "{", "/", "|", "\\") or before in ("|", "^", "\\"):
        return False
    if before == "/" and inner.isalnum():
        return False
    if inner.isalpha() and before.isalnum():
        return False  # `define\\(s\\)`
    if len(inner) > 2 and _WORDS.fullmatch(inner):
        return proven and _NAME.fullmatch(inner) is not None
    return proven or not inner.isdigit()


def math_text(math: str) -> str:
    r"""Mathematics as one line of Unicode.

    >>> math_text(r"\mathcal{O}(\varepsilon^{-4})"), math_text("x^{1-1/K} \\log T")
    ('O(ε^-4)', 'x^(1-1/K) log T')
    """
    inner = _BREAK.sub(" ", math.strip())
    if "\\" in inner:
        inner = _UNICODE.sub(_character, inner.replace("\\|", "‖"))
        for pattern, said in _REWRITTEN:
            inner = pattern.sub(said, inner)
        inner = _COMMAND.sub(_command, inner)
    inner = _EXPONENT.sub(r"^{(\1)}", _OPERATOR.sub(r"\1\\ ", inner))
    return _simple(inner) or latex_text(f"${inner}$")


def _command(match: re.Match[str]) -> str:
    """A command as pylatexenc knows it; the name of one that it does not, without an argument."""
    name = match[1]
    if name in OTHER_SIGNS:
        return OTHER_SIGNS[name]
    if name in _SYMBOLS or name in LOOKS or _reader().latex_context.get_macro_spec(name):
        return match[0]
    behind = match.string[match.end() : match.end() + 1]
    return match[0] if behind == "{" else f"{name} " if behind.isalpha() else name


def _character(match: re.Match[str]) -> str:
    code = int(match[1], 16)
    return match[0] if 0xD800 <= code < 0xE000 or code < 0x20 else chr(code)


def _simple(inner: str) -> str:
    """Mathematics of letters, digits and symbols only; "" for any other."""
    if not _SIMPLE.fullmatch(inner) or inner.count("{") != inner.count("}"):
        return ""
    if any(name not in _SYMBOLS for name in _SYMBOL.findall(inner)):
        return ""
    return _SYMBOL.sub(lambda match: latex_text(f"$\\{match[1]}$"), inner).translate(_NO_BRACES)


@lru_cache(maxsize=50_000)
def latex_text(latex: str) -> str:
    """A piece of LaTeX as text, by pylatexenc; what that cannot read loses its commands."""
    read = False
    if len(latex) <= LONGEST and _depth(latex) <= DEEPEST:
        try:
            text: str = _reader().latex_to_text(latex, latex_context=_context())
            read = not ("%s" in text and "%s" not in latex)  # a pattern that was not filled
        except (
            ArithmeticError,
            AttributeError,
            LookupError,
            RecursionError,
            TypeError,
            ValueError,
        ):
            pass
    if not read:
        text = re.sub(r"\\[a-zA-Z]+\*?|\\(?=[%&#_{}$])|[{}]|(?<!\\)\$", "", latex)
    # letters of mathematical alphabets (bold, script, blackboard) to plain letters
    return "".join(
        unicodedata.normalize("NFKC", c) if 0x1D400 <= ord(c) <= 0x1D7FF or c in _LETTERLIKE else c
        for c in text
    )


def _depth(latex: str) -> int:
    depth = deepest = 0
    for brace in re.findall(r"[{}]", latex):
        depth += 1 if brace == "{" else -1
        deepest = max(deepest, depth)
    return deepest


@cache
def _context() -> LatexContextDb:
    """The commands that pylatexenc reads, which it would otherwise set up for each piece."""
    from pylatexenc.latexwalker import get_default_latex_context_db

    return get_default_latex_context_db()


@cache
def _reader() -> LatexNodes2Text:
    import logging

    from pylatexenc.latex2text import LatexNodes2Text

    logging.getLogger("pylatexenc").setLevel(logging.CRITICAL)  # what it cannot read is read here
    return LatexNodes2Text(math_mode="text", keep_comments=True, strict_latex_spaces=True)
