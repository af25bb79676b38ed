"""Structured texts of unusual kinds: read as what they are, or refused, never read as prose."""

import gzip
import io
import json
import tarfile
import zipfile

import pytest
from parse_files import read

from topograph.errors import TopographError

TEXTS = [
    "The ferry to the islands leaves at noon.",
    "Old markets sell fish and bread.",
    "My hotel room was cold at night.",
    "A guide showed us the garden.",
]


def texts(found):
    return [own.text for own in found]


def named(name):
    return "\n\n".join(
        f"product/id: B{i}\nreview/score: 5.0\n{name}: {text}" for i, text in enumerate(TEXTS)
    )


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ('[Event "F/S Match"]\n[Site "Belgrade"]\n\n1. e4 e5 {A calm start.} 1-0\n', "chess games"),
        (">seq1 Homo sapiens\nACGTACGTACGTACGTACGATCG\n>seq2\nACGTACGTACGTACG\n", "FASTA"),
        ("[ar:Band]\n[ti:Song]\n[00:12.00]The ferry leaves\n[00:17.20]at noon\n", "LRC"),
        (named("review/text"), "records of names and values"),
        (named("Comment").replace("review/score", "Score"), "records of names and values"),
        (
            "\n".join(f"{i}::{text}::2020" for i, text in enumerate(TEXTS)),
            "more than one character",
        ),
        ("\n".join(f"{i}@@{text}@@b" for i, text in enumerate(TEXTS)), "more than one character"),
        (
            "# menu\nmenu.open=Open it\nmenu.close=Close it\na.b=c d\nx.y = z z\n",
            "list of settings",
        ),
    ],
)
def test_structured_text_is_refused(tmp_path, content, why):
    with pytest.raises(TopographError) as refused:
        read(tmp_path, "a.txt", content)
    assert why in refused.value.why
    assert read(tmp_path, "a.txt", content, format="lines")[0]


@pytest.mark.parametrize(
    "content",
    [
        "\n\n".join(f"Interviewer: Why?\nAnn: {text}\nBob: Yes." for text in TEXTS[:2]),
        "\n\n".join(f"Note: {text}\nIt was so." for text in TEXTS),
        "\n".join(f"In C++ we write std::vector and std::{word}." for word in ("set", "map")),
        "\n".join(f"{text} E = mc^2" for text in TEXTS),
        "> a quoted line\nThe answer to it.\n> another line\nIts answer.\n",
        "[00:12] The ferry leaves\n",
        *TEXTS,
    ],
)
def test_prose_with_some_of_these_signs_is_prose(tmp_path, content):
    found, reports = read(tmp_path, "a.txt", content)
    assert reports[0].format in ("lines", "paragraphs", "transcript")
    assert found


def test_the_remedy_for_wide_delimiters_works(tmp_path):
    rows = ["id::text::year", *(f"{i}::{text}::2020" for i, text in enumerate(TEXTS))]
    with pytest.raises(TopographError) as refused:
        read(tmp_path, "a.txt", "\n".join(rows))
    assert r"sed 's/::/\t/g' FILE > FILE.tsv" in refused.value.fix
    found, _ = read(tmp_path, "a.txt.tsv", "\n".join(rows).replace("::", "\t"))
    assert texts(found) == TEXTS


@pytest.mark.parametrize("delimiter", "^~¦§")
def test_a_rare_delimiter_may_cut_several_columns(tmp_path, delimiter):
    rows = [["id", "text", "year"], *([str(i), text, "2020"] for i, text in enumerate(TEXTS))]
    found, _ = read(tmp_path, "a.txt", "\n".join(map(delimiter.join, rows)))
    assert texts(found) == TEXTS


MYSQL = """+----+----------------------------------+
| id | text                             |
+----+----------------------------------+
|  1 | Old markets sell fish and bread. |
|  2 | A guide showed us the garden.    |
+----+----------------------------------+
2 rows in set (0.00 sec)
"""
POSTGRES = """ id |               text
----+----------------------------------
  1 | Old markets sell fish and bread.
  2 | A guide showed us the garden.
(2 rows)
"""


@pytest.mark.parametrize("content", [MYSQL, POSTGRES])
def test_tables_as_databases_print_them_are_read(tmp_path, content):
    found, _ = read(tmp_path, "a.txt", content)
    assert [(own.own_id, own.text) for own in found] == [("1", TEXTS[1]), ("2", TEXTS[3])]


def test_json_by_columns_is_a_table(tmp_path):
    found, _ = read(tmp_path, "a.json", json.dumps({"id": list("abcd"), "text": TEXTS}))
    assert [(own.own_id, own.text) for own in found] == list(zip("abcd", TEXTS, strict=True))
    one = {"text": TEXTS[0], "authors": ["Ann", "Bob"], "keywords": ["a", "b"]}
    assert texts(read(tmp_path, "b.json", json.dumps(one))[0]) == TEXTS[:1]


@pytest.mark.parametrize("name", ["a.jsonl", "a.json"])
def test_records_written_twice_as_json_are_records(tmp_path, name):
    twice = [json.dumps({"id": str(i), "text": text}) for i, text in enumerate(TEXTS)]
    lines = "\n".join(map(json.dumps, twice))
    found, _ = read(tmp_path, name, lines if name == "a.jsonl" else json.dumps(twice))
    assert [(own.own_id, own.text) for own in found] == [(str(i), t) for i, t in enumerate(TEXTS)]
    braces = json.dumps(["{a} or {b}", "{", "{}"])
    assert texts(read(tmp_path, "b.json", braces)[0]) == ["{a} or {b}", "{", "{}"]


@pytest.mark.parametrize("place", range(8, 40, 4))
def test_stray_nuls_do_not_turn_a_small_file_into_chinese(tmp_path, place):
    content = f"id,text\n0,{TEXTS[0]}\n1,{TEXTS[1]}\n"
    found, _ = read(tmp_path, "a.csv", content[:place] + "\0\0" + content[place:])
    assert texts(found) == TEXTS[:2]
    found, _ = read(tmp_path, "b.csv", content.encode("utf-16-le"))
    assert texts(found) == TEXTS[:2]
    chinese = "渡轮中午离开岛屿，需要一个小时。\n市场每天早上卖鱼和面包。\n"
    found, _ = read(tmp_path, "c.txt", chinese.encode("utf-16-be"))
    assert texts(found) == chinese.split()


def test_members_with_dots_in_their_path_are_not_lost(tmp_path):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, text in zip(("../a.txt", "./b.txt", "c.txt"), TEXTS, strict=False):
            archive.writestr(name, text)
    assert sorted(texts(read(tmp_path, "a.zip", stream.getvalue())[0])) == sorted(TEXTS[:3])


def test_archives_of_tar_and_files_packed_twice_are_named(tmp_path):
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w") as archive:
        member = tarfile.TarInfo("a.txt")
        member.size = len(TEXTS[0])
        archive.addfile(member, io.BytesIO(TEXTS[0].encode()))
    twice = gzip.compress(gzip.compress(TEXTS[0].encode()))
    for name, content, why in (
        ("a.tar", stream.getvalue(), "an archive of tar"),
        ("a.tar.gz", gzip.compress(stream.getvalue()), "an archive of tar"),
        ("a.txt.gz", twice, "compressed twice"),
    ):
        with pytest.raises(TopographError) as refused:
            read(tmp_path, name, content)
        assert why in refused.value.why
        assert "unpack it" in refused.value.fix
