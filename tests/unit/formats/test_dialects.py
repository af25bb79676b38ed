"""Exports of single services, and what goes wrong in them: counts and field values."""

# ruff: noqa: E501

import contextlib
import gzip
import io
import json
import zipfile

import openpyxl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from parse_files import read, shown

from topograph.config import ParseSettings
from topograph.errors import TopographError
from topograph.stages.parse.clean.steps import clean_text
from topograph.system.filenames import corpus_files

TEXT = "We study graphs."
GRAPHS = (TEXT, "On graphs")

ENDNOTE = """%0 Journal Article
%T On graphs
%A Doe, J.
%D 2023
%8 March 15
%K one
two
%M 37
%X We study
graphs.

%0 Book
%T On trees
%X We study trees.
"""
OVID_HEADINGS = """Database: Ovid MEDLINE(R) <1946 to 2024>
Search Strategy:
1     graph*.mp. (2)

  <1>
Unique Identifier
  37
Title
  On graphs
Year of Publication
  2023
Abstract
  We study
  graphs.

  <2>
Unique Identifier
  38
Title
  On trees
"""
OVID_TAGS = "<1>\nUI  - 37\nTI  - On graphs\nAB  - We study\n      graphs.\nYR  - 2023\n\n<2>\nUI  - 38\nTI  - On trees\n"
COCHRANE = "Record #1 of 2\nID: CN-1\nTI: On graphs\nYR: 2023\nAB: We study\ngraphs.\n\nRecord #2 of 2\nID: CN-2\nTI: On trees\n"
ENDNOTE_XML = (
    "<?xml version='1.0'?><xml><records><record><rec-number>1</rec-number><contributors><authors>"
    "<author><style>Doe</style></author></authors></contributors><titles><title><style>On </style>"
    "<style face='italic'>graphs</style></title></titles><dates><year><style>2023</style></year>"
    "<pub-dates><date><style>Mar 15</style></date></pub-dates></dates><abstract><style>We study "
    "graphs.</style></abstract></record><record><rec-number>2</rec-number><titles><title><style>On "
    "trees</style></title></titles></record></records></xml>"
)
ATOM = (
    "<?xml version='1.0'?><feed xmlns='http://www.w3.org/2005/Atom'><title>Query</title><entry>"
    "<id>http://arxiv.org/abs/1</id><published>2023-03-15T10:00:00Z</published><title>On\n graphs"
    "</title><summary>  We study\ngraphs.\n</summary><category term='cs.LG'/></entry></feed>"
)
EUROPE_PMC = (
    "<?xml version='1.0'?><responseWrapper><resultList><result><id>7</id><journal><title>J</title>"
    "</journal><abstractText>We <i>study</i> graphs.</abstractText><pubYear>2023</pubYear></result>"
    "<result><id>8</id><title>On trees</title></result></resultList></responseWrapper>"
)
INDEX = {"We": [0], "study": [1], "graphs.": [2]}
CROSSREF = {
    "DOI": "10.1/a",
    "title": ["On graphs"],
    "abstract": TEXT,
    "published": {"date-parts": [[2023, 3, 15]]},
    "author": [{"family": "Doe"}, {"family": "Roe"}],
    "reference": [{"key": "r"}] * 3,
}
WOS_TABLE = (
    "PT\tTI\tAB\tPD\tPY\tUT\n"
    'J\t"Deep" 5" wafers\tWe study graphs.\tMAR 15\t2023\tWOS:1\n'
    'J\tOn trees\t"Opened, and never closed.\t\t2022\tWOS:2\n'
)
EMBASE_BLOCKS = (
    '"TITLE","On graphs"\n"AUTHOR NAMES","Doe","Roe"\n"PUBLICATION YEAR","2023"\n'
    '"ABSTRACT","We study graphs."\n"PUI","L1"\n\n"TITLE","On trees"\n"PUI","L2"\n'
)

CASES = {
    "endnote": ("a.enw", ENDNOTE, "endnote", [("We study\ngraphs.", "On graphs", "37", "2023-03-15", "day"), ("We study trees.", "On trees", "", "", "")]),
    "ovid-headings": ("a.txt", OVID_HEADINGS, "ovid", [("We study\ngraphs.", "On graphs", "37", "2023-01-01", "year"), ("", "On trees", "38", "", "")]),
    "ovid-tags": ("a.txt", OVID_TAGS, "ovid", [("We study\ngraphs.", "On graphs", "37", "2023-01-01", "year"), ("", "On trees", "38", "", "")]),
    "cochrane": ("a.txt", COCHRANE, "cochrane", [("We study\ngraphs.", "On graphs", "CN-1", "2023-01-01", "year"), ("", "On trees", "CN-2", "", "")]),
    "endnote-xml": ("a.xml", ENDNOTE_XML, "xml", [(*GRAPHS, "1", "2023-03-15", "day"), ("", "On trees", "2", "", "")]),
    "arxiv-atom": ("a.xml", ATOM, "xml", [(*GRAPHS, "http://arxiv.org/abs/1", "2023-03-15 10:00:00", "second")]),
    "europe-pmc-xml": ("a.xml", EUROPE_PMC, "xml", [(TEXT, "", "7", "2023-01-01", "year"), ("", "On trees", "8", "", "")]),
    "ris-month-without-year": ("a.ris", "TY  - JOUR\nTI  - On graphs\nAB  - We study graphs.\nDA  - JUN 15\nPY  - 2021\nAN  - WOS:1\nER  -\n", "ris", [(*GRAPHS, "WOS:1", "2021-06-15", "day")]),
    "bibtex-of-wos": ("a.bib", "@article{ WOS:1,\nTitle = {{On\n   graphs}},\nAbstract = {{We gain 5\\%.}},\nYear = {{2023}},\nMonth = {{MAR 15}},\n}\n", "bibtex", [("We gain 5\\%.", "On\n   graphs", "WOS:1", "2023-03-15", "day")]),
    "crossref-page": ("a.json", json.dumps({"message": {"items": [CROSSREF, {"DOI": "b", "title": ["On trees"], "issued": {"date-parts": [[2022]]}}]}}), "json", [(*GRAPHS, "10.1/a", "2023-03-15", "day"), ("", "On trees", "b", "2022-01-01", "year")]),
    "crossref-work": ("a.json", json.dumps({"status": "ok", "message": CROSSREF}), "json", [(*GRAPHS, "10.1/a", "2023-03-15", "day")]),
    "csl": ("a.json", json.dumps([{"id": "doe", "title": "On graphs", "abstract": TEXT, "issued": {"date-parts": [["2023", 3]]}}]), "json", [(*GRAPHS, "doe", "2023-03-01", "month")]),
    "openalex-work": ("a.json", json.dumps({"id": "W1", "title": "On graphs", "abstract_inverted_index": INDEX, "concepts": [{"id": "C"}] * 2}), "json", [(*GRAPHS, "W1", "", "")]),
    "openalex-table": ("a.csv", 'id,title,abstract_inverted_index\nW1,On graphs,"' + json.dumps(INDEX).replace('"', '""') + '"\nW2,On trees,\n', "csv", [(*GRAPHS, "W1", "", ""), ("", "On trees", "W2", "", "")]),
    "elasticsearch": ("a.json", json.dumps({"hits": {"hits": [{"_id": "1", "_source": {"title": "On graphs", "abstract": TEXT}}]}}), "json", [(*GRAPHS, "1", "", "")]),
    "mongodb": ("a.jsonl", json.dumps({"_id": {"$oid": "f0"}, "title": "On graphs", "text": TEXT, "date": {"$date": "2023-03-15T00:00:00Z"}}) + "\n", "jsonl", [(*GRAPHS, "f0", "2023-03-15", "day")]),
    "core": ("a.json", json.dumps({"results": [{"id": 1, "title": "On graphs", "abstract": TEXT, "fullText": "Long.", "publishedDate": "2023-03-15T00:00:00"}]}), "json", [(*GRAPHS, "1", "2023-03-15", "day")]),
    "train-and-test": ("a.json", json.dumps({"train": [{"text": "One."}, {"text": "Two."}], "test": [{"text": "Three."}], "authors": [{"name": "Doe"}]}), "json", [(own, "", "", "", "") for own in ("One.", "Two.", "Three.")]),
    "json-values-in-a-row": ("a.json", '{\n"id": 1,\n"text": "One."}\n{\n"id": 2,\n"text": "Two."}', "json", [("One.", "", "1", "", ""), ("Two.", "", "2", "", "")]),
    "json-texts-by-id": ("a.json", json.dumps({"d1": "One.", "d2": "Two."}), "json", [("One.", "", "d1", "", ""), ("Two.", "", "d2", "", "")]),
    "json-rows": ("a.json", json.dumps([["id", "text"], ["1", "One."]]), "json", [("One.", "", "1", "", "")]),
    "pandas-split": ("a.json", json.dumps({"columns": ["id", "text"], "index": [0], "data": [[1, "One."]]}), "json", [("One.", "", "1", "", "")]),
    "wos-table": ("savedrecs.txt", WOS_TABLE, "csv", [(TEXT, '"Deep" 5" wafers', "WOS:1", "2023-03-15", "day"), ('"Opened, and never closed.', "On trees", "WOS:2", "2022-01-01", "year")]),
    "embase-blocks": ("a.csv", EMBASE_BLOCKS, "csv", [(*GRAPHS, "L1", "2023-01-01", "year"), ("", "On trees", "L2", "", "")]),
    "lens": ("a.csv", "Lens ID,Title,Abstract,PMID,DOI\n000-1,On graphs,We study graphs.,37,10.1/a\n", "csv", [(*GRAPHS, "000-1", "", "")]),
    "dimensions": ("a.csv", '"About the data: exported in May, 2024."\nRank,Publication ID,DOI,PMID,Title,Abstract,Publication date,PubYear\n5,pub.1,10.1/a,37,On graphs,We study graphs.,2023-03-15,2023\n', "csv", [(*GRAPHS, "pub.1", "2023-03-15", "day")]),
    "markdown-table": ("a.md", "| id | title | abstract |\n|----|:--|--:|\n| 1 | On graphs | We \\| study. |\n", "csv", [("We | study.", "On graphs", "1", "", "")]),
    "stray-quotes": ("a.csv", 'id,text\n1,"The "graph" is fun, and left."\n2,"He said "no", and stayed."\n3,"Over\n"two" lines."\n', "csv", [('The "graph" is fun, and left.', "", "1", "", ""), ('He said "no", and stayed.', "", "2", "", ""), ('Over\n"two" lines.', "", "3", "", "")]),
    "backslash-quotes": ("a.csv", 'id,text\n1,"The \\"graph\\" is, I say, fun."\n2,"So is $\\alpha$."\n', "csv", [('The "graph" is, I say, fun.', "", "1", "", ""), ("So is $\\alpha$.", "", "2", "", "")]),
    "reddit": ("a.jsonl", '{"id": "a", "body": "I like it."}\n{"id": "b", "body": "[deleted]"}\n', "jsonl", [("I like it.", "", "a", "", ""), ("", "", "b", "", "")]),
    "ris-without-spaces": ("a.ris", "TY  -JOUR\nTI  -On graphs\nAB  -We study graphs.\nER  -\n", "ris", [(*GRAPHS, "", "", "")]),
    "ebsco-xml": ("a.xml", "<records><rec><header><artinfo><ui>7</ui><tig><atl>On graphs</atl></tig><ab>We study graphs.</ab></artinfo></header></rec></records>", "xml", [(*GRAPHS, "7", "", "")]),
    "oai-dublin-core": ("a.xml", "<?xml version='1.0'?><r><ListRecords><record><header><identifier>o1</identifier></header><metadata><dc xmlns:d='x'><d:title>On graphs</d:title><d:description>We study graphs.</d:description></dc></metadata></record><record><header><identifier>o2</identifier></header></record></ListRecords></r>", "xml", [(*GRAPHS, "o1", "", ""), ("", "", "o2", "", "")]),
    "xml-with-attributes": ("a.xml", "<docs><doc id='a'><text>One, <b>bold</b>.</text></doc><doc id='b'><text>Two.</text></doc></docs>", "xml", [("One, bold.", "", "a", "", ""), ("Two.", "", "b", "", "")]),
    "solr": ("a.json", json.dumps({"response": {"docs": [{"docid": "1", "title_s": ["On graphs"], "abstract_s": [TEXT]}]}}), "json", [(*GRAPHS, "", "", "")]),
    "datacite": ("a.json", json.dumps({"data": [{"id": "d1", "attributes": {"titles": [{"title": "On graphs"}], "descriptions": [{"description": TEXT}], "publicationYear": 2023}}]}), "json", [(*GRAPHS, "d1", "2023-01-01", "year")]),
    "wordpress": ("a.json", json.dumps([{"id": 1, "title": {"rendered": "On graphs"}, "content": {"rendered": TEXT, "protected": False}}]), "json", [(*GRAPHS, "1", "", "")]),
    "telegram": ("a.json", json.dumps({"messages": [{"id": 1, "text": ["See ", {"type": "link", "text": "a.org"}, "."]}]}), "json", [("See a.org.", "", "1", "", "")]),
    "geojson": ("a.json", json.dumps({"features": [{"geometry": {"type": "Point"}, "properties": {"name": "On graphs", "description": TEXT}}]}), "json", [(*GRAPHS, "", "", "")]),
    "array-under-jsonl": ("a.jsonl", '[{"id": 1, "text": "One."},\n{"id": 2, "text": "Two."}]', "json", [("One.", "", "1", "", ""), ("Two.", "", "2", "", "")]),
    "two-names-of-the-text": ("a.jsonl", '{"id": 1, "abstract": "One."}\n{"id": 2, "summary": "Two."}\n', "jsonl", [("One.", "", "1", "", ""), ("Two.", "", "2", "", "")]),
    "spaces-behind-commas": ("a.csv", 'id, text\n1, "One, and more."\n2, "Two."\n', "csv", [("One, and more.", "", "1", "", ""), ("Two.", "", "2", "", "")]),
    "qualtrics": ("a.csv", 'StartDate,Q1,answer\nStart Date,Age?,Why?\n"{""ImportId"":""startDate""}","{""ImportId"":""QID1""}","{""ImportId"":""QID2""}"\n2023-03-15,34,It is good.\n', "csv", [("It is good.", "", "", "2023-03-15", "day")]),
    "accents-in-header": ("a.csv", "título,resumen,año\nOn graphs,We study graphs.,2023\n", "csv", [(*GRAPHS, "", "2023-01-01", "year")]),
    "header-recognised-by-the-numbers-beneath": ("a.csv", "No.;What do you like?\n1;I like the trees along the river, the gardens and the many birds that sing in them at night.\n2;I like the town, its markets, its people and the long evenings in the summer by the old bridge.\n", "csv", [("I like the trees along the river, the gardens and the many birds that sing in them at night.", "", "", "", ""), ("I like the town, its markets, its people and the long evenings in the summer by the old bridge.", "", "", "", "")]),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_an_export_is_recognised_and_read(tmp_path, case):
    name, content, form, expected = CASES[case]
    candidates, reports = read(tmp_path, name, content)
    assert reports[0].format == form
    assert shown(candidates) == expected
    assert [own.reason for own in candidates] == [""] * len(candidates)


def test_a_missing_comma_between_fields_costs_no_field(tmp_path):
    content = "@article{a,\n title = {On {G}raphs}\n abstract = {We study graphs.}\n}\n"
    candidates, _ = read(tmp_path, "a.bib", content)
    assert shown(candidates) == [(TEXT, "On Graphs", "a", "", "")]


def test_only_fields_that_a_file_has_are_reported(tmp_path):
    _, reports = read(tmp_path, "a.ris", "TY  - JOUR\nT1  - On graphs\nN2  - One.\nER  -\n")
    assert (reports[0].roles.text, reports[0].roles.title) == ((("N2",),), ("T1",))


def test_an_unclosed_quote_takes_no_other_row_with_it(tmp_path):
    content = 'id,text\n1,One.\n2,"Unclosed\n3,Three.\n4,"Quoted, four."\n'
    candidates, _ = read(tmp_path, "a.csv", content)
    assert [(own.own_id, own.reason) for own in candidates] == [
        ("1", ""),
        ("", "broken record"),
        ("3", ""),
        ("4", ""),
    ]


def test_labels_of_a_first_row_that_come_again_are_no_header(tmp_path):
    rows = [("sport", "The team won the match after a long second half in heavy rain")] * 2
    content = "".join(f"{label}\t{text} {number}\n" for number, (label, text) in enumerate(rows))
    candidates, _ = read(tmp_path, "a.tsv", content)
    assert len(candidates) == 2


def test_a_field_of_journals_is_not_taken_for_the_title_of_a_record_without_one(tmp_path):
    candidates, _ = read(tmp_path, "a.xml", EUROPE_PMC)
    assert candidates[0].metadata["journal.title"] == "J"


def test_xml_that_cannot_be_read_says_why(tmp_path):
    with pytest.raises(TopographError, match="cut off"):
        read(tmp_path, "a.xml", ATOM[:-20])
    with pytest.raises(TopographError, match="usual name for texts"):
        read(tmp_path, "a.xml", "<?xml version='1.0'?><a><b>c</b></a>")


def workbook(*sheets: list[list[object]]) -> bytes:
    book = openpyxl.Workbook()
    book.remove(book.active)
    for number, rows in enumerate(sheets):
        sheet = book.create_sheet(f"sheet{number}")
        for row in rows:
            sheet.append(row)
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()


def test_notes_beside_tables_are_audited_and_no_documents(tmp_path):
    notes = [["This workbook holds the export of May."], ["Do not edit."]]
    tables = [[["id", "text"], [1, "One."]], [["id", "text"], [2, "Two."]]]
    candidates, _ = read(tmp_path, "a.xlsx", workbook(notes, *tables))
    assert [(own.text, own.reason) for own in candidates] == [
        ("This workbook holds the export of May.\nDo not edit.", "no table"),
        ("One.", ""),
        ("Two.", ""),
    ]


def test_a_workbook_that_tells_a_wrong_size_is_read_whole(tmp_path):
    content = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(workbook([["id", "text"], [1, "One."]]))) as whole,
        zipfile.ZipFile(content, "w") as changed,
    ):
        for name in whole.namelist():
            changed.writestr(name, whole.read(name).replace(b'ref="A1:B2"', b'ref="A1"'))
    candidates, _ = read(tmp_path, "a.xlsx", content.getvalue())
    assert shown(candidates) == [("One.", "", "1", "", "")]


def test_parquet_with_bytes_and_structures_is_read(tmp_path):
    table = pa.table(
        {
            "content": [{"title": "On graphs", "abstract": TEXT}],
            "note": pa.array([b"plain"], pa.binary()),
            "image": pa.array([b"\xff\x00"], pa.binary()),
        }
    )
    content = io.BytesIO()
    pq.write_table(table, content)
    candidates, _ = read(tmp_path, "a.parquet", content.getvalue())
    assert shown(candidates) == [(*GRAPHS, "", "", "")]
    assert candidates[0].metadata["note"] == "plain"
    assert candidates[0].metadata["image"] == "/wA="


def packed(members: dict[str, bytes | str]) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        for name, own in members.items():
            archive.writestr(name, own)
    return content.getvalue()


def test_archives_in_archives_are_read_and_litter_is_not(tmp_path):
    inner = packed({"a.csv": "id,text\n1,One.\n", "b.csv.gz": gzip.compress(b"id,text\n2,Two.\n")})
    outer = {"x/in.zip": inner, "x/Thumbs.db": b"\xd0\xcf\x11\xe0", ".DS_Store": b"\x00\x01"}
    candidates, reports = read(tmp_path, "a.zip", packed(outer))
    assert [own.text for own in candidates] == ["One.", "Two."]
    assert [own.name for own in reports] == ["a.zip/x/in.zip/a.csv", "a.zip/x/in.zip/b.csv.gz"]


@pytest.mark.parametrize("place", [10, 200, 400, -30])
def test_a_workbook_with_a_wrong_byte_is_read_or_refused(tmp_path, place):
    content = bytearray(workbook([["id", "text"], [1, "One."]]))
    content[place] ^= 0xFF
    with contextlib.suppress(TopographError):
        assert shown(read(tmp_path, "a.xlsx", bytes(content))[0]) == [("One.", "", "1", "", "")]


def test_an_archive_of_an_unknown_version_is_reported(tmp_path):
    content = bytearray(packed({"a.csv": "id,text\n1,One.\n"}))
    content[content.find(b"PK\x01\x02") + 6] = 0xFF
    with pytest.raises(TopographError, match="cannot be unpacked"):
        read(tmp_path, "a.zip", bytes(content))


def test_xml_in_an_unknown_encoding_is_reported(tmp_path):
    with pytest.raises(TopographError, match="cannot be read as XML"):
        read(
            tmp_path,
            "a.xml",
            "<?xml version='1.0' encoding='U3F-8'?><a><text>Öne.</text></a>".encode("latin-1"),
        )


def test_a_damaged_archive_in_an_archive_costs_no_other_member(tmp_path):
    content = packed({"a.csv": "id,text\n1,One.\n", "in.zip": packed({"b.txt": "Two."})[:-9]})
    candidates, _ = read(tmp_path, "a.zip", content, on_error="skip")
    assert [own.reason for own in candidates] == ["", "unreadable file"]


def test_texts_in_an_archive_are_documents_as_those_in_a_folder(tmp_path):
    texts = {f"{n}.txt": f"Title number {n}\n\nThe body.\n\nIts end." for n in range(3)}
    candidates, _ = read(tmp_path, "a.zip", packed(texts))
    assert [own.title for own in candidates] == [f"Title number {n}" for n in range(3)]


def test_office_documents_that_are_not_read_are_refused_with_advice(tmp_path):
    content = packed({"[Content_Types].xml": "<x/>", "ppt/a.xml": "<x/>"})
    with pytest.raises(TopographError, match="presentation"):
        read(tmp_path, "a.docx", content)


def test_a_workbook_under_another_name_is_read(tmp_path):
    candidates, reports = read(tmp_path, "a.csv", workbook([["id", "text"], [1, "One."]]))
    assert (reports[0].format, candidates[0].text) == ("excel", "One.")


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("text", ["主题模型的稳定性很少被报告。", "Мы изучаем графы и деревья."])
def test_utf16_without_a_mark_is_reported_in_all_scripts(tmp_path, encoding, text):
    candidates, _ = read(tmp_path, "a.txt", f"{text}\n\n{text}\n".encode(encoding))
    assert [own.text for own in candidates] == [text, text]


def test_a_folder_stands_for_the_files_in_it(tmp_path):
    (tmp_path / "papers" / "old").mkdir(parents=True)
    for name in ("papers/b.txt", "papers/old/a.txt", "papers/.hidden", "papers/Thumbs.db"):
        (tmp_path / name).write_text("One.")
    assert corpus_files(["papers"], tmp_path) == ["papers/b.txt", "papers/old/a.txt"]


@pytest.mark.parametrize(
    "raw, clean",
    [
        (r"na{\"i}ve M{\'a}rquez and {\'{e}}t{\'{e}}", "naïve Márquez and été"),
        (r"{\textless}nodes{\textgreater} by 5{\%}", "<nodes> by 5%"),
        (
            "models---as such---and Fokker--Planck, 1 -- 2",
            "models—as such—and Fokker–Planck, 1 – 2",
        ),
        ("call it with --verbose", "call it with --verbose"),
        ("{B}ERT for m{RNA}, {name}s and f(x)", "BERT for mRNA, {name}s and f(x)"),
        (
            r"$O(\frac{T^{1-1/K}\log T}{\log\log n})$, $\varepsilon^{-4}$",
            "O(T^(1-1/K)log T/log log n), ε^-4",
        ),
        (r"{\ours} is \ours{} and {\em so}", "ours is ours and so"),
    ],
)
def test_latex_of_bibliographies_becomes_readable(raw, clean):
    assert clean_text(raw, ParseSettings().clean).text == clean


@pytest.mark.parametrize("mark", ["<script>", "<!--"])
def test_marks_that_never_close_stay(mark):
    text = "one " + mark * 20_000 + " two"
    assert clean_text(text, ParseSettings().clean).text == text


@pytest.mark.parametrize(
    "raw, clean",
    [
        ("a <script>x</script > b <style>y</style> c <!-- z --> d", "a b c d"),
        ("a <script>x</script> <script>y", "a <script>y"),
        (r"so \(a+b\) and \[c\] and \(d", "so a+b and c and"),
    ],
)
def test_what_stands_between_marks_goes_or_is_read(raw, clean):
    assert clean_text(raw, ParseSettings().clean).text.startswith(clean)


def test_a_word_cut_at_the_line_end_keeps_its_hyphen_if_it_has_one_elsewhere():
    raw = "Zero-shot learning is zero-\nshot, and inter-\nnational."
    assert clean_text(raw, ParseSettings().clean).text == (
        "Zero-shot learning is zero-shot, and international."
    )


SQL_DUMP = (
    "-- MySQL dump 10.13\n/*!40101 SET NAMES utf8 */;\nDROP TABLE IF EXISTS `answers`;\n"
    "CREATE TABLE `answers` (\n  `id` int,\n  `text` text\n);\n\n"
    "INSERT INTO `answers` VALUES (1,'It is cold.'),(2,'Nobody came.');\n"
)
NOT_READ = {
    "a dump of MySQL": ("a.sql", SQL_DUMP, "SQL", 2),
    "statements": ("a.txt", "insert into t (id, text) values (1, 'It is cold.');\n" * 4, "SQL", 4),
    "a dump of PostgreSQL": (
        "a.sql",
        "--\n-- PostgreSQL database dump\n--\n\nSET statement_timeout = 0;\n\n"
        "COPY public.t (id, text) FROM stdin;\n1\tIt is cold.\n\\.\n",
        "SQL",
        3,
    ),
    "settings": ("a.ini", "; of a\n[server]\nhost = a\n\n[paths]\ndata=b\n", "INI", 2),
    "LaTeX": (
        "a.tex",
        "% a\n\\documentclass{article}\n\\begin{document}\nTrees are green.\n\n"
        "Ponds are blue.\n\\end{document}\n",
        "LaTeX",
        1,
    ),
}


NOT_READ |= {
    "a page of a wiki": (
        "a.txt",
        "Trees give [[shade]].\n\n== In towns ==\nThey stand in [[street|streets]].\n\n"
        "See [[Parks]].\n",
        "MediaWiki",
        1,
    ),
    "words with marks": (
        "a.conll",
        "".join(f"{word}\tN\tB\ngive\tV\tO\n\n" for word in ("Trees", "Ponds", "Parks", "We")),
        "marks of grammar",
        4,
    ),
}


def test_an_answer_of_oai_without_records_is_refused(tmp_path):
    answer = (
        '<?xml version="1.0"?><OAI-PMH><request verb="Identify">x</request><Identify>'
        "<repositoryName>Trees</repositoryName><description>All texts on trees, and on the shade "
        "that they give to all of us.</description></Identify></OAI-PMH>"
    )
    with pytest.raises(TopographError, match="ListRecords"):
        read(tmp_path, "a.xml", answer)


@pytest.mark.parametrize("kind", NOT_READ)
def test_text_files_that_are_not_read_are_refused_with_a_remedy_that_works(tmp_path, kind):
    name, content, what, documents = NOT_READ[kind]
    with pytest.raises(TopographError) as refused:
        read(tmp_path, name, content)
    assert what in refused.value.why
    sources = ("LaTeX", "MediaWiki")
    form = "file" if what in sources else "paragraphs" if "\n\n" in content else "lines"
    assert f"format: {form}" in refused.value.fix
    candidates, _ = read(tmp_path, name, content, format=form)
    assert len(candidates) == documents


@pytest.mark.parametrize(
    "opening",
    [
        "Insert into each slot a coin, and wait.",
        "Drop the table of results, we said.",
        "[Applause] Thank you all.",
        "[1]",
        "[Laughter]",
        "We write \\documentclass{article} first.",
    ],
)
def test_prose_that_opens_like_code_is_prose(tmp_path, opening):
    rest = "We create tables of wood.\n\nWe insert into them what we value."
    candidates, reports = read(tmp_path, "a.txt", f"{opening}\n\n{rest}\n")
    assert reports[0].format == "paragraphs"
    assert len(candidates) == 3


def test_a_field_behind_the_end_of_a_record_of_ris_is_no_record(tmp_path):
    record = "{}. \nTY  - JOUR\nT1  - Shade trees\nN2  - Trees give shade to towns.\nER  - \n"
    stray = "NL  - Towns\n\nLink to the full text: http://a.org/x\n\n"
    content = "".join(record.format(n) + stray for n in (1, 2, 3))
    found, _ = read(tmp_path, "a.ris", content)
    assert [(own.title, own.reason) for own in found] == [("Shade trees", "")] * 3
    found, _ = read(tmp_path, "a.ris", content + "TY  - JOUR\nT1  - Rain\n")
    assert [own.reason for own in found] == ["", "", "", "broken record"]


def test_records_of_endnote_with_their_title_above_the_opening_tag_keep_it(tmp_path):
    one = "%T On graphs\n%0 Journal Article\n%D 2020\n%X We study graphs.\n\n\n"
    other = "%T On trees\n%D 2021\n%X We study trees.\n\n\n"  # without an opening tag
    third = "%0 Journal Article\n%T On paths\n%D 2022\n%X We study paths.\n"
    candidates, _ = read(tmp_path, "a.enl", one + other + third)
    assert [(own.title, own.text, own.reason) for own in candidates] == [
        ("On graphs", "We study graphs.", ""),
        ("On trees", "We study trees.", ""),
        ("On paths", "We study paths.", ""),
    ]


def test_a_list_of_titles_and_no_texts_says_so(tmp_path):
    content = "Item Title,Publication Title,Item DOI\nOn trees in towns,Shade,10.1/a\n"
    with pytest.raises(TopographError, match="has titles and no abstracts"):
        read(tmp_path, "a.csv", content)


def test_answers_of_plos_have_a_title(tmp_path):
    doc = {"id": "10.1/a", "title_display": "On trees", "abstract": ["We study trees."]}
    content = json.dumps({"response": {"numFound": 1, "docs": [doc]}})
    ((own,), _) = read(tmp_path, "a.json", content)
    assert (own.text, own.title) == ("We study trees.", "On trees")
