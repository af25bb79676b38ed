"""Helpers of the rules. What they do is in topograph.workflow; here it meets Snakemake."""

import os
import sys

from snakemake.io import IOFile
from topograph.artifacts import job_of
from topograph.errors import TopographError
from topograph.figurelist import LISTED
from topograph.workflow import Workflow, prepare_environment


wildcard_constraints:
    run=r"[^/]+",


def ask(question, *arguments):
    """Answer a question, with the user's mistakes told without a list of calls under them."""
    try:
        return question(*arguments)
    except TopographError as error:
        raise SystemExit(f"\nError: {error}") from None


prepare_environment(os.environ, sys.executable)
# What --config and --configfile give lies over config/config.yaml and config/runs/.
project = ask(Workflow, config)
# Captions of Snakemake's report are templates, which see the configuration and no function.
config["captions"] = {name: kind.caption for name, kind in LISTED.items()}


def recorded(path):
    """Whether Snakemake knows how a file was made."""
    return workflow.persistence.metadata(IOFile(path)) is not None


def settings(name):
    """All settings a stage, or a repeat, is run with, as one canonical text: Snakemake compares
    parameters as a set of values without names, so that swapped numbers would go unnoticed.
    """

    def text(wildcards):
        stage = name.format(**dict(wildcards.items()))
        if not all(map(recorded, project.outputs(wildcards.run, stage))):
            # nothing made yet; or .snakemake/ was deleted, or the run comes from elsewhere
            ask(project.refuse_unrecorded, wildcards.run, recorded)
        return ask(project.settings, wildcards.run, job_of(stage))

    return text


def code(stage):
    """Hash of the stage's source: an edit re-runs it, touching a file does not."""
    return project.code(stage)


def libraries(stage):
    """Versions of the libraries that decide what a stage finds: an upgrade re-runs it."""
    return project.libraries(stage)


def curation(wildcards):
    """What a person decided about the topics, if anything."""
    return ask(project.curation, wildcards.run)


def prompt(wildcards):
    """The prompt of the chat model that names topics, if one does."""
    return ask(project.prompt, wildcards.run)


def run_time(stage):
    """Settings that change no result. They reach a job as a resource: Snakemake does not compare
    resources, so another folder or device re-runs nothing."""

    def text(wildcards):
        return ask(project.run_time, wildcards.run, stage)

    return text


def corpus(wildcards):
    """The files of the run's corpus."""
    return ask(project.corpus, wildcards.run)


def guiding_files(wildcards):
    """The file of seed topics, if the run's configuration names one."""
    return ask(project.guiding_files, wildcards.run)


def repeated(wildcards):
    """The run's topics as found and as found once more, if `evaluate.repeats` asks for it."""
    return ask(project.repeated, wildcards.run)


def repeat_seals(wildcards):
    """The seals of the run's repeats, if there are any."""
    return ask(project.repeat_seals, wildcards.run)


def encoder_files(wildcards):
    """The files of an encoder, or of vectors, that the user has brought."""
    return ask(project.encoder_files, wildcards.run)


def figure_subcategory(wildcards):
    """Where Snakemake's report lists a figure."""
    return LISTED[wildcards.figure].category


def figure_labels(wildcards):
    """What Snakemake's report calls a figure."""
    return {"what": LISTED[wildcards.figure].title}
