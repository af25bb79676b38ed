"""Helpers of the rules. What they do is in topograph.workflow; here it meets Snakemake."""

import os
import sys

from topograph.rundir.contract import STAGES
from topograph.errors import TopographError
from topograph.figures.registry import LISTED
from topograph.workflow import Workflow, prepare_environment


wildcard_constraints:
    run=r"[^/]+",


def ask(question, *arguments):
    """Answer a question; print the user's mistakes without a traceback."""
    try:
        return question(*arguments)
    except TopographError as error:
        raise SystemExit(f"\nError: {error}") from None


prepare_environment(os.environ, sys.executable)
# What --config and --configfile give lies over config/config.yaml and config/runs/.
project = ask(Workflow, config)
# Captions of Snakemake's report are templates, which see the configuration and no function.
config["captions"] = {name: kind.caption for name, kind in LISTED.items()}


def begin(run):
    """See that nobody else works on a run, where this call is going to."""
    if (
        workflow.is_main_process
        and workflow.executor_plugin is not None
        and not workflow.dryrun
    ):
        ask(project.begin, run)


def current(name):
    """A function that names no file, for the `input` of the rule of a stage, or of repeats.

    Snakemake asks it before it looks at anything of the run. Whether a stage is as it would come
    out now, its seal tells: Snakemake knows the times of files, and not what they held.
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
    """All files of the runs, whose mistakes are reported together."""
    ask(project.check)
    for run in project.runs:
        begin(run)
    made = [file for stage in STAGES for file in getattr(rules, stage).output]
    return expand(made, run=project.runs)


def settings(name):
    """All settings a stage, or a repeat, is run with, as one canonical text: Snakemake compares
    parameters as a set of values without names, so that swapped numbers would go unnoticed.
    """

    def text(wildcards):
        return ask(project.argument, wildcards.run, name)

    return text


def run_time(stage):
    """Settings that change no result. They reach a job as a resource: Snakemake does not compare
    resources, so another folder or device re-runs nothing."""

    def text(wildcards):
        return ask(project.run_time, wildcards.run, stage)

    return text


def repeated(wildcards):
    """The run's topics as found and as found once more, if `evaluate.repeats` asks for it."""
    return ask(project.repeated, wildcards.run)


def repeat_seals(wildcards):
    """The seals of the run's repeats, if there are any."""
    return ask(project.repeat_seals, wildcards.run)


def figure_subcategory(wildcards):
    """Where Snakemake's report lists a figure."""
    return LISTED[wildcards.figure].category


def figure_labels(wildcards):
    """What Snakemake's report calls a figure."""
    return {"what": LISTED[wildcards.figure].title}
