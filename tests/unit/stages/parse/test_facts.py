"""Columns of several databases that state the same fact become one column."""

import csv
import json

import pytest

from topograph.config import ParseSettings
from topograph.formats.names import named_groups, plain_name
from topograph.stages.parse.documents import make_documents
from topograph.stages.parse.facts import common_names
from topograph.stages.parse.reading import read_corpus

TEXT = "We study how {} change over time and what this means for people in many countries today."
SCOPUS = {"Authors": "Doe J.", "Year": "2020", "Cited by": "7", "Source title": "Nature",
          "Document Type": "Article", "Author Keywords": "ice; snow"}  # fmt: skip


def wos(**fields):
    """A record as Web of Science writes it."""
    lines = ["FN Clarivate", "VR 1.0", "PT J"]
    lines += [f"{name} {value}" for name, value in fields.items()]
    return "\n".join([*lines, "ER", "", "EF", ""])


@pytest.fixture
def folder(tmp_path):
    """The same work in two databases, and one work more in each."""
    with (tmp_path / "scopus.csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, ["Title", "Abstract", "DOI", *SCOPUS])
        writer.writeheader()
        for number, about in enumerate(("glaciers", "rivers")):
            writer.writerow(
                {"Title": f"On {about} of all kinds", "Abstract": TEXT.format(about),
                 "DOI": f"10.1000/{number}", **SCOPUS}
            )  # fmt: skip
    records = [
        {"AU": "Doe, J", "TI": f"On {about} of all kinds", "SO": "NATURE", "DT": "Review",
         "DE": "lakes; ice", "AB": TEXT.format(about), "TC": cited, "PY": 2019, "PM": 3100 + number,
         "DI": f"10.1000/{number}"}
        for number, about, cited in ((0, "glaciers", 12), (5, "deserts", 3))
    ]  # fmt: skip
    (tmp_path / "wos.txt").write_text("".join(wos(**own) for own in records))
    return tmp_path


def parsed(folder, **settings):
    settings = ParseSettings.model_validate({"files": [str(folder / "*")]} | settings)
    names = sorted(map(str, folder.iterdir()))
    return make_documents(read_corpus(names, settings), settings)


def kinds(parts):
    """The type of each column."""
    assert len(parts.documents)  # types are known once values are converted
    return {own["name"]: own["kind"] for own in parts.columns()}


def test_each_fact_has_one_column_with_the_values_of_all_databases(folder):
    parts = parsed(folder)
    documents, types = parts.documents.set_index("title"), kinds(parts)
    assert {"Cited by", "Year", "Author Keywords", "Source title", "Document Type"} <= set(types)
    assert not {"TC", "PY", "DE", "SO", "DT", "AU", "DI"} & set(types)
    cited = documents["Cited by"].to_dict()
    assert cited == {
        "On glaciers of all kinds": 12,  # the larger of both
        "On rivers of all kinds": 7,
        "On deserts of all kinds": 3,
    }
    assert types["Cited by"] == types["Year"] == "number"
    assert list(documents.loc["On glaciers of all kinds", "Author Keywords"]) == [
        "ice", "snow", "lakes",
    ]  # fmt: skip
    assert types["Authors"] == "list"  # also of one author each


def test_a_note_names_the_columns(folder):
    (note,) = [own for own in parsed(folder).notes if "same fact" in own]
    assert "TC as Cited by" in note
    assert "PY as Year" in note


def test_types_may_be_set_by_either_name(folder):
    for name in ("TC", "Cited by"):
        parts = parsed(folder, fields={"types": {name: "category"}})
        assert kinds(parts)["Cited by"] == "category"


def test_without_merging_the_names_of_the_files_stay(folder):
    parts = parsed(folder, merge="off")
    assert {"TC", "PY", "Cited by", "Year"} <= set(kinds(parts))
    assert not [own for own in parts.notes if "same fact" in own]


def test_one_database_keeps_its_names(folder):
    (folder / "scopus.csv").unlink()
    assert {"TC", "PY", "DE", "SO"} <= set(kinds(parsed(folder)))


def test_an_identifier_of_pubmed_is_no_number(folder):
    assert kinds(parsed(folder))["PM"] in ("category", "text")


def test_names_of_records_that_are_not_bibliographic_stay(tmp_path):
    rows = [{"text": TEXT.format(own), "year": 1990 + n} for n, own in enumerate(("a", "b"))]
    (tmp_path / "a.jsonl").write_text("".join(json.dumps(own) + "\n" for own in rows))
    rows = [{"text": TEXT.format(own), "PY": 1990 + n} for n, own in enumerate(("c", "d"))]
    (tmp_path / "b.jsonl").write_text("".join(json.dumps(own) + "\n" for own in rows))
    assert {"year", "PY"} <= set(kinds(parsed(tmp_path)))


def test_two_names_in_one_record_are_two_facts():
    layouts = [("Times Cited", "TC"), ("Cited by",)]
    assert common_names(layouts) == {"Times Cited": "Cited by"}
    assert common_names([("TC",), ("TC", "PY")]) == {}


def test_every_name_of_a_fact_is_plain_and_of_one_fact_only():
    names = [name for own in named_groups("facts").values() for name in own]
    assert len(names) == len(set(names))
    assert [name for name in names if name != plain_name(name)] == []


def test_addresses_are_no_list():
    from topograph.stages.parse.severalvalues import find_sign

    address = "J. Doe; University of A, B Street 1; email: a@b.org"
    assert find_sign("Correspondence Address", {address: 1, "R. Roe; C": 2}) == ""
    assert find_sign("Affiliations", {"A, B; C, D": 2, "E, F; G": 1}) == ";"
