"""The tree of topics with a name at every node."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def groups_of(tree: dict[str, Any]) -> list[list[int]]:
    """The topics below each merge of `cluster/tree.json`, in the order of the merges.

    >>> groups_of({"topics": 3, "merges": [{"node": 3, "left": 0, "right": 2},
    ...                                    {"node": 4, "left": 3, "right": 1}]})
    [[0, 2], [0, 1, 2]]
    """
    below: dict[int, set[int]] = {topic: {topic} for topic in range(tree["topics"])}
    for merge in tree["merges"]:
        below[merge["node"]] = below[merge["left"]] | below[merge["right"]]
    return [sorted(below[merge["node"]]) for merge in tree["merges"]]


def label_tree(
    tree: dict[str, Any], sizes: Sequence[int], names: Sequence[str], group_names: Sequence[str]
) -> dict[str, Any]:
    """Nest the merges of `cluster/tree.json` under names.

    Parameters
    ----------
    tree : dict
        Content of `cluster/tree.json`.
    sizes, names : sequences, one entry a topic
    group_names : sequence of str
        One name a merge.

    Returns
    -------
    dict
        The root: a node is `{label, size, height, topic}` for a topic and
        `{label, size, height, children}` for a merge.
    """
    nodes: dict[int, dict[str, Any]] = {
        topic: {"label": name, "size": int(size), "height": 0.0, "topic": topic}
        for topic, (name, size) in enumerate(zip(names, sizes, strict=True))
    }
    for merge, label in zip(tree["merges"], group_names, strict=True):
        nodes[merge["node"]] = {
            "label": label,
            "size": int(merge["size"]),
            "height": float(merge["height"]),
            "children": [nodes[merge["left"]], nodes[merge["right"]]],
        }
    return nodes[max(nodes)]


def text_tree(node: dict[str, Any], indent: int = 0) -> str:
    """The hierarchy as indented lines, for people."""
    line = "  " * indent + f"{node['label']} ({node['size']})"
    return "\n".join([line, *(text_tree(child, indent + 1) for child in node.get("children", []))])
