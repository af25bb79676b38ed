"""The text of a curation file to edit: every topic, with the decisions so far."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass

from topograph.curation.file import Curation, DocumentEntry, TopicEntry
from topograph.curation.identity import Fingerprint
from topograph.language.characters import clean_line

#: Characters that YAML forbids or reads as the end of a line unless they are escaped.
_ESCAPED = re.compile("[\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")
HEAD = """\
# The curation of the run {run}. To change a topic, add one of these lines below it:
#
#   rename: A better name         give it this name
#   merge_into: KEY               move its documents to the topic with this key
#   split: 2                      split it into this number of topics (k-means): KEY-1, KEY-2
#   drop: true                    make its documents noise
#   note: Anything                write a note to label/topics.parquet
#
# To move single documents, add lines under `documents:`
#
#   - {{move: DOC_ID, from: KEY, to: KEY}}    only if it is still in `from`; KEY may be `noise`
#   - {{pin: DOC_ID, to: KEY}}                in any case
#
# Then run snakemake again. Do not edit size, terms and members: they identify the topics. Entries
# that no longer apply are reported and skipped. To update this file and keep your decisions, run
# `topograph curate results/{run} --write`. You may delete topics without a decision.
"""


@dataclass(frozen=True)
class Topic:
    """A topic in the file: its key, its fingerprint, and titles of documents."""

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
        The topics of the run, with the keys that `old` uses.
    old : Curation
        The decisions so far.
    lost : sequence of TopicEntry
        Entries of `old` whose topic is not among `topics`; they are kept.
    """
    entries = old.by_key
    lines = [HEAD.format(run=run), "topics:"]
    for topic in topics:
        lines += _topic_lines(topic.key, topic.fingerprint, topic.titles, entries.get(topic.key))
    if lost:
        lines.append("\n# These topics are not in this run. Delete the entries you do not need.")
        for entry in lost:
            lines += _topic_lines(entry.key, entry.fingerprint, (), entry)
    lines += ["", "documents:", *[_document_line(entry) for entry in old.documents]]
    return "\n".join(lines) + "\n"


def _topic_lines(
    key: str, fingerprint: Fingerprint, titles: Sequence[str], entry: TopicEntry | None
) -> list[str]:
    lines = [
        f"- key: {_scalar(key)}",
        f"  label: {_scalar(fingerprint.label)}",
        f"  size: {fingerprint.size}",
        f"  terms: [{', '.join(map(_scalar, fingerprint.terms))}]",
        f"  members: {_scalar(' '.join(sorted(fingerprint.members)))}",
        *[f"  # {clean_line(title)}" for title in titles],
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
    """A text as a YAML scalar, quoted as in JSON if necessary."""
    plain = text.replace("-", "a").replace(" ", "a").isalnum() and text[:1].isalpha()
    if plain and text.isascii() and text == text.strip():
        return text
    quoted = json.dumps(text, ensure_ascii=False)
    return _ESCAPED.sub(lambda match: f"\\u{ord(match[0]):04x}", quoted)
