"""LaTeX to readable text, by pylatexenc."""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from topograph.parse.clean.links import URL
from topograph.parse.clean.spans import replace_spans

if TYPE_CHECKING:
    from pylatexenc.latex2text import LatexNodes2Text

_MATH = re.compile(r"(?<!\\)\$\$?(?!\s)((?:\\.|[^$\\])+?)(?<!\s)\$\$?(?!\d)", re.DOTALL)
_COMMAND = re.compile(r"\\[a-zA-Z]+|\\[^\w\s]|\\ ")
#: Symbols without arguments, which make up most of the mathematics in abstracts.
_SYMBOLS = frozenset(
    """
    alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi pi
    rho sigma tau upsilon phi varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi
    Psi Omega times sim simeq leq geq le ge ll gg pm mp approx infty to in cdot ell rightarrow
    propto neq equiv subset partial nabla dagger circ odot mid prime forall exists cup cap
    """.split()
)
_SIMPLE_MATH = re.compile(r"(?:[A-Za-z0-9+=.,()^_ <>/|*:{}-]|\\[A-Za-z]+)+")
_SYMBOL = re.compile(r"\\([A-Za-z]+)\s*")
_BRACES = r"\{(?:[^{}\\%#&$~]|\\[a-zA-Z]+ ?|\\[^a-zA-Z]|\{(?:[^{}\\%#&$~]|\\.)*\})*\}"
#: A command with its arguments, an escaped sign, an accent on its letter, a group with a command.
_FRAGMENT = re.compile(
    r"\{\\(?:[\"'`^~=.]\\?[a-zA-Z]|[cvHukrbdt] [a-zA-Z]|[%&#_$])\}"
    r"|\{\\(?:[\"'`^~=.]|[cvHukrbdt])\{\\?[a-zA-Z]{1,2}\}\}"
    r"|\\[\"'`^~=.](?:\{\\?[a-zA-Z]\}|\\?[a-zA-Z])"
    r"|\\[cvHukrbdt](?:\{\\?[a-zA-Z]{1,2}\}| [a-zA-Z](?![a-zA-Z]))"
    rf"|\\[a-zA-Z]+\*?(?:{_BRACES})+"
    rf"|\{{\\[a-zA-Z]+(?:\}}|[ ](?:[^{{}}\\%#&$~])*\}})"
    r"|\\[%&#_$,;:! ]"
    r"|\\[a-zA-Z]+(?![a-zA-Z{\[*])"
)
#: Commands whose argument is a key and no text.
_REFERENCE = re.compile(
    r"[\s~]{0,9}\\(?:cite[a-zA-Z]*|(?:eq|auto|c|page)?ref|label)\*?"
    r"(?:\[[^\]\\]*\]){0,2}\{[^{}\\]*\}"
)
_QUOTES = re.compile(r"``([^`]+?)''")
#: Mathematics as LaTeX opens and closes it, in a line and on lines of its own.
_BRACKETS = (
    (re.compile(r"\\\("), re.compile(r"\\\)")),
    (re.compile(r"(?<!\\)\\\["), re.compile(r"\\\]")),
)
#: Exponents of several terms, which need brackets on one line; names of functions, which a space
#: sets off from what follows.
_EXPONENT = re.compile(r"\^\{([^{}()]+[-+*/ ,][^{}()]+)\}")
_OPERATOR = re.compile(
    r"(\\(?:arccos|arcsin|arctan|arg|cos|cosh|cot|deg|det|dim|exp|gcd|inf|ker|lg|lim|ln|log|max|min|sin"
    r"|sinh|sup|tan|tanh))(?:\s+(?=[a-zA-Z\\])|(?=\\(?!left|limits|big|Big)[a-zA-Z]))"
)
#: Dashes between words, or with a space on either side; `--verbose` and rulers are none.
_DASH = re.compile(r"(?<=[\w)\]}\"'”’$%.,;:*])(---?)(?=[\w(\[{\"'“‘$\\*`])|(?<=\s)(---?)(?=\s)")
#: Braces that protect capitals in titles: `{B}ERT`, `m{RNA}`.
_PROTECTED = re.compile(r"(\\[a-zA-Z]+\*?|[\\_^}$\]])?\{([A-Z][A-Za-z0-9]*)\}(?=([A-Za-z])?)")
#: Signs that pylatexenc does not know.
_SIGNS = {
    "textless": "<", "textgreater": ">", "textbar": "|", "textquotedbl": '"', "textpercent": "%",
    "copyright": "©", "degree": "°", "celsius": "°C", "textminus": "−", "slash": "/",
    "textleq": "≤", "textgeq": "≥",
}  # fmt: skip
_SIGN = re.compile(rf"\{{\\({'|'.join(_SIGNS)})\}}|\\({'|'.join(_SIGNS)})(?:\{{\}}|(?![a-zA-Z]) ?)")
_HREF = re.compile(r"\\(?:href|url)\s*\{([^{}]*)\}(?:\{([^{}]*)\})?")


def clean_latex(text: str) -> str:
    r"""Turn LaTeX commands and mathematics into readable Unicode text (pylatexenc).

    Text without LaTeX comes back unchanged, and so do signs that LaTeX would swallow: a bare
    `%`, `&`, `#`, `_` or `~`, and a dollar sign that is a price.

    >>> clean_latex(r"\textbf{MapGR} gains 99\% at $\mathcal{O}(\varepsilon^{-4})$, 5% more")
    'MapGR gains 99% at O(ε^-4), 5% more'
    >>> clean_latex("from $5 to $10, up 20% & more")
    'from $5 to $10, up 20% & more'
    """
    if "--" in text:
        text = _DASH.sub(lambda match: "–" if len(match[1] or match[2]) == 2 else "—", text)
    if "{" in text:
        text = _PROTECTED.sub(_unprotected, text)
    if "``" in text:
        text = _QUOTES.sub("“\\1”", text)
    if "\\(" in text or "\\[" in text:
        for opening, closing in _BRACKETS:
            text = replace_spans(text, opening, closing, _inline)
    if "\\" not in text and text.count("$") < 2:
        return text
    if not (_COMMAND.search(text) or _MATH.search(text)):
        return text
    if not text.isascii():  # used as marks below; no characters of any text
        text = re.sub("[\ufdd0-\ufdd2]", "", text)
    if "\\cite" in text or "ref" in text or "\\label" in text:
        text = _REFERENCE.sub("", text)
    text = text.replace("\\|", "‖")
    text = _SIGN.sub(lambda match: _SIGNS[match[1] or match[2]], text)
    text = _HREF.sub(lambda match: f"{match[1]} {match[2] or ''}", text)
    pieces: list[str] = []
    end = 0
    for math in _MATH.finditer(text):
        pieces.append(_latex_prose(text[end : math.start()]))
        inner = _EXPONENT.sub(r"^{(\1)}", _OPERATOR.sub(r"\1\\ ", math[1]))
        pieces.append(_simple_math(inner) or _to_text(f"${inner}$"))
        end = math.end()
    pieces.append(_latex_prose(text[end:]))
    return "".join(pieces)


def _inline(math: str) -> str:
    return f"${math.strip()}$" if math.strip() else ""


def _unprotected(match: re.Match[str]) -> str:
    before = match.string[match.start() - 1 : match.start()]
    return match[0] if match[1] or not (match[3] or before.islower()) else match[2]


def _fragment(match: re.Match[str]) -> str:
    r"""A fragment as text; an unknown command without arguments is a name (`\ours`)."""
    latex = match[0]
    text = _to_text(latex)
    name = latex.strip("{}\\ ")
    if not text.strip() and name.isalpha() and name not in _LAYOUT:
        return name + latex.rstrip("}")[len(latex.rstrip("} ")) :]
    return text


#: Commands without arguments that leave nothing.
_LAYOUT = frozenset(
    """
    noindent par newline linebreak newpage centering raggedright small large Large tiny footnotesize
    scriptsize normalsize em bf it tt rm sc sl sf itshape bfseries ttfamily scshape item left right
    big Big bigg Bigg quad qquad hfill vfill smallskip medskip bigskip protect relax displaystyle
    textstyle limits nolimits label ref cite citep citet cref url href indent maketitle hline xspace
    """.split()
)


def _simple_math(inner: str) -> str:
    """Mathematics of letters, digits and symbols only; "" for any other."""
    if not _SIMPLE_MATH.fullmatch(inner) or inner.count("{") != inner.count("}"):
        return ""
    if any(name not in _SYMBOLS for name in _SYMBOL.findall(inner)):
        return ""
    return _SYMBOL.sub(lambda match: _to_text(f"$\\{match[1]}$"), inner).translate(_NO_BRACES)


_NO_BRACES = str.maketrans("", "", "{}")


def _latex_prose(text: str) -> str:
    if not re.search(r"[\\{}]", text):
        return text
    # most commands stand alone: each is read by itself, and read once however often it occurs
    short = _FRAGMENT.sub(_fragment, text)
    if "\\" not in short:
        whole = short.count("{") == short.count("}")
        return short if whole else short.translate(_NO_BRACES)
    # URLs hold signs that are LaTeX' own; what is no command is kept from LaTeX by a backslash
    links: list[str] = []

    def put_aside(match: re.Match[str]) -> str:
        links.append(match[0])
        return f"\ufdd0{len(links) - 1}\ufdd1"

    text = URL.sub(put_aside, text)
    text = re.sub(r"(?<!\\)([%&#_$])", r"\\\1", text).replace("~", "\ufdd2")
    text = _to_text(text).replace("\ufdd2", "~")
    return re.sub("\ufdd0(\\d+)\ufdd1", lambda m: links[int(m[1])], text)


@lru_cache(maxsize=50_000)
def _to_text(latex: str) -> str:
    try:
        text: str = _latex_reader().latex_to_text(latex)
        read = not ("%s" in text and "%s" not in latex)  # a pattern that was not filled
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError):
        read = False
    if not read:
        # pylatexenc stumbles over commands without their arguments, and over deep nesting
        text = re.sub(r"\\[a-zA-Z]+\*?|\\(?=[%&#_{}$])|[{}]|(?<!\\)\$", "", latex)
    # letters of mathematical alphabets (bold, script, blackboard) to plain letters
    return "".join(
        unicodedata.normalize("NFKC", c)
        if 0x1D400 <= ord(c) <= 0x1D7FF or c in "ℝℕℤℚℂℙℋℒℰℱℳℬℐℛ"
        else c
        for c in text
    )


@cache
def _latex_reader() -> LatexNodes2Text:
    import logging

    from pylatexenc.latex2text import LatexNodes2Text

    logging.getLogger("pylatexenc").setLevel(logging.CRITICAL)  # what it cannot read is mended here
    return LatexNodes2Text(math_mode="text", keep_comments=True, strict_latex_spaces=True)
