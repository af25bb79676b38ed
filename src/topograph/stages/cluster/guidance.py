"""Guide clustering by prior knowledge, which changes the weights of the neighbour graph.

Documents that are said to belong together are joined (must-link), edges between documents that are
said to differ are weakened (cannot-link): constrained clustering after Wagstaff et al. 2001,
"Constrained k-means clustering with background knowledge", on a graph.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse

from topograph.core.neighbors import nearest_neighbors
from topograph.errors import TopographError
from topograph.language.characters import clean_line
from topograph.language.segmentation import UNSPACED
from topograph.rundir.columntypes import value_texts

if TYPE_CHECKING:
    import pandas as pd

#: No group is known.
UNGUIDED = -1
#: Each guided document is joined with so many of its own group, the nearest.
LINKS = 5
#: A topic is that of a seed topic if it holds at least this share of its documents.
HELD_FROM = 0.5


def read_seed_topics(path: Path) -> dict[str, dict[str, list[str]]]:
    """Read a file of seed topics.

    Parameters
    ----------
    path : Path
        YAML: a mapping of names to `words`, `ids` or both, each a list of texts.

    Raises
    ------
    TopographError
        If the file is missing or holds anything else.
    """
    import yaml

    example = "write lines like\n    climate:\n      words: [emission, warming]\n      ids: [A12]"
    try:
        text = path.read_text(encoding="utf-8")
        found = yaml.load(text, yaml.BaseLoader)  # all values are texts
        root = yaml.compose(text, yaml.BaseLoader)
    except (OSError, UnicodeDecodeError, RecursionError, yaml.YAMLError) as error:
        raise TopographError(
            f"{path} (cluster.seed_topics) cannot be read.",
            " ".join(str(error).split()),
            example + ".",
        ) from error
    if not isinstance(found, dict) or not found:
        raise TopographError(
            f"{path} holds no seed topics.", "it does not map names to words.", example
        )
    _refuse_twice(path, root)
    return {clean_line(name): _checked(path, name, entry, example) for name, entry in found.items()}


def _refuse_twice(path: Path, root: Any) -> None:
    """Refuse names and keys that appear twice: YAML silently keeps the last one only."""
    for node in (root, *(value for _, value in root.value)):
        keys = [clean_line(str(key.value)) for key, _ in node.value] if node.id == "mapping" else []
        twice = [key for key, count in Counter(keys).items() if count > 1]
        if twice:
            raise TopographError(
                f"{path}: `{twice[0]}` appears twice.",
                "of two entries with the same name, only one would count (in the block from line "
                f"{node.start_mark.line + 1} on).",
                "keep one of them, or name them differently.",
            )


def _checked(path: Path, name: str, entry: Any, example: str) -> dict[str, list[str]]:
    lists = isinstance(entry, dict) and all(
        isinstance(value, list) and all(isinstance(text, str) and text.strip() for text in value)
        for value in entry.values()
    )
    known = lists and set(entry) <= {"words", "ids"} and any(entry.values())
    if not known or not clean_line(name):
        raise TopographError(
            f"{path}: the seed topic `{name}` cannot be read.",
            "it must have a name, and `words`, `ids` or both, each a list.",
            example,
        )
    return {"words": entry.get("words", []), "ids": entry.get("ids", [])}


def seed_groups(
    seeds: Mapping[str, Mapping[str, Sequence[str]]], documents: pd.DataFrame
) -> np.ndarray:
    """The seed topic of each document.

    A document belongs to the seed topic that lists its id, or else to the one with the most words
    in its text, if no other has as many.

    Parameters
    ----------
    seeds : mapping
        Made by `read_seed_topics`.
    documents : DataFrame
        With the columns `doc_id` and `text`.

    Returns
    -------
    ndarray of int64, shape (n,)
        Position of the seed topic; `UNGUIDED` for documents of none.

    Raises
    ------
    TopographError
        If an id names no document, two seed topics name the same, or one has no document.
    """
    texts = documents["text"].map(_folded).to_list()
    counts = np.zeros((len(texts), len(seeds)))
    for column, seed in enumerate(seeds.values()):
        for word in dict.fromkeys(map(_folded, seed["words"])):
            form = _form(word)
            counts[:, column] += [form.search(text) is not None for text in texts]
    order = np.sort(counts, axis=1)
    clear = order[:, -1] > (order[:, -2] if len(seeds) > 1 else 0)
    groups = np.where(clear, counts.argmax(axis=1), UNGUIDED)
    row = {doc_id: i for i, doc_id in enumerate(documents["doc_id"])}
    by_id = np.full(len(texts), UNGUIDED)
    for column, (name, seed) in enumerate(seeds.items()):
        unknown = [doc_id for doc_id in seed["ids"] if doc_id not in row]
        if unknown:
            raise TopographError(
                f"the seed topic `{name}` names documents that the corpus does not have: "
                f"{', '.join(unknown[:5])}.",
                "identifiers are those of the column doc_id in parse/documents.parquet.",
                "correct them in the file of cluster.seed_topics.",
            )
        rows = [row[doc_id] for doc_id in seed["ids"]]
        shared = next((i for i in rows if by_id[i] not in (UNGUIDED, column)), None)
        if shared is not None:
            raise TopographError(
                f"the seed topics `{list(seeds)[by_id[shared]]}` and `{name}` name the same "
                f"document: {documents['doc_id'].iloc[shared]}.",
                "a document can belong to one seed topic only.",
                "remove it from one of them in the file of cluster.seed_topics.",
            )
        by_id[rows] = column
    groups = np.where(by_id != UNGUIDED, by_id, groups)
    for column, name in enumerate(seeds):
        if not (groups == column).any():
            raise TopographError(
                f"the seed topic `{name}` has no document.",
                "every text with its words has as many words of another seed topic, or is listed "
                "under the ids of another.",
                "add other words, or ids, in the file of cluster.seed_topics.",
            )
    return groups


def _folded(text: str) -> str:
    return unicodedata.normalize("NFC", text).casefold()


def _form(word: str) -> re.Pattern[str]:
    """A pattern for a whole word or phrase; in scripts without spaces, words have no ends."""
    inner = r"\s+".join(map(re.escape, word.split()))
    begin = "" if re.match(UNSPACED, word.strip()[0]) else r"(?<!\w)"
    end = "" if re.match(UNSPACED, word.strip()[-1]) else r"(?!\w)"
    return re.compile(f"{begin}{inner}{end}")


def column_groups(documents: pd.DataFrame, column: str) -> np.ndarray:
    """Groups of documents with equal values in a column; `UNGUIDED` where it is empty.

    Raises
    ------
    TopographError
        If there is no such column, or its values draw nothing together: it is empty, all
        documents have the same value, or no two have.
    """
    if column not in documents.columns:
        raise TopographError(
            f"cluster.guide is {column}, and the corpus has no such field.",
            "the fields are " + ", ".join(documents.columns) + ".",
            "set cluster.guide to one of them, or leave it out.",
        )
    texts = value_texts(documents, column)
    places = {text: place for place, text in enumerate(sorted({own for own in texts if own}))}
    codes = np.array([places[own] if own else UNGUIDED for own in texts], dtype=np.int64)
    sizes = np.bincount(codes[codes != UNGUIDED])
    why = ""
    if not len(sizes):
        why = "the field is empty in all documents."
    elif sizes[0] == len(documents) > 1:
        why = "all documents have the same value in it."
    elif sizes.max() == 1:
        why = "no two documents have the same value in it."
    if why:
        raise TopographError(
            f"cluster.guide is {column}, which groups no documents.",
            why,
            "set cluster.guide to another field, or leave it out.",
        )
    return codes


def guide(
    graph: scipy.sparse.csr_matrix,
    vectors: np.ndarray,
    groups: np.ndarray,
    weight: float,
    threads: int = 1,
) -> scipy.sparse.csr_matrix:
    """Join the documents of a group, and weaken the edges between groups.

    Parameters
    ----------
    graph : csr_matrix, shape (n, n)
    vectors : ndarray of float32, shape (n, d)
        Unit rows.
    groups : ndarray of int64, shape (n,)
    weight : float
        0: the graph as it is; 1: edges between groups are gone, those inside weigh as much as the
        strongest neighbours'.
    threads : int
        Cores to use; the result does not depend on it.

    Returns
    -------
    csr_matrix of float64, shape (n, n)
    """
    edges = graph.tocoo()
    one, other = groups[edges.row], groups[edges.col]
    apart = (one != other) & (one != UNGUIDED) & (other != UNGUIDED)
    weights = np.where(apart, edges.data * (1.0 - weight), edges.data)
    weakened = scipy.sparse.csr_matrix((weights, (edges.row, edges.col)), shape=graph.shape)
    rows: list[np.ndarray] = []
    columns: list[np.ndarray] = []
    for group in range(int(groups.max()) + 1):
        inside = np.flatnonzero(groups == group)
        count = min(LINKS, len(inside) - 1)
        if count > 0:
            near, _ = nearest_neighbors(vectors[inside], count, threads)
            rows.append(np.repeat(inside, count))
            columns.append(inside[near.ravel()])
    if rows:
        links = scipy.sparse.csr_matrix(
            (
                np.full(sum(map(len, rows)), weight * float(graph.data.max(initial=1.0))),
                (np.concatenate(rows), np.concatenate(columns)),
            ),
            shape=graph.shape,
        )
        weakened = weakened.maximum(links.maximum(links.T)).tocsr()
    weakened.eliminate_zeros()
    weakened.sort_indices()
    return weakened


def seed_names(topics: np.ndarray, groups: np.ndarray, names: Sequence[str]) -> list[str]:
    """The seed topic of each topic; "" for topics without one.

    A topic stands for the seed topic of which it holds at least `HELD_FROM`, of several the one
    with most documents in it.
    """
    found = [""] * (int(topics.max()) + 1)
    best = [0] * len(found)
    for group, name in enumerate(names):
        own = topics[groups == group]
        counts = np.bincount(own[own >= 0], minlength=len(found))
        topic = int(counts.argmax())
        if counts[topic] >= HELD_FROM * len(own) and counts[topic] > best[topic]:
            found[topic], best[topic] = name, int(counts[topic])
    return found
