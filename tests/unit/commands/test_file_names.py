"""Whatever the files of a corpus are called, commands read them and write what can be read."""

import csv
import json
import os
from pathlib import Path

import pandas as pd
import pytest
from hostile_names import NAMES

from topograph.cli import main
from topograph.config.loading import load_run_config
from topograph.rundir.checksums import sha256_file
from topograph.system.filenames import corpus_files, display_name


def write(path: Path, *texts: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(["text", *(f'"{text}"' for text in texts), ""]), encoding="utf-8")
    return path


@pytest.fixture
def corpus(tmp_path, monkeypatch):
    """A project with a file of every name in the current folder and below `data/`."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "config").mkdir()
    (tmp_path / "config/config.yaml").write_text("runs: [all]\n")
    for number, name in enumerate(NAMES):
        for folder in (tmp_path, tmp_path / "data"):
            write(folder / name, f"The text of file number {number} stands here for all to read")
    return tmp_path


@pytest.mark.parametrize("folder", ["", "data/"], ids=["beside", "below"])
@pytest.mark.parametrize("name", NAMES, ids=ascii)
def test_init_writes_a_configuration_that_finds_the_file(corpus, capsys, folder, name):
    arguments = ["init", f"{folder}{name}", "--run", "one"]
    if (folder, name) == ("", "--run"):  # that is the option
        arguments = ["init", "./--run", "--run", "one"]
    assert main(arguments) == 0
    assert display_name(name) in capsys.readouterr().out
    assert corpus_files(load_run_config("one").parse.files) == [f"{folder}{name}"]


def test_a_name_that_is_not_utf8_is_refused_where_only_a_pattern_for_several_would_find_it(
    corpus, capsys
):
    write(corpus / "cafe.csv", "The text of a file with nearly the same name")
    assert main(["init", os.fsdecode(b"caf\xe9.csv"), "--run", "one"]) == 1
    output = capsys.readouterr().err
    assert r"caf\xe9.csv cannot be written into a configuration" in output
    assert "caf?.csv also matches other files" in output


def test_parse_reads_all_names_and_verify_finds_them(corpus, capsys):
    (corpus / "config/runs").mkdir()
    (corpus / "config/runs/all.yaml").write_text("parse: {files: [data, data/...csv.csv]}\n")
    assert main(["parse", "results/all"]) == 0
    documents = pd.read_parquet("results/all/parse/documents.parquet")
    assert sorted(documents["source"]) == sorted(f"data/{display_name(name)}" for name in NAMES)
    seal = json.loads(Path("results/all/parse/summary.json").read_bytes())
    assert seal["inputs"] == {f"data/{name}": sha256_file(corpus / "data" / name) for name in NAMES}
    page = Path("results/all/parse/audit.html").read_text(encoding="utf-8")
    assert "<script>.csv" not in page
    (corpus / "data" / NAMES[-1]).write_text("text\nanother\n")
    (corpus / "data/two\nlines.csv").unlink()
    capsys.readouterr()
    assert main(["verify", "results/all"]) == 1
    output = capsys.readouterr().out.splitlines()
    assert r"  data/caf\xe9.csv has changed" in output
    assert r"  data/two\nlines.csv does not exist" in output


def test_links_that_lead_nowhere_are_reported_and_skipped_on_request(corpus, capsys):
    (corpus / "links").mkdir()
    (corpus / "links/loop.csv").symlink_to("loop.csv")
    (corpus / "links/lost.csv").symlink_to("elsewhere.csv")
    for name in ("loop.csv", "lost.csv"):
        assert main(["init", f"links/{name}", "--run", "one"]) == 1
        target = "loop.csv" if name == "loop.csv" else "elsewhere.csv"
        output = capsys.readouterr().err
        assert f"links/{name} cannot be read." in output
        assert f"it is a link to {target}, where there is no file" in output
    (corpus / "config/runs").mkdir(exist_ok=True)
    (corpus / "config/runs/all.yaml").write_text(
        'parse: {files: [links, "who?.csv"], on_error: skip}\n'
    )
    assert main(["parse", "results/all"]) == 0
    audit = pd.read_parquet("results/all/parse/audit.parquet")
    assert audit["reason"].tolist() == ["unreadable file", "unreadable file", ""]
    assert main(["verify", "results/all"]) == 1
    assert "corpus: 3 files from outside the run checked, all match" in capsys.readouterr().out


@pytest.mark.parametrize(
    "name", ["curly{brace}.csv", "-dash.csv", "a" * 255, "two\nlines.csv", NAMES[-1]], ids=ascii
)
def test_assign_reads_any_name_and_makes_others_from_it(tiny_copy, kitchen, capsys, name):
    write(tiny_copy / name, f"{kitchen[0]} today")
    assert main(["assign", name, "--run", "tiny"]) == 0
    table, audit = sorted(
        Path("results/tiny/assigned").iterdir(), key=lambda path: ".audit" in path.name
    )
    assert audit.name == f"{table.stem}.audit.csv"
    assert table.name.startswith(name[:100].removesuffix(".csv"))
    rows = list(csv.DictReader(table.open(encoding="utf-8", newline="")))
    assert [row["source"].removeprefix("'") for row in rows] == [display_name(name)]


def test_a_name_that_is_too_long_to_be_written_is_reported(tiny_copy, capsys):
    assert main(["assign", "data/tiny.csv", "--run", "tiny", "--out", f"{'a' * 250}.csv"]) == 1
    assert "File name too long" in capsys.readouterr().err
