"""Names under which exports keep text, title, date and identifier."""

from __future__ import annotations

import re
import unicodedata

#: Names of the text; two filled columns of one tier are an ambiguity, an earlier tier wins.
TEXT_TIERS = (
    ("abstract", "ab", "text", "summary", "abstract note", "abstract text", "abstracttext", "n2",
     "abstracts", "paper abstract", "abstract en", "zusammenfassung", "resumen", "resumo", "resume",
     "riassunto", "samenvatting", "摘要", "аннотация", "review text", "abstract narration",
     "brief summary"),
    ("document", "content", "body", "full text", "fulltext", "doc", "article", "content encoded"),
    ("review", "comment", "comments", "answer", "response", "message", "tweet",
     "post", "transcript", "statement", "description", "question", "query", "sentence",
     "paragraph", "selftext", "short description", "raw content", "rendered content",
     "speech", "utterance", "story", "lyrics", "plot", "review body", "comment text",
     "comment body", "tweet text", "message text", "post text", "article text", "body text",
     "clean text", "text original", "text display", "tweet content", "review content",
     "news content", "feedback", "kommentar", "kommentare", "commentaire", "commentaires",
     "comentario", "comentarios", "commento", "antwort", "respuesta", "reponse", "resposta",
     "bewertung", "texto", "texte", "testo", "tekst", "内容", "正文", "评论", "評論", "本文",
     "текст", "комментарий", "отзыв", "speech text", "utterance text", "statement text",
     "document text", "response text", "paragraph text", "sentence text"),
)  # fmt: skip
#: Names of things that are a text themselves, not parts of one that has it: several of them side
#: by side are several documents.
ENTITY_NAMES = frozenset(
    "answer article comment doc document message paragraph post question response review sentence "
    "speech statement story tweet utterance transcript".split()
)
TITLE_NAMES = (
    "title", "article title", "document title", "paper title", "item title", "ti", "t1",
    "display name", "title en", "atl", "titel", "titulo", "titre", "标题", "题名", "award title",
    "headline", "heading", "title display", "name", "subject",
)  # fmt: skip
DATE_NAMES = (
    "date", "publication date", "publicationdate", "date published", "published",
    "published date", "pubdate", "pub date", "cover date", "coverdate", "issued", "issue date",
    "published at", "published on", "first published", "py", "publication year", "year",
    "pubyear", "pub year", "published year", "year published", "first publication date",
    "date of publication", "jahr", "ano", "annee", "anno",
)  # fmt: skip
#: Looked at where none of the names above gives a date.
OTHER_DATE_NAMES = (
    "recorded date", "recordeddate", "date submitted", "submitdate", "submission time",
    "completion time", "end date", "enddate", "datum abgeschickt", "date de soumission",
    "fecha de envio", "datestamp", "start date", "startdate", "start time",
    "created", "created at", "creation date", "created utc", "update date", "updated",
    "updated at", "submitted", "submission date", "timestamp", "datetime", "time", "pdate",
    "odate", "cdate", "tcdate", "entry date", "date added", "date added to xplore",
)  # fmt: skip
#: A service's own identifier, which each of its records has, goes before those of others.
ID_NAMES = (
    "doc id", "id", "document id", "paper id", "record id", "uid", "uuid", "key", "citation key",
    "ut", "ut unique wos id", "unique wos id", "eid", "pui", "cochrane id", "lens id",
    "openalex id", "publication id", "store id", "corpus id", "arxiv id", "pmid", "pubmed id",
    "response id", "responseid", "respondent id", "antwort id", "id de la reponse",
    "id de respuesta", "submission id", "case", "lfdn", "instanceid", "tweet id",
    "comment id", "review id", "post id", "video id",
    "paperid", "corpusid", "accession number", "forum", "doi", "rec number", "id str", "guid", "ui",
    "identifier",
)  # fmt: skip
_KNOWN = frozenset(
    (
        *(name for tier in TEXT_TIERS for name in tier),
        *TITLE_NAMES,
        *DATE_NAMES,
        *ID_NAMES,
        *(name for name in OTHER_DATE_NAMES if name not in ("time", "updated", "submitted")),
        "authors",
        "author",
        "author s",
        "journal",
        "keywords",
        "label",
        "category",
        "source title",
        "language",
    )
)
#: What exports write where a record has no text; see `is_placeholder`.
_PLACEHOLDERS = frozenset(
    """no abstract available|no abstract|no abstract provided|abstract not available
    |abstract unavailable|not available|n/a|#n/a|nan|none|null|-|--|deleted|removed
    |deleted by user|removed by reddit""".replace("\n    ", "").split("|")
)


def is_placeholder(text: str) -> bool:
    """Whether a text stands for none.

    >>> is_placeholder("[No abstract available]"), is_placeholder("Not available.")
    (True, True)
    """
    return len(text) < 40 and text.strip().strip(".[]() ").lower() in _PLACEHOLDERS


_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")


def plain_name(name: str) -> str:
    """A field's name in lower case, words apart, without accents.

    >>> plain_name("Abstract_Note"), plain_name("UT (Unique ID)"), plain_name("Título")
    ('abstract note', 'ut unique id', 'titulo')
    """
    letters = unicodedata.normalize("NFKD", name).casefold()
    letters = "".join(own for own in letters if not unicodedata.combining(own))
    return re.sub(r"[\W_]+", " ", letters).strip()


def plain_names(name: str) -> tuple[str, ...]:
    """A field's plain name, the one with `camelCase` cut into words, and without Solr's type.

    >>> plain_names("publishedDate"), plain_names("title_s")
    (('publisheddate', 'published date'), ('title s', 'title'))
    """
    solr = re.sub(r"_(?:s|ss|t|txt)$", "", name)
    forms = (plain_name(name), plain_name(_CAMEL.sub(" ", name)), plain_name(solr))
    return tuple(dict.fromkeys(forms))


def is_known_name(name: str) -> bool:
    """Whether a header's cell is one of the names that exports use."""
    return any(own in _KNOWN for own in plain_names(name))
