"""Short readable names, unique across a run."""

from __future__ import annotations

from collections.abc import Sequence


def name_topics(terms: Sequence[Sequence[str]], count: int) -> list[str]:
    """A name for each topic from its best terms.

    Parameters
    ----------
    terms : sequence of sequences of str
        The terms of each topic, best first.
    count : int
        Terms in a name; more where two names would be the same.

    Returns
    -------
    list of str
        Unique names; a topic without terms is called by what it lacks.

    >>> name_topics([["graphs", "molecules"], ["graphs", "proteins"], []], 1)
    ['graphs, molecules', 'graphs, proteins', 'no shared words']
    """
    lengths = [count] * len(terms)

    def names() -> list[str]:
        return [
            ", ".join(own[:length]) if own else "no shared words"
            for own, length in zip(terms, lengths, strict=True)
        ]

    for _ in range(max(map(len, terms), default=0)):
        current = names()
        repeated = {name for name in current if current.count(name) > 1}
        if not repeated:
            break
        lengths = [
            length + (name in repeated) for name, length in zip(current, lengths, strict=True)
        ]
    seen: dict[str, int] = {}
    unique = []
    for name in names():  # topics whose lists of terms are equal, or empty
        seen[name] = seen.get(name, 0) + 1
        unique.append(name if seen[name] == 1 else f"{name}, group {seen[name]}")
    return unique
