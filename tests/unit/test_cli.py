"""The command line: errors in three lines, and stages that refuse what they cannot use."""

import json
import shutil
import subprocess
import sys
from contextlib import suppress

import pytest

from topograph.cli import HELP, main
from topograph.config import RunConfig, stage_settings
from topograph.rundir.contract import STAGES
from topograph.rundir.stagefiles import read_seal


def assert_error(capsys, arguments: list[str]) -> dict[str, str]:
    """Run a command that must fail; its three lines by `what`, `why` and `fix`."""
    assert main(arguments) == 1
    printed = capsys.readouterr().err
    assert "Traceback" not in printed
    what, why, fix = printed.strip().split("\n")
    assert what.startswith("Error: ")
    assert why.startswith("  why: ")
    assert fix.startswith("  fix: ")
    return {"what": what, "why": why, "fix": fix}


@pytest.mark.parametrize("arguments", [["clutser", "results/a"], []])
def test_an_unknown_or_missing_command_is_answered_with_the_usage(capsys, arguments):
    with pytest.raises(SystemExit) as end:
        main(arguments)
    assert end.value.code == 2
    printed = capsys.readouterr().err
    assert "usage: topograph" in printed
    assert "Traceback" not in printed


def test_help_names_every_stage_with_a_line(capsys):
    with pytest.raises(SystemExit) as end:
        main(["--help"])
    assert end.value.code == 0
    printed = capsys.readouterr().out
    assert set(HELP) == set(STAGES)
    for name in STAGES:
        assert f"\n    {name} " in printed


@pytest.mark.parametrize("text", ["{", "", "{'embed': {}}", "[1]", '"embed"', "5"])
def test_settings_that_are_no_json_object_are_refused(capsys, tmp_path, monkeypatch, text):
    monkeypatch.chdir(tmp_path)
    error = assert_error(capsys, ["embed", "results/a", "--settings", text])
    assert "--settings" in error["what"]
    assert not (tmp_path / "results").exists()


WRONG_SETTINGS = ["{}", '{"nonsense": {}}', '{"embed": 5}', '{"embed": {"max_tokens": 3}}']


@pytest.mark.parametrize("text", WRONG_SETTINGS)
def test_settings_that_the_stage_cannot_be_run_with_are_refused(capsys, tiny_copy, text):
    assert main(["embed", "results/tiny", "--settings", text]) == 1
    printed = capsys.readouterr().err
    assert "Error: " in printed
    assert "Traceback" not in printed


@pytest.mark.parametrize("text", WRONG_SETTINGS)
def test_wrong_settings_leave_what_is_finished_finished(tiny_copy, text):
    with suppress(Exception):
        main(["embed", "results/tiny", "--settings", text])
    assert read_seal(tiny_copy / "results/tiny", "embed")["stage"] == "embed"


@pytest.mark.parametrize("threads", ["0", "-1", "many"])
def test_a_number_of_threads_that_is_none_is_refused(capsys, tiny_copy, threads):
    try:
        status = main(["embed", "results/tiny", "--threads", threads])
    except SystemExit as end:
        status = end.code
    assert status in (1, 2)
    assert "threads" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments", [["parse", "results/a"], ["config"], ["config", "--write-docs"]]
)
def test_without_a_configuration_the_folder_to_call_from_is_reported(
    capsys, tmp_path, monkeypatch, arguments
):
    monkeypatch.chdir(tmp_path)
    error = assert_error(capsys, arguments)
    assert "config" in error["what"] + error["why"]
    assert "project's folder" in error["fix"]


def test_an_unknown_run_is_reported(capsys, project, monkeypatch):
    monkeypatch.chdir(project.root)
    error = assert_error(capsys, ["parse", "results/aa"])
    assert "no run `aa`; did you mean `a`?" in error["why"]
    assert not (project.root / "results").exists()


def test_a_stage_before_its_turn_says_what_to_run(capsys, project, monkeypatch):
    monkeypatch.chdir(project.root)
    error = assert_error(capsys, ["embed", "results/a"])
    assert "results/a/parse/summary.json is missing" in error["what"]
    assert "`topograph parse results/a`" in error["fix"]
    assert "`snakemake results/a/report.html --forcerun parse`" in error["fix"]


def test_debug_shows_where_an_error_arose(capsys, project, monkeypatch):
    monkeypatch.chdir(project.root)
    assert main(["--debug", "embed", "results/a"]) == 1
    printed = capsys.readouterr().err
    assert "Traceback" in printed
    assert "\n  fix: " in printed


def test_the_installed_command_ends_with_status_1_and_no_traceback(project):
    command = [sys.executable, "-m", "topograph", "embed", "results/a"]
    done = subprocess.run(command, cwd=project.root, capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.startswith("\nError: results/a/parse/summary.json is missing.\n  why: ")
    assert "Traceback" not in done.stderr


# the command `config`


def test_a_valid_configuration_is_confirmed(capsys, root, monkeypatch):
    monkeypatch.chdir(root)
    assert main(["config"]) == 0
    assert "icml2026: the configuration is valid" in capsys.readouterr().out


def test_checking_the_configuration_tells_the_mistakes_of_all_runs(capsys, project, monkeypatch):
    project.write("config/config.yaml", "runs: [a, b]\n")
    project.write("config/runs/a.yaml", "label: {terms: 1}\n")
    project.write("config/runs/b.yaml", "plot: {hover_words: -1}\n")
    monkeypatch.chdir(project.root)
    assert main(["config"]) == 1
    printed = capsys.readouterr().err
    assert "config/runs/a.yaml:1: label.terms" in printed
    assert "config/runs/b.yaml:1: plot.hover_words" in printed


def test_runs_that_are_not_listed_are_checked_too(capsys, project, monkeypatch):
    corpus = "parse: {files: [seeds/a.txt]}"
    project.write("config/runs/unlisted.yaml", f"{corpus}\nlabel: {{terms: 12}}\n")
    monkeypatch.chdir(project.root)
    assert main(["config"]) == 0
    assert "unlisted: the configuration is valid" in capsys.readouterr().out
    project.write("config/runs/unlisted.yaml", f"{corpus}\nlabel: {{terms: 1}}\n")
    assert main(["config"]) == 1
    assert "config/runs/unlisted.yaml:2: label.terms" in capsys.readouterr().err


def test_documentation_is_written_on_request(capsys, project, monkeypatch, root):
    shutil.copy(root / "config/README.md", project.root / "config/README.md")
    monkeypatch.chdir(project.root)
    assert main(["config", "--write-docs"]) == 0
    assert "wrote config/schema.json" in capsys.readouterr().out
    written = json.loads((project.root / "config/schema.json").read_text(encoding="utf-8"))
    assert written["title"] == "Topograph configuration"


# stages


def test_settings_given_by_hand_count_and_are_sealed(capsys, tiny_copy):
    asked = {"parse": {"files": ["data/tiny.csv"], "min_words": 13}}
    settings = stage_settings(RunConfig.model_validate(asked), "parse")
    assert main(["parse", "results/tiny", "--settings", json.dumps(settings)]) == 0
    seal = read_seal(tiny_copy / "results/tiny", "parse")
    assert seal["settings"] == settings
    # of the twelve texts three have 13 words, the others fewer
    assert seal["summary"]["documents"] == 3
    assert seal["summary"]["dropped"] == {"too short": 9}
    assert "12 records in 1 file = 3 documents kept" in capsys.readouterr().out


@pytest.mark.parametrize("with_seal", [True, False])
def test_embeddings_of_another_run_with_as_many_rows_are_refused(capsys, tiny_copy, with_seal):
    own, other = (tiny_copy / "results" / name / "embed" for name in ("tiny", "other"))
    for name in ["embeddings.npy"] + ["summary.json"] * with_seal:
        shutil.copy(other / name, own / name)
    error = assert_error(capsys, ["reduce", "results/tiny"])
    assert "results/tiny/embed/embeddings.npy cannot be used by `reduce`" in error["what"]
    assert "`snakemake results/tiny/report.html --forcerun embed`" in error["fix"]


def test_the_report_refuses_a_configuration_that_the_stages_were_not_run_with(capsys, tiny_copy):
    manifest = read_seal(tiny_copy / "results/tiny", "report")
    settings = manifest["settings"]
    settings["reduce"]["seed"] += 1
    assert main(["report", "results/tiny", "--settings", json.dumps(settings)]) == 1
    assert "reduce" in capsys.readouterr().err


def test_a_stage_run_twice_gives_the_same_bytes(tiny_copy):
    folder = tiny_copy / "results/tiny"

    def content() -> dict[str, bytes]:
        return {
            str(path): path.read_bytes()
            for stage in ("parse", "embed", "reduce", "cluster", "label")
            for path in (folder / stage).rglob("*")
            if path.is_file()
        }

    before = content()
    for stage in ("parse", "embed", "reduce", "cluster", "label"):
        assert main([stage, "results/tiny"]) == 0
    assert content() == before


def test_a_column_of_mixed_types_is_kept_or_reported(capsys, tiny_copy):
    rows = [{"text": f"number {i} of some short texts", "year": y} for i, y in enumerate([1, "2"])]
    (tiny_copy / "data/mixed.jsonl").write_text("\n".join(map(json.dumps, rows)))
    (tiny_copy / "config/runs/mixed.yaml").write_text("parse: {files: [data/mixed.jsonl]}\n")
    status = main(["parse", "results/mixed"])
    assert status == 0 or "year" in capsys.readouterr().err


#: A command that prints, and one that meets a broken pipe elsewhere.
PRINTS = "print('x' * 1_000_000)"
BREAKS = "(_ for _ in ()).throw(BrokenPipeError('elsewhere'))"


@pytest.mark.parametrize(
    ("does", "status", "expected"), [(PRINTS, 141, ""), (BREAKS, 1, "BrokenPipeError: elsewhere")]
)
def test_who_stops_reading_gets_no_traceback(does, status, expected):
    script = (
        "import argparse, sys\n"
        "from topograph import cli\n"
        "parser = argparse.ArgumentParser()\n"
        f"parser.set_defaults(run=lambda options: {does})\n"
        "cli._parser = lambda: parser\n"
        "sys.exit(cli.main([]))"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    if does is PRINTS:
        process.stdout.read(1)
        process.stdout.close()
    said = process.stderr.read().strip()
    assert (process.wait(), said.splitlines()[-1:] or [""]) == (status, [expected])
