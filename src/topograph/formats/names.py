"""Names under which exports keep text, title, date and identifier."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from importlib import resources
from typing import Any


@cache
def _names() -> dict[str, Any]:
    """The content of `names.yaml`; all values are texts."""
    import yaml

    text = resources.files(__package__).joinpath("names.yaml").read_text(encoding="utf-8")
    content: dict[str, Any] = yaml.load(text, Loader=getattr(yaml, "CBaseLoader", yaml.BaseLoader))
    return content


def names(key: str) -> tuple[str, ...]:
    """The names of a kind of field: a key of `names.yaml` with a list."""
    return tuple(_names()[key])


def named_groups(key: str) -> dict[str, tuple[str, ...]]:
    """Names by group: a key of `names.yaml` with lists by name."""
    return {group: tuple(own) for group, own in _names()[key].items()}


#: Names of the text; two filled columns of one tier are an ambiguity, an earlier tier wins.
TEXT_TIERS = tuple(map(tuple, _names()["text"]))
ENTITY_NAMES = frozenset(names("entity"))
TITLE_NAMES = names("title")
DATE_NAMES = names("date")
OTHER_DATE_NAMES = names("other_date")
ID_NAMES = names("id")
_KNOWN = frozenset(
    (
        *(name for tier in TEXT_TIERS for name in tier),
        *TITLE_NAMES,
        *DATE_NAMES,
        *ID_NAMES,
        *(name for name in OTHER_DATE_NAMES if name not in ("time", "updated", "submitted")),
        *names("header"),
    )
)
_PLACEHOLDERS = frozenset(names("placeholder"))


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
