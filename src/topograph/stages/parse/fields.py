"""Roles of a file's fields: text, title, date and identifier.

Found by the names that exports use, in any case and with any punctuation (`Abstract Note`,
`abstract_note`), or as `parse.fields` says.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from topograph.formats.base import DOCUMENT_FIELDS, Format
from topograph.formats.names import (
    OTHER_DATE_NAMES,
)
from topograph.stages.parse.finder import Finder

if TYPE_CHECKING:
    from topograph.config import ParseSettings
    from topograph.stages.parse.works import WorkFields


@dataclass(frozen=True)
class Roles:
    """The fields with each role.

    Attributes
    ----------
    text : tuple of tuple of str
        The parts of a document's text, each with its alternatives in order of preference.
    title, id : tuple of str
        Alternatives in order of preference.
    date : tuple of tuple of str
        Alternatives; the values of one are joined (year, month, day).
    other_date : tuple of tuple of str
        Alternatives where `date` gives nothing.
    day_first : bool or None
        How dates like 03/04/2024 are meant; None if the file does not show it.
    order_from : str
        The date that shows it, or the key that sets it.
    timed : bool
        Whether the fields of dates have times of day; else midnight is not a time but a day.
    serials : frozenset of str
        Fields of dates that hold a spreadsheet's day numbers.
    metadata : tuple of str or None
        Fields kept as metadata; None: all that are neither text nor title.
    works : WorkFields or None
        Fields that identify published works; None for files that are not bibliographic.
    placeholders : bool
        Whether words like `[No abstract available]` stand for no text, as they do in exports.
    answers : tuple of str
        Fields of which each is a document of its own, instead of `text`.
    missing : tuple of str
        Those of `parse.fields.answers` that the file does not have.
    """

    text: tuple[tuple[str, ...], ...]
    title: tuple[str, ...]
    date: tuple[tuple[str, ...], ...]
    other_date: tuple[tuple[str, ...], ...]
    id: tuple[str, ...]
    day_first: bool | None = None
    order_from: str = ""
    timed: bool = True
    serials: frozenset[str] = frozenset()
    metadata: tuple[str, ...] | None = None
    placeholders: bool = True
    answers: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    works: WorkFields | None = None

    def among(self, sample: Sequence[Mapping[str, Any]]) -> Roles:
        """Those of the fields that some records of a file have."""
        there = {name for record in sample for name in record}

        def flat(names: tuple[str, ...]) -> tuple[str, ...]:
            return tuple(name for name in names if name in there)

        def joined(names: tuple[tuple[str, ...], ...]) -> tuple[tuple[str, ...], ...]:
            return tuple(own for own in map(flat, names) if own)

        return replace(
            self,
            text=joined(self.text),
            title=flat(self.title),
            date=tuple(dict.fromkeys(joined(self.date))),
            other_date=joined(self.other_date),
            id=flat(self.id),
            answers=flat(self.answers),
        )

    def consumed(self) -> frozenset[str]:
        """Fields that become text or title and are not kept as metadata."""
        texts = {name for part in self.text for name in part}
        return frozenset(texts | set(self.title) | set(self.answers))

    def played(self) -> frozenset[str]:
        """Fields with any role."""
        dates = {name for part in (*self.date, *self.other_date) for name in part}
        return self.consumed() | dates | set(self.id)


def fixed_roles(form: Format) -> Roles:
    """The roles of a format whose fields are fixed, without the user's settings."""
    fields = form.fields or DOCUMENT_FIELDS
    return Roles(
        text=(fields["text"],),
        title=fields.get("title", ()),
        date=_dates(fields.get("date", ())),
        other_date=_dates(fields.get("other_date", ())),
        id=fields.get("id", ()),
        placeholders=not form.prose,
    )


def _dates(names: Iterable[str]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(own.split("+")) for own in names)


def find_roles(
    name: str,
    form: Format,
    sample: Sequence[Mapping[str, Any]],
    settings: ParseSettings,
    labels: Mapping[str, str] = MappingProxyType({}),
) -> Roles:
    """Find the fields of a file.

    Parameters
    ----------
    name : str
        The file, for messages.
    form : Format
    sample : sequence of mapping
        Its first records.
    settings : ParseSettings
        What the user has set goes before.
    labels : mapping
        Names of fields to what the file says they stand for; a field may be named by either.

    Raises
    ------
    TopographError
        If the text's field is unknown or ambiguous, or a field that is set is missing.
    """
    columns = list(dict.fromkeys(key for record in sample for key in record))
    fixed = form.fields
    asked = settings.fields
    finder = Finder(name, columns, sample, labels)
    answers = finder.named("answers", asked.answers) if asked.answers else ()
    missing = tuple(one for one in asked.answers or () if not finder.find(one))
    find_title = tuple if answers else finder.title
    title = finder.set_or("title", asked.title, lambda: fixed.get("title") or find_title())
    date = (
        tuple((column,) for column in finder.named("date", asked.date))
        if asked.date is not None
        else _dates(fixed["date"])
        if "date" in fixed
        else finder.date()
    )
    found = Roles(
        text=() if answers else tuple(_text_parts(finder, settings, fixed, title)),
        title=title,
        date=date,
        other_date=()
        if asked.date is not None or "date" in fixed
        else finder.known(OTHER_DATE_NAMES),
        id=finder.set_or("id", asked.id, lambda: fixed.get("id") or finder.id()),
        metadata=None if asked.metadata is None else tuple(asked.metadata),
        answers=answers,
        missing=missing,
    )
    if asked.metadata:
        finder.named("metadata", asked.metadata)
    return found


def _text_parts(
    finder: Finder,
    settings: ParseSettings,
    fixed: Mapping[str, tuple[str, ...]],
    title: tuple[str, ...],
) -> Iterable[tuple[str, ...]]:
    asked = settings.text or "text"
    for part in [asked] if isinstance(asked, str) else asked:
        if part == "title" and title:
            yield title
        elif part == "text":
            yield finder.set_or(
                "text", settings.fields.text, lambda: fixed.get("text") or finder.text()
            )
        else:
            yield finder.named("text", part, key="parse.text")
