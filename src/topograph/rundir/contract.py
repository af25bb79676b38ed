"""The contract of a run's folder: which stage reads and writes which file, in which form.

The workflow's rules, the command line and the notebooks use the file names in `STAGES`.
`topograph.rundir.stagefiles` reads and writes the files.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pyarrow as pa

Columns = Mapping[str, str]

#: Columns of the tables, in order, with their Arrow types. Tables in `OPEN_TABLES` may have
#: further columns after these: the corpus' own metadata, the measures.
TABLES: dict[str, Columns] = {
    "parse/documents.parquet": {
        "doc_id": "string",
        "text": "string",
        "title": "string",
        "source": "string",
        "position": "int64",
        "sources": "list<string>",
        "raw": "string",
        "links": "list<string>",
        "language": "string",
        "n_words": "int64",
        "date": "timestamp",
        "date_precision": "string",
    },
    "parse/audit.parquet": {
        "source": "string",
        "position": "int64",
        "kept": "bool",
        "reason": "string",
        "detail": "string",
        "doc_id": "string",
        "duplicate_of": "string",
        "language": "string",
        "steps": "list<string>",
        "excerpt": "string",
    },
    "embed/lengths.parquet": {
        "doc_id": "string",
        "tokens": "int64",
        "unread_tokens": "int64",
    },
    "cluster/assignments.parquet": {
        "doc_id": "string",
        "topic": "int64",
        "strength": "double",
        "stability": "double",
        "nearest_topic": "int64",
        "margin": "double",
        "reason": "string",
    },
    "label/assignments.parquet": {
        "doc_id": "string",
        "topic": "int64",
        "strength": "double",
        "stability": "double",
        "nearest_topic": "int64",
        "margin": "double",
        "reason": "string",
        "curation": "string",
    },
    "cluster/topics.parquet": {
        "topic": "int64",
        "size": "int64",
        "stability": "double",
        "found": "double",
        "strength": "double",
        "seed_topic": "string",
    },
    "label/topics.parquet": {
        "topic": "int64",
        "topic_key": "string",
        "label": "string",
        "label_keywords": "string",
        "label_llm": "string",
        "label_curated": "string",
        "size": "int64",
        "terms": "list<string>",
        "weights": "list<double>",
        "terms_ctfidf": "list<string>",
        "terms_keybert": "list<string>",
        "terms_mmr": "list<string>",
        "terms_frex": "list<string>",
        "stability": "double",
        "representatives": "list<string>",
        "quote": "string",
        "quote_from": "string",
        "note": "string",
    },
    "evaluate/topics.parquet": {
        "topic": "int64",
        "label": "string",
        "size": "int64",
        "reason": "string",
    },
    "evaluate/contingency.parquet": {
        "topic": "int64",
        "gold_label": "string",
        "documents": "int64",
    },
}
#: Columns of the table that each repeat writes.
REPEAT_COLUMNS: Columns = {"doc_id": "string", "topic": "int64"}
OPEN_TABLES = frozenset({"parse/documents.parquet", "evaluate/topics.parquet"})
#: The topics that each topic key has stood for. Outside `label/`, because it outlives a run of it.
TOPIC_KEYS = "topic_keys.json"
#: Folder of `results/` in which sweeps have theirs; no run may have this name.
SWEEPS = "sweeps"
#: Prefix for a corpus column whose name the contract uses for another column.
TAKEN_PREFIX = "corpus_"


@dataclass(frozen=True)
class Stage:
    """One stage of the pipeline.

    Attributes
    ----------
    name : str
        Also the name of its rule, command, package, results folder, log and benchmark.
    reads : tuple of str
        Artifacts it reads, relative to the run's folder.
    writes : tuple of str
        Artifacts it writes, without its seal. A trailing slash marks a folder.
    """

    name: str
    reads: tuple[str, ...]
    writes: tuple[str, ...]

    @property
    def seal(self) -> str:
        """The seal, which is written last, relative to the run's folder."""
        return "manifest.json" if self.name == "report" else f"{self.name}/summary.json"


STAGES: dict[str, Stage] = {
    stage.name: stage
    for stage in (
        Stage(
            "parse",
            (),
            (
                "parse/documents.parquet",
                "parse/corpus.json",
                "parse/audit.parquet",
                "parse/audit.html",
            ),
        ),
        Stage(
            "embed",
            ("parse/documents.parquet", "parse/audit.parquet"),
            ("embed/embeddings.npy", "embed/lengths.parquet", "embed/encoder.json"),
        ),
        Stage(
            "reduce",
            ("embed/embeddings.npy",),
            (
                "reduce/neighbors.npz",
                "reduce/graph.npz",
                "reduce/map.npy",
                "reduce/space.npy",
            ),
        ),
        Stage(
            "cluster",
            (
                "parse/documents.parquet",
                "embed/embeddings.npy",
                "reduce/graph.npz",
                "reduce/space.npy",
            ),
            (
                "cluster/assignments.parquet",
                "cluster/topics.parquet",
                "cluster/memberships.npz",
                "cluster/clustering.json",
            ),
        ),
        Stage(
            "label",
            (
                "parse/documents.parquet",
                "parse/corpus.json",
                "embed/embeddings.npy",
                "embed/encoder.json",
                "cluster/assignments.parquet",
                "cluster/topics.parquet",
            ),
            (
                "label/topics.parquet",
                "label/assignments.parquet",
                "label/hierarchy.json",
                "label/model/",
            ),
        ),
        Stage(
            "plot",
            (
                "parse/documents.parquet",
                "embed/embeddings.npy",
                "reduce/neighbors.npz",
                "reduce/map.npy",
                "cluster/assignments.parquet",
                "cluster/memberships.npz",
                "label/assignments.parquet",
                "label/topics.parquet",
                "label/hierarchy.json",
            ),
            (
                "plot/figures/",
                "plot/figures.html",
                "plot/explorer.html",
                "plot/static/",
            ),
        ),
        Stage(
            "evaluate",
            (
                "parse/documents.parquet",
                "parse/corpus.json",
                "embed/embeddings.npy",
                "reduce/neighbors.npz",
                "reduce/map.npy",
                "cluster/clustering.json",
                "label/assignments.parquet",
                "label/topics.parquet",
            ),
            (
                "evaluate/metrics.json",
                "evaluate/topics.parquet",
                "evaluate/contingency.parquet",
            ),
        ),
        Stage(
            "report",
            (
                "parse/documents.parquet",
                "parse/audit.parquet",
                "label/assignments.parquet",
                "label/topics.parquet",
                "plot/figures/",
                "plot/figures.html",
                "plot/explorer.html",
                "evaluate/metrics.json",
                "evaluate/topics.parquet",
            ),
            ("report.html", "config.yaml", "references.bib"),
        ),
    )
}


_REPEAT = re.compile(r"repeat/\d+")


def repeat_names(count: int) -> tuple[str, ...]:
    """Names of a run's repeats: jobs beside the stages, each with a seal of its own.

    Number 0 is compiled for a generic processor; the others use other random seeds.

    Parameters
    ----------
    count : int
        `evaluate.repeats`.

    >>> repeat_names(2), repeat_names(0)
    (('repeat/0', 'repeat/1', 'repeat/2'), ())
    """
    return tuple(f"repeat/{number}" for number in range(count + 1)) if count else ()


def repeat_table(name: str) -> str:
    """The artifact of a repeat: the topics it found.

    >>> repeat_table("repeat/2")
    'repeat/2/assignments.parquet'
    """
    return f"{name}/assignments.parquet"


def maker_of(artifact: str) -> str:
    """The stage or repeat that writes an artifact.

    >>> maker_of("cluster/topics.parquet"), maker_of("repeat/2/assignments.parquet")
    ('cluster', 'repeat/2')
    """
    repeat = _REPEAT.match(artifact)
    return repeat[0] if repeat else artifact.partition("/")[0]


def job_of(name: str) -> str:
    """The rule, command and package that run a stage or a repeat.

    >>> job_of("cluster"), job_of("repeat/2")
    ('cluster', 'repeat')
    """
    return name.partition("/")[0]


def is_artifact(name: str) -> bool:
    """Whether a stage or a repeat writes this file; other recorded inputs are external files."""
    maker = maker_of(name)
    known = maker in STAGES or _REPEAT.fullmatch(maker)
    return bool(known) and name in stage_named(maker).writes


def stage_named(name: str, settings: Mapping[str, Any] | None = None) -> Stage:
    """The stage or repeat with a name.

    Parameters
    ----------
    name : str
        A key of `STAGES`, or one of `repeat_names`.
    settings : mapping, optional
        Settings of the stage. With `evaluate.repeats`, `evaluate` also reads the repeats and the
        assignments that they repeat.
    """
    if _REPEAT.fullmatch(name):
        return Stage(
            name, ("parse/documents.parquet", "embed/embeddings.npy"), (repeat_table(name),)
        )
    stage = STAGES[name]
    own = settings.get("evaluate", {}) if name == "evaluate" and settings else {}
    repeats = repeat_names(own.get("repeats", 0))
    if repeats:
        more = ("cluster/assignments.parquet", *map(repeat_table, repeats))
        return replace(stage, reads=(*stage.reads, *more))
    return stage


def columns_of(table: str) -> Columns:
    """The columns of a table in the contract, with their types."""
    return REPEAT_COLUMNS if _REPEAT.match(table) else TABLES[table]


def arrow_type(kind: str) -> pa.DataType:
    """The Arrow type for a type name in `TABLES`."""
    import pyarrow as pa

    types = {
        "string": pa.string(),
        "int64": pa.int64(),
        "double": pa.float64(),
        "bool": pa.bool_(),
        "timestamp": pa.timestamp("ms"),
        "list<string>": pa.list_(pa.string()),
        "list<double>": pa.list_(pa.float64()),
    }
    return types[kind]


def kind_of(name: str) -> str:
    """Whether an artifact is a `file` or a `folder`."""
    return "folder" if name.endswith("/") else "file"
