"""`topograph diff`: compare the topics of two runs, and show why they differ."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from topograph.core.wording import counted

if TYPE_CHECKING:
    from topograph.finished.diff import Cause, TopicDiff
    from topograph.finished.run import Run

#: Differences, with their values in A and in B.
Differences = Mapping[str, tuple[Any, Any]]
#: Most documents listed in the text.
SHOWN = 20


def register(commands: Any) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "diff", help="compare two runs: topics kept, born, died, split, merged, and why"
    )
    parser.add_argument("run_a", type=Path, help="a run's folder, like results/icml2026")
    parser.add_argument("run_b", type=Path, help="the run to compare it with")
    parser.add_argument("--json", action="store_true", help="print the full comparison as JSON")
    parser.set_defaults(run=diff)


def diff(options: argparse.Namespace) -> None:
    """Compare two runs and print the differences."""
    from topograph.finished.diff import compare_topics, first_difference, further_differences
    from topograph.finished.run import load_run
    from topograph.rundir.contract import STAGES

    a, b = load_run(options.run_a), load_run(options.run_b)
    found = compare_topics(_topics(a), _topics(b))
    of_a, of_b = ({stage: run.seal(stage) for stage in STAGES} for run in (a, b))
    cause = first_difference(of_a, of_b)
    further = further_differences(of_a, of_b, cause.stage) if cause else {}
    if options.json:
        print(json.dumps(_as_json(a, b, found, cause, further), indent=2, ensure_ascii=False))
    else:
        print("\n".join(_lines(a, b, found, cause, further)))


def _topics(run: Run) -> dict[Any, int]:
    topics = run.documents["topic"]
    return dict(zip(topics.index.to_list(), topics.to_list(), strict=True))


def _lines(
    a: Run, b: Run, found: TopicDiff, cause: Cause | None, further: Differences
) -> list[str]:
    """The comparison as lines of text."""
    in_a, in_b = _Names(a), _Names(b)
    lines = [
        *(
            f"{name}  {run.path}: {counted(len(run.documents), 'document')}, "
            f"{counted(len(run.topics), 'topic')}"
            for name, run in (("A", a), ("B", b))
        ),
    ]
    same = [one for one in found.kept if in_a.label(one) == in_b.label(found.kept[one])]
    lines += _group("kept", [in_a(one) for one in same])
    lines += _group(
        "kept, with another label",
        [f"{in_a(one)} -> {in_b(other)}" for one, other in found.kept.items() if one not in same],
    )
    lines += _group(
        "split",
        [f"{in_a(one)} -> {'; '.join(map(in_b, parts))}" for one, parts in found.split.items()],
    )
    lines += _group(
        "merged",
        [
            f"{'; '.join(map(in_a, parts))} -> {in_b(other)}"
            for other, parts in found.merged.items()
        ],
    )
    lines += _group("died", [in_a(one) for one in found.died])
    lines += _group("born", [in_b(other) for other in found.born])
    for name, documents in (
        ("documents moved", found.moved),
        ("documents only in B", found.added),
        ("documents only in A", found.removed),
    ):
        lines += ["", f"{name}: {len(documents)}"]
        for doc_id in documents[:SHOWN]:
            before = (
                in_a(int(a.documents.loc[doc_id, "topic"])) if doc_id in a.documents.index else ""
            )
            after = (
                in_b(int(b.documents.loc[doc_id, "topic"])) if doc_id in b.documents.index else ""
            )
            lines.append(f"  {doc_id}  {' -> '.join(filter(None, (before, after)))}")
        if len(documents) > SHOWN:
            lines.append(f"  ... and {len(documents) - SHOWN} more (--json lists all)")
    return [*lines, "", *_cause_lines(cause, further)]


def _cause_lines(cause: Cause | None, further: Differences) -> list[str]:
    if cause is None:
        return ["all results are equal"]
    lines = [f"the first stage that differs: {cause.stage}", *_difference_lines(cause.what)]
    if not cause.what:
        lines.append("  its settings, code and files are the same")
    if further:
        lines += ["further differences in later stages:", *_difference_lines(further)]
    return lines


def _difference_lines(what: Differences) -> list[str]:
    return [f"  {key}: {_short(one)} -> {_short(other)}" for key, (one, other) in what.items()]


def _short(value: Any) -> str:
    if value is None:
        return "(nothing)"
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text[:12] if len(text) == 64 else text  # a SHA-256


def _group(title: str, entries: list[str]) -> list[str]:
    return ["", f"{title}: {len(entries)}", *[f"  {entry}" for entry in entries]]


class _Names:
    """Names of a run's topics in the text."""

    def __init__(self, run: Run) -> None:
        self._topics = run.topics

    def label(self, topic: int) -> str:
        return "noise" if topic < 0 else str(self._topics.loc[topic, "label"])

    def __call__(self, topic: int) -> str:
        if topic < 0:
            return "noise"
        row = self._topics.loc[topic]
        return f"{topic} {row['label']} ({row['size']})"


def _as_json(
    a: Run, b: Run, found: TopicDiff, cause: Cause | None, further: Differences
) -> dict[str, Any]:
    def topic(run: Run, number: int) -> dict[str, Any]:
        row = dict(run.topics.loc[number])
        names = {"topic_key": str(row["topic_key"]), "label": str(row["label"])}
        return {"topic": number, **names, "size": int(row["size"])}

    return {
        "a": str(a.path),
        "b": str(b.path),
        "kept": [{"a": topic(a, one), "b": topic(b, other)} for one, other in found.kept.items()],
        "split": [
            {"a": topic(a, one), "b": [topic(b, part) for part in parts]}
            for one, parts in found.split.items()
        ],
        "merged": [
            {"a": [topic(a, part) for part in parts], "b": topic(b, other)}
            for other, parts in found.merged.items()
        ],
        "died": [topic(a, one) for one in found.died],
        "born": [topic(b, other) for other in found.born],
        "documents_moved": [
            {
                "doc_id": doc_id,
                "a": int(a.documents.loc[doc_id, "topic"]),
                "b": int(b.documents.loc[doc_id, "topic"]),
            }
            for doc_id in found.moved
        ],
        "documents_added": found.added,
        "documents_removed": found.removed,
        "first_difference": None
        if cause is None
        else {
            "stage": cause.stage,
            "what": {key: list(values) for key, values in cause.what.items()},
        },
        "further_differences": {key: list(values) for key, values in further.items()},
    }
