"""Short names of topics, unique within a run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

#: The name of a topic whose documents share no word.
NAMELESS = "no shared words"


def name_topics(
    parts: Sequence[Sequence[str]], spare: Sequence[Sequence[str]], taken: Collection[str] = ()
) -> list[str]:
    """A name for each topic from terms.

    Parameters
    ----------
    parts : sequence of sequences of str
        The parts of each name.
    spare : sequence of sequences of str
        Further terms of each topic, best first, to make equal names different.
    taken : collection of str
        Names that must not be used.

    Returns
    -------
    list of str
        Names that are unique when case is ignored; topics without terms are called `NAMELESS`.

    >>> name_topics([["graphs"], ["graphs"], []], [["molecules"], ["proteins"], []])
    ['graphs, molecules', 'graphs, proteins', 'no shared words']
    """
    terms = [[*own, *more] for own, more in zip(parts, spare, strict=True)]
    lengths = [max(len(own), 1) for own in parts]

    def names() -> list[str]:
        return [
            ", ".join(own[:length]) if own else NAMELESS
            for own, length in zip(terms, lengths, strict=True)
        ]

    for _ in range(max(map(len, terms), default=0)):
        seen = Counter(name.casefold() for name in [*names(), *taken])
        repeated = [seen[name.casefold()] > 1 for name in names()]
        if not any(repeated):
            break
        lengths = [length + again for length, again in zip(lengths, repeated, strict=True)]
    used = {name.casefold() for name in taken}
    unique = []
    for name in names():  # lists of terms may be equal or empty
        other, number = name, 1
        while other.casefold() in used:
            number += 1
            other = f"{name}, group {number}"
        used.add(other.casefold())
        unique.append(other)
    return unique
