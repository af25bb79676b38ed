"""`topograph verify` reports what no longer matches, and nothing else."""

import os
import random
import re
from pathlib import Path

import pytest
from sealing import changed_seal

from topograph.cli import main
from topograph.finished.verification import verify as hold_against_seals


@pytest.fixture
def verify(tiny_copy, capsys):
    """Verify the tiny run; returns the exit status and all that was printed."""

    def call(run="results/tiny"):
        capsys.readouterr()
        status = main(["verify", run])
        output = capsys.readouterr()
        return status, output.out, output.err

    return call


def test_a_run_as_it_was_made_matches(verify):
    status, out, err = verify()
    assert (status, err) == (0, "")
    assert out.count("all match") == 5
    assert "would be made in the same way" in out


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("plot/explorer.html", "plot/explorer.html has changed since `plot` wrote it"),
        ("reduce/map.npy", "reduce/map.npy has changed since `reduce` wrote it"),
        ("label/model/topics.json", "label/model/ has changed since `label` wrote it"),
        ("plot/figures/map.html", "plot/figures/ has changed since `plot` wrote it"),
        ("report.html", "report.html has changed since `report` wrote it"),
    ],
)
def test_a_changed_file_is_reported(verify, tiny_copy, name, expected):
    with (tiny_copy / "results/tiny" / name).open("ab") as file:
        file.write(b" ")
    status, out, err = verify()
    assert status == 1
    assert expected in out
    assert "results: " in out
    assert out.count("all match") == 4
    assert "differs from its manifest" in err


def protected_files(run_dir):
    """All files of a run but those that differ from run to run, and its size in bytes."""
    aside = ("logs/", "benchmarks/", "assigned/")
    files = [path for path in sorted(run_dir.rglob("*")) if path.is_file()]
    return [path for path in files if not str(path.relative_to(run_dir)).startswith(aside)]


@pytest.fixture
def mismatches(tiny_copy, monkeypatch):
    """A function that tells what of a run's files does not match, and leaves out what else may."""
    monkeypatch.setattr("topograph.finished.verification._present", lambda *_: ())
    return lambda: hold_against_seals(Path("results/tiny"), tiny_copy, None).mismatches


def test_any_byte_of_any_file_that_has_changed_is_reported(tiny_copy, mismatches):
    run_dir = tiny_copy / "results/tiny"
    files = protected_files(run_dir)
    assert {"topic_keys.json", "manifest.json", "report.html"} < {path.name for path in files}
    draw = random.Random(1)
    missed = []
    for path in [*files, *draw.choices(files, k=max(0, 120 - len(files)))]:
        before = path.read_bytes()
        if not before:
            continue
        at = draw.randrange(len(before))
        path.write_bytes(
            before[:at] + bytes([before[at] ^ 1 << draw.randrange(8)]) + before[at + 1 :]
        )
        if not any(one.area == "results" for one in mismatches()):
            missed.append((path, at))
        path.write_bytes(before)
    assert missed == []
    assert mismatches() == []


@pytest.mark.parametrize("name", ["topic_keys.json", "manifest.json", "parse/summary.json"])
def test_another_digit_in_a_seal_or_in_the_memory_of_keys_is_reported(
    verify, tiny_copy, mismatches, name
):
    path = tiny_copy / "results/tiny" / name
    before = path.read_text(encoding="utf-8")
    for place in re.finditer(r"\d", before):
        if random.Random(place.start()).random() > 15 / before.count("0"):
            continue
        other = str((int(place[0]) + 1) % 10)
        path.write_text(before[: place.start()] + other + before[place.end() :], encoding="utf-8")
        assert [one.what for one in mismatches() if name in one.what], place
    path.write_text(before.replace(": ", ":  ", 1), encoding="utf-8")
    assert verify()[0] == 1
    path.unlink()
    _, out, _ = verify()
    assert f"{name} is missing" in out


def test_missing_files_and_seals_are_reported(verify, tiny_copy):
    (tiny_copy / "results/tiny/plot/figures.html").unlink()
    (tiny_copy / "results/tiny/evaluate/summary.json").unlink()
    status, out, _ = verify()
    assert status == 1
    assert "plot/figures.html is missing; `plot` wrote it" in out
    assert "evaluate/summary.json is missing" in out


def test_a_stage_made_from_other_inputs_is_reported(verify, tiny_copy):
    with changed_seal(tiny_copy / "results/tiny/evaluate/summary.json") as content:
        content["inputs"]["reduce/map.npy"] = "0" * 64
    _, out, _ = verify()
    assert "`evaluate` was made from another reduce/map.npy than the one here" in out


def test_another_corpus_and_other_settings_are_reported(verify, tiny_copy):
    with (tiny_copy / "data/tiny.csv").open("a", encoding="utf-8") as file:
        file.write('"One more text about an onion soup",2030\n')
    with (tiny_copy / "config/runs/tiny.yaml").open("a", encoding="utf-8") as file:
        file.write("label: {terms: 12}\n")
    status, out, _ = verify()
    assert status == 1
    assert "data/tiny.csv has changed" in out
    assert "`label` ran with label.terms: 10; the value is now 12" in out
    assert out.count("all match") == 3
    (tiny_copy / "data/tiny.csv").unlink()
    _, out, _ = verify()
    assert "data/tiny.csv does not exist" in out
    assert "the value is now 12" in out  # settings are compared without the files they name


def test_other_code_and_another_environment_are_reported(verify, tiny_copy):
    results = tiny_copy / "results/tiny"
    with changed_seal(results / "cluster/summary.json") as content:
        content["code"] = "another"
        content["versions"]["hdbscan"] = "0.1"
    with changed_seal(results / "manifest.json") as content:
        content["summary"]["environment"]["processor"] = "abacus"
    status, out, _ = verify()
    assert status == 1
    assert "the code of `cluster` has changed" in out
    assert "hdbscan was 0.1 and is now " in out
    assert "processor was abacus" in out


def test_a_stage_that_was_run_again_after_the_manifest_is_reported(verify, tiny_copy):
    with changed_seal(tiny_copy / "results/tiny/manifest.json") as content:
        content["summary"]["stages"]["embed"]["outputs"]["embed/lengths.parquet"] = "0" * 64
    status, out, _ = verify()
    assert status == 1
    assert "manifest.json describes another `embed` than the one here (outputs)" in out


def test_touching_files_changes_nothing(verify, tiny_copy):
    for path in (tiny_copy / "results").rglob("*"):
        os.utime(path, (0, 0))
    assert verify()[0] == 0


def test_a_run_that_was_sent_is_verified_without_its_project(verify, tiny_copy, monkeypatch):
    (tiny_copy / "results/tiny").rename(tiny_copy / "tiny")
    (tiny_copy / "config").rename(tiny_copy / "no_config")
    (tiny_copy / "data").rename(tiny_copy / "no_data")
    status, out, _ = verify("tiny")
    assert status == 1
    assert "settings: not compared" in out
    assert "data/tiny.csv does not exist" in out
    assert "results: " in out
    assert "not matching" not in out.split("corpus:")[0]


def test_a_folder_that_is_none_is_refused(verify):
    status, _, err = verify("results/nothing")
    assert status == 1
    assert "There is no run in results/nothing" in err
