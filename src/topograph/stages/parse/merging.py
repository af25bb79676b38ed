"""Find records of several databases that describe the same work.

Evidence is bibliographic: an identifier that records share (DOI, PMID), else title, authors and
year. What speaks against a match goes before what speaks for it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations

from topograph.stages.parse.works import Work, is_copy

#: Similarity of texts: below the first, texts of one title are of different works; of two records
#: of one file the second is asked for; from the third on, texts are the same but for details.
LEAST_ALIKE = 0.15
SAME_FILE_ALIKE = 0.3
SAME_TEXT = 0.8
#: A text of fewer words in another file may be cut off, and says nothing against a match.
CUT_OFF_WORDS = 20
#: Letters of a title that says what a work is about, and of one that says it without authors.
TELLING_TITLE = 20
LONG_TITLE = 40
#: Years between the dates that databases give to a work; between its first appearance, online or
#: as a preprint, and print.
YEARS_APART = 1
YEARS_TO_PRINT = 3
#: Records of one title, or of one identifier, that are compared each with each.
COMPARED = 50
#: Share of a file's identifiers that stand for several things, from which none is relied upon.
UNRELIABLE = 0.05

Pair = tuple[int, int]


def same_works(
    works: Sequence[Work | None],
    sources: Sequence[str],
    n_words: Sequence[int],
    alike: Callable[[int, int], float],
) -> list[list[int]]:
    """Find the records that describe the same work.

    Parameters
    ----------
    works : sequence of Work or None
        What each record says about its work; None for records that are not bibliographic.
    sources : sequence of str
        The file of each record.
    n_words : sequence of int
        Words of each text.
    alike : callable
        Similarity of two records' texts, from 0 to 1.

    Returns
    -------
    list of list of int
        Groups of two or more rows. They do not depend on the order of records.
    """
    records = _Records(works, sources, n_words, alike)
    found = _Groups()
    for pair in _of_one_identifier(records):
        found.join(*pair)
    scored = {}
    for pair in _of_one_title(records):
        if not found.together(*pair) and (score := records.score(*pair)):
            scored[pair] = score
    for first, second in sorted(scored, key=lambda pair: (-scored[pair], records.order(pair))):
        if not any(
            records.conflict(one, other)
            for one in found.members(first)
            for other in found.members(second)
        ):
            found.join(first, second)
    return found.groups()


def shared_evidence(one: Work | None, other: Work | None) -> str:
    """What two records of a group have in common, for people."""
    shared = [own for own in one.ids if own in other.ids] if one and other else []
    if shared:
        return "same " + ", ".join(_shown(own) for own in shared)
    same = one is not None and other is not None and one.title == other.title
    return "same title and authors" if same else "same work as another record merged"


def _shown(identifier: str) -> str:
    kind, _, value = identifier.partition(":")
    return f"{kind.upper()} {value}"


class _Groups:
    """Sets of rows that grow together."""

    def __init__(self) -> None:
        self._members: dict[int, list[int]] = {}

    def members(self, row: int) -> list[int]:
        return self._members.get(row, [row])

    def together(self, first: int, second: int) -> bool:
        return first in self._members and self._members[first] is self._members.get(second)

    def join(self, first: int, second: int) -> None:
        if not self.together(first, second):
            both = self.members(first) + self.members(second)
            self._members.update(dict.fromkeys(both, both))

    def groups(self) -> list[list[int]]:
        unique = {id(own): own for own in self._members.values()}
        return sorted(sorted(own) for own in unique.values())


class _Records:
    """Records, and the evidence that two of them describe one work."""

    def __init__(
        self,
        works: Sequence[Work | None],
        sources: Sequence[str],
        n_words: Sequence[int],
        alike: Callable[[int, int], float],
    ) -> None:
        self.works = {row: work for row, work in enumerate(works) if work is not None}
        self.sources = sources
        self._n_words = n_words
        self._alike = alike

    def order(self, rows: Iterable[int]) -> list[tuple[str, ...]]:
        """The sort key of rows, so that their order in files has no effect."""
        return sorted(self._content(row) for row in rows)

    def few(self, rows: Sequence[int]) -> Sequence[int]:
        """Limit rows to the number that can be compared pairwise."""
        return rows if len(rows) <= COMPARED else sorted(rows, key=self._content)[:COMPARED]

    def _content(self, row: int) -> tuple[str, ...]:
        work = self.works[row]
        words = f"{self._n_words[row]:09}"
        return (*work.ids, work.title, work.authors, str(work.year), words, self.sources[row])

    def same_thing(self, first: int, second: int) -> bool:
        """Whether titles and texts of two records with one identifier are those of one work."""
        texts = self._n_words[first] and self._n_words[second]
        alike = not texts or self._alike(first, second) >= SAME_FILE_ALIKE
        return alike and not self._other_title(first, second)

    def different_things(self, first: int, second: int) -> bool:
        """Whether two records show that their identifier stands for several things.

        Databases may translate a title, or have another abstract, but hardly both.
        """
        if self.sources[first] == self.sources[second]:
            return not self.same_thing(first, second)
        if not self._other_title(first, second):
            return False
        alike = self._similarity(first, second)
        return alike is not None and alike < LEAST_ALIKE

    def _other_title(self, first: int, second: int) -> bool:
        one, other = self.works[first], self.works[second]
        related = one.title in other.beginnings or other.title in one.beginnings
        return bool(one.title and other.title) and one.title != other.title and not related

    def score(self, first: int, second: int) -> int:
        """The evidence that two records with similar titles are one work; 0 if they are not."""
        one, other = self.works[first], self.works[second]
        exact = one.title == other.title
        known = bool(one.authors and other.authors)
        same_year = one.year == other.year != 0
        length = min(len(one.title), len(other.title))
        enough = (
            (length >= TELLING_TITLE and known and (exact or same_year))
            or (length >= LONG_TITLE and exact and same_year)
            or (exact and known and same_year)
        )  # fmt: skip
        decided = not set(one.ids).isdisjoint(other.ids)
        if decided or not enough or self.conflict(first, second):
            return 0
        alike = self._similarity(first, second)
        same_file = self.sources[first] == self.sources[second]
        if alike is not None and alike < (SAME_FILE_ALIKE if same_file else LEAST_ALIKE):
            return 0
        same_text = alike is not None and alike >= SAME_TEXT
        return 1 + 4 * same_year + 2 * known + exact + 2 * same_text

    def conflict(self, first: int, second: int) -> bool:
        """Whether identifiers, authors or years say that these are two works."""
        one, other = self.works[first], self.works[second]
        if not set(one.ids).isdisjoint(other.ids):
            return False
        apart = YEARS_APART
        for kind in ("doi:", "pmid:", "pmcid:"):
            own = [identifier for identifier in one.ids if identifier.startswith(kind)]
            others = [identifier for identifier in other.ids if identifier.startswith(kind)]
            if own and others:
                if kind != "doi:" or any(map(is_copy, own)) == any(map(is_copy, others)):
                    return True
                apart = YEARS_TO_PRINT
        if one.authors and other.authors and not _share_an_author(one, other):
            return True
        years = abs(one.year - other.year) if one.year and other.year else 0
        if apart < years <= YEARS_TO_PRINT and (self._similarity(first, second) or 0) >= SAME_TEXT:
            return False
        return years > apart

    def _similarity(self, first: int, second: int) -> float | None:
        """Similarity of two texts; None where one is missing, or may be cut off."""
        least = 1 if self.sources[first] == self.sources[second] else CUT_OFF_WORDS
        if min(self._n_words[first], self._n_words[second]) < least:
            return None
        return self._alike(first, second)


def _share_an_author(one: Work, other: Work) -> bool:
    """Whether the first author of one is among the authors of the other."""
    return any(
        set(own.authors.partition("|")[0].split()) & set(their.authors.replace("|", " ").split())
        for own, their in ((one, other), (other, one))
    )


def _of_one_identifier(records: _Records) -> Iterator[Pair]:
    """Pairs of records that share an identifier and describe one work.

    Where a file gives an identifier to different things, as the book's DOI to its chapters, or an
    article's to comments on it, titles and texts decide. They decide on all identifiers of a
    file where this is no exception.
    """
    by_id: dict[str, list[int]] = defaultdict(list)
    for row, work in records.works.items():
        for identifier in work.ids:
            by_id[identifier].append(row)
    shared = {identifier: rows for identifier, rows in by_id.items() if len(rows) > 1}
    collective: set[str] = set()
    ambiguous: dict[str, set[str]] = defaultdict(set)
    for identifier, rows in shared.items():
        for pair in combinations(records.few(rows), 2):
            if records.different_things(*pair):
                collective.add(identifier)
                if records.sources[pair[0]] == records.sources[pair[1]]:
                    ambiguous[records.sources[pair[0]]].add(identifier)
    n_ids: dict[str, int] = defaultdict(int)
    for rows in by_id.values():
        for source in {records.sources[row] for row in rows}:
            n_ids[source] += 1
    unreliable = {
        source for source, own in ambiguous.items()
        if len(own) > 1 and len(own) >= UNRELIABLE * n_ids[source]
    }  # fmt: skip
    for identifier, rows in shared.items():
        for first, second in combinations(records.few(rows), 2):
            doubtful = identifier in collective or not unreliable.isdisjoint(
                (records.sources[first], records.sources[second])
            )
            if not doubtful or records.same_thing(first, second):
                yield first, second


def _of_one_title(records: _Records) -> set[Pair]:
    """Pairs of records with the same title, or of which one lacks the other's subtitle."""
    by_title: dict[str, list[int]] = defaultdict(list)
    for row, work in records.works.items():
        if work.title:
            by_title[work.title].append(row)
    found: set[Pair] = set()
    for rows in by_title.values():
        if len(rows) <= COMPARED:
            found.update(combinations(rows, 2))
            continue
        like: dict[tuple[str, int], list[int]] = defaultdict(list)
        for row in rows:
            work = records.works[row]
            like[work.authors, work.year].append(row)
        for (authors, _), own in like.items():
            if authors:
                found.update(combinations(sorted(records.few(own)), 2))
    for row, work in records.works.items():
        for beginning in work.beginnings:
            for other in records.few(by_title.get(beginning, ())):
                found.add((min(row, other), max(row, other)))
    return found
