"""What a person sees who types `snakemake`: progress, the end, and every mistake in the files."""

import re
import zipfile

import pytest

from topograph.rundir.contract import STAGES

RUN = "icml2026"
THREE_MISTAKES = """\
runs: [icml2026]
parse:
  files: ["seeds/*.txt"]
  min_word: 5
cluster:
  min_cluster_size: 1
label:
  terms: many
"""


def write_config(project, text, name="config/config.yaml"):
    path = project.root / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")


def refused(project, *arguments):
    """What is printed by a call that must stop before any job, without a traceback."""
    call = project.snakemake(*arguments)
    assert call.status != 0
    assert "Traceback" not in call.output
    assert "Job stats" not in call.output
    assert not (project.root / "results").exists()
    return call.output


def test_a_second_call_does_nothing(finished):
    call = finished.snakemake()
    assert call.status == 0
    assert "Nothing to be done" in call.output


def test_a_dry_run_of_a_fresh_project_lists_every_stage_and_makes_nothing(fresh):
    assert fresh.plan().rules == set(STAGES)
    assert not (fresh.root / "results").exists()


def test_the_workflow_has_nothing_to_lint(finished):
    call = finished.snakemake("--lint")
    assert call.status == 0
    assert "in a good condition" in call.output


def test_snakemakes_own_report_can_be_made(finished):
    call = finished.snakemake("--report", "out.zip")
    assert call.status == 0, call.output
    with zipfile.ZipFile(finished.root / "out.zip") as archive:
        assert any(name.endswith("report.html") for name in archive.namelist())


def test_a_run_tells_the_file_that_each_job_makes_and_where_to_look(finished):
    finished.configure({"plot.hover_words": 12})
    call = finished.snakemake()
    assert call.status == 0, call.output
    for stage in ("plot", "report"):
        reported = re.findall(rf"^Job \d+: {stage}: results/{RUN}/(\S+)$", call.output, re.M)
        assert len(reported) == 1
        assert reported[0] in STAGES[stage].writes
    assert f"Done. Open results/{RUN}/report.html\n" in call.output


def test_every_job_names_a_file_that_it_makes(fresh):
    output = fresh.snakemake("-n").output
    reported = dict(re.findall(rf"^Job \d+: (\w+): results/{RUN}/(\S+)$", output, re.M))
    assert set(reported) == set(STAGES)
    for stage, name in reported.items():
        assert name in STAGES[stage].writes


def test_all_mistakes_are_reported_at_once_with_file_line_and_key(fresh):
    write_config(fresh, THREE_MISTAKES)
    output = refused(fresh)
    assert "config/config.yaml:4: parse.min_word: unknown key" in output
    assert "did you mean `parse.min_words`?" in output
    assert "config/config.yaml:6: cluster.min_cluster_size: 1 is not allowed" in output
    assert "config/config.yaml:8: label.terms: 'many' is not allowed" in output


def test_mistakes_of_all_runs_are_reported_at_once(fresh):
    write_config(fresh, "runs: [first, second]\nplot:\n  dot_size: -1\n")
    write_config(fresh, "label:\n  terms: 2\n", "config/runs/first.yaml")
    write_config(fresh, "parse:\n\n  files: [nowhere/*.txt]\n", "config/runs/second.yaml")
    output = refused(fresh)
    assert output.count("config/config.yaml:3: plot.dot_size") == 1
    assert "config/runs/first.yaml:2: label.terms" in output
    write_config(fresh, "runs: [first, second]\n")
    output = refused(fresh)
    assert "config/runs/first.yaml:2: label.terms" in output
    assert "config/runs/second.yaml:3: parse.files: 'nowhere/*.txt' matches no file" in output


def test_a_mistake_on_the_command_line_is_reported_as_such(fresh):
    output = refused(fresh, "--config", "label={terms: 2}")
    assert "command line: label.terms" in output


@pytest.mark.parametrize(
    ("text", "line"),
    [
        pytest.param('runs: [icml2026]\nparse:\n  files: ["seeds/*.txt"\nlabel: 1\n', 4, id="open"),
        pytest.param("runs: [icml2026]\nlabel:\n\tterms: 8\n", 3, id="tab"),
    ],
)
def test_broken_yaml_is_reported_with_its_line(fresh, text, line):
    write_config(fresh, text)
    assert f"config/config.yaml:{line}: is not valid YAML" in refused(fresh)


def test_an_unknown_run_is_reported_with_the_known_ones(fresh):
    output = refused(fresh, "results/icml2025/report.html")
    assert "there is no run `icml2025`" in output
    assert "icml2026" in output.replace("icml2025", "")


def test_mistakes_of_a_run_that_is_asked_for_by_name_are_reported(fresh):
    write_config(fresh, "label:\n  terms: 2\n", "config/runs/other.yaml")
    output = refused(fresh, "results/other/report.html")
    assert "config/runs/other.yaml:2: label.terms: 2 is not allowed" in output
