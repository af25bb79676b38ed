"""HTML and markdown."""

from __future__ import annotations

import re

from topograph.stages.parse.clean.code import (
    code_spans,
    looks_like_code,
    outside_code,
    put_back,
    set_aside,
)
from topograph.stages.parse.clean.emphasis import remove_emphasis
from topograph.stages.parse.clean.spans import replace_spans
from topograph.stages.parse.clean.tags import decode_entities, html_code_spans, remove_tags

_SPOKEN = r"[\"'`)]*\s+(?:tags?|elements?)\b"
#: What is not text, from its opening to its closing mark, and what it leaves.
_HIDDEN = (
    (
        re.compile(r"<script\b", re.IGNORECASE),
        re.compile(rf"</script\s*>(?!{_SPOKEN})", re.IGNORECASE),
        " ",
    ),
    (
        re.compile(r"<style\b", re.IGNORECASE),
        re.compile(rf"</style\s*>(?!{_SPOKEN})", re.IGNORECASE),
        " ",
    ),
    (re.compile(r"<(?:mml:)?annotation\b"), re.compile(r"</(?:mml:)?annotation\s*>"), ""),
    (re.compile(r"(?<![/\"'`])<!--"), re.compile(r"-->"), ""),
)
_ADDRESS = (
    r"(?:[a-z][a-z0-9+.-]*:|www\.|\.{0,2}/|#|[\w%~-]+(?:[./][\w%~-]+)*(?:/|\.[a-z]{2,5}(?=[)\s#?/])))"
    r"[^\s()<>]*(?:\([^\s()]*\)[^\s()]*)*"
)
_LINK = re.compile(
    rf"(?<![\w\])\\])!?\[(?P<shown>[^\[\]\n]*(?:\n[^\[\]\n]+)?)\]"
    rf"\([ ]?<?(?P<address>{_ADDRESS})>?(?:\s+(?:\"[^\"\n]*\"|'[^'\n]*'))?[ ]?\)",
    re.IGNORECASE,
)
_ABSOLUTE = re.compile(r"(?:https?|ftp|mailto):|www\.", re.IGNORECASE)


@outside_code
def clean_html(text: str) -> str:
    r"""Remove tags and resolve entities; `a < b`, `List<String>` and `<username>` stay.

    Elements that stand on their own, like paragraphs, become line ends; the labels of PubMed's
    sections stay as headings.

    >>> clean_html("H<sub>2</sub>O &amp; a &lt; b<br>next")
    'H2O & a < b\nnext'
    >>> clean_html('<AbstractText Label="METHODS">We look.</AbstractText>')
    '\nMETHODS: We look.\n'
    """
    codes: dict[int, str] = {}
    marked = False
    if "<" in text:
        text, codes = set_aside(text, html_code_spans(text), marks=False)
        text, marked = _without_tags(text)
    if "&" in text:
        text = decode_entities(text)
        if "<" in text and not marked and not codes:
            # the whole text was escaped
            text = _without_tags(text)[0]
    return put_back(text, codes)


def _without_tags(text: str) -> tuple[str, bool]:
    for opening, closing, left in _HIDDEN:
        text = replace_spans(text, opening, closing, left)
    return remove_tags(text)


def clean_markdown(text: str) -> str:
    """Remove markdown emphasis, code marks and link syntax; the words stay.

    >>> clean_markdown("**M**ulti-task _forgetting_ with `snake_case` and 2 * 3 * 4")
    'Multi-task forgetting with snake_case and 2 * 3 * 4'
    >>> clean_markdown("[our page](https://a.org) and calls[name](x), **kwargs")
    'our page https://a.org and calls[name](x), **kwargs'
    """
    if not ("*" in text or "_" in text or "`" in text or "](" in text or "~~~" in text):
        return text
    before = text
    text, codes = set_aside(text, code_spans(text), marks=False)
    if looks_like_code(text):
        return before
    if "](" in text:
        text = _LINK.sub(_link, text)
    return put_back(remove_emphasis(text), codes)


def _link(match: re.Match[str]) -> str:
    address = match["address"]
    if not match["shown"].strip():
        return address if _ABSOLUTE.match(address) else ""
    return f"{match['shown']} {address}" if _ABSOLUTE.match(address) else match["shown"]
