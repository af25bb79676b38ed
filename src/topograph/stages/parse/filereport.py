"""What was found out about a file of the corpus: format, encoding, fields."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from topograph.stages.parse.fields import Roles
from topograph.stages.parse.openfields import OpenField


@dataclass
class FileReport:
    """The format, encoding and fields of one file.

    Attributes
    ----------
    name, format, encoding : str
        `encoding` is "" for formats that are not text.
    roles : Roles
    others : tuple of str
        Fields that play no role.
    like_dates : tuple of str
        Those of them that hold dates, where no field is known to hold the date.
    labels : mapping
        Names of fields to what the file says they stand for, such as whole questions.
    open : tuple of OpenField
        Further fields in which people write in their own words, of a table without titles.
    whole : str
        Why a text file is taken as one document, where that is judged by all of them.
    records : int
        Records read so far.
    """

    name: str
    format: str
    encoding: str
    roles: Roles
    others: tuple[str, ...] = ()
    like_dates: tuple[str, ...] = ()
    labels: Mapping[str, str] = field(default_factory=dict)
    whole: str = ""
    open: tuple[OpenField, ...] = ()
    records: int = 0


def _order_text(roles: Roles) -> str:
    """How dates like 03/04/2021 are read, and what shows it."""
    if roles.day_first is None or not roles.order_from:
        return ""
    order = "day" if roles.day_first else "month"
    return f" ({order} first: {roles.order_from})"


def shown_fields(roles: Roles) -> Mapping[str, str]:
    """A file's fields for people: role to names."""
    return {
        "text": " + ".join("/".join(part) for part in roles.text),
        "answers": ", ".join(roles.answers),
        "title": "/".join(roles.title),
        "date": "/".join(" ".join(names) for names in roles.date or roles.other_date)
        + _order_text(roles),
        "id": "/".join(roles.id),
    }
