"""Find the field for a role in a file: by names in exports, or by content."""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from topograph.errors import TopographError
from topograph.formats.names import (
    DATE_NAMES,
    ID_NAMES,
    TEXT_TIERS,
    TITLE_NAMES,
    plain_name,
    plain_names,
)
from topograph.stages.parse.openfields import OpenField, is_category, open_fields
from topograph.stages.parse.values import as_text

#: A column is taken for the text without a known name if its cells have so many words on average,
#: and so many times those of any other column.
PROSE_WORDS = 15
PROSE_LEAD = 3
#: Mean number of words of a field that is the only one with words.
SOLE_WORDS = 8
#: Share of different values from which repeated texts may be meant.
REPEATED_SHARE = 0.05
#: The same for tables without header, where no name says that a column is of titles or authors.
UNNAMED_WORDS = 4
SAMPLE_CHARACTERS = 60
#: Share of records below which a field like `comment` is an aside.
RARE_SHARE = 0.2
#: An identifier has so many words at most, but for so large a share.
ID_WORDS = 3
WORDY_SHARE = 0.1
#: Fields that a message lists when it cannot choose between them.
SHOWN_RIVALS = 12
#: Names of titles that may be of persons: if they are short, repeated, or beside accounts.
_OF_PERSONS = frozenset({"name", "subject"})
_ACCOUNTS = ("screen name", "username", "user name", "user id", "author id", "email", "e mail",
             "email address", "profile name", "handle")  # fmt: skip
#: Names like `response_text`; those of surveys, like `Q7_4_TEXT`, say nothing.
_CALLED_TEXT = re.compile(r"(?:[^\W\d]{3,} )+text|text [^\W\d]{3,}")
#: Messages name a field by its beginning, of so many characters at least.
SHORT_NAME = 40
#: A field may be named by its beginning, of so many characters at least, where no other begins so.
LEAST_BEGINNING = 8


#: Objects that hold a record's fields; `user.description` is not a document's.
_WRAPPERS = frozenset("attributes content data document fields item node post properties".split())


def _wrapper(columns: Sequence[str]) -> str:
    """What stands before all names of a record that is wrapped in an object, with its dot.

    >>> _wrapper(["_id", "_source.title", "_source.abstract"]), _wrapper(["text", "user.text"])
    ('_source.', '')
    """
    names = {name for tier in TEXT_TIERS for name in tier}
    if any(names.intersection(plain_names(column)) for column in columns):
        return ""
    for tier in TEXT_TIERS:
        wrapped = [
            column
            for column in columns
            if "." in column
            and set(tier).intersection(plain_names(column.rpartition(".")[2]))
            and (tier is not TEXT_TIERS[-1] or column.split(".")[-2] in _WRAPPERS)
        ]
        if wrapped:
            return min(wrapped, key=lambda column: column.count(".")).rpartition(".")[0] + "."
    return ""


class Finder:
    """Finds fields of one file among its first records."""

    def __init__(
        self,
        name: str,
        columns: list[str],
        sample: Sequence[Mapping[str, Any]],
        labels: Mapping[str, str],
    ) -> None:
        self._name = name
        self._columns = columns
        self._sample = sample
        self._labels = labels
        self._plain: dict[str, list[str]] = {}
        wrapper = _wrapper(columns)
        for column in columns:
            for plain in plain_names(column.removeprefix(wrapper)):
                self._plain.setdefault(plain, []).append(column)

    def set_or(
        self, role: str, asked: str | list[str] | None, find: Callable[[], tuple[str, ...]]
    ) -> tuple[str, ...]:
        """The fields that the user has set for a role, or else those that are found."""
        return self.named(role, asked) if asked is not None else find()

    def named(
        self, role: str, asked: str | Sequence[str], key: str | None = None
    ) -> tuple[str, ...]:
        """The fields that the user has set; at least one must exist."""
        wanted = [asked] if isinstance(asked, str) else list(asked)
        found = [own for one in wanted for own in self.find(one)]
        if not found:
            key = key or f"parse.fields.{role}"
            raise TopographError(
                f"{self._name} has no field {' or '.join(map(repr, wanted))}.",
                f"{key} names it; the file's fields are\n{self._listing()}",
                f"set {key} to one of them{self._near(wanted)}.",
            )
        return tuple(dict.fromkeys(found))

    def _near(self, wanted: Sequence[str]) -> str:
        """` (did you mean ...?)` for a misspelt field, or nothing."""
        for asked in wanted:
            close = difflib.get_close_matches(plain_name(asked), self._plain, n=1)
            if close:
                return f" (did you mean {_quoted(self._plain[close[0]][0])}?)"
        return ""

    def find(self, asked: str) -> list[str]:
        """The field with a name, if it is unambiguous."""
        if asked in self._columns:
            return [asked]
        found = self._plain.get(plain_name(asked), []) or self._by_label(asked)
        return found if len(found) == 1 else []

    def _by_label(self, asked: str) -> list[str]:
        """Fields whose question it is, or whose name or question begins so."""
        plain = plain_name(asked)
        questions = {column: plain_name(self._labels.get(column, "")) for column in self._columns}
        if whole := [column for column, label in questions.items() if label == plain]:
            return whole
        if len(plain) < LEAST_BEGINNING:
            return []
        return [
            column
            for column, label in questions.items()
            if label.startswith(plain) or plain_name(column).startswith(plain)
        ]

    def flat(self, names: Iterable[str]) -> tuple[str, ...]:
        """The fields that have one of these names, in the order of the names."""
        found = (column for name in names for column in self._plain.get(name, []))
        return tuple(dict.fromkeys(found))

    def known(self, names: Iterable[str]) -> tuple[tuple[str, ...], ...]:
        """The same, each as an alternative of its own."""
        return tuple((column,) for column in self.flat(names))

    def id(self) -> tuple[str, ...]:
        """The fields of identifiers; keywords are none, which Web of Science has under `ID`."""
        return tuple(column for column in self.flat(ID_NAMES) if self._identifies(column))

    def _identifies(self, column: str) -> bool:
        values = [value for value in self._values(column) if value]
        return sum(len(value.split()) > ID_WORDS for value in values) <= WORDY_SHARE * len(values)

    def title(self) -> tuple[str, ...]:
        """The field of titles, if there is one."""
        return self._titles()[:1]

    def _titles(self) -> tuple[str, ...]:
        return tuple(column for column in self.flat(TITLE_NAMES) if self._may_be_title(column))

    def _may_be_title(self, column: str) -> bool:
        """Whether a field may hold titles: `name` and `subject` are of persons, too."""
        if plain_name(column) not in _OF_PERSONS:
            return True
        if self.flat(_ACCOUNTS):
            return False
        return bool(open_fields([column], self._sample))

    def date(self) -> tuple[tuple[str, ...], ...]:
        """The fields of dates, in order of preference; parts of one date together."""
        found = self.known(DATE_NAMES)
        year, month, day = (self._plain.get(part, [""])[0] for part in ("year", "month", "day"))
        if year and month:
            parts = (year, month, day) if day else (year, month)
            found = (*(own for own in found if own != (year,)), parts)
        # a day and month beside their year, as of Web of Science and EndNote
        for year_name, day_name in (("py", "pd"), ("year", "date"), ("year", "pub date")):
            year, day = (self._plain.get(name, [""])[0] for name in (year_name, day_name))
            if year and day:
                found = (*found, (year, day))
        return found

    def text(self) -> tuple[str, ...]:
        """The column that holds the text: by name, else the only one with prose in it."""
        for tier in TEXT_TIERS:
            there = self._with_words(tier)
            filled = tuple(column for column in there if any(self._values(column)))
            self._refuse_asides(tier, filled)
            if len(filled) > 1 and not self._agree(filled):
                raise self._unclear(filled)
            if there:
                return filled or there[:1]
        unnamed = all(re.fullmatch(r"column_\d+", column) for column in self._columns)
        titles = () if unnamed else self._titles()
        others = [column for column in self._columns if column not in titles]
        found = open_fields(others, self._sample)
        if found and self._stands_out(found, UNNAMED_WORDS if unnamed else PROSE_WORDS):
            wordy = open_fields(others, self._sample, least=found[0].words, share=REPEATED_SHARE)
            if len(wordy) == 1:
                return (found[0].name,)
            raise self._unclear([own.name for own in wordy], wordy)
        called = [own.name for own in found if _CALLED_TEXT.fullmatch(plain_name(own.name))]
        if len(called) == 1:
            return tuple(called)
        if titles and not any(own.words >= PROSE_WORDS for own in found):
            raise self._only_titles()
        if found:
            raise self._unclear([own.name for own in found[:SHOWN_RIVALS]], found)
        raise self._no_text()

    def _no_text(self) -> TopographError:
        wordy = open_fields(self._columns, self._sample, least=0, share=0)
        longest = max(wordy, key=lambda own: own.words, default=None)
        example = longest.name if longest else self._columns[0]
        return TopographError(
            f"{self._name} has no field of texts that can be recognised.",
            f"none has a usual name (abstract, text, summary, ...) or holds prose; its fields are\n"
            f"{self._listing()}",
            "name the one that holds the text in config/runs/NAME.yaml, for example\n"
            f"         parse: {{fields: {{text: {_quoted(example)}}}}}\n"
            "       (`topograph init` takes --text FIELD)",
        )

    def _refuse_asides(self, tier: tuple[str, ...], named: tuple[str, ...]) -> None:
        """Stop at a field like `comment` that few records have, if another has more texts."""
        if tier is not TEXT_TIERS[-1] or len(named) != 1:
            return
        others = [own for own in self._columns if own not in self.flat(TITLE_NAMES)]
        found = open_fields(others, self._sample)
        counts = {own.name: own.values * own.words for own in found}
        filled = sum(map(bool, self._values(named[0])))
        most = max(counts.values(), default=0.0)
        rare = filled < RARE_SHARE * len(self._sample)
        if rare and most > PROSE_LEAD * counts.get(named[0], 0.0):
            raise self._unclear([own.name for own in found], found)

    def _with_words(self, tier: tuple[str, ...]) -> tuple[str, ...]:
        """Fields of some names, those of single letters or numbers left out beside texts.

        `question` and `article` may mean either.
        """
        there = self.flat(tier)
        if tier is TEXT_TIERS[-1]:
            there = tuple(own for own in there if not is_category(self._values(own)))
        if tier is TEXT_TIERS[0] or not open_fields(self._columns, self._sample):
            return there
        worded = {own.name for own in open_fields(there, self._sample, least=2, share=0)}
        structured = {
            column
            for column in there
            if any(isinstance(record.get(column), list | dict) for record in self._sample)
        }
        return tuple(column for column in there if column in worded | structured)

    @staticmethod
    def _stands_out(found: Sequence[OpenField], words: float) -> bool:
        """Whether the first open field is the text: long, and much longer than all others."""
        first, *rest = found
        if not rest and first.words >= SOLE_WORDS:
            return True
        return first.words >= words and all(own.words * PROSE_LEAD <= first.words for own in rest)

    def _only_titles(self) -> TopographError:
        return TopographError(
            f"{self._name} has titles and no abstracts or other texts.",
            f"its fields are\n{self._listing()}",
            "export it again with abstracts; or, to work on the titles, set in "
            "config/runs/NAME.yaml\n         parse: {text: title}",
        )

    def _unclear(
        self, candidates: Sequence[str], found: Sequence[OpenField] = ()
    ) -> TopographError:
        names = ", ".join(map(_short_name, candidates))
        choose = (
            "choose in config/runs/NAME.yaml, for example\n"
            f"         parse: {{fields: {{text: {self._named(candidates[0])}}}}}"
        )
        if not found:
            return TopographError(
                f"{self._name}: several fields may hold the text: {names}.",
                f"they are filled, and differ; the file's fields are\n{self._listing()}",
                choose,
            )
        asked = ", ".join(self._named(own.name) for own in found[:2])
        what = "several fields hold texts" if len(found) > 1 else "one field may hold the text"
        of = f" of the first {len(self._sample)} records" if len(self._sample) > 1 else ""
        rows = "\n".join(self._described(own) for own in found[:SHOWN_RIVALS])
        more = (
            f"\n         and {len(found) - SHOWN_RIVALS} more" if len(found) > SHOWN_RIVALS else ""
        )
        split = (
            "\n       or make each answer a document of its own, with its question beside it:\n"
            f"         parse: {{fields: {{answers: [{asked}]}}}}"
        )
        return TopographError(
            f"{self._name}: {what}, and none has a usual name (abstract, text, comment, ...).",
            f"these are filled in with words{of}:\n{rows}{more}",
            f"{choose}{split if len(found) > 1 else ''}\n"
            "       (`topograph init` takes --text FIELD and --answers FIELD FIELD ...)",
        )

    def _named(self, column: str) -> str:
        return _quoted(beginning(column, self._columns))

    def _described(self, own: OpenField) -> str:
        label = self._labels.get(own.name, "")
        about = f" = {_short_name(label)}" if label else ""
        counts = f"{own.values} filled, {own.words:.0f} words on average"
        return f"         {_short_name(own.name)}{about} ({counts})"

    def _values(self, column: str) -> list[str]:
        return [as_text(record.get(column)).strip() for record in self._sample]

    def _agree(self, columns: Sequence[str]) -> bool:
        """Whether no record has two different texts in these columns."""
        rows = zip(*(self._values(column) for column in columns), strict=True)
        return all(len({value for value in row if value}) < 2 for row in rows)

    def _listing(self) -> str:
        """The fields' names, then each with a sample."""
        rows = [f"         {', '.join(self._columns)}"]
        for column in self._columns[:40]:
            value = next((own for own in self._values(column) if own), "")
            value = " ".join(value.split())
            short = value[:SAMPLE_CHARACTERS] + ("…" if len(value) > SAMPLE_CHARACTERS else "")
            rows.append(f"         {column}: {short}")
        if len(self._columns) > 40:
            rows.append(f"         and {len(self._columns) - 40} more")
        return "\n".join(rows)


def beginning(name: str, columns: Iterable[str]) -> str:
    """A long name's first words, as many as distinguish it; fields may be named so.

    >>> beginning("Why do you come to the park so often, and what do you do there?", ["Where?"])
    'Why do you come to the park so often, and'
    """
    words = name.split(" ")
    others = [plain_name(column) for column in columns if column != name]
    for count in range(1, len(words)):
        first = " ".join(words[:count])
        plain = plain_name(first)
        if len(first) >= SHORT_NAME and not any(own.startswith(plain) for own in others):
            return first
    return name


def _short_name(name: str) -> str:
    return name if len(name) <= SAMPLE_CHARACTERS else f"{name[:SAMPLE_CHARACTERS]}…"


def _quoted(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z_][\w .]*", name) else json.dumps(name, ensure_ascii=False)
