"""`topograph curate`: print or write a run's curation file."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from topograph.commands.arguments import add_run_dir
from topograph.curation.file import Curation, TopicEntry, curation_path, read_curation
from topograph.curation.identity import TopicMembers, match_topics
from topograph.curation.template import Topic, curation_text
from topograph.errors import TopographError
from topograph.rundir.atomic import atomic_write

if TYPE_CHECKING:
    import pandas as pd

    from topograph.finished.run import Run


def register(commands: Any) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "curate", help="print a file in which you rename, merge, split and drop topics of a run"
    )
    add_run_dir(parser)
    parser.add_argument(
        "--write",
        action="store_true",
        help="write it to config/runs/NAME.curation.yaml, where the workflow reads it; existing "
        "decisions are kept",
    )
    parser.set_defaults(run=curate)


def curate(options: argparse.Namespace) -> None:
    """Print the curation file, or update it."""
    from topograph.finished.run import load_run

    run = load_run(options.run_dir)
    path = curation_path(run.name)
    old = read_curation(path) if path.exists() else Curation()
    _check_not_emptied(run, path)
    text = curation_text(run.name, *_update(run, old))
    if not options.write:
        print(text, end="")
        return
    with atomic_write(path) as temporary:
        temporary.write_text(text, encoding="utf-8", newline="\n")
    print(f"curate: wrote {path}")


def _check_not_emptied(run: Run, path: Path) -> None:
    """Detect `topograph curate RUN > FILE`, which empties the file before it is read."""
    applied = run.seal("label")["inputs"]
    if path.as_posix() in applied and path.exists() and path.stat().st_size == 0:
        raise TopographError(
            f"{path} is empty.",
            "the run was made with a curation. If you redirected the output to this file, the "
            "shell has emptied it before Topograph could read it.",
            "restore the file from a copy, and run `topograph curate` with --write.",
        )


def _update(run: Run, old: Curation) -> tuple[list[Topic], Curation, list[TopicEntry]]:
    """The topics of a run, the old decisions, and the old entries whose topic no longer exists."""
    import pandas as pd

    found = pd.read_parquet(run.path / "cluster/assignments.parquet")
    keys: list[str] = run.seal("label")["summary"]["found_keys"]
    members = TopicMembers(found["doc_id"].to_list(), found["topic"].to_list())
    at = {
        match.topic: key
        for key, match in match_topics(
            {entry.key: [entry.fingerprint] for entry in old.topics}, members
        ).items()
        if match.topic is not None
    }
    topics = [
        _topic(run, members, topic, at.get(topic, key), key, old) for topic, key in enumerate(keys)
    ]
    topics += _parts(run, set(keys))
    shown = {topic.key for topic in topics}
    lost = [entry for entry in old.topics if entry.key not in shown]
    return topics, old, [entry for entry in lost if entry.has_action or entry.key in old.referenced]


def _topic(
    run: Run, members: TopicMembers, topic: int, key: str, own_key: str, old: Curation
) -> Topic:
    """A topic as found; if the curation changed its members, with its terms and label before."""
    entry = old.by_key.get(key)
    row = run.topics[run.topics["topic_key"] == own_key]
    if len(row) and (entry is None or not entry.changes_members):
        one = row.iloc[0]
        fingerprint = members.fingerprint(topic, one["terms"], one["label"])
        return Topic(key, fingerprint, _titles(run, one))
    terms, label = (entry.terms, entry.label) if entry else ([], "")
    return Topic(key, members.fingerprint(topic, terms, label))


def _parts(run: Run, found: set[str]) -> list[Topic]:
    """Topics that the curation created by splitting others."""
    final = TopicMembers(run.documents.index.to_list(), run.documents["topic"].to_list())
    return [
        Topic(
            row["topic_key"],
            final.fingerprint(topic, row["terms"], row["label"]),
            _titles(run, row),
        )
        for topic, (_, row) in enumerate(run.topics.iterrows())
        if row["topic_key"] not in found
    ]


def _titles(run: Run, row: pd.Series[Any]) -> list[str]:
    return [f"{doc_id}: {run.documents.loc[doc_id, 'title']}" for doc_id in row["representatives"]]
