"""The tree of topics with a few levels, and a name for every node."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import scipy.sparse

#: Fewest topics for groups, and for groups of groups.
GROUPED, TWICE_GROUPED = 5, 40


@dataclass(frozen=True)
class Node:
    """A topic or a group of topics.

    Attributes
    ----------
    topics : list of int
        The topics below it, ascending.
    height : float
        Mean cosine distance of the centroids of the topics below it, no less than that of any
        group below it; 0 for a topic.
    children : list of Node
        Empty for a topic.
    """

    topics: list[int]
    height: float
    children: list[Node] = field(default_factory=list)


def group_topics(centres: np.ndarray, weights: scipy.sparse.csr_matrix) -> Node:
    """Group topics by meaning and by words.

    Uses complete linkage, which gives groups of similar diameter. The distance is the mean of the
    cosine distances of centroids and of c-TF-IDF, each divided by its mean so that both count
    equally.

    Parameters
    ----------
    centres : ndarray of float32, shape (t, d)
        Unit centroids; at least one.
    weights : csr_matrix of float64, shape (t, n_terms)
        c-TF-IDF.

    Returns
    -------
    Node
        The root.
    """
    count = len(centres)
    leaves = [Node([topic], 0.0) for topic in range(count)]
    if count == 1:
        return leaves[0]
    from scipy.cluster.hierarchy import linkage
    from scipy.spatial.distance import squareform

    apart = np.clip(1.0 - _cosines(centres), 0.0, None)
    np.fill_diagonal(apart, 0.0)
    distances = (_scaled(apart) + _scaled(1.0 - _word_cosines(weights))) / 2
    tree = linkage(squareform(distances, checks=False), "complete")
    nodes = leaves
    for groups in levels(count):
        nodes = _joined(nodes, _cut(tree, count, groups), apart)
    return nodes[0]


def levels(count: int) -> list[int]:
    """Numbers of groups from the finest level to the root.

    >>> levels(4), levels(16), levels(64)
    ([1], [4, 1], [16, 4, 1])
    """
    if count < GROUPED:
        return [1]
    if count < TWICE_GROUPED:
        return [round(count**0.5), 1]
    return [round(count ** (2 / 3)), round(count ** (1 / 3)), 1]


def _cosines(rows: np.ndarray) -> np.ndarray:
    own: np.ndarray = rows.astype(np.float64) @ rows.T.astype(np.float64)
    return own


def _word_cosines(weights: scipy.sparse.csr_matrix) -> np.ndarray:
    lengths = np.sqrt(np.asarray(weights.multiply(weights).sum(axis=1)).ravel())
    scale = scipy.sparse.diags(1.0 / np.where(lengths > 0, lengths, 1.0))
    unit = scale @ weights
    cosines: np.ndarray = (unit @ unit.T).toarray()
    return cosines


def _scaled(distances: np.ndarray) -> np.ndarray:
    """Symmetric distances with a zero diagonal and mean 1."""
    distances = np.clip((distances + distances.T) / 2, 0.0, None)
    np.fill_diagonal(distances, 0.0)
    mean = float(distances.sum()) / (len(distances) * (len(distances) - 1))
    return distances / mean if mean > 0 else distances


def _cut(tree: np.ndarray, count: int, groups: int) -> list[list[int]]:
    """The tree cut into a number of groups, ordered by their first topic."""
    below: dict[int, list[int]] = {topic: [topic] for topic in range(count)}
    for step, (left, right, _, _) in enumerate(tree[: count - groups]):
        below[count + step] = sorted(below.pop(int(left)) + below.pop(int(right)))
    return sorted(below.values())


def _joined(nodes: list[Node], groups: list[list[int]], apart: np.ndarray) -> list[Node]:
    """Join nodes into groups; a group of one node is that node."""
    found = []
    for group in groups:
        children = [node for node in nodes if node.topics[0] in group]
        if len(children) == 1:
            found.append(children[0])
            continue
        mean = float(apart[np.ix_(group, group)].sum()) / (len(group) * (len(group) - 1))
        height = max(round(mean, 6), *(child.height for child in children))
        found.append(Node(group, height, children))
    return found


def inner_nodes(root: Node) -> Iterator[Node]:
    """All groups in a tree, from the root down."""
    if root.children:
        yield root
        for child in root.children:
            yield from inner_nodes(child)


def label_tree(
    root: Node, sizes: Sequence[int], names: Sequence[str], group_name: Callable[[Node], str]
) -> dict[str, Any]:
    """The tree with names, for `label/hierarchy.json`.

    Parameters
    ----------
    root : Node
    sizes, names : sequences, one entry per topic
    group_name : callable
        The name of a group.

    Returns
    -------
    dict
        `{label, size, height, topic}` for a topic and `{label, size, height, children}` for a
        group, with the largest child first.
    """
    if not root.children:
        topic = root.topics[0]
        return {"label": names[topic], "size": int(sizes[topic]), "height": 0.0, "topic": topic}
    children = [label_tree(child, sizes, names, group_name) for child in root.children]
    return {
        "label": group_name(root),
        "size": sum(child["size"] for child in children),
        "height": root.height,
        "children": sorted(children, key=lambda child: -child["size"]),
    }


def text_tree(node: dict[str, Any], indent: int = 0) -> str:
    """The hierarchy as indented lines of text."""
    line = "  " * indent + f"{node['label']} ({node['size']})"
    return "\n".join([line, *(text_tree(child, indent + 1) for child in node.get("children", []))])
