"""Snakemake makes a run of files of any name, in a folder of any name, from any number of files."""

import re
import shutil

import yaml
from hostile_names import NAMES
from projects import copy_inputs

TARGET = "results/all/parse/summary.json"


def write_texts(project, names):
    """Write a file of each name, and the configuration of a run that lists them."""
    for number, name in enumerate(names):
        path = project.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"text\nThe text of file number {number} stands here\n", encoding="utf-8")
    (project.root / "config/runs").mkdir(exist_ok=True)
    listed = [name for name in names if name.isprintable() or "\n" in name]
    content = yaml.safe_dump({"parse": {"files": listed}}, allow_unicode=True)
    (project.root / "config/runs/all.yaml").write_text(content, encoding="utf-8")


def test_a_corpus_of_files_of_any_name(fresh):
    names = [f"data/{name}" for name in NAMES]
    write_texts(fresh, names)
    call = fresh.snakemake(TARGET)
    assert call.status == 0, call.output
    assert fresh.plan(TARGET).rules == set()
    for name in ("curly{brace}.csv", "br[ack]et.csv", "two\nlines.csv"):
        with (fresh.root / f"data/{name}").open("a", encoding="utf-8") as file:
            file.write("Another text that stands in this file since\n")
        call = fresh.snakemake(TARGET)
        assert call.status == 0, call.output
        assert re.findall(r"^Job \d+: (\w+):", call.output, re.M) == ["parse"]


def test_a_corpus_of_more_names_than_a_command_can_hold(fresh):
    write_texts(
        fresh, [f"data/a file with a rather long name, number {i}.txt" for i in range(3000)]
    )
    call = fresh.snakemake(TARGET)
    assert call.status == 0, call.output
    assert fresh.plan(TARGET).rules == set()


def test_a_project_in_a_folder_of_nearly_any_name(snapshot, folder):
    braces = copy_inputs(snapshot, folder / "{a}")
    call = braces.snakemake(TARGET)
    assert call.status != 0
    assert "has a brace in its name" in call.output
    assert "Traceback" not in call.output
    project = copy_inputs(snapshot, folder / "it's a [pro]ject $x %s 100% größe")
    shutil.rmtree(project.root / "seeds")
    write_texts(project, ["a.csv"])
    call = project.snakemake(TARGET)
    assert call.status == 0, call.output
    assert project.plan(TARGET).rules == set()


def test_a_run_is_not_kept_by_the_files_of_another(fresh):
    write_texts(fresh, ["data/a.csv"])
    (fresh.root / "config/runs/lost.yaml").write_text("parse: {files: [gone.csv]}\n")
    fresh.configure({"runs": ["lost", "all"]})
    call = fresh.snakemake(TARGET)
    assert call.status == 0, call.output
    call = fresh.snakemake("-n")
    assert call.status != 0
    assert "lost.yaml:1: parse.files: 'gone.csv' matches no file" in call.output


def test_an_empty_file_of_a_run_is_reported(fresh):
    (fresh.root / "config/runs").mkdir(exist_ok=True)
    (fresh.root / "config/runs/mine.yaml").write_text("# nothing yet\n")
    call = fresh.snakemake("results/mine/report.html")
    assert call.status != 0
    assert "config/runs/mine.yaml: is empty; name the files of the corpus" in call.output
    assert "Traceback" not in call.output
