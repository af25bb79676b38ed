"""Helpers of the rules: the connection between Snakemake and topograph.workflow."""

import os
import sys

from topograph.rundir.contract import STAGES
from topograph.errors import TopographError
from topograph.figures.registry import LISTED
from topograph.workflow import Workflow, prepare_environment


wildcard_constraints:
    run=r"[^/]+",


def ask(question, *arguments):
    """Call a function; print a TopographError without a traceback."""
    try:
        return question(*arguments)
    except TopographError as error:
        raise SystemExit(f"\nError: {error}") from None


prepare_environment(os.environ, sys.executable)
# --config and --configfile override config/config.yaml and config/runs/.
project = ask(Workflow, config)
# Captions of Snakemake's report are templates, which can read the configuration only.
config["captions"] = {name: kind.caption for name, kind in LISTED.items()}


def begin(run):
    """Lock the project and wait for jobs on a run, unless this is a dry run."""
    if (
        workflow.is_main_process
        and workflow.executor_plugin is not None
        and not workflow.dryrun
    ):
        ask(project.begin, run)


def force_if_outdated(name):
    """An input function for the rule of a stage or of repeats that forces it if it is outdated.

    It returns no files. Snakemake calls it before it reads anything of the run. The seal decides
    whether a stage is outdated, since Snakemake compares the times of files, not their content.
    """

    def no_files(wildcards):
        begin(wildcards.run)
        stage = name.format(**dict(wildcards.items()))
        seal = project.seal(wildcards.run, stage)
        if workflow.is_main_process and seal not in workflow.dag.forcefiles:
            if reasons := ask(project.outdated, wildcards.run, stage):
                workflow.dag.forcefiles.add(seal)
                print(
                    f"{stage} of {wildcards.run}: {'; '.join(reasons)}", file=sys.stderr
                )
        return []

    return no_files


def everything(wildcards):
    """All files of all runs; reports the mistakes in their configurations together."""
    ask(project.check)
    for run in project.runs:
        begin(run)
    made = [file for stage in STAGES for file in getattr(rules, stage).output]
    return expand(made, run=project.runs)


def settings(name):
    """All settings of a stage or a repeat, as one canonical text: Snakemake compares parameters as
    a set of values without names, so it would not notice swapped numbers.
    """

    def text(wildcards):
        job = name.format(**dict(wildcards.items()))
        return ask(project.argument, wildcards.run, job)

    return text


def run_time(name):
    """Settings that change no result, passed as a resource: Snakemake does not compare resources, so
    another folder or device re-runs nothing."""

    def text(wildcards):
        stage = name.format(**dict(wildcards.items()))
        return ask(project.run_time, wildcards.run, stage)

    return text


def repeated(wildcards):
    """The run's topics and those of its repeats, if `evaluate.repeats` is set."""
    return ask(project.repeated, wildcards.run)


def repeat_seals(wildcards):
    """The seals of the run's repeats, if there are any."""
    return ask(project.repeat_seals, wildcards.run)


def upstream_seals(wildcards):
    """The seals of the stages before a stage of a sweep's points."""
    return ask(project.upstream_seals, wildcards.run)


def upstream(wildcards):
    """The option that names the folder with these stages."""
    folder = ask(project.upstream, wildcards.run)
    return f"--upstream results/{folder}" if folder else ""


def point_seals(wildcards):
    """The seals of a sweep's points."""
    return ask(project.point_seals, wildcards.sweep)


def sweep_points(wildcards):
    """A sweep's points and their folders, as one canonical text."""
    return ask(project.sweep_argument, wildcards.sweep)


def sweep_code(wildcards):
    """The hash of the code that compares points."""
    return ask(project.code, "sweep")


def figure_subcategory(wildcards):
    """The section of a figure in Snakemake's report."""
    return LISTED[wildcards.figure].category


def figure_labels(wildcards):
    """The title of a figure in Snakemake's report."""
    return {"what": LISTED[wildcards.figure].title}
