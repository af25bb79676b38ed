"""Articles as Nexis (LexisNexis) delivers them: many in one HTML, Word, Rich Text or text file."""

from __future__ import annotations

import re
from collections.abc import Iterator

from topograph.errors import TopographError
from topograph.formats.base import DOCUMENT_FIELDS, Content, Format, Opening
from topograph.formats.blocks import blocks, date_in, plain_opening
from topograph.formats.records import RawRecord, filled, numbered

#: The line above an article in older deliveries, and the one below it in newer ones.
_COUNT = re.compile(r"\d+ (?:of|von|de|di|van|sur) \d+ DO[CK]UMENT\w*", re.IGNORECASE)
_END = re.compile(
    r"End of Document|Ende des Dokuments|Fin d[ue] (?:document|documento)|Fine del documento"
    r"|Einde van document|Fim do documento",
    re.IGNORECASE,
)
#: Labels in front of a field, in the languages of Nexis, and the field's name.
_LABELS = {
    label: name
    for name, labels in {
        "section": "section rubrique rubrik ressort sección seccion sezione sectie seção",
        "length": "length longueur länge longitud extensión lunghezza lengte",
        "author": "byline author auteur autor autore",
        "title": "headline title titre überschrift titular título titolo kop",
        "dateline": "dateline",
        "highlight": "highlight encart hervorhebung",
        "series": "series",
        "language": "language langue sprache idioma lengua lingua taal",
        "publication type": "publication-type type-publication publikationstyp",
        "subjects": "subject sujet thema tema soggetto onderwerp",
        "organizations": "organization organisation organización organizzazione",
        "companies": "company société unternehmen firma compañía empresa",
        "people": "person personne personen persona",
        "places": "geographic localisation-geo ort state city country ville pays stadt land",
        "industries": "industry branche industrie secteur",
        "graphic": "graphic grafik graphique gráfico",
        "notes": "notes note correction correction-date",
        "edition": "edition ausgabe édition",
        "type": "type genre document-type",
        "url": "url",
        "": "load-date date-chargement ladedatum update updated last-updated journal-code issn "
        "isbn pub-type acc-no copyright ticker distribution pages disclaimer dist zeitungs-code",
        "body": "body text corps cuerpo hauptteil volltext",
    }.items()
    for label in labels.split()
}  # fmt: skip
_LABEL = re.compile(r"([^\W\d][\w/&'-]*(?: [\w/&'-]+){0,2}):(?:[ \xa0]+|\n|$)(.*)", re.DOTALL)
#: Labels behind the text; none of them stands in the middle of it.
_BEHIND = frozenset(
    {"language", "publication type", "subjects", "organizations", "companies", "places",
     "industries", "people", "graphic", ""}
)  # fmt: skip
#: Headings between the parts of an article in newer deliveries.
_BODY = re.compile(r"body|corps|cuerpo|hauptteil|volltext|cuerpo del artículo", re.IGNORECASE)
_AFTER = re.compile(r"classification|klassifizierung|clasificación|graphic|notes|correction", re.I)
#: Lines that are not text of an article.
_MARKS = re.compile(r"ABSTRACT|FULL TEXT:?|Link to (?:Image|Story|PDF)|View PDF", re.IGNORECASE)
_RIGHTS = re.compile(r"copyright\b|©|all rights reserved|tous droits|alle rechte|\(c\) \d", re.I)
_EDITION = re.compile(r"\b(?:edition|ausgabe|édition|edición|edizione|editie)\b", re.IGNORECASE)
_APPENDED = re.compile(r"(?:correction|clarification)s? appended", re.IGNORECASE)
_WEEKDAY = re.compile(
    r"^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|diens|donners|frei|sams|sonn)tag"
    r"|mittwoch|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)[\s,;]*",
    re.IGNORECASE,
)
#: An edition's name has at most so many words.
_EDITION_WORDS = 6
#: Blocks above the first label of an article: source, date, title, and what stands between them.
_HEAD = 12


def read_nexis(content: Content) -> Iterator[RawRecord]:
    """Read all articles: title, source, date, section, author and text, without boilerplate.

    Raises
    ------
    TopographError
        If there is none.
    """
    none = TopographError(
        f"{content.name} holds no articles of Nexis.",
        "it has no line like `1 of 20 DOCUMENTS` or `End of Document`.",
        "download full documents from Nexis, not a list of results, or set parse.format to "
        "what the file is.",
    )
    found = map(_fields, _articles(blocks(content)))
    yield from numbered((own for own in found if own.get("text") or own.get("title")), none)


def _articles(found: list[str]) -> Iterator[list[str]]:
    """The blocks of each article; a cover sheet in front of the first may be among them."""
    lines = [block.strip() for block in found if block.strip()]
    newer = any(_END.fullmatch(line) for line in lines)
    article: list[str] = []
    begun = newer
    for line in lines:
        if not newer and _COUNT.fullmatch(line):
            if article and begun:
                yield article
            article, begun = [], True
        elif newer and _END.fullmatch(line):
            yield article
            article = []
        else:
            article.append(line)
    if article and begun and not newer:
        yield article


def _label(block: str) -> tuple[str, str] | None:
    """The field that a block gives and its value, or None for one without a known label."""
    found = _LABEL.match(block)
    name = _LABELS.get(found[1].strip().lower().replace(" ", "-")) if found else None
    return (name, found[2].strip()) if found and name is not None else None


def _fields(article: list[str]) -> dict[str, str | list[str]]:
    first = next((n for n, own in enumerate(article) if _begins(own)), min(len(article), _HEAD))
    fields = _head(article[:first])
    body = _body_start(article, first)
    end = _body_end(article, body)
    labelled = _labelled(article[first:body]) + _labelled(article[end:])
    for name, value in labelled:
        if value and name not in ("", "body", "length"):
            own = "headline" if name == "title" and name in fields else name
            known = fields.get(own)
            fields[own] = value if not known else f"{known}; {value}"
    lines = [own for own in article[body:end] if not _MARKS.fullmatch(own)]
    opening = _label(lines[0]) if lines else None
    if opening and opening[0] == "body":  # BODY: on the line of the first paragraph
        lines = [opening[1], *lines[1:]]
    while lines and _RIGHTS.match(lines[-1]) and len(lines[-1].split()) < 30:
        lines.pop()
    fields["text"] = "\n".join(line for line in lines if line)
    return filled(fields)


def _labelled(lines: list[str]) -> list[tuple[str, str]]:
    """The fields that labels give; a line without one goes on with the line before."""
    found: list[tuple[str, str]] = []
    for line in lines:
        own = _label(line)
        if own is not None:
            found.append(own)
        elif (other := _LABEL.match(line)) and other[1].isupper():
            found.append(("", other[2]))
        elif _BODY.fullmatch(line) or _AFTER.fullmatch(line):
            found.append(("", ""))
        elif found and found[-1][0] and not _RIGHTS.match(line):
            found[-1] = (found[-1][0], f"{found[-1][1]} {line}")
    return found


def _begins(block: str) -> bool:
    """Whether a block ends the head of an article."""
    return _label(block) is not None or _BODY.fullmatch(block) is not None


def _head(head: list[str]) -> dict[str, str | list[str]]:
    """Title, source, date and edition: older deliveries have the title last, newer ones first."""
    lines = [own for own in head if not _RIGHTS.match(own) and not _APPENDED.fullmatch(own)]
    place = next((n for n in range(len(lines) - 1, -1, -1) if date_in(lines[n])), -1)
    if place < 0:
        return {"title": lines[0]} if lines else {}
    date = date_in(lines[place])
    rest = _WEEKDAY.sub("", lines[place].partition(date)[2].strip(" ,;"))
    behind = lines[place + 1 :]
    editions = [own for own in (rest, *behind) if _is_edition(own)]
    titles = [own for own in behind if not _is_edition(own)]
    before = lines[:place]
    fields: dict[str, str | list[str]] = {"date": date, "edition": "; ".join(editions)}
    if before:
        fields["source"] = before[-1].removesuffix(".")
    if titles:
        fields["title"] = titles[0].rstrip(" ;")
        fields["subtitle"] = "; ".join(titles[1:])
    elif len(before) > 1:
        fields["title"] = before[-2].rstrip(" ;")
    return fields


def _is_edition(line: str) -> bool:
    return _EDITION.search(line) is not None and len(line.split()) <= _EDITION_WORDS


def _body_start(article: list[str], first: int) -> int:
    """Where the text begins: behind the word `Body`, else behind the labels of the head."""
    for place in range(first, len(article)):
        own = _label(article[place])
        if _BODY.fullmatch(article[place]):
            return place + 1
        if own and own[0] == "body":
            return place + 1 if not own[1] else place
        if own is None and not _RIGHTS.match(article[place]):
            # one line without a label among labelled ones belongs to the label before it
            later = article[place + 1 : place + 3]
            if not any(_BODY.fullmatch(line) or _is_body_label(line) for line in later):
                return place
    return len(article)


def _is_body_label(line: str) -> bool:
    own = _label(line)
    return own is not None and own[0] == "body"


def _body_end(article: list[str], start: int) -> int:
    for place in range(start, len(article)):
        own = _label(article[place])
        if _AFTER.fullmatch(article[place]) or (own and own[0] in _BEHIND):
            return place
    return len(article)


def _is_nexis(opening: Opening) -> bool:
    if not opening.text and not opening.head.lstrip().startswith((b"PK", b"{\\rtf")):
        return False
    text = plain_opening(opening)
    lines = [line.strip() for line in text.split("\n")]
    counts = sum(_COUNT.fullmatch(line) is not None for line in lines)
    labels = re.search(r"\b(?:load-date|date-chargement|ladedatum)\b", text, re.IGNORECASE)
    length = re.search(r"^[^\w\n]*(?:length|longueur|länge|lengte|longitud)\b", text, re.I | re.M)
    ends = any(_END.fullmatch(line) for line in lines) or (not opening.text and _END.search(text))
    counted = counts > 0 or (not opening.text and _COUNT.search(text) is not None)
    return bool((counted or ends) and (labels or length))


FORMAT = Format(
    "nexis",
    "articles of Nexis (LexisNexis), as HTML, Word, Rich Text or text",
    _is_nexis,
    read_nexis,
    mixed=True,
    fields=DOCUMENT_FIELDS,
    prose=True,
)
