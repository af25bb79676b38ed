"""What a page of HTML says, and its text line by line."""

from __future__ import annotations

import re
import warnings
from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bs4 import BeautifulSoup, Tag

#: Elements whose text is not text of a page.
LEFT_OUT = frozenset(
    "script style nav header footer aside form noscript template svg head title button select "
    "iframe object".split()
)
NEVER_TEXT = frozenset("script style noscript template svg head title".split())
#: Elements that begin and end a line.
_BLOCKS = frozenset(
    "address article blockquote body br caption center dd details div dl dt figcaption figure "
    "footer h1 h2 h3 h4 h5 h6 header hr li main ol p pre section summary table tbody td tfoot th "
    "thead tr ul".split()
)
#: A sign that no text holds, for the end of a line.
_END = "\x1e"
#: What HTML says about a page: scholarly and Dublin Core names.
_META = {
    "citation_title": "title",
    "dc.title": "title",
    "citation_publication_date": "date",
    "citation_date": "date",
    "dc.date": "date",
    "dcterms.date": "date",
    "article:published_time": "date",
    "date": "date",
    "author": "author",
    "citation_author": "author",
    "keywords": "keywords",
}


def parse_html(text: str) -> BeautifulSoup:
    """The elements of a page."""
    from bs4 import BeautifulSoup, XMLParsedAsHTMLWarning

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", XMLParsedAsHTMLWarning)  # `parse.format: file` reads any
        return BeautifulSoup(text, "html.parser")


def pages_fields(text: str) -> list[dict[str, str]]:
    """The fields of the documents of a page: of the page itself, or of the articles it lists."""
    page = parse_html(text)
    remove_navigation(page)
    body = page.find("main") or page.body or page
    listed = _articles(body)
    if listed:
        return [_article_fields(own) for own in listed]
    fields = _page_fields(page)
    if not fields["text"]:
        fields = _page_fields(parse_html(text))
    mail = _MAIL.search(text)
    if mail:
        fields["text"] = html_text(_MAIL_HEAD.sub("", mail[1]))
    return [fields]


#: The body of a message on a page of the archives hypermail and Pipermail.
_MAIL = re.compile(
    r"<!--\s*(?:body=\"start\"|beginarticle)\s*-->(.*?)<!--\s*(?:body=\"end\"|endarticle)\s*-->",
    re.DOTALL | re.IGNORECASE,
)
_MAIL_HEAD = re.compile(
    r"<address class=[\"']headers[\"']>.*?</address>|<span id=[\"']received[\"']>.*?</span>",
    re.DOTALL,
)


#: What elements for finding one's way are called by their roles, and in their classes and names.
_ROLES = frozenset("banner contentinfo menu menubar navigation search toolbar".split())
_NAVIGATION = frozenset(
    "breadcrumb breadcrumbs btn button buttons dropdown footer header language languages masthead "
    "megamenu menu nav navbar navigation pager pagination search share sidebar skip social toolbar "
    "topbar".split()
)
#: Such an element has so large a share of its words in links and buttons, or so few words.
LINK_SHARE, FEW_WORDS = 0.5, 3
#: Elements that may be such.
_HOLDERS = frozenset("div ol p section span table td ul".split())
#: A file that is held in a page as text.
_ENCODED = re.compile(r"[A-Za-z0-9+/]{200,}={0,2}")


def remove_navigation(page: Tag) -> None:
    """Remove the elements by which one finds one's way: menus, bars of links and buttons.

    An element counts by its role, or by its class or name where most of its words are in links or
    buttons (link density: Kohlschütter, Fankhauser and Nejdl 2010, doi:10.1145/1718487.1718542).
    """
    from bs4.element import NavigableString

    words: Counter[int] = Counter()
    links: Counter[int] = Counter()
    headed: set[int] = set()
    for text in page.find_all(string=True):
        if type(text) is NavigableString:
            words[id(text.parent)] += len(text.split())
    # the inner ones first: what is removed counts for nothing around it
    for own in reversed(page.find_all(True)):
        if own.name in ("a", "button"):
            links[id(own)] = words[id(own)]
        elif own.name == "h1":
            headed.add(id(own))
        counts = words[id(own)], links[id(own)]
        if own.name in _HOLDERS and id(own) not in headed and _is_navigation(own, *counts):
            own.extract()
            continue
        around = id(own.parent)
        words[around] += counts[0]
        links[around] += counts[1]
        if id(own) in headed:
            headed.add(around)


def _is_navigation(element: Tag, words: int, links: int) -> bool:
    if str(element.get("role") or "").lower() in _ROLES:
        return True
    called = [*(element.get("class") or []), str(element.get("id") or "")]
    if not _NAVIGATION.intersection(re.split(r"[-_ ]+", " ".join(called).lower())):
        return False
    return words <= FEW_WORDS or links >= LINK_SHARE * words


def _page_fields(page: BeautifulSoup) -> dict[str, str]:
    """The fields of a page that is one document: text, title, and what it says about itself."""
    fields: dict[str, str] = {}
    if page.title and page.title.get_text(strip=True):
        fields["title"] = page.title.get_text(" ", strip=True)
    for meta in page.find_all("meta"):
        key, value = meta.get("name") or meta.get("property"), meta.get("content")
        if key and value and str(key).lower() in _META:
            fields.setdefault(_META[str(key).lower()], str(value))
    whole = page.body or page
    parts = (own for own in (page.find("main"), page.find("article")) if own is not None)
    body = next((own for own in parts if lines_of(own, LEFT_OUT)), whole)
    heading = next((own for own in body.find_all("h1") if not _is_left_out(own, body)), None)
    if heading and (title := " ".join(lines_of(heading))):
        fields["title"] = title
        heading.extract()
    # a page that is one form, as some servers write them, is left out as a whole
    fields["text"] = "\n".join(lines_of(body, LEFT_OUT) or lines_of(whole, NEVER_TEXT))
    return fields


#: Classes of elements that are one article, post or comment each.
_LISTED = re.compile(
    r"(?:^|[-_ ])(?:article|comment|entry|hentry|message|post|review|topic-body)s?(?:$|[-_ ])"
)
#: A page lists articles if so many of one kind hold such a share of its words.
LEAST_LISTED = 3
LISTED_SHARE = 0.8
LISTED_WORDS = 12
#: With so many words beside them, in lines of so many words, they are comments on a text.
LEAST_TEXT, LEAST_LINE = 80, 15


def _articles(body: Tag) -> list[Tag]:
    """The articles, posts or comments that a page is a list of; none where it is one document."""
    groups: dict[tuple[str, str], list[Tag]] = {}
    for own in body.find_all(["article", "div", "li", "section", "table", "td"]):
        # numbers and marks differ from post to post: `post post-17 odd`
        classes = [name for name in own.get("class") or [] if not re.search(r"\d", name)]
        listed = _LISTED.search(" ".join(classes[:1])) or own.get("itemprop") in (
            "comment",
            "review",
        )
        if own.name == "article" or listed:
            groups.setdefault((own.name, classes[0] if classes else ""), []).append(own)
    everything = len(" ".join(lines_of(body, LEFT_OUT)).split())
    for found in groups.values():
        inner = {id(own) for own in found}
        outer = [own for own in found if not any(id(up) in inner for up in own.parents)]
        words = [len(" ".join(lines_of(own, LEFT_OUT)).split()) for own in outer]
        enough = len(outer) >= LEAST_LISTED and sorted(words)[len(words) // 2] >= LISTED_WORDS
        if 2 * max(words) > sum(words):
            continue  # one article, and the openings of others
        if enough and sum(words) >= LISTED_SHARE * everything:
            return [] if _prose_words([body]) - _prose_words(outer) >= LEAST_TEXT else outer
    return []


def _prose_words(elements: list[Tag]) -> int:
    """Words in lines that are long enough to be running text."""
    counts = (len(line.split()) for own in elements for line in lines_of(own, LEFT_OUT))
    return sum(count for count in counts if count >= LEAST_LINE)


_AUTHOR = re.compile(r"(?:^|[-_ ])(?:author|byline|user-?name)(?:$|[-_ ])")


def _article_fields(article: Tag) -> dict[str, str]:
    """Title, author, date and text of an article in a list."""
    fields: dict[str, str] = {}
    heading = article.find(["h1", "h2", "h3", "h4"])
    author = article.find(class_=_AUTHOR) or article.find(True, attrs={"itemprop": "author"})
    time = article.find("time")
    if time is not None:
        fields["date"] = str(time.get("datetime") or time.get_text(" ", strip=True))
    for name, own in (("title", heading), ("author", author)):
        if own is not None and (value := " ".join(lines_of(own))):
            fields[name] = value
    for own in (heading, author, time):
        if own is not None and not own.decomposed:
            own.extract()
    fields["text"] = "\n".join(lines_of(article, LEFT_OUT - {"header"}))
    return fields


def html_text(markup: str) -> str:
    """The text of a piece of HTML; its blocks are lines."""
    return "\n".join(lines_of(parse_html(markup), frozenset({"script", "style", "head", "title"})))


def _is_left_out(element: Tag, top: Tag) -> bool:
    """Whether an element stands in one, below another, whose text is left out."""
    while element is not top and element.parent is not None:
        element = element.parent
        if element is not top and element.name in LEFT_OUT:
            return True
    return False


def lines_of(element: Tag, left_out: frozenset[str] = frozenset({"script", "style"})) -> list[str]:
    """The text of an element, line by line; white space within a line is one space.

    Parameters
    ----------
    element : Tag
    left_out : frozenset of str
        Names of elements in it whose text is left out.
    """
    from bs4.element import CData, NavigableString, Tag

    parts: list[str] = []
    open_ = [(element, iter(element.contents))]
    verbatim = 0
    while open_:
        tag, rest = open_[-1]
        node = next(rest, None)
        if node is None:
            open_.pop()
            verbatim -= tag.name == "pre"
            parts.append(_END if tag.name in _BLOCKS else "")
        elif isinstance(node, Tag):
            if node.name not in left_out:
                parts.append(_END if node.name in _BLOCKS else "")
                verbatim += node.name == "pre"
                open_.append((node, iter(node.contents)))
        elif type(node) in (NavigableString, CData):  # no comments, which are strings, too
            text = str(node)
            parts.append(text.replace("\n", _END) if verbatim else text)
    lines = (" ".join(part.split()) for part in "".join(parts).split(_END))
    return [line for line in lines if line and not _ENCODED.fullmatch(line)]
