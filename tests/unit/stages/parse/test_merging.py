"""Records of several databases become one document; what only looks alike does not."""

# ruff: noqa: E501

import datetime
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from topograph.config import ParseSettings
from topograph.stages.parse.combining import combined
from topograph.stages.parse.documents import make_documents
from topograph.stages.parse.merging import same_works
from topograph.stages.parse.reading import Candidate, read_corpus
from topograph.stages.parse.store import Content
from topograph.stages.parse.works import (
    Work,
    author_key,
    find_work_fields,
    normal_doi,
    title_key,
    title_keys,
)

TEXT = (
    "We follow how the topics of a large collection of abstracts change over the years, and show "
    "that most of them are known again by the documents that they share with those before."
)
OTHER = (
    "Soil samples from forty farms were taken in spring and in autumn; the amount of nitrogen in "
    "them depends on rain, on the crop of the year before, and on how deep the plough goes."
)
TITLE = "Topics of abstracts over time: a long view"


@pytest.mark.parametrize(
    "written",
    [
        "10.1000/abc.(1)2", "10.1000/ABC.(1)2", "https://doi.org/10.1000/abc.(1)2",
        "http://dx.doi.org/10.1000/abc.(1)2.", "doi: 10.1000/abc.(1)2;", "10.1000%2Fabc.(1)2",
        "10.1000/abc.(1)2 [doi]", "(10.1000/abc.(1)2)", "10.1000//abc.(1)2", "DOI:10.1000/abc.%281%292",
    ],
)  # fmt: skip
def test_a_doi_is_the_same_however_it_is_written(written):
    assert normal_doi(written) == "10.1000/abc.(1)2"


def test_what_is_no_doi_is_none():
    assert [normal_doi(text) for text in ("", "n/a", "10.5", "10.1000/", "S0140-6736(05)1")] == [
        ""
    ] * 5
    assert normal_doi("10.48550/arXiv.2101.00001v2") == "10.48550/arxiv.2101.00001"
    sici = "10.1002/(SICI)1097-4571(1999)50:1<1::AID-ASI1>3.0.CO;2-#"
    assert normal_doi(sici.replace("<", "&lt;").replace(">", "&gt;")) == sici.lower()


@pytest.mark.parametrize(
    "written",
    [
        "β-Amyloid & H2O in mice", "<i>β</i>-amyloid and H<sub>2</sub>O in mice.",
        r"$\beta$-Amyloid and H$_2$O in Mice", "BETA-AMYLOID AND H₂O IN MICE",
        "Beta–amyloid and H2O  in mice", "&beta;-amyloid &amp; H2O in mice",
        "[Beta-amyloid and H2O in mice].", r"\textit{$\beta$}-amyloid and H\textsubscript{2}O in mice",
    ],
)  # fmt: skip
def test_a_title_is_the_same_however_it_is_written(written):
    assert title_key(written) == "betaamyloidandh2oinmice"


def test_notes_of_databases_are_no_part_of_a_title():
    plain = title_keys("Clinical aspects of the complement system")
    for note in (
        " [Japanese]",
        ". [Review] [45 refs]",
        " (in German)",
        " [Erratum appears in J. 2]",
    ):
        assert title_keys(f"Clinical aspects of the complement system{note}")[0] == plain[0]
    assert title_keys("Clinical aspects of the complement system (2)")[0] != plain[0]


@pytest.mark.parametrize(
    ("value", "key"),
    [
        ("Müller, J.; O'Neil, Ann", "muller|oneil ann"),
        ("Müller, Jan and O'Neil, Ann", "muller jan|oneil ann"),
        ("J. Müller, A. O'Neil", "muller|oneil"),
        (["Müller, J", "O'Neil, A"], "muller|oneil"),
        ([{"family": "Müller", "given": "Jan", "sequence": "first"}], "muller jan|"),
        ([{"author": {"display_name": "Jan Müller"}, "author_position": "first"}], "jan muller|"),
        ("Smith, John", "smith john|"),
        (None, ""),
    ],
)
def test_authors_are_known_by_the_words_of_their_names(value, key):
    assert author_key(value) == key


@pytest.mark.parametrize(
    "fields",
    [
        {"DOI": "10.1000/X", "PubMed ID": "123"}, {"DI": "10.1000/x", "PM": "123"},
        {"PMID": "123", "LID": ["S01 [pii]", "10.1000/x [doi]"]},
        {"Doi": "https://doi.org/10.1000/x", "PMID": 123.0},
        {"ids.doi": "https://doi.org/10.1000/x", "ids.pmid": "https://pubmed.ncbi.nlm.nih.gov/123"},
        {"L3": "10.1000/x", "Medline PMID": "00123"},
        {"UR": "https://www.scopus.com/record?eid=2&doi=10.1000%2fx&md=1", "pmid": "PMID: 123"},
    ],
)  # fmt: skip
def test_identifiers_are_found_in_the_fields_of_each_database(fields):
    assert find_work_fields([fields], False).ids(fields) == ("doi:10.1000/x", "pmid:123")


@given(st.dictionaries(
    st.sampled_from(["DOI", "PMID", "L3", "UR", "Authors", "AU", "arxiv_id", "pmcid"]),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
        max_leaves=4,
    ),
), st.text())  # fmt: skip
def test_fields_of_any_content_are_taken(fields, title):
    found = find_work_fields([fields], True).work(fields, title, 0)
    assert all(":" in identifier for identifier in found.ids)


@pytest.mark.parametrize(
    "piece", [" ", "%25", "10.1000/)", "<a", "[Review] ", "and ", ", ", "- ", "\\a"]
)
def test_long_fields_take_little_time(piece):
    long = piece * 100_000
    fields = {"DOI": long, "AU": long, "UR": long, "PMID": long}
    assert find_work_fields([fields], True).work(fields, long, 0).year == 0


def test_a_file_is_bibliographic_by_its_format_or_by_identifiers():
    survey = [{"answer": "very good", "title": "Ms"}] * 20
    assert find_work_fields(survey, False) is None
    assert find_work_fields(survey, True) is not None
    cited = [{"answer": "see 10.1000/x", "doi": ""}] * 19 + [{"doi": "10.1000/x"}]
    assert find_work_fields(cited, False) is None
    assert find_work_fields([*cited[1:], {"doi": "10.1000/y"}], False) is not None


def work(*ids, title=TITLE, authors="muller|oneil", year=2020):
    return Work(ids, *title_keys(title), authors, year)


def record(text, own, source="a.ris", position=0, **more):
    return Candidate(source, position, text, own.title if own else "", work=own, **more)


def parse(found, **settings):
    return make_documents([found], ParseSettings(**settings))


def groups(*found):
    """Which of records given as (work, file, text) are found to be of one work."""
    texts = [text.split() for _, _, text in found]

    def alike(one, other):
        first, second = set(texts[one]), set(texts[other])
        return len(first & second) / len(first | second)

    return same_works(
        [own for own, _, _ in found],
        [source for _, source, _ in found],
        [len(text) for text in texts],
        alike,
    )


A, B = "scopus.csv", "wos.txt"
SAME = {
    "one DOI": ((work("doi:10.1/a"), A, TEXT), (work("doi:10.1/a"), B, TEXT)),
    "one DOI, a translated title":
        ((work("doi:10.1/a", title="Themen"), A, TEXT), (work("doi:10.1/a"), B, "")),
    "one PMID": ((work("pmid:1"), A, TEXT), (work("pmid:1", "doi:10.1/a"), B, TEXT)),
    "one title, one without DOI": ((work(), A, TEXT), (work("doi:10.1/a"), B, TEXT)),
    "no subtitle":
        ((work(title="Topics of abstracts over time"), A, TEXT), (work("doi:10.1/a"), B, TEXT)),
    "a title in two languages": (
        (work(title="Topics of abstracts over time [Zaman içinde konular]"), A, TEXT),
        (work("doi:10.1/a", title="Topics of abstracts over time"), B, TEXT),
    ),
    "another title in two languages": (
        (work(title="Topics of abstracts over time; Темы во времени"), A, TEXT),
        (work("doi:10.1/a", title="Topics of abstracts over time"), B, TEXT),
    ),
    "a year apart": ((work(year=2019), A, TEXT), (work("doi:10.1/a"), B, "")),
    "cut off": ((work(), A, TEXT), (work(), B, TEXT[:16])),
    "a preprint": ((work("doi:10.48550/arxiv.1", year=2018), A, TEXT), (work("doi:10.1/a"), B, TEXT)),
    "one file, one DOI": ((work("doi:10.1/a"), A, TEXT), (work("doi:10.1/a"), A, TEXT[:150])),
    "a long title without authors": (
        (work(title=TITLE + " of the field", authors=""), A, TEXT),
        (work(title=TITLE + " of the field"), B, ""),
    ),
}  # fmt: skip
NOT_THE_SAME = {
    "another DOI": ((work("doi:10.1/a"), A, TEXT), (work("doi:10.1/b"), B, TEXT)),
    "another PMID": ((work("pmid:1"), A, TEXT), (work("pmid:2"), B, TEXT)),
    "two preprints": ((work("doi:10.48550/arxiv.1"), A, ""), (work("doi:10.48550/arxiv.2"), B, "")),
    "other authors": ((work(authors="li|"), A, TEXT), (work("doi:10.1/a"), B, TEXT)),
    "two years apart": ((work(year=2018), A, ""), (work("doi:10.1/a"), B, "")),
    "another text": ((work(), A, OTHER), (work("doi:10.1/a"), B, TEXT)),
    "a generic title": (
        (work(title="Editorial", authors=""), A, TEXT),
        (work("doi:10.1/a", title="Editorial", authors=""), B, TEXT),
    ),
    "a short title, a year apart": (
        (work(title="Reply to Li", year=2019), A, TEXT),
        (work("doi:10.1/a", title="Reply to Li"), B, TEXT),
    ),
    "parts": (
        (work(title="The theory of large graphs. Part I"), A, TEXT),
        (work(title="The theory of large graphs. Part II"), B, TEXT),
    ),
    "the book's DOI in one file": (
        (work("doi:10.1/book", title="Rain and its many names in the north"), A, TEXT),
        (work("doi:10.1/book", title="Snow and its many names in the south"), A, OTHER),
    ),
    "the book's DOI in two files": (
        (work("doi:10.1/book", title="Rain and its many names in the north"), A, TEXT),
        (work("doi:10.1/book", title="Snow and its many names in the south"), B, OTHER),
    ),
    "comments on an article": (
        (work("doi:10.1/a"), A, "I like this paper a lot"),
        (work("doi:10.1/a"), A, "the second figure is wrong"),
    ),
    "no bibliographic record": ((None, A, TEXT), (None, B, TEXT), (work("doi:10.1/a"), B, TEXT)),
}  # fmt: skip


@pytest.mark.parametrize("found", SAME.values(), ids=SAME)
def test_records_of_one_work_are_found(found):
    assert groups(*found) == [[0, 1]]
    assert groups(*reversed(found)) == [[0, 1]]


@pytest.mark.parametrize("found", NOT_THE_SAME.values(), ids=NOT_THE_SAME)
def test_records_of_different_works_are_distinguished(found):
    assert groups(*found) == []
    assert groups(*reversed(found)) == []


def test_a_record_without_doi_does_not_join_two_works_with_one_each():
    found = groups(
        (work("doi:10.1/a"), A, TEXT),
        (work("doi:10.1/b", year=2021), A, TEXT),
        (work(), B, TEXT),
    )
    assert found == [[0, 2]]


def test_identifiers_of_a_file_that_gives_them_to_many_things_are_not_relied_upon():
    comments = [
        (work(f"doi:10.1/{place}"), source, f"{text} {place}")
        for place in range(3)
        for source, text in (
            (A, "I like it"),
            (A, "what a mess"),
            (B, "quite long and hard to read"),
        )
    ]
    assert groups(*comments) == []
    # a DOI that is there once in each file is doubtful as the others are
    assert groups(*comments, (work("doi:10.1/9"), A, "nice"), (work("doi:10.1/9"), B, "bad")) == []


def test_titles_that_very_many_have_do_not_take_time_by_the_square():
    compared = []

    def alike(*pair):
        compared.append(pair)
        return 0.0

    many = [work(title="Annual report of the society for topics")] * 3000
    assert same_works(many, [A] * 3000, [30] * 3000, alike) == []
    assert len(compared) < 3000


RIS = """TY  - JOUR
TI  - TOPICS OF ABSTRACTS OVER TIME
AU  - Muller, J.
PY  - 2020
DO  - 10.1000/J.TOP.2020
AB  - [No abstract available]
KW  - topics
KW  - abstracts
ER  -
"""
NBIB = f"""PMID- 31000001
TI  - Topics of abstracts over time: a long view.
FAU - Müller, Jan
DP  - 2020 Mar 5
LID - 10.1000/j.top.2020 [doi]
AB  - {TEXT}
"""
WOS = f"""FN Clarivate Analytics Web of Science
VR 1.0
PT J
AU Mueller, J
   Muller, J
TI Topics of Abstracts over Time: A Long View
AB {TEXT} (c) 2020 Elsevier.
PY 2021
UT WOS:000000000000001
TC 7
ER

EF
"""


@pytest.fixture
def exports(tmp_path):
    (tmp_path / "scopus.ris").write_text(RIS, "utf-8")
    (tmp_path / "pubmed.nbib").write_text(NBIB, "utf-8")
    (tmp_path / "wos.txt").write_text(WOS, "utf-8")
    head = "Lens ID,Title,Publication Year,Abstract,Author/s,DOI,Citing Works Count\n"
    rows = f'1,{TITLE},2020,"{TEXT[:90]}...",Jan Müller,https://doi.org/10.1000/j.top.2020,9\n'
    rows += f'2,Nitrogen in the soil of forty farms,2020,"{OTHER}",Ann Li,10.1000/soil,3\n'
    (tmp_path / "lens.csv").write_text(head + rows, "utf-8")
    found = {
        "id": "https://openalex.org/W1", "title": TITLE, "publication_date": "2020-01-01",
        "doi": "https://doi.org/10.1000/j.top.2020", "abstract": TEXT, "cited_by_count": 12,
    }  # fmt: skip
    (tmp_path / "openalex.json").write_text(json.dumps([found]), "utf-8")
    return tmp_path


NAMES = ["scopus.ris", "pubmed.nbib", "wos.txt", "lens.csv", "openalex.json"]


def read(folder, names=NAMES, **settings):
    chosen = ParseSettings(**settings)
    return make_documents(read_corpus(names, chosen, folder), chosen)


def test_five_exports_of_one_work_are_one_document_with_the_best_of_each_field(exports):
    parsed = read(exports)
    assert parsed.dropped == {"merged": 4}
    assert len(parsed) == 2
    documents = parsed.documents.set_index("text")
    merged, alone = documents.loc[TEXT], documents.loc[OTHER]
    assert merged["title"].removesuffix(".") == TITLE
    assert list(merged["sources"]) == sorted(NAMES)
    assert list(alone["sources"]) == ["lens.csv"]
    assert merged["date"] == datetime.datetime(2020, 3, 5)
    assert merged["date_precision"] == "day"
    assert merged["Cited by"] == 12  # the largest of 7, 12 and 9
    assert list(merged["KW"]) == ["topics", "abstracts"]
    audit = parsed.audit
    kept = audit.loc[audit["kept"] & (audit["language"] == "en"), "doc_id"]
    assert set(audit.loc[audit["reason"] == "merged", "duplicate_of"]) <= set(kept)
    details = audit.loc[audit["reason"] == "merged", "detail"].to_list()
    assert details.count("same DOI 10.1000/j.top.2020") == 3


@pytest.mark.parametrize("names", [NAMES[::-1], NAMES[2:] + NAMES[:2]])
def test_the_order_of_files_changes_nothing(exports, names):
    one, other = read(exports), read(exports, names)
    columns = sorted(one.documents.columns)
    assert one.documents[columns].equals(other.documents[columns])
    key = ["source", "position"]
    assert (
        one.audit.sort_values(key).reset_index(drop=True)
        .equals(other.audit.sort_values(key).reset_index(drop=True))
    )  # fmt: skip


def test_merging_can_be_off(exports):
    parsed = read(exports, merge="off", duplicates="keep")
    assert "merged" not in parsed.dropped
    assert len(parsed) == 5


@given(st.permutations(range(8)))
def test_the_order_of_records_changes_nothing(order):
    found = [
        record(TEXT, work("doi:10.1/a"), A, 0), record(TEXT[:150], work("doi:10.1/a"), B, 0),
        record("", work(), B, 1), record(TEXT, work("doi:10.1/b", year=2021), A, 1),
        record(OTHER, work("doi:10.1/c", title="Soil of farms in spring and in autumn"), A, 2),
        record("", work("doi:10.1/c", title=""), B, 2),
        record(OTHER + " More.", work(title="Soil of farms in spring and in autumn"), "c.csv", 0),
        record(TEXT, None, "d.csv", 0),
    ]  # fmt: skip
    parsed, shuffled = parse(found), parse([found[place] for place in order])
    assert parsed.documents.equals(shuffled.documents)
    reasons = {(row.source, row.position): (row.reason, row.duplicate_of)
               for row in parsed.audit.itertuples()}  # fmt: skip
    for row in shuffled.audit.itertuples():
        assert reasons[row.source, row.position] == (row.reason, row.duplicate_of)


def test_records_without_text_lend_their_fields_or_stay_empty():
    found = [
        record("", work("doi:10.1/a"), A, 0, metadata={"Cited by": 7}),
        record(TEXT, work("doi:10.1/a"), B, 0),
        record("", work("doi:10.1/b", title="Another one of these titles"), A, 1),
        record("", work("doi:10.1/b", title="Another one of these titles"), B, 1),
    ]
    parsed = parse(found)
    assert parsed.audit["reason"].to_list() == ["merged", "", "empty", "empty"]
    assert parsed.documents["Cited by"].to_list() == [7]


def test_what_is_merged_into_a_dropped_record_follows_it():
    german = "Wir untersuchen, wie sich die Themen von Texten im Lauf der Zeit verändern und warum."
    found = [
        record(german, work("doi:10.1/a"), A, 0),
        record("", work("doi:10.1/a"), B, 0),
        *(record(TEXT + f" Number {n}.", None, "c.csv", n) for n in range(3)),
    ]
    parsed = parse(found, other_languages="drop", near_duplicate_similarity=1)
    assert parsed.audit["reason"].to_list() == ["other language"] * 2 + [""] * 3
    assert not parsed.audit["duplicate_of"].any()


def test_what_is_merged_leads_to_the_near_duplicate_that_is_kept():
    longer = TEXT + " All of it is told in a report with many figures."
    found = [
        record(TEXT, work("doi:10.1/a"), A, 0),
        record("", work("doi:10.1/a"), B, 0),
        record(longer, None, "c.csv", 0),
    ]
    audit = parse(found).audit
    assert audit["reason"].to_list() == ["near-duplicate", "merged", ""]
    assert audit["duplicate_of"].to_list() == [audit["doc_id"][2]] * 2 + [""]
    assert audit["detail"][1].endswith("; that record is a near-duplicate of this one")


def test_nearly_equal_texts_of_works_with_dois_of_their_own_are_all_kept():
    almost = TEXT.replace("large", "small")
    apart = [record(TEXT, work("doi:10.1000/1")), record(almost, work("doi:10.1000/2", title="b"))]
    assert len(parse(apart)) == 2
    preprint = work("doi:10.48550/arxiv.2101.00001", title="b")
    for other in (preprint, None, work("pmid:7", title="b")):
        assert len(parse([record(TEXT, work("doi:10.1000/1")), record(almost, other)])) == 1


def content(title="", date=None, precision="", **metadata):
    moment = None if date is None else datetime.datetime(*date)
    return Content("t", title, "t", [], moment, precision, "", metadata, "")


def test_the_most_precise_date_is_kept():
    year, first = content(date=(2020, 1, 1), precision="year"), (2020, 1, 1)
    month = content(date=(2020, 3, 1), precision="month")
    day = content(date=(2020, 3, 5), precision="day")
    vague = content(date=first, precision="day")  # OpenAlex for a year
    online = content(date=(2019, 12, 9), precision="day")

    def best(*contents):
        found = combined(contents, [False] * len(contents))
        return found.date, found.precision

    assert best(year, day, month) == (day.date, "day")
    assert best(vague, month) == (month.date, "month")
    assert best(year, vague) == (vague.date, "day")
    assert best(day, online) == (day.date, "day")
    assert best(content(), year) == (year.date, "year")


def test_titles_are_whole_and_not_in_capitals():
    def best(*titles):
        return combined([content(title) for title in titles], [True] * len(titles)).title

    assert best(TITLE.upper(), TITLE) == TITLE
    assert best("Topics of abstracts over time", TITLE, TITLE.upper()) == TITLE
    assert best(TITLE, "Themen") == TITLE


def test_fields_of_one_name_are_joined_by_what_they_are():
    one = content(KW=["graphs"], TC="7", Journal="", AU="Li, A.")
    other = content(KW=["Graphs", "time"], TC="12", Journal="J. Topics", AU="Li, Ann", PMID="1")
    assert combined([one, other], [False, False]).metadata == {
        "KW": ["graphs", "time"], "TC": "12", "Journal": "J. Topics", "AU": "Li, A.", "PMID": "1",
    }  # fmt: skip
