"""Reading corpus files: every record of every format, as it stands in the file."""

import json
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from topograph.config import ParseSettings
from topograph.errors import TopographError
from topograph.stages.parse.reading import read_corpus

ROOT = Path(__file__).parents[3]
SEEDS = sorted((ROOT / "seeds").glob("*.txt"))
TABLES = ("csv", "tsv", "jsonl", "parquet")


def read(path: Path, form: str = "auto", text: str | None = None, title: str | None = None):
    settings = ParseSettings(format=form, fields={"text": text, "title": title})
    return [own for batch in read_corpus([path.name], settings, path.parent) for own in batch]


def write_table(folder: Path, form: str, rows: list[dict]) -> Path:
    path = folder / f"corpus.{form}"
    frame = pd.DataFrame(rows)
    if form == "parquet":
        frame.to_parquet(path)
    elif form == "jsonl":
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    else:
        frame.to_csv(path, sep="\t" if form == "tsv" else ",", index=False)
    return path


@pytest.mark.parametrize("path", SEEDS, ids=lambda path: path.stem[:3])
def test_a_seed_file_is_a_heading_and_nineteen_abstracts(path):
    records = read(path)
    assert [record.text for record in records if record.reason == "heading"] == ["ICML 2026 Papers"]
    assert records[0].reason == "heading"
    assert len(records) == 20
    assert [record.position for record in records] == list(range(20))
    assert {record.source for record in records} == {path.name}


def test_there_are_five_seed_files():
    assert len(SEEDS) == 5


@pytest.mark.parametrize("separator", ["\n\n", "\n \t\n", "\r\n\r\n", "\r\r", "\n\n\n\n"])
def test_paragraphs_end_at_blank_lines_of_any_kind(tmp_path, separator):
    path = tmp_path / "a.txt"
    path.write_bytes(separator.join(["First one.", "Second one.", "Third one."]).encode())
    assert [record.text for record in read(path)] == ["First one.", "Second one.", "Third one."]


def test_a_line_break_inside_a_paragraph_stays(tmp_path):
    path = tmp_path / "a.md"
    path.write_text("One line\nand its next.\n\nAnother.\n", encoding="utf-8")
    assert [record.text for record in read(path)] == ["One line\nand its next.", "Another."]


def test_a_byte_order_mark_is_no_text(tmp_path):
    path = tmp_path / "a.txt"
    path.write_bytes(b"\xef\xbb\xbfFirst one.\n\nSecond one.")
    assert read(path)[0].text == "First one."


@given(
    st.lists(
        st.text(st.characters(categories=("L", "N", "P")), min_size=1).map(lambda part: part + "."),
        min_size=1,
        max_size=8,
    )
)
def test_paragraphs_come_back_as_written(tmp_path_factory, parts):
    path = tmp_path_factory.mktemp("paragraphs") / "a.txt"
    path.write_text("\n\n".join(parts) + "\n", encoding="utf-8")
    assert [record.text for record in read(path)] == parts


@pytest.mark.parametrize(
    ("content", "headings"),
    [
        ("A heading\n\nA text.", ["A heading"]),
        ("A sentence.\n\nA text.", []),
        ("A heading alone", []),
        ("A text.\n\nA heading\n\nA text.", []),
        ("Two lines\nare no heading\n\nA text.", []),
        (" ".join(["word"] * 13) + "\n\nA text.", []),
        (" ".join(["word"] * 12) + "\n\nA text.", [" ".join(["word"] * 12)]),
    ],
)
def test_only_a_short_first_line_without_a_full_stop_is_a_heading(tmp_path, content, headings):
    path = tmp_path / "a.txt"
    path.write_text(content, encoding="utf-8")
    assert [record.text for record in read(path) if record.reason == "heading"] == headings


def test_lines_are_records_and_empty_lines_are_not(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("A heading\n\n  Indented text \nLast", encoding="utf-8")
    assert [(record.position, record.text) for record in read(path, "lines")] == [
        (0, "A heading"),
        (2, "Indented text"),
        (3, "Last"),
    ]


@pytest.mark.parametrize("form", TABLES)
@pytest.mark.parametrize(
    ("text", "title"),
    [("text", "title"), ("Abstract", "Title"), ("SUMMARY", "NAME"), ("Content", "headline")],
)
def test_text_and_title_are_found_by_their_usual_names_in_any_case(tmp_path, form, text, title):
    row = {"id": "7", title: "On graphs and trees", text: "Graphs matter."}
    path = write_table(tmp_path, form, [row])
    (record,) = read(path)
    assert (record.text, record.title) == ("Graphs matter.", "On graphs and trees")


@pytest.mark.parametrize("form", TABLES)
def test_text_and_title_are_taken_from_the_columns_named(tmp_path, form):
    rows = [{"text": "not this", "title": "nor this", "essay": "This one.", "top": "Its title"}]
    (record,) = read(write_table(tmp_path, form, rows), text="essay", title="top")
    assert (record.text, record.title) == ("This one.", "Its title")
    assert record.metadata == {"text": "not this", "title": "nor this"}


@pytest.mark.parametrize("form", TABLES)
def test_the_other_columns_travel_along(tmp_path, form):
    rows = [
        {"title": "A", "abstract": "Text of A.", "venue": "ICML", "code": "007"},
        {"title": "B", "abstract": "Text of B.", "venue": "NeurIPS", "code": "042"},
    ]
    records = read(write_table(tmp_path, form, rows))
    assert [record.metadata for record in records] == [
        {"venue": "ICML", "code": "007"},
        {"venue": "NeurIPS", "code": "042"},
    ]
    assert [record.position for record in records] == [0, 1]


@pytest.mark.parametrize("form", TABLES)
def test_words_that_look_like_missing_values_are_kept(tmp_path, form):
    rows = [{"title": "Null", "text": "None of these is empty.", "country": "NA"}]
    (record,) = read(write_table(tmp_path, form, rows))
    assert record.title == "Null"
    assert record.metadata == {"country": "NA"}


@pytest.mark.parametrize("form", TABLES)
def test_an_empty_cell_is_an_empty_text(tmp_path, form):
    rows = [{"title": None, "text": "Without a title."}, {"title": "Without a text", "text": None}]
    records = read(write_table(tmp_path, form, rows))
    assert [(record.text, record.title) for record in records] == [
        ("Without a title.", ""),
        ("", "Without a text"),
    ]


def test_of_several_usual_names_the_first_in_the_list_wins(tmp_path):
    rows = [{"description": "a blurb", "abstract": "the abstract", "body": "the whole"}]
    assert read(write_table(tmp_path, "csv", rows))[0].text == "the abstract"


@pytest.mark.parametrize("form", TABLES)
def test_a_named_column_that_is_missing_is_an_error_with_the_columns_listed(tmp_path, form):
    path = write_table(tmp_path, form, [{"text": "A text.", "year": "2026"}])
    for role in ("text", "title"):
        with pytest.raises(TopographError) as caught:
            read(path, **{role: "essay"})
        for part in (path.name, "essay", f"parse.fields.{role}", "text, year"):
            assert part in str(caught.value)


@pytest.mark.parametrize("form", TABLES)
def test_a_table_without_a_known_text_column_is_an_error_with_the_columns_listed(tmp_path, form):
    path = write_table(tmp_path, form, [{"essay": "A text.", "year": "2026"}])
    with pytest.raises(TopographError) as caught:
        read(path)
    for part in (path.name, "essay, year", "abstract", "parse:"):
        assert part in str(caught.value)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.csv", b""),
        ("a.csv", b"text,id\n"),
        ("a.jsonl", b'{"text": '),
        ("a.json", b'[{"text": "A"}, {"text": '),
        ("a.json", b"[1, 2"),
        ("a.parquet", b"PAR1 no parquet"),
        ("a.xlsx", b"PK\x03\x04 no workbook"),
        ("a.xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"),
        ("a.txt", b"\x01\x00\x02\x03binary\x00\x00\xff"),
        ("a.txt", b"\x01\x02\x03\x04\x05\x06\x07\x08binary"),
        ("a.txt", b" \n \n"),
        ("a.txt.gz", b"\x1f\x8b\x08 cut off"),
        ("a.zip", b"PK\x05\x06" + 18 * b"\x00"),
        ("a.xml", b"<?xml version='1.0'?><feed/>"),
        ("a.xml", b"<PubmedArticleSet><PubmedArticle><PMID>1</PMID>"),
        ("a.png", b"\x89PNG\r\n"),
        ("missing.csv", None),
    ],
)
def test_a_file_that_cannot_be_read_is_named_in_the_error_or_skipped(tmp_path, name, content):
    if content is not None:
        (tmp_path / name).write_bytes(content)
    with pytest.raises(TopographError, match=name):
        read(tmp_path / name)
    settings = ParseSettings(on_error="skip")
    (tmp_path / "good.txt").write_text("A text of some words.", encoding="utf-8")
    batches = list(read_corpus([name, "good.txt"], settings, tmp_path))
    found = [(own.source, own.reason) for batch in batches for own in batch]
    assert found == [(name, "unreadable file"), ("good.txt", "")]
    assert name in batches[0][0].detail


@pytest.mark.parametrize(
    ("name", "content", "texts", "broken"),
    [
        ("a.csv", b'id,text\n1,A one\n2,"unclosed\n3,A three\n', ["A one", "A three"], 1),
        ("a.csv", b"id,text\n1,A one\n2,A two,x,y\n3,A three\n", ["A one", "A three"], 1),
        ("a.csv", b'id,text\n1,"A ""quoted"" one"\n2,"A "sloppy" two"\n', ['A "quoted" one', None], 0),  # noqa: E501
        ("a.tsv", b"text\tid\nA\t1\nB\t2\t3\n", ["A"], 1),
        ("a.jsonl", b'{"text": "A"}\n{"text": \n{"text": "C"}\n[1]\n', ["A", "C"], 2),
    ],
)  # fmt: skip
def test_a_broken_record_is_skipped_and_reported(tmp_path, name, content, texts, broken):
    (tmp_path / name).write_bytes(content)
    records = read(tmp_path / name)
    good = [record.text for record in records if not record.reason]
    bad = [record for record in records if record.reason]
    assert len(good) == len(texts)
    assert all(want in (None, got) for want, got in zip(texts, good, strict=True))
    assert [record.reason for record in bad] == ["broken record"] * broken
    assert all(record.detail for record in bad)
    assert [record.position for record in records] == list(range(len(records)))


def test_the_format_set_wins_over_the_ending(tmp_path):
    (tmp_path / "corpus.dat").write_text("text\nA text.\n", encoding="utf-8")
    assert [record.text for record in read(tmp_path / "corpus.dat", "csv")] == ["A text."]
