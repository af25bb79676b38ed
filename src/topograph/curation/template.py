"""The text of a curation file, for people to edit: every topic, and what was decided so far."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass

from topograph.curation.file import Curation, DocumentEntry, TopicEntry
from topograph.curation.identity import Fingerprint
from topograph.language.characters import tidy

#: Characters that YAML takes for no text, or for the end of a line, if they are not escaped.
_ESCAPED = re.compile("[\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")
HEAD = """\
# The curation of the run {run}. Below a topic, write what becomes of it:
#
#   rename: A better name         its name, whatever the terms are
#   merge_into: KEY               its documents go to the topic with this key
#   split: 2                      it is cut into so many parts (k-means): KEY-1, KEY-2
#   drop: true                    its documents become noise
#   note: Anything                stands in label/topics.parquet
#
# and under documents, where single ones go:
#
#   - {{move: DOC_ID, from: KEY, to: KEY}}    if it is still where it was; `noise` is a place, too
#   - {{pin: DOC_ID, to: KEY}}                wherever it is
#
# Then call snakemake again. Topics are found again by size, terms and members, so leave these as
# they are; entries that do not fit any more are told and left out. To bring this file up to date
# and keep what you wrote: `topograph curate results/{run} --write`. Topics without decision may go.
"""


@dataclass(frozen=True)
class Topic:
    """A topic as the file shows it: its key, what it holds, and what people see of it."""

    key: str
    fingerprint: Fingerprint
    titles: Sequence[str] = ()


def curation_text(
    run: str, topics: Sequence[Topic], old: Curation, lost: Sequence[TopicEntry] = ()
) -> str:
    """The text of the file.

    Parameters
    ----------
    run : str
        The run's name.
    topics : sequence of Topic
        The topics of the run, under the keys that `old` gives them.
    old : Curation
        What was decided so far.
    lost : sequence of TopicEntry
        Entries of `old` whose topic is not among `topics`; they are kept as they are.
    """
    entries = old.by_key
    lines = [HEAD.format(run=run), "topics:"]
    for topic in topics:
        lines += _topic_lines(topic.key, topic.fingerprint, topic.titles, entries.get(topic.key))
    if lost:
        lines.append("\n# Not found again in this run; delete what is of no use any more.")
        for entry in lost:
            lines += _topic_lines(entry.key, entry.fingerprint, (), entry)
    lines += ["", "documents:", *[_document_line(entry) for entry in old.documents]]
    return "\n".join(lines) + "\n"


def _topic_lines(
    key: str, print_: Fingerprint, titles: Sequence[str], entry: TopicEntry | None
) -> list[str]:
    lines = [
        f"- key: {_scalar(key)}",
        f"  label: {_scalar(print_.label)}",
        f"  size: {print_.size}",
        f"  terms: [{', '.join(map(_scalar, print_.terms))}]",
        f"  members: {_scalar(' '.join(sorted(print_.members)))}",
        *[f"  # {tidy(title)}" for title in titles],
    ]
    decided: list[tuple[str, object]] = []
    if entry is not None:
        decided = [
            ("rename", entry.rename),
            ("merge_into", entry.merge_into),
            ("split", entry.split),
            ("drop", entry.drop),
            ("note", entry.note),
        ]
    written = [f"  {name}: {_value(value)}" for name, value in decided if value]
    return [*lines, *(written or ["  # rename:"])]


def _document_line(entry: DocumentEntry) -> str:
    how = "move" if entry.move else "pin"
    parts = [f"{how}: {_scalar(entry.doc_id)}"]
    if entry.from_:
        parts.append(f"from: {_scalar(entry.from_)}")
    parts.append(f"to: {_scalar(entry.to)}")
    if entry.note:
        parts.append(f"note: {_scalar(entry.note)}")
    return f"- {{{', '.join(parts)}}}"


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "true"
    return str(value) if isinstance(value, int) else _scalar(str(value))


def _scalar(text: str) -> str:
    """A text as a YAML scalar: JSON's strings are YAML's, where quotes are needed at all."""
    plain = text.replace("-", "a").replace(" ", "a").isalnum() and text[:1].isalpha()
    if plain and text.isascii() and text == text.strip():
        return text
    quoted = json.dumps(text, ensure_ascii=False)
    return _ESCAPED.sub(lambda match: f"\\u{ord(match[0]):04x}", quoted)
