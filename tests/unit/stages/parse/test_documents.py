"""From records to documents: identity, order, duplicates, and every record accounted for."""

from pathlib import Path
from random import Random

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from topograph.config import ParseSettings
from topograph.rundir.contract import TABLES
from topograph.stages.parse.documents import make_documents
from topograph.stages.parse.reading import Candidate, read_corpus

ROOT = Path(__file__).parents[4]
SEEDS = sorted(path.name for path in (ROOT / "seeds").glob("*.txt"))

WORDS = st.sampled_from(["graph", "**graph**", "model", "the", "&amp;", "$x$", "\u200b", "data."])
TEXTS = st.lists(WORDS, max_size=9).map(" ".join)


def records_of(texts, title="", metadata=None):
    return [
        Candidate("a.txt", position, text, title, metadata=metadata or {})
        for position, text in enumerate(texts)
    ]


def read_seeds(names=SEEDS):
    batches = read_corpus([f"seeds/{name}" for name in names], ParseSettings(), ROOT)
    return [candidate for batch in batches for candidate in batch]


def parse(candidates, settings):
    parsed = make_documents([candidates], settings)
    return parsed.documents, parsed.audit


@pytest.fixture(scope="module")
def seeds():
    return parse(read_seeds(), ParseSettings())


def test_the_seeds_are_95_documents_of_100_records(seeds):
    documents, audit = seeds
    assert (len(documents), len(audit)) == (95, 100)
    dropped = audit[~audit["kept"]]
    assert dropped["reason"].to_list() == ["heading"] * 5
    assert dropped["excerpt"].to_list() == ["ICML 2026 Papers"] * 5
    assert dropped["source"].to_list() == [f"seeds/{name}" for name in SEEDS]


def test_the_tables_have_the_columns_of_the_contract(seeds):
    documents, audit = seeds
    assert set(documents) == set(TABLES["parse/documents.parquet"])
    assert set(audit) == set(TABLES["parse/audit.parquet"])


def test_a_document_keeps_its_raw_text_and_its_place(seeds):
    documents, _ = seeds
    found = {(record.source, record.position): record.text for record in read_seeds()}
    for row in documents.itertuples():
        assert row.raw == found[row.source, row.position]
        assert row.n_words == len(row.text.split())
        assert row.language == "en"


def test_links_of_the_seeds_are_in_their_own_column(seeds):
    documents, _ = seeds
    links = {link for own in documents["links"] for link in own}
    assert "https://github.com/MINE-USTC/StableEdit" in links
    assert "https://github.com/Erik-Wikingsson/DAISI" in links


@pytest.mark.parametrize("seed", range(5))
def test_neither_the_order_of_files_nor_of_documents_changes_the_documents(seeds, seed):
    shuffled = read_seeds()
    Random(seed).shuffle(shuffled)
    mixed, _ = parse(shuffled, ParseSettings())
    assert mixed.equals(seeds[0])


@given(st.lists(TEXTS, max_size=12), st.sampled_from(["drop", "keep"]), st.integers(1, 4))
def test_every_record_is_kept_or_dropped_for_a_reason(texts, duplicates, least):
    chosen = ParseSettings(duplicates=duplicates, min_words=least)
    documents, audit = parse(records_of(texts), chosen)
    assert len(audit) == len(texts)
    for row in audit.itertuples():
        assert row.kept == (row.reason == "") == (row.doc_id != "")
    kept = [row.doc_id for row in audit.itertuples() if row.kept]
    dropped = [row for row in audit.itertuples() if not row.kept]
    assert len(kept) + len(dropped) == len(texts)
    assert kept == [] or sorted(kept) == documents["doc_id"].to_list()
    assert len(set(kept)) == len(kept) == len(documents)
    assert all(
        row.reason in {"empty", "too short", "duplicate", "near-duplicate"} for row in dropped
    )


@given(st.lists(TEXTS, max_size=12), st.sampled_from(["drop", "keep"]), st.data())
def test_identifiers_do_not_depend_on_the_order_of_records(texts, duplicates, data):
    chosen = ParseSettings(duplicates=duplicates, min_words=1)
    ids = [
        row.doc_id
        for order in (texts, data.draw(st.permutations(texts)))
        for frame in [parse(records_of(order), chosen)[0]]
        for row in frame.itertuples()
    ]
    half = len(ids) // 2
    assert ids[:half] == ids[half:]


def test_a_dropped_duplicate_points_to_the_document_kept():
    texts = [
        "Graphs learn from few labels.",
        "Other text of five words.",
        "**Graphs** learn from few  labels.",
    ]
    documents, audit = parse(records_of(texts), ParseSettings())
    assert audit["reason"].to_list() == ["", "", "duplicate"]
    assert audit["duplicate_of"].to_list() == ["", "", audit["doc_id"][0]]
    kept = documents.set_index("doc_id").loc[audit["duplicate_of"][2]]
    assert kept["text"] == "Graphs learn from few labels."
    assert kept["position"] == 0


def test_duplicates_that_are_kept_have_identifiers_of_their_own():
    texts = ["Graphs learn from few labels."] * 12
    documents, audit = parse(records_of(texts), ParseSettings(duplicates="keep"))
    assert audit["kept"].all()
    assert documents["doc_id"].nunique() == 12
    assert set(documents["position"]) == set(range(12))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("one two three four", "too short"),
        ("one two three four five", ""),
        ("see https://example.org/a b c d", "too short"),
        (" \u200b ", "empty"),
        ("https://example.org", "empty"),
    ],
)
def test_documents_below_the_least_number_of_words_are_dropped(text, reason):
    _, audit = parse(records_of([text]), ParseSettings(min_words=5))
    assert audit["reason"].to_list() == [reason]


def test_a_document_without_a_title_bears_its_opening():
    text = "One two three four five six seven eight nine."
    documents, _ = parse(records_of([text]), ParseSettings())
    assert documents["title"].to_list() == ["One two three four five six seven eight …"]
    documents, _ = parse(records_of([text], " A\u200b  title "), ParseSettings())
    assert documents["title"].to_list() == ["A title"]


def test_metadata_stands_beside_the_document():
    metadata = {"venue": "ICML", "year": 2026}
    documents, _ = parse(
        records_of(["Graphs learn from few labels."], metadata=metadata), ParseSettings()
    )
    assert documents.loc[0, ["venue", "year"]].to_dict() == metadata


@pytest.mark.parametrize("column", list(TABLES["parse/documents.parquet"]))
def test_metadata_under_one_of_our_names_is_not_lost(column):
    records = records_of(["Graphs learn from few labels."], metadata={column: "of the corpus"})
    documents, _ = parse(records, ParseSettings())
    assert (documents.astype(str) == "of the corpus").any(axis=None)


def test_metadata_of_different_kinds_can_be_stored():
    # a year is text in a CSV file and a number in a JSON file
    records = [
        *records_of(["Graphs learn from few labels."], metadata={"year": "2025"}),
        *records_of(["Trees learn from few labels."], metadata={"year": 2026}),
        *records_of(["Waves learn from few labels."]),
    ]
    documents, _ = parse(records, ParseSettings())
    stored = pa.Table.from_pandas(documents).to_pandas()
    years = stored.set_index("text")["year"]
    assert years["Graphs learn from few labels."] == 2025
    assert years["Trees learn from few labels."] == 2026


def test_the_opening_in_the_audit_is_what_stands_in_the_file():
    _, audit = parse(records_of(["**Bold**\ntext of five words. " * 9]), ParseSettings())
    assert audit["excerpt"][0] == ("**Bold** text of five words. " * 9)[:80]


def test_no_records_give_no_documents():
    documents, audit = parse([], ParseSettings())
    assert documents.empty
    assert audit.empty


def test_equal_short_answers_are_noted_with_the_key_that_keeps_them():
    answers = ["The buses come too late.", "The park is very clean."] * 3 + [
        "It rains too much here."
    ]
    parsed = make_documents([records_of(answers)], ParseSettings())
    assert [note for note in parsed.notes if "duplicates: keep" in note] == []
    parsed = make_documents([records_of(answers * 2)], ParseSettings())
    (note,) = (note for note in parsed.notes if "duplicates: keep" in note)
    assert note.startswith("11 short texts equal to another one count as duplicates.")
    kept = make_documents([records_of(answers * 2)], ParseSettings(duplicates="keep"))
    assert len(kept) == 14
    assert not any("duplicates: keep" in note for note in kept.notes)
    long = [f"{text} " + "It is said again and again in so many words of ours. " * 4
            for text in answers * 2]  # fmt: skip
    parsed = make_documents([records_of(long)], ParseSettings())
    assert not any("duplicates: keep" in note for note in parsed.notes)
