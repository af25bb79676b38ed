"""Files made to break a reader: each is read, or refused with a reason; none is a traceback."""

# ruff: noqa: E501

import gzip
import io
import json
import time
import zipfile

import openpyxl
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from format_samples import SAMPLES
from hypothesis import given
from hypothesis import strategies as st
from parse_files import read

from topograph.cli import main
from topograph.errors import TopographError
from topograph.formats import columnar, limits, sources
from topograph.formats.bibtex import read_bibtex
from topograph.formats.records import MOST_LEVELS, RawRecord, sound
from topograph.formats.sheetsize import refuse_huge

SENTENCE = "The ferry to the islands leaves at noon and takes an hour."
HALF = "\ud83d"


def reasons(candidates):
    return [own.reason for own in candidates]


# --- halves of characters


@pytest.mark.parametrize("field", ["id", "title", "text", "date", "journal", "authors", "year"])
@pytest.mark.parametrize("half", [HALF, "\udc00", "\udc00\ud83d"])
def test_half_a_character_in_any_field_stops_no_run(project, monkeypatch, capsys, field, half):
    rows = [
        {"id": f"d{i}", "title": f"Title {i}", "text": f"{SENTENCE} It is ferry {i}.", "year": i,
         "date": "2020-01-01", "journal": "J", "authors": ["A"]}
        for i in range(4)
    ]  # fmt: skip
    rows[2][field] = [half] if field == "authors" else f"{rows[2][field]} {half}"
    rows[3][f"column {half}"] = {f"key {half}": half}
    project.write("seeds/a.jsonl", "\n".join(map(json.dumps, rows)))
    project.write("config/runs/a.yaml", "parse: {files: [seeds/a.jsonl], duplicates: keep}\n")
    monkeypatch.chdir(project.root)
    assert main(["parse", "results/a"]) == 0, capsys.readouterr()
    documents = pd.read_parquet(project.root / "results/a/parse/documents.parquet")
    assert len(documents) == 4
    assert "column �" in "".join(documents.columns)


@given(st.recursive(
    st.one_of(st.none(), st.integers(), st.text(st.characters()), st.text("a\ud83d\ude00\udfff")),
    lambda below: st.one_of(
        st.lists(below), st.dictionaries(st.text("a\ud83d\ude00"), below), st.tuples(below)),
))  # fmt: skip
def test_every_value_of_a_record_can_be_written(value):
    record = sound(RawRecord(0, {"a\ud83d": value}, detail="\ud83d"))
    json.dumps([record.fields, record.detail], ensure_ascii=False).encode()
    assert list(record.fields) == ["a�"]


def test_two_halves_that_stand_side_by_side_are_one_character():
    assert sound(RawRecord(0, {"a": "\ud83d\ude00"})).fields == {"a": "😀"}


# --- nesting


@pytest.mark.parametrize("levels", [MOST_LEVELS + 1, 500, 990, 100_000])
@pytest.mark.parametrize("kind", ["list", "object"])
@pytest.mark.parametrize("field", ["more", "abstract_inverted_index", "title", "value"])
def test_a_record_nested_too_deeply_is_broken_and_the_others_are_read(
    tmp_path, levels, kind, field
):
    opening, closing = ("[", "]") if kind == "list" else ('{"a":', "}")
    nested = opening * levels + "1" + closing * levels
    lines = [
        json.dumps({"id": "a", "text": SENTENCE}),
        f'{{"id": "b", "text": {json.dumps(SENTENCE)}, {json.dumps(field)}: {nested}}}',
    ]
    found, _ = read(tmp_path, "a.jsonl", "\n".join(lines))
    assert [own.own_id for own in found][:1] == ["a"]
    assert reasons(found) in (["", "broken record"], ["", ""])  # objects become text at some level
    detail = found[1].detail
    assert not found[1].reason or any(why in detail for why in ("nest", "recursion", "places"))


@pytest.mark.slow
@pytest.mark.parametrize("levels", [500, 990, 20_000])
@pytest.mark.parametrize(
    ("name", "opening", "closing", "around"),
    [
        ("a.json", "[", "]", "{}"),
        ("b.json", '{"a":', "}", "{}"),
        ("a.xml", "<p>", "</p>", "<r><i><abstract>{}</abstract></i><i><abstract>x</abstract></i></r>"),
        ("b.xml", "<p>", "</p>", "<r><i>{}<abstract>a b</abstract></i><i><abstract>x</abstract></i></r>"),
        ("a.html", "<div>", "</div>", "<html><body>{}</body></html>"),
        ("a.bib", "{", "}", "@article{{a, title={{{}}}, abstract={{" + SENTENCE + "}}}}"),
        ("a.rtf", "{", "}", "{{\\rtf1 " + SENTENCE + "{}}}"),
        ("a.ipynb", '{"a":', "}", '{{"cells": [], "nbformat": 4, "metadata": {}}}'),
    ],
)  # fmt: skip
def test_a_file_nested_too_deeply_is_read_or_refused_soon(
    tmp_path, levels, name, opening, closing, around
):
    content = around.format(opening * levels + "1" + closing * levels)
    started = time.process_time()
    found, _ = read(tmp_path, name, content, on_error="skip")
    assert len(found) >= 1
    assert time.process_time() - started < 10  # the square of these lengths takes minutes


@pytest.mark.parametrize(
    "value", ["{" * 20_000 + "T" + "}" * 20_000, "={" * 20_000, '={"}' * 20_000, "\\a[" * 20_000]
)
def test_bibtex_of_any_value_is_read_soon(value):
    text = f"@article{{a, title={{{value}}},\n abstract={{{SENTENCE}}}}}\n"
    started = time.process_time()
    list(read_bibtex(text, "a.bib"))
    assert time.process_time() - started < 5


@pytest.mark.parametrize("line", ["\n", "---\n", "+--+\n"])
def test_a_file_of_any_lines_is_recognised_soon(tmp_path, line):
    started = time.process_time()
    read(tmp_path, "a.txt", f"A ferry{line * 40_000}", on_error="skip")
    assert time.process_time() - started < 5  # the square of these lengths takes 20


# --- bombs


def zipped(members, method=zipfile.ZIP_DEFLATED):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return stream.getvalue()


def workbook(**changed):
    """A workbook of one record, with members changed by functions."""
    book = openpyxl.Workbook()
    book.active.append(["text", "title"])
    book.active.append([SENTENCE, "A title"])
    stream = io.BytesIO()
    book.save(stream)
    with zipfile.ZipFile(stream) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    sheet = "xl/worksheets/sheet1.xml"
    return zipped(members | {sheet: changed.get("sheet", bytes)(members[sheet])})


def laughs():
    """Entities of entities."""
    lines = ['<!ENTITY a0 "lol lol lol lol lol lol lol ">']
    lines += [f'<!ENTITY a{i} "{f"&a{i - 1};" * 10}">' for i in range(1, 10)]
    return f"<?xml version='1.0'?><!DOCTYPE l [{''.join(lines)}]><r><i><abstract>&a9;</abstract></i></r>"


def parquet(table):
    stream = io.BytesIO()
    pq.write_table(table, stream)
    return stream.getvalue()


def shared_value():
    """One long value that many rows refer to."""
    rows = pa.array([0] * 20_000, pa.int32())
    return parquet(pa.table({"text": pa.DictionaryArray.from_arrays(rows, ["word " * 20_000])}))


BIG = b"word " * 24_000_000  # 120 MB
BOMBS = {
    "a.txt.gz": lambda: gzip.compress(BIG, 6),
    "a.zip": lambda: zipped({"a.txt": BIG, "b.txt": SENTENCE}),
    "many.zip": lambda: zipped({f"{i}.txt": BIG[: 30 << 20] for i in range(5)}),
    "nested.zip": lambda: zipped({"b.zip": zipped({f"{i}.txt": BIG[: 30 << 20] for i in range(5)})}),
    "packed.zip": lambda: zipped({"a.txt.gz": gzip.compress(BIG)}, zipfile.ZIP_STORED),
    "a.docx": lambda: zipped({"[Content_Types].xml": "<x/>", "word/document.xml": BIG}),
    "inside.zip": lambda: zipped({"a.docx": BOMBS["a.docx"]()}),
    "a.xlsx": lambda: workbook(sheet=lambda sheet: sheet + BIG),
    "a.xml": lambda: laughs().encode(),
    "a.parquet": shared_value,
}  # fmt: skip


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_is_refused_with_a_remedy(tmp_path, name):
    content = BOMBS[name]()
    assert len(content) < 2_000_000
    with pytest.raises(TopographError) as refused:
        read(tmp_path, name, content)
    assert "200 times its size" in refused.value.why or "amplification" in refused.value.why
    assert (
        "parse.files" in refused.value.fix
        or "CSV" in refused.value.fix
        or "skip" in refused.value.fix
    )
    assert read(tmp_path, name, content, on_error="skip")[0][-1].reason == "unreadable file"


@pytest.mark.slow
def test_a_file_that_packs_well_is_read_and_so_is_a_bomb_once_it_is_unpacked(tmp_path, monkeypatch):
    line = json.dumps({"text": SENTENCE}) + "\n"
    monkeypatch.setattr(limits, "ANY_BYTES", 1000)
    content = "".join(line.replace("noon", f"noon {i % 97}") for i in range(20_000)).encode()
    assert 20 < len(content) / len(gzip.compress(content)) < 200
    assert len(read(tmp_path, "a.jsonl.gz", gzip.compress(content))[0]) == 20_000
    bomb = line.encode() * 20_000
    with pytest.raises(TopographError, match="unpacks to"):
        read(tmp_path, "b.jsonl.gz", gzip.compress(bomb))
    assert len(read(tmp_path, "b.jsonl", bomb)[0]) == 20_000


def test_archives_in_archives_have_an_end(tmp_path):
    content = zipped({"a.txt": SENTENCE})
    for levels in range(1, 6):
        content = zipped({"in.zip": content})
        if levels <= sources.MOST_NESTED:
            assert len(read(tmp_path, "a.zip", content)[0]) == 1
    with pytest.raises(TopographError, match="archives in archives"):
        read(tmp_path, "a.zip", content)


def test_a_cell_far_from_its_table_is_refused_and_not_the_end_of_the_process(tmp_path):
    far = b'<row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>'
    content = workbook(sheet=lambda sheet: sheet.replace(b"</sheetData>", far))
    with pytest.raises(TopographError, match=r"reaches over 1,048,576 rows and 16,384 columns"):
        read(tmp_path, "a.xlsx", content)
    empty = far.replace(b"><v>1</v></c>", b' s="1"/>')  # formatted, and not filled
    content = workbook(sheet=lambda sheet: sheet.replace(b"</sheetData>", empty))
    assert len(read(tmp_path, "a.xlsx", content)[0]) == 1


def test_a_long_text_that_many_cells_share_is_refused():
    texts = b"<sst><si><t>a</t></si><si><t>" + b"x" * 30_000 + b"</t></si></sst>"
    cells = b"".join(b'<row r="%d"><c r="A%d" t="s"><v>%d</v></c></row>' % (i, i, i % 2)
                     for i in range(1, 10_001))  # fmt: skip
    sheet = b"<worksheet><sheetData>" + cells + b"</sheetData></worksheet>"
    members = {"xl/sharedStrings.xml": texts, "xl/worksheets/sheet1.xml": sheet}
    with pytest.raises(TopographError, match="unpacks to 150 MB"):
        refuse_huge(zipped(members), "a.xlsx")
    refuse_huge(zipped(members | {"xl/sharedStrings.xml": texts.replace(b"xxx", b"")}), "a.xlsx")


def test_a_table_that_claims_more_rows_than_it_has_bytes_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(columnar, "ANY_ROWS", 1000)
    content = parquet(pa.table({"text": pa.nulls(100_000, pa.string())}))
    with pytest.raises(TopographError, match="claims more than"):
        read(tmp_path, "a.parquet", content)


# --- any damage


@pytest.mark.parametrize("form", SAMPLES)
def test_a_damaged_file_of_any_format_is_read_or_refused(tmp_path, form):
    sample = SAMPLES[form]
    content = sample.content if isinstance(sample.content, bytes) else sample.content.encode()
    for place in range(0, len(content), max(1, len(content) // 40)):
        for damaged in (
            content[:place],
            content[:place] + b"\xff" + content[place + 1 :],
            content[:place] + b"{[<\x00\x1a\\" + content[place:],
            content[place:],
        ):
            for settings in ({}, {"format": form}):
                found, _ = read(tmp_path, sample.name, damaged, on_error="skip", **settings)
                assert all(own.reason or own.text or own.title or not own.text for own in found)
