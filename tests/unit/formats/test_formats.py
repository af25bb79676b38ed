"""Every format and dialect: record counts and field values, one quirk each."""

# ruff: noqa: E501

import datetime
import gzip
import io
import json
import zipfile

import openpyxl
import pandas as pd
import pytest
from format_samples import make_pdf
from parse_files import read, shown

from topograph.config import ParseSettings
from topograph.errors import TopographError
from topograph.stages.parse.reading import read_corpus

RIS_SCOPUS = """TY  - JOUR
TI  - On graphs
AU  - Doe, J.
AU  - Roe, R.
PY  - 2020
DO  - 10.1/a
AB  - We study graphs. © 2020 Elsevier
ER  -

TY  - JOUR
TI  - On trees
PY  - 2021
DO  - 10.1/b
AB  - We study trees.
ER  -
"""
RIS_WOS = "TY  - JOUR\nT1  - On graphs\nY1  - 2020/05/13/\nN2  - We study\ngraphs that\n  change.\nAN  - WOS:1\nER  - \n\n"
RIS_EMBASE = (
    "\n1.\n\nTY  - JOUR\nID  - L1\nT1  - On graphs\nY1  - 2020//\nN2  - We study graphs.\nER  -\n"
)
RIS_PROQUEST = "TY  - JOUR\r\nT1  - On graphs\r\nN2  - We study graphs.\r\nAB  - We study graphs in full.\r\nDA  - 2020/May//\r\nPY  - 2020\r\nER  - \r\n"
RIS_ONE_SPACE = "TY - JOUR\nTI - On graphs\nAB - We study graphs.\nER - \n"
RIS_ZOTERO = "TY  - JOUR\nTI  - On graphs\nAB  - We study graphs.\nDA  - 2020/05/13/\nPY  - 2020\nY2  - 2024/01/01/\nKW  - a\nKW  - b\nER  - \n"
RIS_OVID = "TY  - JOUR\nID  - 7\nT1  - On graphs\nA1  - Doe, J.\nY1  - 2020//May\nN2  - We study graphs.\nAB  -\nER  - \n"
NBIB = """
PMID- 123
OWN - NLM
DP  - 2020 May-Jun
TI  - On graphs that
      change.
AB  - BACKGROUND: We ask.
      METHODS: We look.
AU  - Doe J
AU  - Roe R

PMID- 124
DP  - 2021
TI  - No abstract.
"""
WOS = """FN Clarivate Analytics Web of Science
VR 1.0
PT J
AU Doe, J
   Roe, R
TI On graphs that
   change
AB We study graphs.
PD MAY 13
PY 2020
UT WOS:000001
ER

PT J
AU Poe, P
TI On trees
AB We study trees.
PD JAN-FEB
PY 2021
UT WOS:000002
ER

EF
"""
BIBTEX = r"""% exported
@string{jan1 = "January"}
@article{doe2020,
  title = {On {G}raphs and {\'e}t{\'e}},
  abstract = {We study graphs
    that change.},
  year = 2020, month = may,
}
@inproceedings{roe2021, title = "On m{RNA} {"}trees{"}", abstract = "We study " # {{T}rees.}, year = {2021}}
@misc{doe2020, title={Same key}, abstract={Another text.}}
@comment{nothing}
"""
BIBTEX_BROKEN = """@article{a, title={One}, abstract={The first text.}}
@article{b, title={Two}, abstract={The unclosed text.
@article{c, title={Three}, abstract={The third text.}}
"""
PUBMED = """<?xml version="1.0" ?>
<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle, 1st January 2024//EN" "x.dtd">
<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID Version="1">123</PMID><Article>
<Journal><JournalIssue><PubDate><Year>2020</Year><Month>May</Month></PubDate></JournalIssue>
<Title>Journal of Graphs</Title></Journal><ArticleTitle>On <i>graphs</i>.</ArticleTitle>
<Abstract><AbstractText Label="AIM">We ask.</AbstractText>
<AbstractText Label="RESULTS">H<sub>2</sub>O &lt; x.</AbstractText></Abstract>
<AuthorList><Author><LastName>Doe</LastName><ForeName>Jane</ForeName></Author></AuthorList>
</Article></MedlineCitation></PubmedArticle>
<PubmedArticle><MedlineCitation><PMID>124</PMID><Article><ArticleTitle>None</ArticleTitle>
</Article></MedlineCitation></PubmedArticle></PubmedArticleSet>"""
GRAPHS = ("We study graphs.", "On graphs")

CASES = {
    "ris-scopus": (
        "a.ris",
        RIS_SCOPUS,
        "ris",
        [
            ("We study graphs. © 2020 Elsevier", "On graphs", "10.1/a", "2020-01-01", "year"),
            ("We study trees.", "On trees", "10.1/b", "2021-01-01", "year"),
        ],
    ),
    "ris-wos-as-txt": (
        "a.txt",
        RIS_WOS,
        "ris",
        [("We study\ngraphs that\nchange.", "On graphs", "WOS:1", "2020-05-13", "day")],
    ),
    "ris-embase": ("a.txt", RIS_EMBASE, "ris", [(*GRAPHS, "L1", "2020-01-01", "year")]),
    "ris-proquest": (
        "a.ris",
        RIS_PROQUEST,
        "ris",
        [("We study graphs in full.", "On graphs", "", "2020-05-01", "month")],
    ),
    "ris-one-space": ("a.ris", RIS_ONE_SPACE, "ris", [(*GRAPHS, "", "", "")]),
    "ris-zotero": ("a.ris", RIS_ZOTERO, "ris", [(*GRAPHS, "", "2020-05-13", "day")]),
    "ris-ovid": ("a.txt", RIS_OVID, "ris", [(*GRAPHS, "7", "2020-05-01", "month")]),
    "nbib": (
        "a.nbib",
        NBIB,
        "medline",
        [
            (
                "BACKGROUND: We ask.\nMETHODS: We look.",
                "On graphs that\nchange.",
                "123",
                "2020-05-01",
                "month",
            ),
            ("", "No abstract.", "124", "2021-01-01", "year"),
        ],
    ),
    "wos": (
        "savedrecs.txt",
        WOS,
        "wos",
        [
            ("We study graphs.", "On graphs that\nchange", "WOS:000001", "2020-05-13", "day"),
            ("We study trees.", "On trees", "WOS:000002", "2021-01-01", "month"),
        ],
    ),
    "bibtex": (
        "a.bib",
        BIBTEX,
        "bibtex",
        [
            (
                "We study graphs\n    that change.",
                r"On Graphs and {\'e}t{\'e}",
                "doe2020",
                "2020-05-01",
                "month",
            ),
            ("We study Trees.", 'On mRNA "trees"', "roe2021", "2021-01-01", "year"),
            ("Another text.", "Same key", "doe2020", "", ""),
        ],
    ),
    "pubmed-xml": (
        "a.xml",
        PUBMED,
        "pubmed",
        [
            ("AIM: We ask.\nRESULTS: H2O < x.", "On graphs.", "123", "2020-05-01", "month"),
            ("", "None", "124", "", ""),
        ],
    ),
    "csv-zotero": (
        "a.csv",
        '"Key","Publication Year","Title","Publication Title","Abstract Note","Date"\n'
        '"AB12","2020","On graphs","J. Graphs","We study graphs.","2020-05-13"\n',
        "csv",
        [(*GRAPHS, "AB12", "2020-05-13", "day")],
    ),
    "csv-openalex": (
        "a.csv",
        "id,doi,title,display_name,publication_year,publication_date,abstract\n"
        "https://openalex.org/W1,10.1/a,On graphs,On graphs,2020,2020-05-13,We study graphs.\n",
        "csv",
        [(*GRAPHS, "https://openalex.org/W1", "2020-05-13", "day")],
    ),
    "csv-lens": (
        "a.csv",
        '\ufeff"Lens ID","Title","Date Published","Publication Year","Abstract"\n'
        '"000-1","On graphs","2020-05-13","2020","We study graphs."\n',
        "csv",
        [(*GRAPHS, "000-1", "2020-05-13", "day")],
    ),
    "csv-scopus-placeholder": (
        "a.csv",
        "Title,Year,Abstract,EID\nOn graphs,2020,[No abstract available],2-s2\n",
        "csv",
        [("", "On graphs", "2-s2", "2020-01-01", "year")],
    ),
    "csv-semicolon-quoted-newline": (
        "a.csv",
        'id;title;text\n1;On graphs;"We study\ngraphs; and trees."\n2;On trees;"We ""study"" trees."\n',
        "csv",
        [
            ("We study\ngraphs; and trees.", "On graphs", "1", "", ""),
            ('We "study" trees.', "On trees", "2", "", ""),
        ],
    ),
    "csv-single-quotes": (
        "a.csv",
        "id,text\n1,'We study graphs, and trees.'\n2,'It''s a tree, too.'\n",
        "csv",
        [("We study graphs, and trees.", "", "1", "", ""), ("It's a tree, too.", "", "2", "", "")],
    ),
    "pipes-under-txt": (
        "a.txt",
        "id|title|abstract\n1|On graphs|We study graphs.\n",
        "csv",
        [(*GRAPHS, "1", "", "")],
    ),
    "tabs-of-wos": (
        "a.txt",
        "PT\tTI\tAB\tPY\tUT\nJ\tOn graphs\tWe study graphs.\t2020\tWOS:1\n",
        "csv",
        [(*GRAPHS, "WOS:1", "2020-01-01", "year")],
    ),
    "sep-line-of-excel": (
        "a.csv",
        "sep=;\nid;text\n1;We study graphs, and trees.\n",
        "csv",
        [("We study graphs, and trees.", "", "1", "", "")],
    ),
    "json-array": (
        "a.json",
        json.dumps([{"id": 7, "title": "On graphs", "summary": "We study graphs.", "year": 2020}]),
        "json",
        [(*GRAPHS, "7", "2020-01-01", "year")],
    ),
    "json-one-level-down": (
        "a.json",
        json.dumps({"count": 1, "results": [{"title": "On graphs", "abstract": GRAPHS[0]}]}, indent=1),
        "json",
        [(*GRAPHS, "", "", "")],
    ),
    "json-openreview": (
        "a.json",
        json.dumps(
            {
                "notes": [
                    {
                        "id": "x1",
                        "cdate": 1700000000000,
                        "content": {
                            "title": {"value": "On graphs"},
                            "abstract": {"value": "We study graphs."},
                            "keywords": {"value": ["a", "b"]},
                        },
                    }
                ]
            }
        ),
        "json",
        [(*GRAPHS, "x1", "2023-11-14 22:13:20", "second")],
    ),
    "jsonl-arxiv": (
        "a.txt",
        json.dumps(
            {"id": "2001.00001", "title": "On graphs", "abstract": GRAPHS[0],
             "update_date": "2020-05-13", "comments": "8 pages"}
        )
        + "\n"
        + json.dumps({"id": "2001.00002", "title": "On trees", "abstract": "Trees."})
        + "\n",
        "jsonl",
        [(*GRAPHS, "2001.00001", "2020-05-13", "day"), ("Trees.", "On trees", "2001.00002", "", "")],
    ),
    "html": (
        "page.html",
        "<!DOCTYPE html><html><head><title>Site</title><style>p{}</style></head><body><nav>Menu</nav>"
        "<h1>On graphs</h1><p>We study &amp; draw.</p><script>x()</script><p>Graphs.</p></body></html>",
        "file",
        [("We study & draw.\nGraphs.", "On graphs", "page", "", "")],
    ),
    "lines": (
        "a.txt",
        "I like it.\nI do not like it!\nWhy not?\n",
        "lines",
        [(text, "", "", "", "") for text in ("I like it.", "I do not like it!", "Why not?")],
    ),
    "wrapped-paragraph": (
        "a.txt",
        "We study graphs that change over the years and look at\n"
        "their nodes, which come and go and never stay for long\n"
        "in one place of the network.\n",
        "paragraphs",
        None,
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_a_dialect_is_recognised_and_read(tmp_path, case):
    name, content, form, expected = CASES[case]
    candidates, reports = read(tmp_path, name, content)
    assert reports[0].format == form
    if expected is None:
        assert len(candidates) == 1
    else:
        assert shown(candidates) == expected
    assert [own.reason for own in candidates] == [""] * len(candidates)


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("packing", ["gz", "zip"])
def test_compressed_files_are_read_as_the_plain_ones(tmp_path, case, packing):
    name, content, _, _ = CASES[case]
    plain, _ = read(tmp_path, name, content)
    if packing == "gz":
        packed = gzip.compress(content.encode())
    else:
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w") as archive:
            archive.writestr(name, content)
            archive.writestr("__MACOSX/._x", b"\x00")
        packed = buffer.getvalue()
    unpacked, _ = read(tmp_path, f"{name}.{packing}", packed)
    assert shown(unpacked) == shown(plain)


def test_metadata_keeps_its_names_and_lists(tmp_path):
    candidates, _ = read(tmp_path, "a.ris", RIS_SCOPUS)
    assert candidates[0].metadata["AU"] == ["Doe, J.", "Roe, R."]
    assert candidates[0].metadata["DO"] == "10.1/a"
    candidates, _ = read(tmp_path, "a.txt", WOS)
    assert candidates[0].metadata["AU"] == ["Doe, J", "Roe, R"]


@pytest.mark.parametrize(
    ("name", "content", "kept", "line"),
    [
        ("a.bib", BIBTEX_BROKEN, ["The first text.", "The third text."], "line 2"),
        (
            "a.ris",
            "TY  - JOUR\nAB  - The first text.\nER  - \nTY  - JOUR\nAB  - Cut off.\n"
            "TY  - JOUR\nAB  - The third text.\nER  - \n",
            ["The first text.", "The third text."],
            "line 4",
        ),
    ],
)
def test_a_broken_entry_is_reported_with_its_line(tmp_path, name, content, kept, line):
    candidates, _ = read(tmp_path, name, content)
    assert [own.text for own in candidates if not own.reason] == kept
    (bad,) = [own for own in candidates if own.reason]
    assert bad.reason == "broken record"
    assert line in bad.detail


def test_ris_without_end_tags_is_read_whole(tmp_path):
    content = "TY  - JOUR\nAB  - The first text.\n\nTY  - JOUR\nAB  - The second text.\n"
    candidates, _ = read(tmp_path, "a.ris", content)
    assert [own.text for own in candidates] == ["The first text.", "The second text."]


def test_a_table_without_header_is_read_by_its_prose(tmp_path):
    prose = "We study graphs that change over the years, and look at how their nodes come and go."
    rows = "".join(f'{number},"{prose} ({number})",2020\n' for number in range(3))
    candidates, _ = read(tmp_path, "a.csv", rows)
    assert [own.text for own in candidates] == [f"{prose} ({number})" for number in range(3)]


def test_excel_skips_lines_above_the_header_and_reads_real_dates(tmp_path):
    book = openpyxl.Workbook()
    for row in (
        ["Exported by someone", None, None],
        ["Title", "Abstract", "Publication Date"],
        ["On graphs", "We study graphs.", datetime.datetime(2020, 5, 13)],
        ["On trees", None, None],
    ):
        book.active.append(row)
    buffer = io.BytesIO()
    book.save(buffer)
    candidates, reports = read(tmp_path, "a.xlsx", buffer.getvalue())
    assert reports[0].format == "excel"
    assert shown(candidates) == [(*GRAPHS, "", "2020-05-13", "day"), ("", "On trees", "", "", "")]


def test_parquet_keeps_types_of_metadata(tmp_path):
    buffer = io.BytesIO()
    frame = pd.DataFrame({"id": [1, 2], "text": ["A text.", None], "score": [0.5, 2.0]})
    frame.to_parquet(buffer)
    candidates, _ = read(tmp_path, "data.bin", buffer.getvalue())
    assert [(own.text, own.own_id, own.metadata["score"]) for own in candidates] == [
        ("A text.", "1", 0.5),
        ("", "2", 2.0),
    ]


TEXT = "Die Größe – naïve “Sätze” für Łódź"


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("utf-8", TEXT),
        ("utf-8-sig", TEXT),
        ("utf-16", TEXT),
        ("utf-16-le", TEXT),
        ("utf-16-be", TEXT),
        ("cp1252", "Die Größe – naïve “Sätze” für alle"),
        ("latin-1", "Die Größe der naïven Sätze für alle"),
        ("cp1251", "Мы изучаем тематические модели больших собраний текстов и их устойчивость."),
    ],
)
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_encodings_and_line_ends_are_recognised(tmp_path, encoding, text, line_end):
    content = line_end.join([text, "", f"{text}!"]).encode(encoding)
    candidates, _ = read(tmp_path, "a.txt", content)
    assert [own.text for own in candidates] == [text, f"{text}!"]


def test_single_western_bytes_in_utf8_are_read(tmp_path):
    content = "Größe für alle\n\n".encode() * 3 + b"Gr\xf6\xdfe"
    candidates, _ = read(tmp_path, "a.txt", content)
    assert candidates[-1].text == "Größe"
    assert candidates[0].text == "Größe für alle"


def test_a_stray_nul_byte_makes_no_binary_file(tmp_path):
    content = b"A text of some words. " * 20 + b"A \x00 byte.\n\nAnother one."
    candidates, _ = read(tmp_path, "a.txt", content)
    assert len(candidates) == 2


def test_an_encoding_can_be_set(tmp_path):
    content = "id,text\n1,größer\n".encode("cp850")
    candidates, _ = read(tmp_path, "a.csv", content, encoding="cp850")
    assert candidates[0].text == "größer"


def test_two_filled_text_columns_are_an_error_with_samples_and_the_line_to_add(tmp_path):
    content = "abstract,text,year\nWe study graphs.,The whole text of it.,2020\n"
    with pytest.raises(TopographError) as caught:
        read(tmp_path, "a.csv", content)
    for part in ("a.csv", "abstract, text", "The whole text of it.", "parse: {fields: {text: "):
        assert part in str(caught.value)
    candidates, _ = read(tmp_path, "a.csv", content, fields={"text": "text"})
    assert candidates[0].text == "The whole text of it."
    assert candidates[0].metadata == {"abstract": "We study graphs.", "year": "2020"}


def test_title_and_text_can_be_joined(tmp_path):
    candidates, _ = read(tmp_path, "a.ris", RIS_SCOPUS, text=["title", "text"])
    assert [own.text for own in candidates][1] == "On trees. We study trees."


def test_metadata_can_be_chosen(tmp_path):
    content = "id,text,venue,year\n1,A text.,ICML,2020\n"
    candidates, _ = read(tmp_path, "a.csv", content, fields={"metadata": ["venue"]})
    assert candidates[0].metadata == {"venue": "ICML"}


def test_day_and_month_are_distinguished_by_the_other_rows(tmp_path):
    content = "text,date\nA,03/05/2020\nB,13/05/2020\n"
    candidates, _ = read(tmp_path, "a.csv", content)
    assert [(str(own.date.date()), own.precision) for own in candidates] == [
        ("2020-05-03", "day"),
        ("2020-05-13", "day"),
    ]
    candidates, _ = read(tmp_path, "b.csv", "text,date\nA,03/05/2020\n")
    assert [(str(own.date.date()), own.precision) for own in candidates] == [("2020-01-01", "year")]


def test_text_files_with_titles_of_their_own_are_one_document_each(tmp_path):
    for number in range(3):
        (tmp_path / f"{number}.md").write_text(f"# Title {number}\n\nOne.\n\nTwo.\n")
    names = [f"{number}.md" for number in range(3)]
    batches = read_corpus(names, ParseSettings(), tmp_path)
    found = [(own.title, own.text, own.own_id) for batch in batches for own in batch]
    assert found == [(f"Title {n}", "One.\n\nTwo.", str(n)) for n in range(3)]


def test_files_of_several_formats_mix(tmp_path):
    (tmp_path / "a.ris").write_text(RIS_SCOPUS)
    (tmp_path / "b.csv").write_text("id,text\n1,A text.\n")
    (tmp_path / "c.txt").write_text("One.\n\nTwo.\n")
    batches = read_corpus(["a.ris", "b.csv", "c.txt"], ParseSettings(), tmp_path)
    assert [own.source for batch in batches for own in batch] == [
        "a.ris", "a.ris", "b.csv", "c.txt", "c.txt",
    ]  # fmt: skip


def test_a_pdf_is_one_document(tmp_path):
    candidates, reports = read(tmp_path, "paper.pdf", make_pdf("We study graphs."))
    assert reports[0].format == "pdf"
    assert [(own.text, own.own_id) for own in candidates] == [("We study graphs.", "paper")]


@pytest.mark.parametrize(
    ("content", "why"),
    [("password", "password"), ("empty", "images"), ("damaged", "damaged")],
)
def test_a_pdf_that_cannot_be_read_says_why(tmp_path, content, why):
    made = {
        "password": lambda: make_pdf("We study graphs.", "secret"),
        "empty": lambda: make_pdf(""),
        "damaged": lambda: b"%PDF-1.4\nnothing",
    }[content]()
    with pytest.raises(TopographError) as caught:
        read(tmp_path, "paper.pdf", made)
    assert "paper.pdf" in str(caught.value)
    assert why in str(caught.value)


def test_a_protected_zip_says_so(tmp_path):
    # an entry with the flag of encryption set in both of its headers
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("a.txt", "A text.")
    content = bytearray(buffer.getvalue())
    content[6] |= 1
    content[content.index(b"PK\x01\x02") + 8] |= 1
    with pytest.raises(TopographError, match=r"a\.zip/a\.txt") as caught:
        read(tmp_path, "a.zip", bytes(content))
    assert "password" in str(caught.value)
