"""The stage `report`: write the report, the merged configuration and the manifest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from topograph.errors import TopographError
from topograph.rundir.contract import STAGES, repeat_names
from topograph.rundir.stagefiles import StageFiles, rerun_command

if TYPE_CHECKING:
    from topograph.config import RunConfig
    from topograph.stages.report.methods import Methods


def _refuse_other_settings(
    files: StageFiles, merged: dict[str, Any], seals: dict[str, dict[str, Any]]
) -> None:
    """Check that all stages have run with the configuration in the report."""
    for stage, seal in seals.items():
        for section, keys in seal["settings"].items():
            if any(merged[section][key] != value for key, value in keys.items()):
                raise TopographError(
                    f"{files.run_dir} was not made with the present configuration.",
                    f"the stage `{stage}` ran with other values of `{section}`.",
                    f"run `{rerun_command(files.run_dir)}`.",
                )


def run(files: StageFiles, config: RunConfig, threads: int) -> None:
    """Write the report of a run."""
    import yaml

    from topograph.config import settings_dump
    from topograph.rundir.environment import environment
    from topograph.stages.report.methods import methods
    from topograph.stages.report.references import bibtex

    seals = {stage: files.read_seal(stage) for stage in STAGES if stage != "report"}
    repeats = {name: files.read_seal(name) for name in repeat_names(config.evaluate.repeats)}
    merged = settings_dump(config)
    _refuse_other_settings(files, merged, seals | repeats)
    for name in files.stage.reads:
        files.use(name)
    surroundings = environment()
    described = methods(seals, files.read_table("label/topics.parquet")["stability"].to_list())
    page = _page(files, config.report.title, merged, seals, described, surroundings)
    files.write_text("report.html", page)
    files.write_text("config.yaml", yaml.safe_dump(merged, sort_keys=False, allow_unicode=True))
    files.write_text("references.bib", bibtex(described.cited))
    files.summary |= _manifest(files, seals, seals | repeats) | {
        "environment": surroundings,
        "methods": described.text,
    }
    print(f"report: {files.run_dir / 'report.html'}")


def _page(
    files: StageFiles,
    title: str,
    merged: dict[str, Any],
    seals: dict[str, dict[str, Any]],
    described: Methods,
    surroundings: dict[str, Any],
) -> str:
    from topograph.rundir.resources import SCRIPT
    from topograph.stages.report import content
    from topograph.stages.report.references import bibtex, reference
    from topograph.web.pages import render

    documents = files.read_table("parse/documents.parquet")
    topics = files.read_table("label/topics.parquet")
    metrics = files.read_json("evaluate/metrics.json")
    found = dict(sorted(one for seal in seals.values() for one in seal["versions"].items()))
    figures, not_drawn = content.figures(seals["plot"]["summary"]["not_drawn"])
    return render(
        __package__,
        "page.html",
        title=title or files.run_dir.name,
        run=files.run_dir.name,
        version=found["topograph"],
        facts={"documents": len(documents), "noise_share": metrics["noise_share"]["value"]},
        topics=content.topic_rows(topics, files.read_table("evaluate/topics.parquet"), documents),
        notes=content.notes(seals),
        figures=figures,
        not_drawn=not_drawn,
        metrics=metrics,
        corpus=content.corpus_facts(seals["parse"]["summary"], documents),
        methods=described.text,
        references=sorted(map(reference, described.cited), key=lambda own: own.short),
        bibtex=bibtex(described.cited),
        changed=content.changed_settings(merged),
        automatic=content.automatic_values(seals),
        resources=SCRIPT,
        environment=content.environment_facts(surroundings, seals, found),
    )


def _manifest(
    files: StageFiles, stages: dict[str, dict[str, Any]], jobs: dict[str, dict[str, Any]]
) -> dict[str, Any]:
    """The manifest: inputs and settings of a run, from the seals of its stages and repeats."""
    from topograph.rundir.resources import resources_used

    names = {name.replace("/", "-") for name in jobs}
    parts = ("settings", "code", "versions", "inputs", "outputs")
    return {
        "corpus": stages["parse"]["inputs"],
        "encoder": {key: stages["embed"]["summary"][key] for key in ("model", "fingerprint")},
        # of earlier stages; the only values that differ between identical runs
        "resources": {
            job: used for job, used in resources_used(files.run_dir).items() if job in names
        },
        "curation": stages["label"]["summary"]["curation"],
        "stages": {name: {key: seal[key] for key in parts} for name, seal in jobs.items()},
    }
