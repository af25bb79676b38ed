"""Tables: headers of all kinds, what stands above, beneath and between them, and workbooks."""

# ruff: noqa: E501

import base64
import datetime
import io
import zipfile
import zlib

import openpyxl
import pytest
from parse_files import read

from topograph.errors import TopographError
from topograph.formats.header import find_header

PARK = "I walk my dog there every morning before work and I like the old trees by the pond."
LAKE = "My children play on the grass after school and we would like a tap with water."
QUIET = "It is the only quiet place in our part of town and I would keep the scooters out."
TEXTS = (PARK, LAKE, QUIET)

QUALTRICS_NAMES = ["StartDate", "Progress", "ResponseId", "Q1", "Q2_why"]
QUALTRICS_LABELS = [
    "Start Date",
    "Progress",
    "Response ID",
    "How old are you?",
    "Why do you use the park?",
]
QUALTRICS_IDS = [
    '{"ImportId":"startDate","timeZone":"UTC"}',
    *(f'{{"ImportId":"QID{n}"}}' for n in range(4)),
]
QUALTRICS_ROWS = [
    ["2023-01-02 10:00:00", "100", "R_1", "34", PARK],
    ["2023-01-02 11:00:00", "90", "R_2", "51", LAKE],
    ["2023-01-03 12:00:00", "100", "R_3", "27", QUIET],
]
MONKEY = [
    ["Respondent ID", "Start Date", "What do you use?", "", "Other?"],
    ["", "", "The pond", "The grass", "Open-Ended Response"],
    ["11", "01/02/2023", "The pond", "", PARK],
    ["12", "01/03/2023", "", "The grass", LAKE],
]

#: Rows of a table to: rows that are not records, names, labels.
HEADERS = {
    "names": ([["id", "text"], ["1", PARK]], 1, ["id", "text"], {}),
    "qualtrics": (
        [QUALTRICS_NAMES, QUALTRICS_LABELS, QUALTRICS_IDS, *QUALTRICS_ROWS],
        3,
        QUALTRICS_NAMES,
        {
            "StartDate": "Start Date",
            "ResponseId": "Response ID",
            "Q1": "How old are you?",
            "Q2_why": "Why do you use the park?",
        },
    ),
    "qualtrics-without-ids": (
        [QUALTRICS_NAMES, QUALTRICS_LABELS, *QUALTRICS_ROWS],
        2,
        QUALTRICS_NAMES,
        {
            "StartDate": "Start Date",
            "ResponseId": "Response ID",
            "Q1": "How old are you?",
            "Q2_why": "Why do you use the park?",
        },
    ),
    "qualtrics-before-2017": (
        [
            ["V1", "V8", "V9", "Q1"],
            ["ResponseID", "StartDate", "Finished", "Why?"],
            ["R_1", "2017-07-18 08:28:09", "1", PARK],
        ],
        2,
        ["ResponseID", "StartDate", "Finished", "Q1"],
        {"Q1": "Why?"},
    ),
    "surveymonkey": (
        MONKEY,
        2,
        [
            "Respondent ID",
            "Start Date",
            "What do you use? [The pond]",
            "What do you use? [The grass]",
            "Other?",
        ],
        {},
    ),
    "groups-above-names": (
        [
            ["Record", "", "Decision"],
            ["Title", "Abstract", "Kept"],
            ["On parks", PARK, "1"],
            ["On lakes", LAKE, "0"],
        ],
        2,
        ["Title", "Abstract", "Kept"],
        {},
    ),
    "notes-above": (
        [
            ["Exported by the town", "", ""],
            ["May 2023", "", ""],
            ["Nr", "Where", "Said"],
            ["1", "park", PARK],
            ["2", "lake", LAKE],
        ],
        3,
        ["Nr", "Where", "Said"],
        {},
    ),
    "questions": (
        [
            [
                "How often do you go?",
                "Our aim is to make the park better for all who live near it; which of these things would you change first? [Other]",
                "Please tell us why you use the park in your own words",
            ],
            ["Daily", "lamps", PARK],
            ["Weekly", "water", LAKE],
            ["Weekly", "no scooters", QUIET],
        ],
        1,
        [
            "How often do you go?",
            "Our aim is to make the park better for all who live near it; which of these things would you change first? [Other]",
            "Please tell us why you use the park in your own words",
        ],
        {},
    ),
    "long-names-above-categories": (
        [
            [
                "Your answer to the long statement that we put to you at the very beginning, which said that parks are good",
                "b",
            ],
            *([("agree", "disagree")[n % 2], f"{PARK} {n}"] for n in range(12)),
        ],
        1,
        [
            "Your answer to the long statement that we put to you at the very beginning, which said that parks are good",
            "b",
        ],
        {},
    ),
    "row-names-of-r": (
        [["where", "said"], ["1", "park", PARK], ["2", "lake", LAKE]],
        1,
        ["column_1", "where", "said"],
        {},
    ),
    "one-name-too-few": (
        [["title", "said"], ["Good", PARK, "3"], ["Bad", LAKE, "1"]],
        1,
        ["title", "said"],
        {},
    ),
    "one-known-name-that-comes-again": (
        [["comment", PARK], ["comment", LAKE], ["praise", QUIET]],
        0,
        ["column_1", "column_2"],
        {},
    ),
    "questions-and-answers": (
        [["What is a park?", "A place with trees."], ["What is a lake?", "A place with water."]],
        0,
        ["column_1", "column_2"],
        {},
    ),
    "data-with-a-known-word": (
        [["a", "park", PARK], ["b", "review", LAKE], ["c", "park", QUIET]],
        0,
        ["column_1", "column_2", "column_3"],
        {},
    ),
}


@pytest.mark.parametrize("case", HEADERS)
def test_a_header_is_found(case):
    rows, above, names, labels = HEADERS[case]
    header = find_header(rows)
    assert (header.rows, header.names, header.labels) == (above, names, labels)


def as_csv(rows):
    return "".join(
        ",".join('"' + cell.replace('"', '""') + '"' for cell in row) + "\r\n" for row in rows
    )


def as_workbook(*sheets, hidden=()):
    book, stream = openpyxl.Workbook(), io.BytesIO()
    book.remove(book.active)
    for number, rows in enumerate(sheets):
        sheet = book.create_sheet(f"sheet{number}")
        sheet.sheet_state = "hidden" if number in hidden else "visible"
        for row in rows:
            sheet.append(row)
    book.save(stream)
    return stream.getvalue()


SURVEYS = {
    "qualtrics": [QUALTRICS_NAMES, QUALTRICS_LABELS, QUALTRICS_IDS, *QUALTRICS_ROWS],
    "qualtrics-without-ids": [QUALTRICS_NAMES, QUALTRICS_LABELS, *QUALTRICS_ROWS],
}


@pytest.mark.parametrize("case", SURVEYS)
@pytest.mark.parametrize("name", ["a.csv", "a.tsv", "a.xlsx"])
def test_rows_of_labels_are_no_records_in_any_kind_of_table(tmp_path, case, name):
    rows = SURVEYS[case]
    content = {
        "a.csv": as_csv(rows).encode("utf-8-sig"),
        "a.tsv": as_csv(rows).replace('","', '"\t"').encode("utf-16"),
        "a.xlsx": as_workbook(rows),
    }[name]
    candidates, reports = read(tmp_path, name, content)
    assert [(own.text, own.reason) for own in candidates] == [(text, "") for text in TEXTS]
    assert reports[0].roles.text == (("Q2_why",),)


def test_the_header_of_a_second_export_is_no_record_and_its_order_counts(tmp_path):
    content = f"id,text,place\n1,{PARK},park\nplace,id,text\nlake,2,{LAKE}\n"
    candidates, _ = read(tmp_path, "a.csv", content)
    assert [(own.own_id, own.text, own.reason) for own in candidates] == [
        ("1", PARK, ""),
        ("", "place,id,text\n", "heading"),
        ("2", LAKE, ""),
    ]
    assert candidates[2].metadata["place"] == "lake"


def test_a_column_without_name_is_a_field_only_where_it_is_filled(tmp_path):
    candidates, _ = read(tmp_path, "a.csv", f"id,text,\n1,{PARK},\n2,{LAKE},late\n")
    assert [own.metadata for own in candidates] == [{"id": "1"}, {"id": "2", "column_3": "late"}]


def test_a_codebook_and_a_hidden_sheet_beside_the_answers_are_reported_and_left(tmp_path):
    answers = [["id", "comment"], *([n, f"{PARK} {n}"] for n in range(5))]
    codebook = [["variable", "text"], ["id", "The number of the person who took part in it."]]
    hidden = [["id", "comment"], [9, LAKE]]
    content = as_workbook(codebook, answers, hidden, hidden={2})
    candidates, reports = read(tmp_path, "a.xlsx", content)
    assert [own.reason for own in candidates] == ["no table", *[""] * 5, "no table"]
    assert "other columns" in candidates[0].detail and "hidden" in candidates[-1].detail
    assert reports[0].roles.text == (("comment",),)


def test_sheets_of_one_kind_are_read_one_after_the_other(tmp_path):
    sheets = ([["id", "text", "year"], [n, TEXTS[n], 2020 + n]] for n in range(3))
    candidates, _ = read(tmp_path, "a.xlsx", as_workbook(*sheets))
    assert [(own.own_id, own.text) for own in candidates] == [
        ("0", PARK),
        ("1", LAKE),
        ("2", QUIET),
    ]
    assert [own.metadata["year"] for own in candidates] == [2020, 2021, 2022]


def test_a_cell_merged_over_rows_counts_in_each(tmp_path):
    book, stream = openpyxl.Workbook(), io.BytesIO()
    for row in (["place", "text"], ["park", PARK], [None, LAKE], ["lake", QUIET]):
        book.active.append(row)
    book.active.merge_cells("A2:A3")
    book.save(stream)
    candidates, _ = read(tmp_path, "a.xlsx", stream.getvalue())
    assert [own.metadata["place"] for own in candidates] == ["park", "park", "lake"]


def test_values_of_a_workbook_keep_their_types(tmp_path):
    day = datetime.datetime(2023, 3, 15)
    rows = [["text", "n", "share", "ok", "when", "none"], [PARK, 3, 0.5, True, day, None]]
    candidates, _ = read(tmp_path, "a.xlsx", as_workbook(rows))
    own = candidates[0].metadata
    assert (own["n"], own["share"], own["ok"], own["none"]) == (3, 0.5, True, None)
    assert isinstance(own["n"], int) and str(own["when"]).startswith("2023-03-15")


def open_document(rows, manifest=""):
    """An OpenDocument spreadsheet, written by hand."""
    cells = "".join(
        "<table:table-row>"
        + "".join(
            f'<table:table-cell office:value-type="string"><text:p>{cell}</text:p></table:table-cell>'
            for cell in row
        )
        + "</table:table-row>"
        for row in rows
    )
    names = " ".join(
        f'xmlns:{own}="urn:oasis:names:tc:opendocument:xmlns:{own}:1.0"'
        for own in ("office", "table", "text")
    )
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr(
            "META-INF/manifest.xml",
            '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">'
            f"{manifest}</manifest:manifest>",
        )
        archive.writestr(
            "content.xml",
            f'<office:document-content {names}><office:body><office:spreadsheet><table:table table:name="s">'
            f"{cells}</table:table></office:spreadsheet></office:body></office:document-content>",
        )
    return stream.getvalue()


def test_an_open_document_spreadsheet_is_read(tmp_path):
    content = open_document([["id", "text"], ["1", PARK], ["2", LAKE]])
    for name in ("a.ods", "neutral"):
        candidates, reports = read(tmp_path, name, content)
        assert reports[0].format == "excel"
        assert [(own.own_id, own.text) for own in candidates] == [("1", PARK), ("2", LAKE)]


#: A workbook of Excel 97, packed: Title, Abstract, Cited, Date; one row.
OLD_EXCEL = "c-rk)Pe@cj82`=NU3Xn{-8BugkcW_!X%JoNpigVd)0#zLMNm)o;V#N5Z(j$yWZ52rpi|LButOKCOMj@SZXE)n4nYuT9XkaD9n{x1-_DEG3S20`dcVhf^UXIi-+XVrnQ!L3SF?$^sk@EySb<Iiu;f;vqC_SrReFUusNQuY>*Wzju8(zv$_P2KB7{fPFT>J@(%<vYa3}bjDDZ*ODU6|aG-v5+h<$8>DWnY@L<Me;B!&jIs+Q>>(+x~-bIZp}yI69WX$Q5P6DKii^tSF%tN6Iq%yltHz4y7#JC^K1JzmIFeEy0kwhf`%&YC0ZtfDDcg=vsOd#s#g%W@5FA_|-!w5L+-$>bdB$l25Q>gvE3Z&yFlefiqT1xWsFxjg(Ed4!y}Qhrqn0uyl0@FpoxfZiJ{u7&&pj`4n$DFhtNIwKav=<b2MW1E8xiS}n5D^1OlrejfLKa|slY;!D=-wgCydfqvk9#<0G$(W8lm@#uh*3PIr2sm)Wmj#Y$-cVIU)2LxS!P_cMmM`4;{5mzzXPjoq1RoZ~BV~(x1Gu;#dr;>X*Jw;-O)K*|m|kS9o0xB8T1T%&c}ritVh&Dnn@e2VLgVaayfL<x@Y{$ld^-G~sqoR*PW(*I{JFZBx5gBjX$I5OUp|v)6K&%9HHn9YmkSks-ZO3ZDHKJtxU$_<=VlES<>n(Km=;TNcEpd8rsk?x3Q#GabctW+609qz+6&f2{=^fqO|Y&Qhsoxr8tLiOYH^Pzw5#MekHUu!A3l8e@ZrP9e+Qwi+5vUh4ymhrSpC;oq_pJ!Ci!P^1f%pg^ig>LIm&H}m$iO2A|yOrVwHWo|Ai9$G`fvp46q%;Wv^fQ6ceTIv+9oVKevU-9e=4DJOA?d-vN((;Rp"


def test_a_workbook_of_old_excel_is_read(tmp_path):
    content = zlib.decompress(base64.b85decode(OLD_EXCEL))
    for name in ("savedrecs.xls", "neutral"):
        candidates, reports = read(tmp_path, name, content)
        assert reports[0].format == "excel"
        own = candidates[0]
        assert (own.text, own.title) == ("We study graphs that change.", "On graphs")
        assert (str(own.date)[:10], own.metadata["Cited"]) == ("2023-03-15", 3)


def test_a_workbook_with_a_password_is_refused_with_the_reason(tmp_path):
    content = zlib.decompress(base64.b85decode(OLD_EXCEL))
    name, encrypted = (
        own.encode("utf-16-le").ljust(34, b"\0") for own in ("Workbook", "EncryptedPackage")
    )
    with pytest.raises(TopographError, match="password") as refused:
        read(tmp_path, "a.xlsx", content.replace(name, encrypted))
    assert "without" in refused.value.fix


def test_a_spreadsheet_with_a_password_is_refused_with_the_reason(tmp_path):
    encrypted = (
        '<manifest:file-entry manifest:full-path="content.xml"><manifest:encryption-data/>'
        "</manifest:file-entry>"
    )
    with pytest.raises(TopographError, match="cannot be read") as refused:
        read(tmp_path, "a.ods", open_document([["id", "text"], ["1", PARK]], manifest=encrypted))
    assert "password" in refused.value.why


def test_a_damaged_workbook_is_refused_with_its_name(tmp_path):
    content = zlib.decompress(base64.b85decode(OLD_EXCEL))
    place = content.index("Workbook".encode("utf-16-le"))
    damaged = content[: place + 116] + b"\xff" * 8 + content[place + 124 :]  # where it begins
    with pytest.raises(TopographError, match="cannot be read as a workbook") as refused:
        read(tmp_path, "a.xls", damaged)
    assert "a.xls" in refused.value.what and "on_error" in refused.value.fix


def test_rows_under_a_header_with_one_name_too_few_are_broken_and_not_shifted(tmp_path):
    candidates, _ = read(tmp_path, "a.csv", f"title,text\nGood,{PARK},3\nBad,{LAKE},1\n")
    assert [own.reason for own in candidates] == ["broken record"] * 2


HTML_TABLE = (
    "<html><head><style>td {{color: red}}</style></head><body><table><tr><td>Exported in May</td></tr></table>"
    "<table border=1><tr><th>place<th>text<th colspan=2>n</tr>"
    "<tr><td rowspan=2>park</td><td>{0}<br>And more.</td><td>1</td><td>2</td></tr>"
    "<tr><td>{1} <table><tr><td>inner</td></tr></table></td><td>3<td>4</tr></table></body></html>"
)


def test_a_page_of_tables_under_the_name_of_excel_is_read_cell_by_cell(tmp_path):
    candidates, reports = read(tmp_path, "export.xls", HTML_TABLE.format(PARK, LAKE))
    assert reports[0].format == "excelhtml"
    assert [own.reason for own in candidates] == ["no table", "", ""]
    assert candidates[1].text == f"{PARK}\nAnd more."
    assert candidates[2].text.split() == f"{LAKE} inner".split()
    assert [own.metadata["place"] for own in candidates[1:]] == ["park", "park"]
    assert [own.metadata["n"] for own in candidates[1:]] == ["1", "3"]


def test_a_page_of_tables_under_its_own_name_stays_a_page(tmp_path):
    _, reports = read(tmp_path, "page.html", HTML_TABLE.format(PARK, LAKE))
    assert reports[0].format == "file"


def test_numbers_in_excels_xml_keep_their_type_and_a_cut_file_is_refused(tmp_path):
    urn = "urn:schemas-microsoft-com:office:spreadsheet"
    cells = [["id", "text"], ["1", PARK], ["2", LAKE]]
    rows = "".join(
        f'<Row><Cell><Data ss:Type="{"Number" if row[0].isdigit() else "String"}">{row[0]}</Data></Cell>'
        f'<Cell><Data ss:Type="String">{row[1]}</Data></Cell></Row>'
        for row in cells
    )
    content = f'<?xml version="1.0"?><Workbook xmlns="{urn}" xmlns:ss="{urn}"><Worksheet ss:Name="s"><Table>{rows}</Table></Worksheet></Workbook>'
    candidates, reports = read(tmp_path, "a.xls", content)
    assert reports[0].format == "excelxml"
    assert [(own.metadata["id"], own.text) for own in candidates] == [(1, PARK), (2, LAKE)]
    with pytest.raises(TopographError, match="cannot be read as a workbook"):
        read(tmp_path, "a.xls", content[:-30])


def test_line_ends_within_cells_of_a_workbook_are_plain(tmp_path):
    content = as_workbook([["id", "text"], [1, f"{PARK}\r\nMore.\rAnd more."]])
    candidates, _ = read(tmp_path, "a.xlsx", content)
    assert candidates[0].text.replace("_x000D_", "") == f"{PARK}\nMore.\nAnd more."
