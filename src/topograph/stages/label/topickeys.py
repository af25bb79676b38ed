"""The keys by which topics are known across re-runs, and the memory that keeps them.

`results/NAME/topic_keys.json` holds what each key stood for. It outlives the stage's own results,
which Snakemake deletes before it runs the stage again. A key is made from the topic's members when
the topic is first seen, so that the first run of a corpus gives the same keys wherever it is made.
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

#: Overlap below which a topic that kept its key is remembered in its new shape, too.
CHANGED = 0.9

Known = dict[str, list[Fingerprint]]


def assign_keys(members: TopicMembers, known: Mapping[str, Sequence[Fingerprint]]) -> list[str]:
    """A key for each topic: that of the topic it is recognisably the same as, or a new one.

    Parameters
    ----------
    members : Members
        The topics.
    known : mapping of str to sequence of Fingerprint
        What is remembered of each key.
    """
    matches = match_topics(known, members)
    keys = {match.topic: key for key, match in matches.items() if match.topic is not None}
    taken = set(known)
    for topic in range(members.count):
        if topic not in keys:
            key = members.key(topic)
            while key in taken:  # the topic that had this key is another one now
                key += "x"
            keys[topic] = key
            taken.add(key)
    return [keys[topic] for topic in range(members.count)]


def remember(known: Known, members: TopicMembers, keys: Sequence[str]) -> Known:
    """What is known of the keys once these topics have been seen, too."""
    grown = {key: list(prints) for key, prints in known.items()}
    for topic, key in enumerate(keys):
        before = match_topics({key: grown.get(key, [])}, members)[key]
        if dict(before.nearest).get(topic, 0.0) < CHANGED:
            grown.setdefault(key, []).append(members.fingerprint(topic))
    return grown


def read_known(path: Path) -> Known:
    """Read the memory; nothing where there is none.

    Raises
    ------
    TopographError
        If the file is not what `write_known` wrote.
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
            "it is damaged, or not what the stage `label` wrote.",
            "restore it; or delete it, and topics get their keys anew.",
        ) from error


def write_known(path: Path, known: Known) -> None:
    """Write the memory, a line a key."""
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
