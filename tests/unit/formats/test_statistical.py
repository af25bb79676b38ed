"""Tables of SPSS, Stata, SAS and R, of Arrow, and what is not a table."""

import bz2
import gzip
import io
import lzma
import sqlite3

import numpy as np
import pandas as pd
import pyarrow as pa
import pyreadstat
import pytest
import rdata
import xarray
from parse_files import read

from topograph.errors import TopographError
from topograph.formats import rtables

WHY = "I walk my dog there every morning before work."
MORE = "My children play on the grass after school."


def frame():
    return pd.DataFrame(
        {
            "id": [1001.0, 1002.0],
            "often": [1.0, 2.0],
            "why": [WHY, MORE],
            "when": pd.to_datetime(["2023-03-15", None]),
        }
    )


def written(tmp_path, write, ending, **options):
    path = tmp_path / f"written{ending}"
    write(frame(), str(path), **options)
    return path.read_bytes()


LABELS = {"column_labels": ["", "How often do you go?", "Why do you go?", ""]}
MEANT = {"variable_value_labels": {"often": {1: "daily", 2: "weekly"}}}
FILES = {
    ".sav": (pyreadstat.write_sav, LABELS | MEANT),
    ".zsav": (pyreadstat.write_sav, LABELS | MEANT | {"compress": True}),
    ".por": (pyreadstat.write_por, {"column_labels": LABELS["column_labels"]}),
    ".dta": (pyreadstat.write_dta, LABELS | MEANT),
    ".xpt": (pyreadstat.write_xport, {"column_labels": LABELS["column_labels"]}),
}


@pytest.mark.parametrize("ending", FILES)
@pytest.mark.parametrize("name", ["usual", "neutral"])
def test_a_table_of_statistics_gives_labels_for_codes_and_questions_for_names(
    tmp_path, ending, name
):
    write, options = FILES[ending]
    content = written(tmp_path, write, ending, **options)
    file = f"a{ending}" if name == "usual" else "a"
    for question in ("Why do you go?", "why do you"):
        candidates, reports = read(tmp_path, file, content, fields={"text": question})
        assert reports[0].format == "statistical"
        assert [(own.own_id, own.text) for own in candidates] == [("1001", WHY), ("1002", MORE)]
    metadata = {key.lower(): value for key, value in candidates[0].metadata.items()}
    expected = "daily" if "variable_value_labels" in options else 1
    assert metadata["often"] == expected
    assert str(metadata["when"]).startswith("2023-03-15")
    assert (
        candidates[1].metadata[next(k for k in candidates[1].metadata if k.lower() == "when")]
        is None
    )
    assert {key.lower(): own for key, own in reports[0].labels.items()} == {
        "often": "How often do you go?",
        "why": "Why do you go?",
    }


def test_a_damaged_table_of_statistics_is_refused_with_its_name(tmp_path):
    content = written(tmp_path, pyreadstat.write_sav, ".sav")
    with pytest.raises(TopographError, match="cannot be read as a table of SPSS") as refused:
        read(tmp_path, "a.sav", content[:200])
    assert "a.sav" in refused.value.what


@pytest.mark.parametrize("library, content", [("pyreadstat", b"$FL2"), ("rdata", b"RDX3\n")])
def test_a_missing_library_is_reported_with_the_extra_that_brings_it(
    tmp_path, monkeypatch, library, content
):
    monkeypatch.setitem(__import__("sys").modules, library, None)
    with pytest.raises(TopographError, match="cannot be read") as refused:
        read(tmp_path, "a", content)
    assert "uv sync --extra statistics" in refused.value.fix


def r_frame():
    return frame()[["id", "why"]].astype({"why": "string[python]"})


def r_file(tmp_path, value, write=rdata.write_rds):
    path = tmp_path / "written"
    write(str(path), value, compression=None)
    return path.read_bytes()


PACKED = {"none": bytes, "gzip": gzip.compress, "bzip2": bz2.compress, "xz": lzma.compress}


@pytest.mark.parametrize("packed", PACKED)
def test_a_table_of_r_is_read_however_it_is_packed(tmp_path, packed):
    content = PACKED[packed](r_file(tmp_path, r_frame()))
    candidates, reports = read(tmp_path, "a.rds", content, fields={"text": "why"})
    assert reports[0].format == "r"
    assert [(own.own_id, own.text) for own in candidates] == [("1001", WHY), ("1002", MORE)]


def test_of_several_objects_of_r_the_longest_table_is_read(tmp_path):
    short = pd.DataFrame({"text": pd.array(["Only one."], dtype="string[python]")})
    values = {"notes": short, "answers": r_frame(), "n": np.array([1, 2, 3])}
    content = gzip.compress(r_file(tmp_path, values, rdata.write_rda))
    candidates, _ = read(tmp_path, "a.RData", content, fields={"text": "why"})
    assert [own.text for own in candidates] == [WHY, MORE]


def test_a_vector_of_texts_is_read_and_one_of_numbers_refused(tmp_path):
    candidates, _ = read(tmp_path, "a.rds", r_file(tmp_path, np.array([WHY, MORE])))
    assert [own.text for own in candidates] == [WHY, MORE]
    with pytest.raises(TopographError, match="holds no table") as refused:
        read(tmp_path, "a.rds", r_file(tmp_path, np.array([1.0, 2.0])))
    assert "write.csv" in refused.value.fix


def test_dates_times_and_labels_of_r_are_what_they_stand_for():
    days = rtables._dates(np.array([19431.0, np.nan]), {})
    assert [str(own)[:10] for own in days] == ["2023-03-15", "NaT"]
    assert str(rtables._times(np.array([1678874400.0]), {})[0])[:16] == "2023-03-15T10:00"
    labels = xarray.DataArray([1.0, 2.0], coords={"dim_0": ["daily", "weekly"]}, dims="dim_0")
    meant = rtables._labelled(np.array([2.0, 1.0, 9.0, np.nan]), {"labels": labels})
    assert list(meant) == ["weekly", "daily", 9.0, None]


@pytest.mark.parametrize("kind", ["file", "stream"])
def test_arrow_is_read_as_file_and_as_stream(tmp_path, kind):
    table = pa.table({"text": [WHY, MORE], "n": [1, 2]})
    stream = io.BytesIO()
    new = pa.ipc.new_file if kind == "file" else pa.ipc.new_stream
    with new(stream, table.schema) as writer:
        writer.write_table(table)
    candidates, reports = read(tmp_path, "a.arrow", stream.getvalue())
    assert reports[0].format == "arrow"
    assert [(own.text, own.metadata["n"]) for own in candidates] == [(WHY, 1), (MORE, 2)]


def test_a_database_is_refused_with_a_command_that_works(tmp_path):
    with sqlite3.connect(tmp_path / "a.sqlite") as database:
        database.execute("create table notes (text)")
    database.close()
    with pytest.raises(TopographError, match="SQLite") as refused:
        read(tmp_path, "a.sqlite", (tmp_path / "a.sqlite").read_bytes())
    assert "sqlite3 -header -csv" in refused.value.fix


def test_a_pointer_of_git_lfs_is_no_text(tmp_path):
    content = "version https://git-lfs.github.com/spec/v1\noid sha256:f35e\nsize 12\n"
    with pytest.raises(TopographError, match="Git LFS") as refused:
        read(tmp_path, "a.feather", content)
    assert "git lfs pull" in refused.value.fix


def test_texts_in_an_unknown_encoding_are_refused_with_the_reason(tmp_path):
    content = written(tmp_path, pyreadstat.write_dta, ".dta")
    with pytest.raises(TopographError, match="cannot be read as a table of Stata") as refused:
        read(tmp_path, "a.dta", content.replace(b"morning", b"m\xf6rning"), fields={"text": "why"})
    assert "encoding" in refused.value.why and "unicode translate" in refused.value.fix
