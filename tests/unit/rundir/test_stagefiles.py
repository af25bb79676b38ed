"""A run's folder: complete files or none, sealed stages, and nothing that belongs elsewhere."""

import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import zipfile
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import scipy.sparse

from topograph.errors import TopographError
from topograph.rundir.checksums import sha256_file
from topograph.rundir.contract import STAGES, TABLES
from topograph.rundir.stagefiles import StageFiles, open_stage

ROWS = 6


def table(name: str, word: str) -> pd.DataFrame:
    """A table that keeps its contract, of `ROWS` rows, with content that depends on `word`."""
    values = {
        "string": [f"{word} {i}" for i in range(ROWS)],
        "int64": list(range(ROWS)),
        "double": [i / 7 for i in range(ROWS)],
        "bool": [i % 2 == 0 for i in range(ROWS)],
        "list<string>": [[word] * i for i in range(ROWS)],
        "list<double>": [[float(i)] * 2 for i in range(ROWS)],
        "timestamp": [pd.Timestamp(2020, 5, 1 + i) for i in range(ROWS)],
    }
    return pd.DataFrame({column: values[kind] for column, kind in TABLES[name].items()})


def write(files: StageFiles, name: str, word: str) -> None:
    """Write one artifact of the contract, with content that depends on `word`."""
    numbers = np.full((ROWS, 2), len(word), dtype=np.float32)
    if name.endswith("/"):
        with files.write_folder(name) as folder:
            (folder / "part.txt").write_text(word)
    elif name.endswith(".parquet"):
        files.write_table(name, table(name, word))
    elif name.endswith(".npy"):
        files.write_array(name, numbers)
    elif name.endswith(".npz"):
        files.write_arrays(name, {"indices": numbers.astype(np.int64), "distances": numbers})
    elif name.endswith(".json"):
        files.write_json(name, {"word": word, "set": sorted({word, "b", "a"})})
    else:
        files.write_text(name, f"{word}\n")


def run_stage(run_dir: Path, stage: str, word: str) -> None:
    """Do what a stage does to a run's folder: use all inputs, write all outputs."""
    with open_stage(run_dir, stage, {"word": word}, "c0de") as files:
        for name in STAGES[stage].reads:
            files.use(name)
        for name in STAGES[stage].writes:
            write(files, name, word)


def run_all(run_dir: Path, word: str) -> Path:
    """Run every stage."""
    for stage in STAGES:
        run_stage(run_dir, stage, word)
    return run_dir


def seal_of(run_dir: Path, stage: str) -> Path:
    return run_dir / STAGES[stage].seal


def temporary_files(run_dir: Path) -> list[Path]:
    return list(run_dir.rglob(".*.tmp"))


@pytest.fixture(scope="module")
def finished_runs(tmp_path_factory) -> Path:
    """Two runs of as many rows in which every stage is finished. Not to be changed."""
    folder = tmp_path_factory.mktemp("finished")
    for name in ("one", "other"):
        run_all(folder / name, name)
    return folder


@pytest.fixture
def run_dir(finished_runs, tmp_path) -> Path:
    """A run in which every stage is finished."""
    return Path(shutil.copytree(finished_runs / "one", tmp_path / "results/one"))


@pytest.fixture
def other_dir(finished_runs, tmp_path) -> Path:
    """A finished run of another corpus with as many rows."""
    return Path(shutil.copytree(finished_runs / "other", tmp_path / "results/other"))


# one process at a time, and places that cannot be written to

WORK = """
import sys
from pathlib import Path
from topograph.rundir.stagefiles import open_stage
with open_stage(Path(sys.argv[1]), "plot", {}, ""):
    print("begun", flush=True)
    sys.stdin.read()
"""


@contextmanager
def at_work(run_dir):
    """A process at work on the stage `plot`, or waiting to be."""
    process = subprocess.Popen(
        [sys.executable, "-c", WORK, str(run_dir)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with process:
        try:
            yield process
        finally:
            process.kill()


def test_a_stage_waits_until_a_process_at_work_on_it_is_gone(run_dir):
    with at_work(run_dir) as first:
        assert first.stdout.readline() == "begun\n"
        with at_work(run_dir) as second:
            reported = f"plot: waiting for process {first.pid}, which runs the same stage\n"
            assert second.stdout.readline() == reported
            first.kill()
            assert second.stdout.readline() == "begun\n"


def test_two_stages_of_a_run_do_not_wait_for_each_other(run_dir):
    with (
        pytest.raises(ValueError, match="plot did not write"),
        open_stage(run_dir, "plot", {}, ""),
    ):
        run_stage(run_dir, "evaluate", "one")
    assert seal_of(run_dir, "evaluate").exists()


@pytest.mark.parametrize("in_the_way", ["results", "results/one", "results/one/parse"])
def test_a_place_that_cannot_be_written_to_is_reported(tmp_path, in_the_way):
    path = tmp_path / in_the_way
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("a file where a folder should be")
    with (
        pytest.raises(TopographError, match=rf"{in_the_way}.* cannot be written\."),
        open_stage(tmp_path / "results/one", "parse", {}, ""),
    ):
        pass
    assert path.read_text() == "a file where a folder should be"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_is_reported(run_dir):
    with (
        pytest.raises(TopographError, match=r"plot/figures.html cannot be written\.") as refused,
        open_stage(run_dir, "plot", {}, "") as files,
        files._writing("plot/figures.html") as temporary,
    ):
        temporary.symlink_to("/dev/full")
        temporary.write_text("x" * 100_000)
    assert "No space left on device" in refused.value.why


# complete files or none


def test_a_seal_holds_settings_code_and_the_hash_of_every_file(run_dir):
    seal = json.loads(seal_of(run_dir, "reduce").read_text())
    assert (seal["stage"], seal["settings"], seal["code"]) == ("reduce", {"word": "one"}, "c0de")
    assert set(seal["inputs"]) == {"embed/embeddings.npy"}
    written = {"neighbors.npz", "graph.npz", "map.npy", "space.npy"}
    assert set(seal["outputs"]) == {f"reduce/{name}" for name in written}
    for name, digest in (seal["inputs"] | seal["outputs"]).items():
        assert digest == hashlib.sha256((run_dir / name).read_bytes()).hexdigest()


def test_a_finished_run_holds_the_files_of_the_contract_and_no_others(run_dir):
    files = {str(p.relative_to(run_dir)) for p in run_dir.rglob("*") if p.is_file()}
    files = {name for name in files if not name.startswith("logs/")}
    expected = {name for stage in STAGES.values() for name in (*stage.writes, stage.seal)}
    folders = {name for name in expected if name.endswith("/")}
    expected = (expected - folders) | {f"{name}part.txt" for name in folders}
    assert files == expected


def test_a_failing_write_leaves_the_old_file_no_half_one_and_no_seal(run_dir):
    before = (run_dir / "report.html").read_bytes()
    with pytest.raises(UnicodeEncodeError), open_stage(run_dir, "report", {}, "") as files:
        files.write_text("report.html", "x" * 100_000 + "\ud800")
    assert (run_dir / "report.html").read_bytes() == before
    assert not seal_of(run_dir, "report").exists()
    assert temporary_files(run_dir) == []


def test_a_sparse_matrix_is_read_as_it_was_written_by_us_and_by_scipy(run_dir):
    matrix = scipy.sparse.csr_matrix([[0, 0.5, 0], [0, 0, 0], [2, 0, 0.25], [0, 0, 0]])
    with open_stage(run_dir, "reduce", {}, "") as files:
        files.write_sparse("reduce/graph.npz", matrix)
        for name in ("reduce/neighbors.npz", "reduce/map.npy", "reduce/space.npy"):
            write(files, name, "one")
    read = StageFiles(run_dir, STAGES["cluster"]).read_sparse("reduce/graph.npz")
    for own in (read, scipy.sparse.load_npz(run_dir / "reduce/graph.npz")):
        assert (own.format, own.dtype, own.shape) == ("csr", np.float32, (4, 3))
        assert own.toarray().tolist() == matrix.toarray().tolist()


def test_a_folder_whose_filling_fails_does_not_appear(run_dir):
    with (
        pytest.raises(RuntimeError),
        open_stage(run_dir, "label", {}, "") as files,
        files.write_folder("label/model/") as folder,
    ):
        (folder / "half.txt").write_text("x")
        raise RuntimeError
    assert [path.name for path in (run_dir / "label/model").iterdir()] == ["part.txt"]
    assert not seal_of(run_dir, "label").exists()
    assert temporary_files(run_dir) == []


def test_a_folder_replaces_the_one_before_it_whole(run_dir):
    stage = StageFiles(run_dir, STAGES["label"])
    with stage.write_folder("label/model/") as folder:
        (folder / "new.txt").write_text("x")
    assert [path.name for path in (run_dir / "label/model").iterdir()] == ["new.txt"]


KILLED = """
import os, signal, sys
from pathlib import Path
from topograph.rundir.stagefiles import open_stage
with open_stage(Path(sys.argv[1]), "label", {}, "") as files:
    with files.write_folder("label/model/") as folder:
        (folder / "half.txt").write_text("x")
        os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_stage_killed_half_way_is_not_taken_for_finished_and_is_cleaned_up(run_dir):
    killed = subprocess.run([sys.executable, "-c", KILLED, str(run_dir)])
    assert killed.returncode == -signal.SIGKILL
    assert not seal_of(run_dir, "label").exists()
    assert [path.name for path in (run_dir / "label/model").iterdir()] == ["part.txt"]
    assert temporary_files(run_dir) != []
    with pytest.raises(TopographError, match=r"label/summary\.json is missing"):
        run_stage(run_dir, "plot", "one")
    run_stage(run_dir, "label", "one")
    assert temporary_files(run_dir) == []


def test_a_stage_that_fails_is_not_sealed_though_it_was_before(run_dir):
    with pytest.raises(RuntimeError), open_stage(run_dir, "embed", {}, "") as files:
        write(files, "embed/embeddings.npy", "one")
        raise RuntimeError
    assert not seal_of(run_dir, "embed").exists()


def test_a_stage_that_leaves_out_a_file_is_not_sealed(run_dir):
    with (
        pytest.raises(ValueError, match=r"did not write .*memberships\.npz"),
        open_stage(run_dir, "cluster", {}, "") as files,
    ):
        write(files, "cluster/assignments.parquet", "one")
    assert not seal_of(run_dir, "cluster").exists()


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf")])
def test_numbers_that_json_does_not_know_are_refused(run_dir, value):
    before = (run_dir / "evaluate/metrics.json").read_bytes()
    with pytest.raises(ValueError), open_stage(run_dir, "evaluate", {}, "") as files:
        files.write_json("evaluate/metrics.json", {"a": [{"b": value}]})
    assert (run_dir / "evaluate/metrics.json").read_bytes() == before


def test_a_stage_that_has_to_tell_nan_is_not_sealed(run_dir):
    with pytest.raises(ValueError), open_stage(run_dir, "embed", {}, "") as files:
        write(files, "embed/embeddings.npy", "one")
        files.summary["share"] = float("nan")
    assert not seal_of(run_dir, "embed").exists()
    assert temporary_files(run_dir) == []


def test_arrays_of_python_objects_are_refused(run_dir):
    objects = np.array([{"a": 1}], dtype=object)
    with pytest.raises(ValueError):
        StageFiles(run_dir, STAGES["reduce"]).write_arrays("reduce/neighbors.npz", {"a": objects})
    with pytest.raises(ValueError):
        StageFiles(run_dir, STAGES["reduce"]).write_array("reduce/map.npy", objects)


# the contract


@pytest.mark.parametrize(
    "name", ["cluster/new.json", "label/hierarchy.json", "../x.json", "topics.json"]
)
def test_writing_what_the_contract_does_not_name_is_refused(run_dir, name):
    with pytest.raises(ValueError, match="does not write"):
        StageFiles(run_dir, STAGES["cluster"]).write_json(name, {})


def test_writing_the_table_of_another_stage_is_refused(run_dir):
    name = "label/topics.parquet"
    with pytest.raises(ValueError, match="does not write"):
        StageFiles(run_dir, STAGES["cluster"]).write_table(name, table(name, "x"))


@pytest.mark.parametrize(
    "name", ["label/hierarchy.json", "cluster/topics.json", "parse/summary.json"]
)
def test_reading_what_the_contract_does_not_name_is_refused(run_dir, name):
    with pytest.raises(ValueError, match="does not read"):
        StageFiles(run_dir, STAGES["cluster"]).read_json(name)


@pytest.mark.parametrize("name", TABLES)
def test_tables_have_the_columns_and_types_of_the_contract(run_dir, name):
    files = StageFiles(run_dir, STAGES[name.split("/")[0]])
    shuffled = table(name, "x")[sorted(TABLES[name], reverse=True)].set_index(pd.Index([9] * ROWS))
    files.write_table(name, shuffled)
    schema = pq.read_schema(run_dir / name)
    types = {
        "string": pa.string(),
        "int64": pa.int64(),
        "double": pa.float64(),
        "bool": pa.bool_(),
        "list<string>": pa.list_(pa.string()),
        "list<double>": pa.list_(pa.float64()),
        "timestamp": pa.timestamp("ms"),
    }
    assert list(zip(schema.names, schema.types, strict=True)) == [
        (column, types[kind]) for column, kind in TABLES[name].items()
    ]


@pytest.mark.parametrize("name", TABLES)
def test_a_table_that_lacks_a_column_is_refused(run_dir, name):
    for column in TABLES[name]:
        with pytest.raises((KeyError, ValueError), match=column):
            StageFiles(run_dir, STAGES[name.split("/")[0]]).write_table(
                name, table(name, "x").drop(columns=column)
            )


@pytest.mark.parametrize("name", TABLES)
def test_further_columns_are_for_open_tables_only(run_dir, name):
    files = StageFiles(run_dir, STAGES[name.split("/")[0]])
    wider = table(name, "x").assign(year=2026)
    if name in ("parse/documents.parquet", "evaluate/topics.parquet"):
        files.write_table(name, wider)
        read = pd.read_parquet(run_dir / name)
        assert list(read.columns) == [*TABLES[name], "year"]
        assert read["year"].to_list() == [2026] * ROWS
    else:
        with pytest.raises(ValueError, match="year"):
            files.write_table(name, wider)


def test_a_table_in_parts_is_the_same_table(run_dir):
    name = "parse/documents.parquet"
    files = StageFiles(run_dir, STAGES["parse"])
    whole = pa.Table.from_pandas(table(name, "x").assign(year=2026), preserve_index=False)
    files.write_tables(name, (whole.slice(start, 4) for start in (0, 4)))
    assert pq.ParquetFile(run_dir / name).num_row_groups == 2
    in_parts = pd.read_parquet(run_dir / name)
    files.write_tables(name, [whole])
    assert in_parts.equals(pd.read_parquet(run_dir / name))


def test_a_table_whose_parts_differ_is_refused_and_leaves_the_one_before(run_dir):
    name = "parse/documents.parquet"
    before = (run_dir / name).read_bytes()
    whole = pa.Table.from_pandas(table(name, "x").assign(year=2026), preserve_index=False)
    for other in (whole.drop_columns("year"), whole.drop_columns("text")):
        with pytest.raises((KeyError, ValueError)):
            StageFiles(run_dir, STAGES["parse"]).write_tables(name, [whole, other])
    assert (run_dir / name).read_bytes() == before
    assert not list((run_dir / name).parent.glob(".*.tmp"))


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("topic", "first"),
        ("topic", "1"),
        ("topic", 0.5),
        ("size", [1]),
        ("label", 5),
        ("label", ["a"]),
        ("reason", 5),
    ],
)
def test_values_of_another_type_are_refused(run_dir, column, value):
    name = "evaluate/topics.parquet"
    before = (run_dir / name).read_bytes()
    wrong = table(name, "x").assign(**{column: [value] * ROWS})
    with pytest.raises((ValueError, TypeError, NotImplementedError)):
        StageFiles(run_dir, STAGES["evaluate"]).write_table(name, wrong)
    assert (run_dir / name).read_bytes() == before


def test_what_is_written_is_read_back(run_dir):
    files = StageFiles(run_dir, STAGES["cluster"])
    documents = files.read_table("parse/documents.parquet")
    assert documents["text"].to_list() == [f"one {i}" for i in range(ROWS)]
    assert [list(links) for links in documents["links"]] == [["one"] * i for i in range(ROWS)]
    assert (files.read_array("embed/embeddings.npy") == np.full((ROWS, 2), 3, np.float32)).all()
    assert isinstance(files.read_array("reduce/space.npy", mmap=True), np.memmap)
    evaluate = StageFiles(run_dir, STAGES["evaluate"])
    assert set(evaluate.read_arrays("reduce/neighbors.npz")) == {"indices", "distances"}
    assert StageFiles(run_dir, STAGES["plot"]).read_json("label/hierarchy.json")["word"] == "one"


# what does not belong together

#: Pairs of a stage and one that reads its files.
DIRECT = [
    (made, reader.name)
    for reader in STAGES.values()
    for made in dict.fromkeys(name.split("/")[0] for name in reader.reads)
]
#: The report rests on every stage, though it does not read the files of each.
ALL = [*DIRECT, ("embed", "report"), ("reduce", "report")]


def copy_stage(source: Path, target: Path, stage: str) -> None:
    shutil.rmtree(target / stage)
    shutil.copytree(source / stage, target / stage)


def assert_refused(run_dir: Path, reader: str) -> TopographError:
    with pytest.raises(TopographError) as refused:
        run_stage(run_dir, reader, "one")
    assert run_dir.name in refused.value.fix
    assert "snakemake" in refused.value.fix
    assert not seal_of(run_dir, reader).exists()
    return refused.value


@pytest.mark.parametrize(("made", "reader"), [pair for pair in ALL if pair != ("parse", "embed")])
def test_a_stage_copied_from_another_run_is_refused(run_dir, other_dir, made, reader):
    copy_stage(other_dir, run_dir, made)
    assert "made from another" in assert_refused(run_dir, reader).why


@pytest.mark.parametrize(("made", "reader"), DIRECT)
def test_files_copied_from_another_run_without_their_seal_are_refused(
    run_dir, other_dir, made, reader
):
    own_seal = seal_of(run_dir, made).read_bytes()
    copy_stage(other_dir, run_dir, made)
    seal_of(run_dir, made).write_bytes(own_seal)
    assert re.search(
        f"the (file|folder) has changed since the stage `{made}` wrote it",
        assert_refused(run_dir, reader).why,
    )


@pytest.mark.parametrize(("made", "reader"), ALL)
def test_a_stage_without_a_seal_is_not_read(run_dir, other_dir, made, reader):
    copy_stage(other_dir, run_dir, made)
    seal_of(run_dir, made).unlink()
    refusal = assert_refused(run_dir, reader)
    assert f"`{made}` has not finished" in refusal.why
    assert f"topograph {made} {run_dir}" in refusal.fix


def test_a_stage_made_again_from_another_corpus_is_refused_until_what_follows_is_made_again(
    run_dir,
):
    run_stage(run_dir, "parse", "two")
    assert_refused(run_dir, "reduce")
    for stage in ("embed", "reduce"):
        run_stage(run_dir, stage, "two")
    assert_refused(run_dir, "label")
    run_all(run_dir, "two")


@pytest.mark.parametrize(
    ("name", "reader"),
    [("parse/documents.parquet", "embed"), ("embed/embeddings.npy", "reduce"),
     ("reduce/neighbors.npz", "evaluate"), ("label/hierarchy.json", "plot"),
     ("plot/figures.html", "report")],
)  # fmt: skip
def test_an_edited_artifact_is_refused(run_dir, name, reader):
    content = bytearray((run_dir / name).read_bytes())
    content[len(content) // 2] ^= 1
    (run_dir / name).write_bytes(content)
    refusal = assert_refused(run_dir, reader)
    assert str(run_dir / name) in refusal.what
    assert "has changed since the stage" in refusal.why


def test_a_deleted_artifact_is_reported(run_dir):
    (run_dir / "embed/embeddings.npy").unlink()
    assert "does not exist" in assert_refused(run_dir, "reduce").why


@pytest.mark.parametrize("broken", ["", '{"stage": "embed", "outp', "[]", "{}"])
def test_a_broken_seal_is_reported_as_an_error(run_dir, broken):
    seal_of(run_dir, "embed").write_text(broken)
    assert "embed" in assert_refused(run_dir, "reduce").what


def test_input_from_outside_the_run_is_recorded_and_not_looked_for(run_dir):
    with open_stage(run_dir, "parse", {}, "") as files:
        files.record_input("seeds/a.txt", "abc")
        for name in STAGES["parse"].writes:
            write(files, name, "one")
    assert json.loads(seal_of(run_dir, "parse").read_text())["inputs"] == {"seeds/a.txt": "abc"}
    run_stage(run_dir, "embed", "one")
    assert seal_of(run_dir, "embed").exists()


# the same bytes


def content_of(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file() and path.parent.name != "logs")
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


AGAIN = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from test_stagefiles import run_all
run_all(Path(sys.argv[2]), "one")
"""


@pytest.mark.slow
def test_the_same_input_gives_the_same_bytes_in_another_process(run_dir, tmp_path):
    again = tmp_path / "again"
    subprocess.run(
        [sys.executable, "-c", AGAIN, str(Path(__file__).parent), str(again)],
        env=os.environ | {"PYTHONHASHSEED": "7", "TZ": "Asia/Tokyo"},
        check=True,
    )
    assert content_of(again) == content_of(run_dir)


def test_archives_of_arrays_hold_no_date_of_their_writing(run_dir):
    with zipfile.ZipFile(run_dir / "reduce/neighbors.npz") as archive:
        assert {info.date_time for info in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}


def test_the_hash_of_a_folder_depends_on_names_and_content_and_not_on_its_place(tmp_path):
    for place in ("a", "b"):
        (tmp_path / place / "in").mkdir(parents=True)
        (tmp_path / place / "in/x").write_text("1")
        (tmp_path / place / "y").write_text("2")
    before = sha256_file(tmp_path / "a")
    assert sha256_file(tmp_path / "b") == before
    (tmp_path / "a/in/x").write_text("2")
    (tmp_path / "a/y").write_text("1")
    swapped = sha256_file(tmp_path / "a")
    (tmp_path / "b/y").rename(tmp_path / "b/z")
    renamed = sha256_file(tmp_path / "b")
    assert len({before, swapped, renamed}) == 3
