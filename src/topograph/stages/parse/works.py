"""The published work that a record describes: identifiers, title, authors, year."""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple
from urllib.parse import unquote

from topograph.formats.names import named_groups, plain_names

#: Names of fields, as `plain_names` gives them; tags of formats, as they are.
FIELD_NAMES = named_groups("work")
#: Characters of a title, of authors or of an identifier that are looked at.
LONGEST = 2000
#: Share of records with an identifier from which a file is one of a bibliographic database.
LEAST_SHARE = 0.1
#: DOIs of preprints, and of copies in archives, beside which an article has its own.
_COPIES = re.compile(
    r"10\.(?:48550/arxiv|1101/(?:\d{4}\.\d\d\.\d\d\.)?\d{6}|64898/|31234/|31219/|31235/|31222/"
    r"|2139/ssrn|20944/preprints|21203/rs|26434/|22541/au|36227/techrxiv|35542/osf"
    r"|2307/|6084/m9|5281/zenodo|13140/rg|17605/osf)"
)
_DOI = re.compile(r"10\.\d{4,9}/[^\s\"<>]+(?:<[^\s\"<>]*>[^\s\"<>]+)?", re.IGNORECASE)
_DOI_LINK = re.compile(r"(?:doi\.org/|[?&;]doi=)(10\.\d{4,9}(?:/|%2f)[^\s\"<>&]+)", re.IGNORECASE)
_VERSION = re.compile(r"^(10\.48550/arxiv\..+?|10\.21203/rs\..+?|10\.1101/.+?)[/.]?v\d+$")
_ARXIV = re.compile(r"(?:arxiv[:.]\s*|abs/|^)(\d{4}\.\d{4,5}|[a-z-]+(?:\.[a-z]{2})?/\d{7})", re.I)


class Work(NamedTuple):
    """The data that identify the work of a record.

    Attributes
    ----------
    ids : tuple of str
        Normalised identifiers, each after its kind: `doi:10.1000/1`, `pmid:1`, `pmcid:PMC1`.
    title : str
        Letters and digits of the title; see `title_key`.
    beginnings : tuple of str
        The same of the title without its subtitle.
    authors : str
        Words of the first authors' names, the first author's before a bar.
    year : int
        0 if it is not known.
    """

    ids: tuple[str, ...] = ()
    title: str = ""
    beginnings: tuple[str, ...] = ()
    authors: str = ""
    year: int = 0


@dataclass(frozen=True)
class WorkFields:
    """Fields of a file that hold identifiers and authors, by kind."""

    names: Mapping[str, tuple[str, ...]]

    def ids(self, fields: Mapping[str, Any]) -> tuple[str, ...]:
        """The normalised identifiers of a record."""
        found = [f"doi:{doi}" for doi in self._dois(fields)]
        for kind, normal in (("pmid", _pmid), ("pmcid", _pmcid)):
            found += [f"{kind}:{own}" for own in map(normal, self._values(fields, kind)) if own]
        for value in self._values(fields, "arxiv"):
            if match := _ARXIV.search(value):
                found.append(f"doi:10.48550/arxiv.{match[1].lower()}")
        return tuple(dict.fromkeys(found))

    def work(self, fields: Mapping[str, Any], title: str, year: int) -> Work:
        """The data that identify the work of a record."""
        return Work(self.ids(fields), *title_keys(title), self.authors(fields), year)

    def authors(self, fields: Mapping[str, Any]) -> str:
        """The authors' names as `Work.authors` has them."""
        for name in self.names.get("authors", ()):
            if own := author_key(fields.get(name)):
                return own
        return ""

    def _dois(self, fields: Mapping[str, Any]) -> Iterator[str]:
        for value in self._values(fields, "doi"):
            if doi := normal_doi(value):
                yield doi
                return
        for value in self._values(fields, "link"):
            if match := _DOI_LINK.search(value):
                yield normal_doi(unquote(match[1]))
                return
            if value.startswith("10.") and (doi := normal_doi(value)):
                yield doi
                return

    def _values(self, fields: Mapping[str, Any], kind: str) -> Iterator[str]:
        for name in self.names.get(kind, ()):
            value = fields.get(name)
            for own in value if isinstance(value, list | tuple) else [value]:
                if isinstance(own, float) and own.is_integer():
                    own = int(own)
                if own is not None and own == own and (text := str(own)[:LONGEST].strip()):
                    yield text


def find_work_fields(sample: Sequence[Mapping[str, Any]], bibliographic: bool) -> WorkFields | None:
    """Find the fields of a file that identify works, by their names and values.

    Parameters
    ----------
    sample : sequence of mapping
        The file's first records.
    bibliographic : bool
        Whether its format is one of bibliographic databases. Another file is bibliographic if a
        tenth of its records have an identifier.

    Returns
    -------
    WorkFields or None
        None for a file that is not bibliographic.
    """
    found: dict[str, dict[str, int]] = {}
    for column in dict.fromkeys(name for record in sample for name in record):
        forms = (*plain_names(column), column.lower())
        for kind, names in FIELD_NAMES.items():
            places = [names.index(form) for form in forms if form in names]
            if places:
                found.setdefault(kind, {})[column] = min(places)
    fields = WorkFields(
        {kind: tuple(sorted(own, key=lambda name: (own[name], name)))
         for kind, own in found.items()}
    )  # fmt: skip
    if bibliographic or (
        any(found)
        and LEAST_SHARE * len(sample) <= sum(bool(fields.ids(record)) for record in sample)
    ):
        return fields
    return None


def normal_doi(text: str) -> str:
    """A DOI in one form, however it is written; "" for none.

    >>> normal_doi("https://doi.org/10.1000/ABC."), normal_doi("DOI: 10.1016%2FS0140-6736(05)1")
    ('10.1000/abc', '10.1016/s0140-6736(05)1')
    """
    plain = html.unescape(text[:LONGEST])
    while "%" in plain and (shorter := unquote(plain)) != plain:
        plain = shorter
    match = _DOI.search(plain)
    if not match:
        return ""
    doi = re.sub("/+", "/", match[0].lower()).rstrip(".,;:'’”*")
    while doi and doi[-1] in ")]}" and doi.count(doi[-1]) > doi.count("([{"[")]}".index(doi[-1])]):
        doi = doi[:-1].rstrip(".,;:")
    version = _VERSION.match(doi)
    doi = version[1] if version else doi
    return doi if doi.partition("/")[2] else ""


def is_copy(identifier: str) -> bool:
    """Whether an identifier is the DOI of a preprint, or of a copy in an archive.

    >>> is_copy("doi:10.48550/arxiv.2101.00001"), is_copy("doi:10.1000/abc")
    (True, False)
    """
    return _COPIES.match(identifier.removeprefix("doi:")) is not None


def are_apart(first: Work | None, second: Work | None) -> bool:
    """Whether records describe different works: both are published, under DOIs of their own.

    A preprint, or a copy in an archive, and an article may be one work under two DOIs.

    >>> a, b = Work(("doi:10.1000/1",)), Work(("doi:10.1000/2",))
    >>> are_apart(a, b), are_apart(a, Work(("doi:10.48550/arxiv.2101.00001",))), are_apart(a, None)
    (True, False, False)
    """
    if first is None or second is None or set(first.ids) & set(second.ids):
        return False
    return all(
        any(own.startswith("doi:") and not is_copy(own) for own in work.ids)
        for work in (first, second)
    )


def _pmid(text: str) -> str:
    match = re.fullmatch(
        r"(?:.*/|pmid:?\s*|medline:?\s*|pubmed:?\s*)?0*([1-9]\d{0,8})/?", text, re.I
    )
    return match[1] if match else ""


def _pmcid(text: str) -> str:
    match = re.search(r"PMC\s?(\d+)", text, re.IGNORECASE)
    return f"PMC{match[1]}" if match else ""


_GREEK = (
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho "
    "sigma tau upsilon phi chi psi omega"
).split()
_LETTERS = {
    "ø": "o", "ł": "l", "đ": "d", "ð": "d", "æ": "ae", "œ": "oe", "ı": "i", "þ": "th", "ς": "sigma",
    **{chr(0x3B1 + place + (place > 16)): name for place, name in enumerate(_GREEK)},
}  # fmt: skip
_TO_LATIN = str.maketrans(_LETTERS)
_TAG = re.compile(r"</?[A-Za-z][^<>]*>")
_COMMAND = re.compile(r"\\([A-Za-z]+)")
#: What databases put behind a title: its language, its kind, what appeared on it.
_NOTE = re.compile(
    r"\s*[\[(](?:[A-Z][a-z]+|[Ii]n [A-Z][a-z]+|review|letter|editorial|abstract|corrected|"
    r"\d+ refs?|see comments?|in press|(?:published )?erratum [^\])]*|comment [^\])]*|"
    r"retracted [^\])]*)[\])][.\s]*$",
    re.IGNORECASE,
)
#: A subtitle, or the title in another language, begins here.
_SUBTITLE = re.compile(r"(?:[:;.?!]|\s[-–—])\s|[–—]|\s[\[=]")
#: A shorter beginning may be that of many titles.
_LEAST_BEGINNING = 20


def title_key(title: str) -> str:
    r"""The letters and digits of a title, so that ways of writing it make no difference.

    Tags, LaTeX, accents, case, punctuation and spaces go; Greek letters are spelled out.

    >>> title_key("<i>β</i>-Amyloid & H$_2$O."), title_key(r"$\beta$-amyloid and H<sub>2</sub>O")
    ('betaamyloidandh2o', 'betaamyloidandh2o')
    """
    if not title.isascii() or any(sign in title for sign in "<&\\"):
        title = _TAG.sub("", html.unescape(title))
        title = _COMMAND.sub(lambda own: own[1] if own[1].lower() in _GREEK_SET else " ", title)
        letters = unicodedata.normalize("NFKD", title.casefold()).translate(_TO_LATIN)
        title = "".join(own for own in letters if not unicodedata.combining(own))
    title = title.casefold().replace("&", "and")
    return "".join(filter(str.isalnum, title))


_GREEK_SET = frozenset(_GREEK)


def title_keys(title: str) -> tuple[str, tuple[str, ...]]:
    """Key of a title, and keys of the title without its subtitles.

    >>> title_keys("Paths through very large graphs: a survey")
    ('pathsthroughverylargegraphsasurvey', ('pathsthroughverylargegraphs',))
    """
    title = " ".join(title[:LONGEST].split())
    while len(shorter := _NOTE.sub("", title)) < len(title) and len(shorter) > _LEAST_BEGINNING:
        title = shorter
    key = title_key(title)
    cuts = (title_key(title[: match.start()]) for match in _SUBTITLE.finditer(title))
    return key, tuple(dict.fromkeys(cut for cut in cuts if _LEAST_BEGINNING <= len(cut) < len(key)))


def author_key(value: Any) -> str:
    """Words of authors' names: those of the first one, a bar, those of up to nine more.

    >>> author_key("Müller, J.; O'Neil, Ann"), author_key(["Ann O'Neil"])
    ('muller|oneil ann', 'ann oneil|')
    """
    if value is None or value != value:
        return ""
    names: Sequence[Any] = (
        value if isinstance(value, list | tuple) else _split_authors(str(value)[:LONGEST])
    )
    words = [_name_words(name) for name in names[:10]]
    words = [own for own in words if own]
    if not words:
        return ""
    return f"{' '.join(words[0])}|{' '.join(word for own in words[1:] for word in own)}"


#: What objects that stand for authors call the parts of a name.
_NAME_KEYS = ("family", "lastName", "last", "given", "firstName", "first", "name", "display_name",
              "full_name", "fullName", "literal")  # fmt: skip


def _split_authors(text: str) -> list[str]:
    for pattern in (r"\s*[;|\n]\s*", r"\s+and\s+", r"(?<=\.)\s*,\s*"):
        parts = [part for part in re.split(pattern, text) if part.strip()]
        if len(parts) > 1:
            return parts
    parts = [part.strip() for part in text.split(",") if part.strip()]
    words = [len(part.split()) for part in parts]
    inverted = len(parts) == 2 and words[0] <= 2 and "." not in parts[0] and min(words) == 1
    return [text] if inverted else parts  # Smith, John; and not Ann Smith, John Li


def _name_words(name: Any) -> list[str]:
    if isinstance(name, Mapping):
        inner = name.get("author")
        name = inner if isinstance(inner, Mapping) else name
        name = " ".join(str(name[key]) for key in _NAME_KEYS if name.get(key))
    plain = unicodedata.normalize("NFKD", str(name).casefold()).translate(_TO_LATIN)
    plain = re.sub(r"['’`-]", "", "".join(own for own in plain if not unicodedata.combining(own)))
    return [word for word in re.findall(r"[^\W\d_]+", plain) if len(word) > 1][:5]
