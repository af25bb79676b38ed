"""Short readable names, unique across a run."""

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
        What the name of each topic is made of.
    spare : sequence of sequences of str
        Further terms of each, best first, for names that would be the same.
    taken : collection of str
        Names that must not be used.

    Returns
    -------
    list of str
        Unique names, capitals aside; a topic without terms is called by what it lacks.

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
    for name in names():  # topics whose lists of terms are equal, or empty
        other, number = name, 1
        while other.casefold() in used:
            number += 1
            other = f"{name}, group {number}"
        used.add(other.casefold())
        unique.append(other)
    return unique
