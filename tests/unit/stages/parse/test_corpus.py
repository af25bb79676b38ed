"""What parsing does to a corpus: duplicates, identifiers, languages, boilerplate, the audit."""

import json
import random
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from topograph.cli import main
from topograph.config import ParseSettings
from topograph.config.loading import load_run_config
from topograph.errors import TopographError
from topograph.rundir.contract import TABLES
from topograph.stages.parse import reading
from topograph.stages.parse.batches import work_all
from topograph.stages.parse.clean.boilerplate import auto_boilerplate_documents
from topograph.stages.parse.documents import make_documents
from topograph.stages.parse.duplicates import near_duplicates, rows_of_a_band, runs, signatures
from topograph.stages.parse.reading import Candidate, read_corpus
from topograph.web.pages import PAGE_STYLE

ROOT = Path(__file__).parents[4]
WORDS = "graph model topic data text node edge time word map tree wave cell gene star moon".split()


def prose(seed: int, words: int = 60) -> str:
    return " ".join(random.Random(seed).choices(WORDS, k=words)) + "."


def candidates(texts, **common):
    return [Candidate("a.csv", place, text, **common) for place, text in enumerate(texts)]


def parse(found, **settings):
    return make_documents([found], ParseSettings(**settings))


def test_a_near_duplicate_points_to_the_longer_document_kept():
    long = prose(1) + " And a little more at its end."
    parsed = parse(candidates([prose(1), prose(2), long]))
    audit = parsed.audit
    assert audit["reason"].to_list() == ["near-duplicate", "", ""]
    assert audit["duplicate_of"][0] == audit["doc_id"][2]
    assert len(parsed.documents) == 2


def test_near_duplicates_stay_when_only_equal_texts_are_duplicates():
    texts = [prose(1), prose(1) + " And more.", prose(1).upper()]
    parsed = parse(candidates(texts), near_duplicate_similarity=1)
    assert sorted(parsed.audit["reason"]) == ["", "", "duplicate"]


@pytest.mark.parametrize("threshold", [0.5, 0.7, 0.9])
def test_near_duplicates_are_those_of_the_exact_similarity(threshold):
    texts = []
    for seed in range(60):
        words = prose(seed).split()
        texts.append(words)
        changed = list(words)
        for place in random.Random(seed + 1000).sample(range(60), seed % 8):
            changed[place] = "changed"
        texts.append(changed)
    sets = [set(runs(words)) for words in texts]

    def jaccard(a: int, b: int) -> float:
        return len(sets[a] & sets[b]) / len(sets[a] | sets[b])

    expected = {b for b in range(len(texts)) if any(jaccard(a, b) >= threshold for a in range(b))}
    signed = signatures(texts)
    assert signed.shape == (120, 128)
    found = near_duplicates(signed, range(len(texts)), lambda row: texts[row], threshold)
    assert set(found) <= expected
    assert len(found) >= 0.9 * len(expected)
    assert (
        1 - (1 - threshold ** rows_of_a_band(threshold)) ** (128 // rows_of_a_band(threshold))
        > 0.98
    )


def test_texts_of_exactly_the_threshold_are_near_duplicates():
    # 28 runs of three words in each, 26 in common of 30 (0.8666...): one word changed at the end
    first = [f"word{number}" for number in range(30)]
    second = [*first[:-2], "other", "end"]
    alike = 26 / 30
    assert len(set(runs(first)) & set(runs(second))) / len({*runs(first), *runs(second)}) == alike
    texts = [first, second]
    found = near_duplicates(signatures(texts), [0, 1], lambda row: texts[row], alike)
    assert found == {1: 0}
    above = near_duplicates(signatures(texts), [0, 1], lambda row: texts[row], alike + 1e-9)
    assert above == {}


def test_signatures_are_the_same_in_every_call():
    assert np.array_equal(signatures([WORDS]), signatures([WORDS]))


def test_the_corpus_own_identifier_is_the_doc_id_where_it_is_unique():
    found = candidates([prose(seed) for seed in range(4)])
    for own, identifier in zip(found, ["p1", "p2", "p2", ""], strict=True):
        own.own_id = identifier
    parsed = parse(found)
    ids = parsed.audit["doc_id"].to_list()
    assert ids[0] == "p1"
    assert "p2" not in ids
    assert len(set(ids)) == 4
    assert any("identifier another text has" in note for note in parsed.notes)


@pytest.mark.slow
@given(st.permutations(range(6)), st.integers(1, 5))
def test_neither_order_nor_other_documents_change_an_identifier(order, kept):
    texts = [prose(seed) for seed in range(6)]
    texts[3] = texts[0] + " Slightly longer."  # a near-duplicate
    every = parse(candidates(texts)).documents
    shuffled = parse(candidates([texts[place] for place in order])).documents
    assert every["doc_id"].to_list() == shuffled["doc_id"].to_list()
    by_text = dict(zip(every["text"], every["doc_id"], strict=True))
    for row in parse(candidates(texts[:kept])).documents.itertuples():
        assert by_text.get(row.text, row.doc_id) == row.doc_id


def test_documents_of_another_language_are_reported_and_dropped_only_on_request():
    english = ["We study how the topics of texts change over time, and what they have in common."]
    german = "Wir untersuchen, wie sich die Themen von Texten im Lauf der Zeit verändern und warum."
    found = candidates([*english, prose(1) + " It is the one that we have.", german])
    parsed = parse(found)
    assert parsed.language == "en"
    assert sorted(parsed.documents["language"]) == ["de", "en", "en"]
    dropped = parse(found, other_languages="drop").audit
    assert dropped["reason"].to_list() == ["", "", "other language"]


def test_sentences_that_recur_are_removed_from_all_but_not_from_short_documents():
    again = "This sentence stands word for word in all of them."
    texts = [f"{prose(seed, 40)} {again}" for seed in range(6)] + [again]
    parsed = parse(candidates(texts))
    assert [text for text in parsed.documents["text"] if again in text] == [again]
    assert parsed.cleaning["boilerplate"]["documents"] == 6
    kept = parse(candidates(texts), clean={"boilerplate": False}).documents
    assert sum(again in text for text in kept["text"]) == 7
    assert auto_boilerplate_documents(7) == 3


def test_the_sentences_that_recur_are_listed_with_their_counts_whatever_the_order():
    again = "This sentence stands word for word in all of them."
    texts = [f"{prose(seed, 40)} {again if seed else again.upper()}" for seed in range(6)]
    counts = {"THIS SENTENCE STANDS WORD FOR WORD IN ALL OF THEM.": 6}
    assert parse(candidates(texts)).recurring == counts
    assert parse(candidates(texts[::-1])).recurring == counts
    assert parse(candidates(texts), clean={"boilerplate": False}).recurring == {}
    assert parse(candidates(texts[:1])).recurring == {}


def test_short_sentences_that_many_say_are_no_boilerplate():
    said, footer = (
        "The staff was friendly.",
        "This survey was carried out by the office of the town.",
    )
    texts = [
        f"{prose(seed, 40)} {said} {footer}" if seed < 6 else prose(seed) for seed in range(90)
    ]
    kept = " ".join(parse(candidates(texts)).documents["text"])
    assert said in kept
    assert footer not in kept
    asked = " ".join(parse(candidates(texts), boilerplate_documents=5).documents["text"])
    assert said not in asked


def test_copies_do_not_make_a_sentence_boilerplate():
    parsed = parse(candidates([prose(1) + " A sentence of its own."] * 9), duplicates="keep")
    assert all("A sentence of its own." in text for text in parsed.documents["text"])


@pytest.mark.slow
@given(
    st.lists(
        st.one_of(
            st.text(max_size=60),
            st.sampled_from([prose(1), prose(1) + " More.", "© 2020 X.", "https://a.org", "<b>"]),
        ),
        max_size=8,
    ),
    st.sampled_from(["keep", "drop"]),
)
def test_records_read_are_records_kept_and_dropped(texts, others):
    parsed = parse(candidates(texts), min_words=1, other_languages=others)
    audit = parsed.audit
    assert len(audit) == len(texts)
    assert sum(audit["kept"]) == len(parsed.documents)
    for row in audit.itertuples():
        assert row.kept == (row.reason == "")
        assert (row.duplicate_of != "") == (row.reason in ("duplicate", "near-duplicate"))
    if len(parsed.documents):
        assert (parsed.documents["text"].str.len() > 0).all()
        assert parsed.documents["doc_id"].is_unique
        assert set(audit.loc[audit["duplicate_of"] != "", "duplicate_of"]) <= set(
            parsed.documents["doc_id"]
        )


@pytest.mark.slow
def test_several_cores_give_the_same_tables(monkeypatch):
    monkeypatch.setattr(reading, "BATCH_RECORDS", 20)
    batches = [candidates([prose(100 * batch + n) for n in range(20)]) for batch in range(6)]
    one, two = (make_documents(batches, ParseSettings(), threads) for threads in (1, 2))
    pd.testing.assert_frame_equal(one.documents, two.documents)
    pd.testing.assert_frame_equal(one.audit, two.audit)
    assert one.cleaning == two.cleaning


def test_batches_come_in_their_order(monkeypatch):
    monkeypatch.setattr(reading, "BATCH_RECORDS", 1)
    batches = [candidates([prose(number)]) for number in range(8)]
    texts = [own.text for batch, _ in work_all(batches, ParseSettings().clean, 2) for own in batch]
    assert texts == [prose(number) for number in range(8)]


@pytest.fixture
def project(tmp_path, monkeypatch):
    (tmp_path / "config").mkdir()
    (tmp_path / "config/config.yaml").write_text("runs: [demo]\nparse: {files: ['data/*']}\n")
    (tmp_path / "data").mkdir()
    rows = [f'{n},"Title {n}","{prose(n)}",2020-05-{n + 1:02d},ICML' for n in range(6)]
    header = "id,title,abstract,date,topic"
    (tmp_path / "data/a.csv").write_text("\n".join([header, *rows, "7,x,y,z,v,extra"]) + "\n")
    (tmp_path / "data/b.ris").write_text("TY  - JOUR\nTI  - On graphs\nPY  - 2021\nER  - \n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_stage_writes_documents_audit_and_page(project, capsys):
    assert main(["parse", "results/demo"]) == 0
    printed = capsys.readouterr().out.strip().splitlines()
    assert len(printed) == 3
    assert "8 records in 2 files = 6 documents kept + 2 dropped" in printed[0]
    assert PAGE_STYLE in (project / "results/demo/parse/audit.html").read_text(encoding="utf-8")
    documents = pd.read_parquet(project / "results/demo/parse/documents.parquet")
    assert list(documents)[: len(TABLES["parse/documents.parquet"])] == list(
        TABLES["parse/documents.parquet"]
    )
    assert documents["doc_id"].to_list() == [str(n) for n in range(6)]
    assert documents["date"].dt.day.to_list() == [1, 2, 3, 4, 5, 6]
    assert set(documents["date_precision"]) == {"day"}
    assert set(documents["corpus_topic"]) == {"ICML"}
    seal = json.loads((project / "results/demo/parse/summary.json").read_text())
    notes = " ".join(seal["summary"]["notes"])
    assert "It is stored as 'corpus_topic'" in notes
    assert "'date'" not in notes  # it is what the column `date` says
    audit = pd.read_parquet(project / "results/demo/parse/audit.parquet")
    assert sorted(audit.loc[~audit["kept"], "reason"]) == ["broken record", "empty"]
    page = (project / "results/demo/parse/audit.html").read_text()
    assert "6 cells under a header of 5" in page
    assert "corpus_topic" in page


def test_dates_that_were_not_read_stand_in_the_audit(project):
    texts = ["mills by rivers grind", "ferries cross wide bays", "bees like old orchards",
             "choirs sing in halls", "tulips come up early"]  # fmt: skip
    written = ["2015-Q3", "03/05/2020", "in press", "n.d.", "2016-Q1"]
    rows = "".join(
        f"{n},a note on how {text} in this year of the valley,{date}\n"
        for n, (text, date) in enumerate(zip(texts, written, strict=True))
    )
    Path("config/runs").mkdir()
    Path("data/q.csv").write_text(f"id,text,date\n{rows}", encoding="utf-8")
    Path("config/runs/q.yaml").write_text("parse: {files: data/q.csv}\n", encoding="utf-8")
    assert main(["parse", "results/q"]) == 0
    documents = pd.read_parquet("results/q/parse/documents.parquet")
    assert documents["date_precision"].to_list() == ["quarter", "year", "", "", "quarter"]
    summary = json.loads(Path("results/q/parse/summary.json").read_text())["summary"]
    assert summary["dates"] == {
        "precisions": {"year": 1, "quarter": 2},
        "partly": {"documents": 1, "examples": ["03/05/2020"]},
        "unread": {"documents": 2, "examples": ["in press", "n.d."]},
    }
    assert "known less exactly than they are written, like '03/05/2020'" in str(summary["notes"])
    page = Path("results/q/parse/audit.html").read_text(encoding="utf-8")
    reported = " ".join(page.split())
    assert "(1 to the year, 2 to the quarter)" in reported
    assert "Not read as a date in 2 documents, like <q>in press</q>, <q>n.d.</q>." in reported


def test_init_tells_what_it_found_and_writes_a_configuration_that_works(project, capsys):
    assert main(["init", "data/a.csv", "--run", "mine"]) == 0
    printed = capsys.readouterr().out
    for part in (
        "data/a.csv: csv, utf-8",
        "documents: 6, 1 broken record",
        "broken record: line 8: 6 cells under a header of 5",
        "text abstract",
    ):
        assert part in printed
    assert printed.count("  - [Title") == 3
    assert load_run_config("mine").parse.files == ["data/a.csv"]
    assert main(["parse", "results/mine"]) == 0
    assert main(["init", "data/a.csv", "--run", "mine"]) == 1
    assert "--force" in capsys.readouterr().err
    assert main(["init", "data", "--run", "mine", "--force", "--title", "topic"]) == 1
    assert main(["init", "data/a.csv", "--run", "mine", "--force", "--title", "topic"]) == 0
    assert load_run_config("mine").parse.fields.title == "topic"


def test_init_suggests_the_field_that_a_misspelt_name_means(project, capsys):
    (project / "data/d.csv").write_text("Nr,Abstract\n1,Trees give shade.\n2,Ponds hold.\n")
    assert main(["init", "data/d.csv", "--run", "d", "--text", "Abstrakt"]) == 1
    assert "(did you mean Abstract?)" in capsys.readouterr().err
    assert main(["init", "data/d.csv", "--run", "d", "--text", "zzz"]) == 1
    assert "did you mean" not in capsys.readouterr().err


def test_a_type_of_a_column_that_is_not_there_stops_before_the_records(tmp_path, monkeypatch):
    made = []
    monkeypatch.setattr(reading, "make_candidates", lambda *given: made.append(given) or [])
    (tmp_path / "a.csv").write_text("id,abstract,year\n1,Trees give shade.,2020\n")
    settings = ParseSettings(fields={"types": {"yaer": "number"}})
    with pytest.raises(TopographError, match="did you mean `year`"):
        list(read_corpus(["a.csv"], settings, tmp_path))
    assert not made
    assert (
        list(read_corpus(["a.csv"], ParseSettings(fields={"types": {"year": "number"}}), tmp_path))
        == []
    )


def test_init_tells_of_the_other_fields_and_of_dates_under_another_name(project, capsys):
    rows = [f"{n};{prose(n)};{n + 13}.0{n + 1}.2023;North" for n in range(4)]
    (project / "data/s.csv").write_text("\n".join(["who;answer;wave;region", *rows]) + "\n")
    assert main(["init", "data/s.csv", "--run", "s"]) == 0
    printed = capsys.readouterr().out
    assert "other fields, which are kept: who, wave, region" in printed
    assert "fields with dates: wave; to use one: --date FIELD" in printed
    asked = ["init", "data/s.csv", "--run", "s", "--force", "--date", "wave", "--id", "who"]
    assert main(asked) == 0
    printed = capsys.readouterr().out
    assert "other fields, which are kept: region\n" in printed
    assert "fields with dates" not in printed
    assert "(2023-01-13)" in printed
    fields = load_run_config("s").parse.fields
    assert (fields.date, fields.id) == ("wave", "who")


def test_a_command_is_named_as_it_was_called(project, capsys, monkeypatch):
    monkeypatch.setenv("UV", "/usr/bin/uv")
    assert main(["init", "data/a.csv", "--run", "mine"]) == 0
    assert "now run: uv run snakemake results/mine/report.html" in capsys.readouterr().out
    monkeypatch.delenv("UV")
    assert main(["init", "data/a.csv", "--run", "mine", "--force"]) == 0
    assert "now run: snakemake results/mine/report.html" in capsys.readouterr().out


def test_a_bibliography_without_abstracts_is_reported_by_its_titles(project, capsys):
    (project / "data/c.bib").write_text("@article{c, title={Graphs of all kinds and their use}}\n")
    assert main(["init", "data/c.bib", "--run", "mine"]) == 0
    assert "set parse: {text: title}" in capsys.readouterr().out
    assert main(["parse", "results/mine"]) == 1
    output = capsys.readouterr().err
    assert "no text; title: Graphs of all kinds and their use" in output
    assert "{text: title}" in output
    (project / "config/runs/mine.yaml").write_text("parse: {files: [data/c.bib], text: title}\n")
    assert main(["parse", "results/mine"]) == 0


def test_init_reads_folders_and_tells_how_to_read_files_whole(project, capsys):
    for number in range(2):
        file = project / f"texts/deep/{number}.txt"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("One.\n\nTwo.\n")
    assert main(["init", "texts/", "--run", "mine"]) == 0
    printed = capsys.readouterr().out
    assert "2 files, 4 documents\n" in printed
    assert "if each file is one document, run this again with --format file" in printed
    assert load_run_config("mine").parse.files == ["texts"]
    assert main(["init", "texts", "--run", "mine", "--force", "--format", "file"]) == 0
    printed = capsys.readouterr().out
    assert "2 files, 2 documents" in printed
    assert "--format" not in printed


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["nothing.csv", "--run", "x"], "nothing.csv"),
        (["data/a.csv", "--run", "a b"], "a b"),
        (["data/a.csv", "--run", "x", "--format", "word"], "format"),
        (["data/a.csv", "--run", "x", "--text", "essay"], "essay"),
    ],
)
def test_init_tells_what_is_wrong(project, capsys, arguments, expected):
    assert main(["init", *arguments]) == 1
    assert expected in capsys.readouterr().err
    assert not (project / "config/runs/x.yaml").exists()


CORPUS = ROOT.parent / "shared/corpora/arxiv_10k.jsonl.gz"


@pytest.mark.slow
@pytest.mark.skipif(not CORPUS.exists(), reason="needs the corpora beside the project")
def test_ten_thousand_abstracts_are_all_accounted_for():
    settings = ParseSettings()
    parsed = make_documents(read_corpus([str(CORPUS)], settings), settings, 2)
    assert len(parsed.audit) == 11465
    assert int(parsed.audit["kept"].sum()) == len(parsed.documents) > 11300
    assert parsed.documents["doc_id"].str.startswith("arxiv-").all()
    assert set(parsed.documents["date_precision"]) == {"day"}
    assert parsed.language == "en"
