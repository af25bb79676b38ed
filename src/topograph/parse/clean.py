"""Cleaning steps: pure functions from text to text, named as their switches in the settings."""

from __future__ import annotations

import html
import re
import unicodedata
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pylatexenc.latex2text import LatexNodes2Text

    from topograph.config import CleanSettings

_URL = re.compile(r"(?:https?://|www\.)[^\s<>\"{}|\\^`]+|[\w.+-]+@[\w-]+\.[\w.-]+", re.IGNORECASE)
#: Elements of HTML; `<y` of `x<y and z>` is none.
_ELEMENTS = (
    "a|abbr|b|big|blockquote|br|cite|code|dd|del|div|dl|dt|em|font|h[1-6]|hr|i|img|ins|kbd|li|mark|"
    "ol|p|pre|q|s|samp|section|small|span|strike|strong|sub|sup|table|tbody|td|th|thead|title|tr|"
    "tt|u|ul|var|jats:[a-z-]+|script|style"
)
_TAG = re.compile(
    rf"</?(?:{_ELEMENTS})(?:\s+[\w:-]+\s*=\s*(?:\"[^\"]*\"|'[^']*'|[^\s<>\"']+))*\s*/?>",
    re.IGNORECASE,
)
_BREAK_TAG = re.compile(
    r"</?(?:br|p|div|li|tr|td|th|h[1-6]|hr|blockquote|ul|ol)\b[^<>]*>", re.IGNORECASE
)
_SCRIPT = re.compile(r"<(script|style)\b.*?</\1\s*>", re.IGNORECASE | re.DOTALL)
_MATH = re.compile(r"(?<!\\)\$\$?(?!\s)((?:\\.|[^$\\])+?)(?<!\s)\$\$?(?!\d)", re.DOTALL)
_COMMAND = re.compile(r"\\[a-zA-Z]+|\\[^\w\s]|\\ ")
#: Commands whose argument is a key and no text.
_REFERENCE = re.compile(
    r"[\s~]*\\(?:cite[a-zA-Z]*|(?:eq|auto|c|page)?ref|label)\*?(?:\[[^\]]*\])*\{[^{}]*\}"
)
_HREF = re.compile(r"\\(?:href|url)\s*\{([^{}]*)\}")
_MARKDOWN_LINK = re.compile(r"!?\[([^\]\[]+)\]\(([^()\s]+)\)")
_STRONG = re.compile(r"(\*{1,3})(?=\S)([^*\n]+?)(?<=\S)\1")
_UNDERSCORE = re.compile(r"(?<!\w)(_{1,2})(?=\S)([^_\n]+?)(?<=\S)\1(?!\w)")
_CODE = re.compile(r"`{1,3}([^`\n]+)`{1,3}")


def normalise(text: str) -> str:
    """Unicode NFC, without control and zero-width characters; runs of white space are one space."""
    text = unicodedata.normalize("NFC", text)
    kept = (
        " " if character.isspace() else character
        for character in text
        if character.isspace()
        or unicodedata.category(character) not in ("Cc", "Cf", "Cs")
        or character in "\u200c\u200d"  # joiners carry meaning in Persian and Indic scripts
    )
    return re.sub(r" +", " ", "".join(kept)).strip()


def clean_html(text: str) -> str:
    """Remove tags and resolve entities; `a < b` and `x<y>` that is no tag stay.

    >>> clean_html("H<sub>2</sub>O &amp; a &lt; b<br>next")
    'H2O & a < b next'
    """
    if "<" in text:
        text = _SCRIPT.sub(" ", text)
        text = _TAG.sub("", _BREAK_TAG.sub(" ", text))
    return html.unescape(text)


def clean_latex(text: str) -> str:
    r"""Turn LaTeX commands and mathematics into readable Unicode text (pylatexenc).

    Text without LaTeX comes back unchanged, and so do signs that LaTeX would swallow: a bare
    `%`, `&`, `#`, `_` or `~`, and a dollar sign that is a price.

    >>> clean_latex(r"\textbf{MapGR} gains 99\% at $\mathcal{O}(\varepsilon^{-4})$, 5% more")
    'MapGR gains 99% at O(ε^-4), 5% more'
    >>> clean_latex("from $5 to $10, up 20% & more")
    'from $5 to $10, up 20% & more'
    """
    if not (_COMMAND.search(text) or _MATH.search(text)):
        return text
    text = re.sub("[\ufdd0-\ufdd2]", "", text)  # used as marks below; no characters of any text
    text = _REFERENCE.sub("", text)
    text = _HREF.sub(r"\1 ", text)  # the linked text in the braces behind it is plain text
    pieces: list[str] = []
    end = 0
    for math in _MATH.finditer(text):
        pieces.append(_latex_prose(text[end : math.start()]))
        pieces.append(_to_text(f"${math[1]}$"))
        end = math.end()
    pieces.append(_latex_prose(text[end:]))
    return "".join(pieces)


def _latex_prose(text: str) -> str:
    if not re.search(r"[\\{}]", text):
        return text
    # URLs hold signs that are LaTeX' own; what is no command is kept from LaTeX by a backslash
    links: list[str] = []

    def put_aside(match: re.Match[str]) -> str:
        links.append(match[0])
        return f"\ufdd0{len(links) - 1}\ufdd1"

    text = _URL.sub(put_aside, text)
    text = re.sub(r"(?<!\\)([%&#_$])", r"\\\1", text).replace("~", "\ufdd2")
    text = _to_text(text).replace("\ufdd2", "~")
    return re.sub("\ufdd0(\\d+)\ufdd1", lambda m: links[int(m[1])], text)


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
    from pylatexenc.latex2text import LatexNodes2Text

    return LatexNodes2Text(math_mode="text", keep_comments=True, strict_latex_spaces=True)


def clean_markdown(text: str) -> str:
    """Remove markdown emphasis, code marks and link syntax; the words stay.

    >>> clean_markdown("**M**ulti-task _forgetting_ with `snake_case` and 2 * 3 * 4")
    'Multi-task forgetting with snake_case and 2 * 3 * 4'
    """
    text = _MARKDOWN_LINK.sub(r"\1 \2", text)
    text = _CODE.sub(r"\1", text)
    for pattern in (_STRONG, _UNDERSCORE):
        previous = None
        while previous != text:
            previous, text = text, pattern.sub(r"\2", text)
    return text


def extract_links(text: str) -> tuple[str, list[str]]:
    """Take URLs and e-mail addresses out of a text.

    Returns
    -------
    tuple of str and list of str
        The text without them, and the links in order, each once.

    >>> extract_links("See https://example.org/a_b. More follows.")
    ('See. More follows.', ['https://example.org/a_b'])
    """
    links: dict[str, None] = {}

    def take(match: re.Match[str]) -> str:
        link = match[0].rstrip(".,;:!?)]}'\"")
        links[link] = None
        return match[0][len(link) :]

    text = re.sub(r"\s+([.,;:!?)])", r"\1", _URL.sub(take, text)) if _URL.search(text) else text
    return text, list(links)


def clean(text: str, steps: CleanSettings) -> tuple[str, list[str]]:
    """Run the steps that are switched on, in order.

    Parameters
    ----------
    text : str
        A document as it stands in the file.
    steps : CleanSettings
        Which steps run.

    Returns
    -------
    tuple of str and list of str
        The cleaned text on one line, and the links taken out.
    """
    links: list[str] = []
    if steps.html:
        text = clean_html(text)
    if steps.latex:
        text = clean_latex(text)
    if steps.markdown:
        text = clean_markdown(text)
    if steps.links:
        text, links = extract_links(text)
    return normalise(text), links
