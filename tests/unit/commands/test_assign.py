"""`topograph assign` on the tiny run: tables, files, and errors."""

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from sealing import changed_seal

from topograph.cli import main
from topograph.jobs.assign.source import READS
from topograph.rundir.checksums import sha256_file

OUT = Path("results/tiny/assigned")


def write(name: str, *texts: str) -> str:
    """Write texts as a table with one column; returns its name."""
    Path(name).write_text("\n".join(["text", *(f'"{text}"' for text in texts), ""]))
    return name


def assign(*arguments: str) -> pd.DataFrame:
    """Call the command on the tiny run; what it writes to `out.parquet`."""
    assert main(["assign", *arguments, "--run", "tiny", "--out", "out.parquet"]) == 0
    return pd.read_parquet("out.parquet")


def refused(capsys, *arguments: str) -> dict[str, str]:
    """Call the command, which must fail; its three lines."""
    assert main(["assign", *arguments]) == 1
    what, why, fix = capsys.readouterr().err.strip().split("\n")
    return {"what": what, "why": why.removeprefix("  why: "), "fix": fix.removeprefix("  fix: ")}


def reseal(stage: str, change) -> None:
    """Change the seal of a stage of the tiny run."""
    with changed_seal(Path(f"results/tiny/{stage}/summary.json")) as seal:
        change(seal)


def test_the_documents_of_a_run_get_their_own_topics_back(tiny_copy):
    found = assign("data/tiny.csv").set_index("doc_id")
    own = pd.read_parquet("results/tiny/label/assignments.parquet").set_index("doc_id")
    assert found["topic"].to_dict() == own["topic"].to_dict()
    assert (found["same_as"] == found.index).all()
    labels = pd.read_parquet("results/tiny/label/topics.parquet").set_index("topic")["label"]
    placed = found[found["topic"] >= 0]
    assert (placed["label"] == placed["topic"].map(labels)).all()


def test_new_documents_are_placed_beside_their_like(tiny_copy, kitchen, sky):
    new = assign(write("new.csv", f"{kitchen[0]} today", f"{sky[0]} today"))
    topics = assign("data/tiny.csv")["topic"]
    assert new["topic"].tolist() == [topics[0], topics[6]]
    assert new["same_as"].tolist() == ["", ""]
    assert new["position"].tolist() == [0, 1]
    assert new["excerpt"].tolist() == [f"{kitchen[0]} today"[:80], f"{sky[0]} today"[:80]]


def test_company_changes_nothing_and_equal_texts_are_all_kept(tiny_copy, kitchen, sky):
    text = f"{kitchen[2]} today"
    columns = ["topic", "strength", "runner_up", "runner_up_strength", "p_value", "prediction_set"]
    alone = assign(write("alone.csv", text))
    others = [f"{one} tomorrow" for one in kitchen + sky]
    many = assign(write("many.csv", *others, text, text))
    assert len(many) == 14
    assert many["doc_id"].is_unique
    for row in (12, 13):
        for column in columns:
            assert np.array_equal(many[column][row], alone[column][0]), column


def test_files_lie_in_the_runs_folder_and_counts_are_printed(tiny_copy, capsys, kitchen):
    write("new.csv", f"{kitchen[0]} today", "too short")
    assert main(["assign", "new.csv", "--run", "tiny"]) == 0
    printed = capsys.readouterr().out
    assert "2 records = 1 document assigned + 1 dropped (1 too short)" in printed
    table = pd.read_csv(OUT / "new.csv", keep_default_na=False)
    audit = pd.read_csv(OUT / "new.audit.csv", keep_default_na=False)
    assert f"\n        1  {table['topic'][0]:5}  {table['label'][0]}\n" in printed
    assert audit["reason"].tolist() == ["", "too short"]
    assert audit["excerpt"].tolist() == [f"{kitchen[0]} today"[:80], "too short"]
    assert sorted(path.name for path in OUT.iterdir()) == ["new.audit.csv", "new.csv"]


def test_no_cell_that_is_written_is_a_formula(tiny_copy, kitchen, sky):
    Path("new.csv").write_text(
        f"id,text\n=1+1,{kitchen[0]} today\n@sum,{sky[0]} today\n-2,=1+1 {kitchen[1]}\n+a,=1\n"
    )
    assert main(["assign", "new.csv", "--run", "tiny"]) == 0
    table = pd.read_csv(OUT / "new.csv", dtype=str, keep_default_na=False)
    audit = pd.read_csv(OUT / "new.audit.csv", dtype=str, keep_default_na=False)
    assert set(table["doc_id"]) == {"'=1+1", "'@sum", "-2"}
    assert set(audit["excerpt"]) >= {f"'=1+1 {kitchen[1]}", "'=1"}


def test_the_same_call_writes_the_same_bytes_and_lists_are_joined(tiny_copy, sky):
    write("new.csv", f"{sky[1]} today")
    digests = []
    for threads in ("1", "2"):
        arguments = ["assign", "new.csv", "--run", "tiny", "--coverage", "0.99"]
        assert main([*arguments, "--threads", threads]) == 0
        digests.append(sha256_file(OUT / "new.csv"))
    assert digests[0] == digests[1]
    table = pd.read_csv(OUT / "new.csv")
    topics = len(pd.read_parquet("results/tiny/label/topics.parquet"))
    # twelve documents rule nothing out at 0.99
    assert {*map(int, table["prediction_set"][0].split("; "))} >= set(range(topics))


def test_a_coverage_that_nothing_can_meet_is_reported(tiny_copy, capsys, sky):
    assign(write("new.csv", f"{sky[1]} today"), "--coverage", "0.99")
    assert "12 documents can rule no topic out" in capsys.readouterr().out
    assign("new.csv", "--coverage", "0.9")
    assert "rule no topic out" not in capsys.readouterr().out


def test_a_finished_run_stays_as_it_was(tiny_copy, sky):
    files = [path for path in Path("results/tiny").rglob("*") if path.is_file()]
    before = {path: sha256_file(path) for path in files}
    assert main(["assign", write("new.csv", f"{sky[1]} today"), "--run", "tiny"]) == 0
    assert {path: sha256_file(path) for path in files} == before


def test_sentences_that_the_run_removed_are_removed(tiny_copy, kitchen):
    recurring = "This text was written for the yearly meeting of our society."
    rows = [f'"{text}. {recurring}",2001' for text in kitchen]
    Path("data/tiny.csv").write_text("\n".join(["text,year", *rows, ""]))
    Path("config/runs/tiny.yaml").write_text(
        "parse: {files: [data/tiny.csv], boilerplate_documents: 3}\n"
    )
    for stage in ("parse", "embed", "reduce", "cluster", "label"):
        assert main([stage, "results/tiny"]) == 0
    removed = pd.read_parquet("results/tiny/parse/documents.parquet")["text"]
    assert not removed.str.contains("society").any()
    found = assign(
        write("new.csv", f"{kitchen[0]}. {recurring}", "Quite another text stands here.")
    )
    assert found["same_as"][0] != ""
    steps = pd.read_parquet("out.audit.parquet")["steps"]
    assert [list(own) for own in steps] == [["boilerplate"], []]


def test_an_unknown_run_is_reported(tiny_copy, capsys):
    output = refused(capsys, "data/tiny.csv", "--run", "tinyy")
    assert "no run `tinyy`; did you mean `tiny`?" in output["why"]


@pytest.mark.parametrize("stage", sorted({name.split("/")[0] for name in READS.reads}))
def test_a_run_that_is_not_finished_is_reported(tiny_copy, capsys, stage):
    Path(f"results/tiny/{stage}/summary.json").unlink()
    output = refused(capsys, "data/tiny.csv", "--run", "tiny")
    assert f"results/tiny/{stage}/summary.json is missing" in output["what"]
    assert f"--forcerun {stage}`" in output["fix"]


def test_files_that_do_not_belong_to_the_run_are_refused(tiny_copy, capsys):
    np.save("results/tiny/embed/embeddings.npy", np.eye(12, dtype=np.float32))
    output = refused(capsys, "data/tiny.csv", "--run", "tiny")
    assert "embeddings.npy cannot be used by `assign`" in output["what"]


def made_with(**changes):
    """Let a run be made with another encoder."""
    path = Path("results/tiny/embed/encoder.json")
    path.write_text(json.dumps(json.loads(path.read_text()) | changes))
    digest = sha256_file(path)
    reseal("embed", lambda seal: seal["outputs"].update({"embed/encoder.json": digest}))
    reseal("label", lambda seal: seal["inputs"].update({"embed/encoder.json": digest}))


@pytest.mark.parametrize(("encoder", "model"), [("tfidf", None), ("precomputed", "a.npy")])
def test_an_encoder_of_a_corpus_cannot_take_up_new_documents(tiny_copy, capsys, encoder, model):
    made_with(settings={"encoder": encoder, "model": model})
    output = refused(capsys, "data/tiny.csv", "--run", "tiny")
    assert f"its encoder is `{encoder}`" in output["what"]
    assert "embed.encoder" in output["fix"]


def test_another_encoder_than_the_runs_is_refused(tiny_copy, capsys):
    made_with(fingerprint="0" * 64)
    output = refused(capsys, "data/tiny.csv", "--run", "tiny")
    assert "was made with another encoder" in output["what"]
    assert not OUT.exists()


def test_settings_of_another_version_are_reported(tiny_copy, capsys):
    reseal("parse", lambda seal: seal["settings"]["parse"].update(gone=1))
    assert "another version" in refused(capsys, "data/tiny.csv", "--run", "tiny")["why"]


def test_a_run_without_topics_is_reported(tiny_copy, capsys):
    path = Path("results/tiny/label/topics.parquet")
    pd.read_parquet(path)[:0].to_parquet(path)
    digest = sha256_file(path)
    reseal("label", lambda seal: seal["outputs"].update({"label/topics.parquet": digest}))
    output = refused(capsys, "data/tiny.csv", "--run", "tiny")
    assert output["what"] == "Error: results/tiny has no topics."


def test_a_file_that_is_not_there_is_reported(tiny_copy, capsys):
    assert "no file matches none.csv" in refused(capsys, "none.csv", "--run", "tiny")["why"]


def test_files_without_documents_are_reported(tiny_copy, capsys):
    output = refused(capsys, write("new.csv", "too short", "as well"), "--run", "tiny")
    assert output["what"] == "Error: No document remains of 2 records."
    assert output["why"] == "dropped: 2 too short."


@pytest.mark.parametrize(
    ("out", "why"),
    [("a.xlsx", ".csv or .parquet"), ("new.csv", "the input"), ("./data/../new.csv", "the input")],
)
def test_a_place_that_cannot_be_written_to_is_reported(tiny_copy, capsys, sky, out, why):
    write("new.csv", f"{sky[0]} today")
    before = Path("new.csv").read_text()
    output = refused(capsys, "new.csv", "--run", "tiny", "--out", out)
    assert why in output["why"]
    assert Path("new.csv").read_text() == before


def test_an_audit_never_overwrites_what_is_read(tiny_copy, capsys, sky):
    write("new.audit.csv", f"{sky[0]} today")
    output = refused(capsys, "new.audit.csv", "--run", "tiny", "--out", "new.csv")
    assert output["what"] == "Error: new.audit.csv cannot be written."


@pytest.mark.parametrize("coverage", ["0", "1", "90", "-0.5", "nan", "most"])
def test_a_coverage_that_is_none_is_refused(tiny_copy, capsys, coverage):
    with pytest.raises(SystemExit) as end:
        main(["assign", "data/tiny.csv", "--run", "tiny", f"--coverage={coverage}"])
    assert end.value.code == 2
    assert "above 0 and below 1" in capsys.readouterr().err
