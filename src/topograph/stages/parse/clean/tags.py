"""Tags of HTML and of publishers' XML in a text: which are markup, and which only look like it."""

from __future__ import annotations

import html
import html.entities
import re
from collections.abc import Iterator
from dataclasses import dataclass

from topograph.stages.parse.clean.code import Span

#: Elements that stand on their own, and elements within a line: HTML, JATS, PubMed, Elsevier.
_BLOCKS = (
    r"p|div|br|hr|li|ul|ol|dl|dt|dd|tr|table|tbody|thead|tfoot|caption|h[1-6]|section|sec|title|pre"
    r"|blockquote|article|abstract|list|list-item|label|header|footer|main|aside|nav|figure|fig"
    r"|figcaption|form|center|address|disp-formula|abstracttext|otherabstract|para"
)
_INLINE = (
    r"a|abbr|acronym|b|big|bold|cite|code|em|font|i|img|inf|ins|del|italic|kbd|mark|monospace"
    r"|overline|q|roman|s|samp|sc|small|span|strike|strong|sub|sup|td|th|tt|u|underline|var|xref"
    r"|ext-link|uri|inline-formula|tex-math|named-content|styled-content|html|body|head|graphic|fn"
    r"|sans-serif|alternatives|inline-graphic|input|button|iframe|video|audio|source|svg|path|g"
    r"|object|param|embed|noscript|time|wbr|bdi|bdo|o:p|math|mi|mo|mn|mrow|msub|msup|msubsup|mfrac"
    r"|mtext|msqrt|mover|munder|mspace|mstyle|mfenced|mtable|mtr|mtd|semantics|annotation|mroot"
    r"|copyrightinformation|nobr|blink|details|summary|picture|pre|xmp|listing"
)
_ATTRIBUTES = r"(?:\s+[\w:.-]+\s*=\s*(?:\"[^\"<>]*\"|'[^'<>]*'|[^\s<>\"']+))*"
_TAG = re.compile(
    rf"<(?P<closing>/)?(?P<name>(?:jats:|ce:|mml:|m:)?(?:{_BLOCKS}|{_INLINE})|(?:jats|mml|ce|sb|xocs):[a-z-]+)"
    rf"(?P<attributes>{_ATTRIBUTES})\s*(?P<empty>/)?>|<!\[CDATA\[|\]\]>",
    re.IGNORECASE,
)
_BLOCK = re.compile(rf"(?:[a-z]+:)?(?:{_BLOCKS})", re.IGNORECASE)
#: Elements without an end, and elements whose end may be left out.
_ENDLESS = frozenset("br hr img wbr p li tr td th dt dd".split())
#: Where a text speaks of a tag: "the <b> tag", "<p> and </p> elements".
_SPOKEN_OF = re.compile(
    r"[\"'”’`)]*\s+(?:(?:and|or|,|/|&)\s+<\S+\s+)?(?:tags?|elements?|attributes?)\b"
)
_CODE = re.compile(
    r"<(?P<closing>/)?(?P<name>pre|code|kbd|samp|xmp|listing)(?:\s[^<>]*)?>", re.IGNORECASE
)
_LABEL = re.compile(r"\bLabel\s*=\s*[\"']([^\"'<>]+)[\"']", re.IGNORECASE)
_NO_LABELS = frozenset({"UNASSIGNED", "UNLABELLED", "UNLABELED"})
_MIXED = frozenset({"abstracttext", "otherabstract", "copyrightinformation"})
_NUMBER = re.compile(r"\s*[-−–+]?\d")
_FORMULA_ELEMENTS = frozenset(
    """
    math mi mo mn mrow msub msup msubsup mfrac mtext msqrt mroot mover munder munderover mstyle
    mfenced
    mtable mtr mtd semantics mpadded mphantom
    """.split()
)
#: What stands before the second and third part of an element of MathML.
_FORMULA_MARKS = {
    ("msup", 2): "^", ("msub", 2): "_", ("msubsup", 2): "_", ("msubsup", 3): "^", ("mfrac", 2): "/",
    ("mtd", 1): " ", ("mtr", 1): " ",
}  # fmt: skip
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|(?P<name>[A-Za-z][A-Za-z0-9]{1,31}));")
#: Entities whose names are common names of variables, too.
_IDENTIFIERS = frozenset(
    """
    sum sub sup image real int and or not part para order cap cup prop empty num map star top bottom
    target in it in_ out plus equals angle ring square range epsilon phi rho chi eta mu nu pi tau
    psi xi gt_ copy reg sect times dot uml cross half phone check
    """.split()
)


@dataclass(slots=True)
class _Tag:
    match: re.Match[str]
    name: str
    proven: bool = False
    kept: bool = False


def remove_tags(text: str) -> tuple[str, bool]:
    r"""Remove the tags of a text that are markup; placeholders and types of programs stay.

    A tag is markup if it closes, has attributes, is empty, or may go without an end; any other
    (`<title>`, `x<b>c`) is if the text holds one that is. Tags that are spoken of stay.

    Returns
    -------
    tuple of str and bool
        The text, and whether it held markup.

    >>> remove_tags("H<sub>2</sub>O is in a Map<B> of the <p> tag")
    ('H2O is in a Map<B> of the <p> tag', True)
    """
    tags = _judged(text)
    if not any(tag.proven for tag in tags):
        return text, False
    pieces: list[str] = []
    formula = _Formula()
    end = 0
    for tag in tags:
        if tag.kept:
            continue
        between = text[end : tag.match.start()]
        pieces.append("" if formula.open and not between.strip() else between)
        end = tag.match.end()
        pieces.append(formula.mark(tag.match, tag.name) + _left(text, tag))
    return "".join([*pieces, text[end:]]), True


def _judged(text: str) -> list[_Tag]:
    tags: list[_Tag] = []
    opened: dict[str, list[_Tag]] = {}
    for match in _TAG.finditer(text):
        tag = _Tag(match, (match["name"] or "").lower())
        if match["name"] and not _is_name(match["name"]):
            continue
        tags.append(tag)
        if _SPOKEN_OF.match(text, match.end()):
            tag.kept = True
            partner = opened.get(tag.name, [None])[-1] if match["closing"] else None
            if partner is not None and match.start() - partner.match.end() < 10:
                partner.kept = True
        elif match["closing"]:
            tag.proven = True
            if opened.get(tag.name):
                opened[tag.name].pop().proven = True
        else:
            tag.proven = _proves_itself(text, match, tag.name)
            opened.setdefault(tag.name, []).append(tag)
    for tag in tags:
        # the argument of a type, `Map<B>`, in whatever text
        tag.kept = tag.kept or (
            not tag.proven and len(tag.name) == 1 and _glued(text, tag.match.start())
        )
    return tags


def _is_name(name: str) -> bool:
    """Whether an element is written as in HTML: `<Label>` is a component or a type."""
    plain = name.rpartition(":")[2]
    return plain.islower() or plain.isupper() or plain.lower() in _MIXED or ":" in name


def _proves_itself(text: str, match: re.Match[str], name: str) -> bool:
    if not name or ":" in name or match["attributes"] or match["empty"]:
        return True
    return name in _ENDLESS and (name in ("br", "hr") or not _glued(text, match.start()))


def _glued(text: str, place: int) -> bool:
    return text[place - 1 : place].isalnum() if place else False


def _left(text: str, tag: _Tag) -> str:
    """What a tag leaves in its place."""
    match, name = tag.match, tag.name.rpartition(":")[2]
    if name == "abstracttext" and not match["closing"]:
        label = _LABEL.search(match["attributes"])
        named = label[1].strip() if label else ""
        behind = text[match.end() : match.end() + len(named) + 20].lstrip()
        if not named or named.upper() in _NO_LABELS or behind.lower().startswith(named.lower()):
            return "\n"
        return f"\n{named}: "
    if name in ("sup", "sub") and not match["closing"]:
        raised = name == "sup" and text[match.start() - 1 : match.start()].isdigit()
        return "^" if raised and _NUMBER.match(text, match.end()) else ""
    if name in ("td", "th"):
        return " "
    return "\n" if _BLOCK.fullmatch(name) else ""


class _Formula:
    """MathML on one line: marks between the parts of its elements."""

    def __init__(self) -> None:
        self._elements: list[list[str | int]] = []

    @property
    def open(self) -> bool:
        return bool(self._elements)

    def mark(self, match: re.Match[str], name: str) -> str:
        """The mark that stands before an element, by its place within the one around it."""
        name = name.rpartition(":")[2]
        if name not in _FORMULA_ELEMENTS or match["empty"]:
            return ""
        if match["closing"]:
            if any(own[0] == name for own in self._elements):
                while self._elements.pop()[0] != name:
                    pass
            return ""
        said = ""
        if self._elements:
            around = self._elements[-1]
            around[1] = int(around[1]) + 1
            said = _FORMULA_MARKS.get((str(around[0]), int(around[1])), "")
        if self._elements or name == "math":
            self._elements.append([name, 0])
        return said + ("√" if name == "msqrt" else "")


def html_code_spans(text: str) -> Iterator[Span]:
    """Code in elements of HTML: start, end, and the code without tags and entities.

    >>> [code for _, _, code in html_code_spans("a <pre><code>List&lt;b&gt;</code></pre>")]
    ['List<b>']
    """
    opened: re.Match[str] | None = None
    for match in _CODE.finditer(text):
        if opened is None:
            opened = None if match["closing"] else match
        elif match["closing"] and match["name"].lower() == opened["name"].lower():
            inner = _CODE.sub("", text[opened.end() : match.start()])
            yield opened.start(), match.end(), decode_entities(remove_tags(inner)[0]).strip("\n")
            opened = None


def decode_entities(text: str) -> str:
    r"""Resolve entities that end in a semicolon and exist; what was escaped twice, too.

    >>> decode_entities("AT&amp;T &lt;5 &eacute; &amp;nbsp; R&D &copy=2 f(&sum); &foo;")
    'AT&T <5 é \xa0 R&D &copy=2 f(&sum); &foo;'
    """
    for _ in range(3):
        after = _ENTITY.sub(_entity, text)
        if after == text or "&" not in after:
            return after
        text = after
    return text


def _entity(match: re.Match[str]) -> str:
    name = match["name"]
    if name is None:
        return html.unescape(match[0])
    if f"{name};" not in html.entities.html5:
        return match[0]
    before = match.string[max(0, match.start() - 2) : match.start()].rstrip(" ")[-1:]
    if name in _IDENTIFIERS and before in ("=", "(", ",", "&", "|", "*"):
        return match[0]  # the address of a variable in C
    return html.unescape(match[0])
