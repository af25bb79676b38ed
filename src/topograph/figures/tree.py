"""The tree of topics: `label/hierarchy.json`."""

from __future__ import annotations

from typing import Any


def leaves(node: dict[str, Any]) -> list[int]:
    """The topics below a node of `label/hierarchy.json`, from first to last."""
    if "topic" in node:
        return [node["topic"]]
    return [topic for child in node["children"] for topic in leaves(child)]


def groups_of_topics(root: dict[str, Any], count: int) -> list[dict[str, Any]]:
    """Nodes of the tree when its highest joints are opened until there are `count`."""
    nodes = [root]
    while len(nodes) < count:
        joints = [place for place, node in enumerate(nodes) if "children" in node]
        if not joints:
            break
        highest = max(joints, key=lambda place: (nodes[place]["height"], -place))
        nodes[highest : highest + 1] = nodes[highest]["children"]
    return nodes
