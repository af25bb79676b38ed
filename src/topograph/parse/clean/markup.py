"""HTML and markdown."""

from __future__ import annotations

import html
import re

from topograph.parse.clean.spans import replace_spans

_ATTRIBUTES = r"(?:\s+[\w:.-]+\s*=\s*(?:\"[^\"<>]*\"|'[^'<>]*'|[^\s<>\"']+))*"
#: Elements of HTML and of JATS, the markup of publishers; `x<y` is none of them.
_BLOCKS = (
    r"p|div|br|hr|li|ul|ol|dl|dt|dd|tr|table|tbody|thead|h[1-6]|section|sec|title|blockquote|pre"
    r"|article|abstract|list|list-item|label"
)
_INLINE = (
    r"a|abbr|b|big|bold|cite|code|em|font|i|img|inf|ins|del|italic|kbd|mark|monospace|overline"
    r"|q|roman|s|sc|small|span|strike|strong|sub|sup|td|th|tt|u|underline|var|xref|ext-link|uri"
    r"|inline-formula|tex-math|named-content|styled-content|html|body|head|graphic|fn|sans-serif"
)
_BREAK_TAG = re.compile(rf"</?(?:jats:)?(?:{_BLOCKS}){_ATTRIBUTES}\s*/?>", re.IGNORECASE)
_TAG = re.compile(
    rf"</?(?:(?:jats:)?(?:{_INLINE})|mml:[a-z]+|jats:[a-z-]+){_ATTRIBUTES}\s*/?>"
    r"|<!\[CDATA\[|\]\]>",
    re.IGNORECASE,
)
#: What is no text, from its opening to its closing mark, and what it leaves.
_HIDDEN = (
    (re.compile(r"<script\b", re.IGNORECASE), re.compile(r"</script\s*>", re.IGNORECASE), " "),
    (re.compile(r"<style\b", re.IGNORECASE), re.compile(r"</style\s*>", re.IGNORECASE), " "),
    (re.compile(r"<!--"), re.compile(r"-->"), ""),
)
_MARKDOWN_LINK = re.compile(r"!?\[([^\]\[]+)\]\(([^()\s]+)\)")
_STRONG = re.compile(r"(\*{1,3})(?=\S)([^*\n]+?)(?<=\S)\1")
_UNDERSCORE = re.compile(r"(?<!\w)(_{1,2})(?=\S)([^_\n]+?)(?<=\S)\1(?!\w)")
_CODE = re.compile(r"`{1,3}([^`\n]+)`{1,3}")


def clean_html(text: str) -> str:
    r"""Remove tags and resolve entities; `a < b` and `x<y>` that is no tag stay.

    Elements that stand on their own, like paragraphs, become line ends.

    >>> clean_html("H<sub>2</sub>O &amp; a &lt; b<br>next")
    'H2O & a < b\nnext'
    """
    if "<" in text:
        for opening, closing, left in _HIDDEN:
            text = replace_spans(text, opening, closing, left)
        text = _TAG.sub("", _BREAK_TAG.sub("\n", text))
    return html.unescape(text) if "&" in text else text


def clean_markdown(text: str) -> str:
    """Remove markdown emphasis, code marks and link syntax; the words stay.

    >>> clean_markdown("**M**ulti-task _forgetting_ with `snake_case` and 2 * 3 * 4")
    'Multi-task forgetting with snake_case and 2 * 3 * 4'
    """
    if not ("*" in text or "_" in text or "`" in text or "](" in text):
        return text
    text = _MARKDOWN_LINK.sub(r"\1 \2", text)
    text = _CODE.sub(r"\1", text)
    for pattern in (_STRONG, _UNDERSCORE):
        previous = None
        while previous != text:
            previous, text = text, pattern.sub(r"\2", text)
    return text
