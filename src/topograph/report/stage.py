"""The stage `report`: all results in, the report, the merged configuration and the manifest out."""

from __future__ import annotations

import math
from importlib import resources
from typing import TYPE_CHECKING, Any

from topograph.artifacts import STAGES
from topograph.errors import TopographError
from topograph.report.methods import methods_paragraph
from topograph.stagefiles import StageFiles, again

if TYPE_CHECKING:
    import pandas as pd

    from topograph.config import RunConfig

FIGURES = (
    ("map", "Map of the documents"),
    ("sizes", "Documents of each topic"),
    ("terms", "Terms of each topic"),
    ("similarity", "Similarity of topics"),
    ("hierarchy", "Hierarchy of topics"),
)


def _number(value: float | None) -> str:
    """A value for a table: whole numbers as they are, others with two digits, none as a dash."""
    if value is None or math.isnan(value):
        return "–"
    return str(value) if isinstance(value, int) else f"{value:.2f}"


def changed_settings(config: dict[str, Any]) -> list[tuple[str, Any, Any]]:
    """Keys whose value is not the default: (key, value, default)."""
    from topograph.config import leaf_fields, run_time_keys

    changed = []
    for key, (_, _, default) in leaf_fields().items():
        if key in run_time_keys():
            continue
        value: Any = config
        for part in key.split("."):
            value = value[part]
        if value != default:
            changed.append((key, value, default))
    return changed


def _refuse_other_settings(
    files: StageFiles, merged: dict[str, Any], seals: dict[str, dict[str, Any]]
) -> None:
    """The report tells one configuration; all stages must have run with it."""
    for stage, seal in seals.items():
        for section, keys in seal["settings"].items():
            if any(merged[section][key] != value for key, value in keys.items()):
                raise TopographError(
                    f"{files.run_dir} was not made with the present configuration.",
                    f"`{stage}` ran with other values of `{section}`.",
                    f"run `{again(files.run_dir)}`.",
                )


def _topic_rows(
    topics: pd.DataFrame, by_topic: pd.DataFrame, documents: pd.DataFrame
) -> list[dict[str, Any]]:
    titles = dict(zip(documents["doc_id"], documents["title"], strict=True))
    rows = topics.assign(coherence=by_topic["coherence_npmi"]).to_dict("records")
    return [
        {str(key): value for key, value in row.items()}
        | {"example": titles[row["representatives"][0]] if len(row["representatives"]) else ""}
        for row in rows
    ]


def run(files: StageFiles, config: RunConfig, threads: int) -> None:
    """Write the report of a run."""
    import jinja2
    import yaml

    from topograph.config import settings_dump

    seals = {stage: files.read_seal(stage) for stage in STAGES if stage != "report"}
    documents = files.read_table("parse/documents.parquet")
    topics = files.read_table("label/topics.parquet")
    metrics = files.read_json("evaluate/metrics.json")
    for name in files.stage.reads:
        files.use(name)
    merged = settings_dump(config)
    _refuse_other_settings(files, merged, seals)
    found = dict(sorted(one for seal in seals.values() for one in seal["versions"].items()))
    environment = jinja2.Environment(autoescape=True, undefined=jinja2.StrictUndefined)
    environment.filters["number"] = _number
    template = environment.from_string(
        resources.files(__package__).joinpath("page.html").read_text(encoding="utf-8")
    )
    page = template.render(
        title=config.report.title or files.run_dir.name,
        run=files.run_dir.name,
        version=found["topograph"],
        n_documents=len(documents),
        noise_share=metrics["noise_share"]["value"],
        topics=_topic_rows(topics, files.read_table("evaluate/topics.parquet"), documents),
        notes=[
            note
            for stage in ("reduce", "cluster", "label")
            for note in seals[stage]["summary"]["notes"]
        ],
        figures=FIGURES,
        metrics=metrics,
        parse=seals["parse"]["summary"],
        methods=methods_paragraph(seals),
        changed=changed_settings(merged),
        versions=found,
    )
    files.write_text("report.html", page)
    files.write_text("config.yaml", yaml.safe_dump(merged, sort_keys=False, allow_unicode=True))
    files.summary |= {
        "corpus": seals["parse"]["inputs"],
        "curation": seals["label"]["summary"]["curation"],
        "stages": {
            stage: {key: seal[key] for key in ("code", "versions", "outputs")}
            for stage, seal in seals.items()
        },
    }
    print(f"report: {files.run_dir / 'report.html'}")
