"""Keys that identify topics across re-runs, and the file that stores their history.

`results/NAME/topic_keys.json` stores the topics that each key has stood for. It is outside the
stage's folder, because Snakemake deletes that before it re-runs the stage. A new key is derived
from the topic's members, so that the first run of a corpus gives the same keys everywhere.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from topograph.curation.identity import Fingerprint, TopicMembers, match_topics
from topograph.errors import TopographError
from topograph.rundir.atomic import atomic_write
from topograph.rundir.checksums import KEY as CHECKSUM
from topograph.rundir.checksums import is_intact, with_checksum
from topograph.system.jsontext import canonical_json

#: Overlap below which a new fingerprint is stored for a topic that keeps its key.
CHANGED = 0.9

KeyHistory = dict[str, list[Fingerprint]]


def assign_keys(members: TopicMembers, known: Mapping[str, Sequence[Fingerprint]]) -> list[str]:
    """A key for each topic: the key of the same topic in earlier runs, or a new one.

    Parameters
    ----------
    members : TopicMembers
        The topics.
    known : mapping of str to sequence of Fingerprint
        The stored fingerprints of each key.
    """
    matches = match_topics(known, members)
    keys = {match.topic: key for key, match in matches.items() if match.topic is not None}
    taken = set(known)
    for topic in range(members.count):
        if topic not in keys:
            key = members.key(topic)
            while key in taken:  # the key belongs to another topic now
                key += "x"
            keys[topic] = key
            taken.add(key)
    return [keys[topic] for topic in range(members.count)]


def update_history(known: KeyHistory, members: TopicMembers, keys: Sequence[str]) -> KeyHistory:
    """The history of keys, updated with these topics."""
    grown = {key: list(prints) for key, prints in known.items()}
    for topic, key in enumerate(keys):
        before = match_topics({key: grown.get(key, [])}, members)[key]
        if dict(before.nearest).get(topic, 0.0) < CHANGED:
            grown.setdefault(key, []).append(members.fingerprint(topic))
    return grown


def read_history(path: Path) -> KeyHistory:
    """Read the history; empty if there is none.

    Raises
    ------
    TopographError
        If the file is damaged.
    """
    if not path.exists():
        return {}
    try:
        text = path.read_bytes()
        content: dict[str, list[dict[str, Any]]] = json.loads(text)
        if content.pop(CHECKSUM, None) is not None and not is_intact(text):
            raise ValueError("another checksum")
        return {
            key: [Fingerprint(one["size"], frozenset(one["members"].split())) for one in prints]
            for key, prints in content.items()
        }
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise TopographError(
            f"{path} cannot be read.",
            "it is damaged, or was changed after the stage `label` wrote it.",
            "restore the file from a copy, or delete it; then topics get new keys.",
        ) from error


def write_history(path: Path, known: KeyHistory) -> None:
    """Write the history, one line per key."""
    lines = [
        f"{canonical_json(key)}: "
        + canonical_json(
            [{"members": " ".join(sorted(one.members)), "size": one.size} for one in prints]
        )
        for key, prints in sorted(known.items())
    ]
    text = "{\n" + ",\n".join(lines) + "\n}\n"
    with atomic_write(path) as temporary:
        temporary.write_text(with_checksum(text), encoding="utf-8", newline="\n")
