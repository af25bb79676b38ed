"""Tables as CSV: what is written is read back, and no cell is a formula."""

import csv
import io

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from topograph.system.csvfiles import FORMULA, cell_text, write_csv

CELLS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=8)


def read_back(path):
    text = path.read_bytes().decode("utf-8-sig")
    return list(csv.reader(io.StringIO(text, newline="")))


@given(
    cells=st.lists(
        st.one_of(
            CELLS, st.sampled_from([*FORMULA, "\r"]).flatmap(lambda f: CELLS.map(lambda c: f + c))
        ),
        min_size=1,
    )
)
def test_cells_are_read_back_and_none_is_a_formula(tmp_path_factory, cells):
    path = tmp_path_factory.mktemp("csv") / "a.csv"
    write_csv(path, pd.DataFrame({"=head": cells, "other": "x"}))
    (head, *rows) = read_back(path)
    assert head == ["'=head", "other"]
    for cell, (written, _) in zip(cells, rows, strict=True):
        cell = cell.replace("\r\n", "\n").replace("\r", "\n")
        assert written in (cell, f"'{cell}")
        assert not written.startswith(FORMULA) or float(written.replace(",", ".")) is not None


@pytest.mark.parametrize(
    ("cell", "written"),
    [
        ("=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"),
        ("\t=1", "'\t=1"),
        ("\n=1", "'\n=1"),
        ("\r=1", "'\n=1"),
        ("a\r\nb\rc", "a\nb\nc"),
        ("＝1+1", "'＝1+1"),
        ("-3", "-3"),
        ("+1.5e-3", "+1.5e-3"),
        ("-1+1", "'-1+1"),
        ("a=b", "a=b"),
        (["=1", "b"], "'=1; b"),
        (-3, -3),
        (None, None),
    ],
)
def test_an_apostrophe_makes_a_text_of_a_formula(cell, written):
    assert cell_text(cell) == written


def test_columns_of_any_type_are_written(tmp_path):
    table = pd.DataFrame(
        {
            "kind": pd.Categorical(["=a", "b"]),
            "list": [["x", "y"], []],
            "number": [1 / 3, float("nan")],
            "date": pd.to_datetime(["2020-01-02", None]),
            "whole": [1, 2],
        }
    )
    write_csv(tmp_path / "a.csv", table, "%.3g")
    (_, *rows) = read_back(tmp_path / "a.csv")
    assert rows == [["'=a", "x; y", "0.333", "2020-01-02", "1"], ["b", "", "", "", "2"]]
