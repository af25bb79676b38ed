"""All reducers, in the order in which the documentation lists them.

To add one, write its module and add a line here. The values of `reduce.method`, the keys of the
section `reduce`, their table in `config/README.md`, the methods paragraph and the versions that
are recorded follow.
"""

from __future__ import annotations

from topograph.reducers import (
    none,
    pca,
    umap,
)
from topograph.reducers.base import Reducer
from topograph.sections.choices import chosen

REDUCERS: dict[str, Reducer] = {
    own.name: own
    for own in (
        umap.REDUCER,
        pca.REDUCER,
        none.REDUCER,
    )
}


def reducer_named(name: str) -> Reducer:
    """A reducer by its name.

    Raises
    ------
    TopographError
        If there is none of this name.
    """
    return chosen(REDUCERS, name, "reducer")
