"""Dates as they are written: what is read, how exactly, and what is refused."""

import datetime
from itertools import pairwise

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from parse_files import read

from topograph.config import ParseSettings
from topograph.rundir.dateprecision import PRECISIONS, date_text, is_finer
from topograph.stages.parse.dates import (
    are_serials,
    from_serial,
    is_day_first,
    look_like_dates,
    parse_date,
    record_date,
)
from topograph.stages.parse.documents import make_documents
from topograph.stages.parse.fields import Roles
from topograph.stages.parse.filereport import shown_fields
from topograph.stages.parse.reading import read_corpus


def parsed(value, day_first=None):
    """A date as it is shown; `?` behind it where something was not understood."""
    dated = parse_date(value, day_first)
    if dated is None:
        return None
    return date_text(dated.moment, dated.precision) + ("" if dated.complete else "?")


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("2020", "2020"),
        (2020, "2020"),
        (2020.0, "2020"),
        ("2020.0", "2020"),
        ("c. 1998", "1998"),
        ("© 2020", "2020"),
        ("[2020]", "2020"),
        ("2020a", "2020"),
        ("1998/99", "1998"),
        ("2019-2020", "2019"),
        ("2020///", "2020"),
        ("2020-00-00", "2020"),
        ("2020-05", "2020-05"),
        ("2020-05-00", "2020-05"),
        ("2020/05//", "2020-05"),
        ("2020.05", "2020-05"),
        ("05/2020", "2020-05"),
        ("202303", "2023-03"),
        ("Mar-23", "2023-03"),
        ("Jan '23", "2023-01"),
        ("2020 Jan-Feb", "2020-01"),
        ("May/June 2020", "2020-05"),
        ("Dec 2019-Jan 2020", "2019-12"),
        ("2020-05-13", "2020-05-13"),
        ("2020/05/13/", "2020-05-13"),
        ("20200513", "2020-05-13"),
        ("2020-134", "2020-05-13"),
        ("13/05/2020", "2020-05-13"),
        ("05/13/2020", "2020-05-13"),
        ("2023. 3. 15.", "2023-03-15"),
        ("3/15/23", "2023-03-15"),
        ("15-Mar-23", "2023-03-15"),
        ("15 Mar 99", "1999-03-15"),
        ("15.III.2020", "2020-03-15"),
        ("12-15 May 2020", "2020-05-12"),
        ("28 May - 3 June 2020", "2020-05-28"),
        ("2020 Dec 28-2021 Jan 3", "2020-12-28"),
        ("2020-01-01/2020-03-31", "2020-01-01"),
        ("Published online: 13 May 2020", "2020-05-13"),
        (datetime.date(2020, 5, 13), "2020-05-13"),
        (datetime.datetime(2020, 5, 13), "2020-05-13"),
    ],
)
def test_years_months_and_days(value, shown):
    assert parsed(value) == shown


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("2015-Q1", "2015-Q1"),
        ("Q1 2020", "2020-Q1"),
        ("2020Q3", "2020-Q3"),
        ("Q4/2020", "2020-Q4"),
        ("2nd Quarter 2021", "2021-Q2"),
        ("first quarter of 2020", "2020-Q1"),
        ("1er trimestre 2020", "2020-Q1"),
        ("T2-2021", "2021-Q2"),
        ("3. Quartal 2019", "2019-Q3"),
        ("III квартал 2020", "2020-Q3"),
        ("2020年第1四半期", "2020-Q1"),
        ("2020년 1분기", "2020-Q1"),
        ("2020-W05", "2020-W05"),
        ("2020-W53", "2020-W53"),
        ("2020W05-3", "2020-01-29"),
        ("KW 5/2020", "2020-W05"),
        ("5. KW 2020", "2020-W05"),
        ("Week 5, 2020", "2020-W05"),
        ("Spring 2020", "2020 spring"),
        ("2020 Spring", "2020 spring"),
        ("2020///Fall", "2020 autumn"),
        ("Winter 2019/20", "2019 winter"),
        ("2020年春", "2020 spring"),
    ],
)
def test_quarters_weeks_and_seasons(value, shown):
    assert parsed(value) == shown


def test_the_first_day_of_a_quarter_week_or_season_stands_for_it():
    assert parse_date("2015-Q3").moment == datetime.datetime(2015, 7, 1)
    assert parse_date("2020-W05").moment == datetime.datetime(2020, 1, 27)
    assert parse_date("Winter 2020").moment == datetime.datetime(2020, 12, 1)


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("2020-05-13T10:00:00Z", "2020-05-13 10:00:00"),
        ("2020-05-13T23:30:00+09:00", "2020-05-13 23:30:00"),  # as written: the day stays
        ("2021-03-04T05:06:07.123456+0000", "2021-03-04 05:06:07"),
        ("20200513T103000Z", "2020-05-13 10:30:00"),
        ("202005131030", "2020-05-13 10:30"),
        ("2020-05-13 10:30", "2020-05-13 10:30"),
        ("2020:05:13 10:00:00", "2020-05-13 10:00:00"),
        ("13.05.20, 15:45", "2020-05-13 15:45"),
        ("5/13/2020 3:45 PM", "2020-05-13 15:45"),
        ("5/13/2020 12:05 am", "2020-05-13 00:05"),
        ("Mon, 2 Apr 2007 19:18:42 GMT", "2007-04-02 19:18:42"),
        ("Wed Oct 10 20:19:24 +0000 2018", "2018-10-10 20:19:24"),
        ("Thu May 14 2020 10:00:00 GMT+0200 (Central European Summer Time)", "2020-05-14 10:00:00"),
        ("5 mai 2020 à 13h30", "2020-05-05 13:30"),
        ("2020年3月15日 10時30分", "2020-03-15 10:30"),
        ("2020년 3월 15일 오후 3:30", "2020-03-15 15:30"),
        (datetime.datetime(2020, 5, 13, 9), "2020-05-13 09:00:00"),
        (pd.Timestamp("2020-05-13 23:30", tz="Asia/Tokyo"), "2020-05-13 23:30:00"),
        ("1534875979.0", "2018-08-21 18:26:19"),
        (1534875979.0, "2018-08-21 18:26:19"),
        ("1355517523.000005", "2012-12-14 20:38:43"),
        (1589364000, "2020-05-13 10:00:00"),
        ("1589364000000", "2020-05-13 10:00:00"),
        (1589364000000000000, "2020-05-13 10:00:00"),
    ],
)
def test_times_of_day_are_kept_as_written(value, shown):
    assert parsed(value) == shown


@pytest.mark.parametrize(
    "text",
    [
        "13 May 2020", "May 13, 2020", "2020 13 may", "13th of May 2020", "13 Mai 2020",
        "13 de mayo de 2020", "13º de maio de 2020", "13 maggio 2020", "13 mei 2020",
        "13 мая 2020 г.", "13 maja 2020", "13 Mayıs 2020", "13 maj 2020", "13 مايو 2020",
        "13 أيار 2020", "١٣ مايو ٢٠٢٠", "2020年5月13日", "2020년 5월 13일", "13. května 2020",
        "2020. május 13.", "13 Μαΐου 2020", "13 травня 2020", "13 במאי 2020", "13 พฤษภาคม 2563",
        "13 พ.ค. 2563", "ngày 13 tháng 5 năm 2020", "2020 m. gegužės 13 d.", "13. toukokuuta 2020",
        "mercredi 13 mai 2020", "13 MAY 2020", "13-MAY-2020", "13 mei. 2020", "１３ May ２０２０",
    ],
)  # fmt: skip
def test_months_of_many_languages(text):
    assert parsed(text) == "2020-05-13"


def test_the_first_of_a_month_in_words():
    assert (
        parsed("1er mars 2020") == parsed("1ᵉʳ mars 2020") == parsed("1. März 2020") == "2020-03-01"
    )
    assert parsed("mar. 3 mars 2020") == "2020-03-03"  # Tuesday, not a second March


@pytest.mark.parametrize(
    "value",
    [
        "", None, "in press", "forthcoming", "n.d.", "o. J.", "s.f.", "0000", "12", "123456",
        float("nan"), pd.NaT, "9999-01-01", datetime.date(9999, 1, 1), "2020-13-45",
        "2020-02-30", "31/02/2020",
        "2020-W54", "2021-366", "0000-00-00", "44 BC", "1044 BCE", "1044 v. Chr.", "-1044",
        "公元前1044年", "May 23", "15-Foo-xx", "199-", "17th century", "20-05-13",
        "2º de mayo", "Summer",
        -62_135_596_801, 99_999_999_999_999_999, "In 2019 we " + "went on " * 20, True, "43831",
    ],
)  # fmt: skip
def test_what_is_no_date_is_none(value):
    assert parse_date(value) is None


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("03/05/2020", "2020?"),
        ("1850s", "1850?"),
        ("H1 2020", "2020?"),
        ("vol 5 12 May 2020", "2020?"),
        ("May 5 12 2020", "2020-05?"),
        ("2020-05-13 25:00", "2020-05-13?"),
    ],
)
def test_what_is_read_less_exactly_than_written_says_so(value, shown):
    assert parsed(value) == shown


@pytest.mark.parametrize(
    ("short", "year"), [("68", 2068), ("69", 1969), ("00", 2000), ("99", 1999)]
)
def test_two_digits_of_a_year_follow_the_rule_of_posix(short, year):
    assert parse_date(f"15 Mar {short}").moment.year == year
    assert parse_date(f"3/15/{short}").moment.year == year


def test_the_order_of_day_and_month_is_detected_from_other_dates():
    assert is_day_first(["03/05/2020", "13/05/2020"]) is True
    assert is_day_first(["03/05/2020", "05/13/2020 10:00"]) is False
    assert is_day_first(["03.05.20"]) is True
    assert is_day_first(["03/05/2020"]) is None
    assert is_day_first(["13/05/2020", "05/13/2020"]) is None
    assert parsed("03/05/2020", day_first=True) == "2020-05-03"
    assert parsed("03/05/2020", day_first=False) == "2020-03-05"
    assert parsed("01.02.2020 - 05.02.2020", day_first=True) == "2020-02-01"


@given(st.one_of(st.text(), st.integers(), st.floats(), st.from_regex(r"[\d:./ Tamp\-年]{4,20}")))
def test_reading_a_date_never_raises(value):
    dated = parse_date(value)
    assert dated is None or (1000 <= dated.moment.year <= 2100 and dated.precision in PRECISIONS)


@given(st.datetimes(datetime.datetime(1000, 1, 1), datetime.datetime(2100, 12, 31)))
def test_written_dates_come_back(moment):
    moment = moment.replace(microsecond=0)
    assert parse_date(moment.isoformat()).moment == moment
    assert parsed(moment.date().isoformat()) == moment.date().isoformat()
    for precision in PRECISIONS:  # what is shown is read as the same
        shown = date_text(moment, precision)
        if precision != "season" or moment.month in (3, 6, 9, 12):
            assert parsed(shown) == shown


def test_precisions_are_in_order():
    order = ["year", "quarter", "month", "week", "day", "minute", "second"]
    assert all(is_finer(fine, coarse) for coarse, fine in pairwise(order))


# --- dates of a file


def dates(tmp_path, *values, field="date"):
    rows = "".join(f'"A text of some words.","{value}"\n' for value in values)
    candidates, _ = read(tmp_path, "a.csv", f"text,{field}\n{rows}")
    return [date_text(own.date, own.precision) if own.date else None for own in candidates]


def test_midnight_is_no_time_where_all_dates_are_at_midnight(tmp_path):
    assert dates(tmp_path, "2020-05-13 00:00:00", "2020-05-14T00:00:00Z") == [
        "2020-05-13",
        "2020-05-14",
    ]
    assert dates(tmp_path, "2020-05-13 00:00:00", "2020-05-14T10:00:00Z") == [
        "2020-05-13 00:00:00",
        "2020-05-14 10:00:00",
    ]


def test_day_numbers_of_a_spreadsheet_are_dates_where_the_whole_column_is_such(tmp_path):
    assert dates(tmp_path, "43831", "43832.5") == ["2020-01-01", "2020-01-02 12:00:00"]
    assert dates(tmp_path, "43831", "2020-01-02") == [None, "2020-01-02"]
    assert dates(tmp_path, "43831", "43832", field="pages") == [None, None]
    assert not are_serials(["43831"])
    assert not are_serials(["99999", "43831"])
    assert from_serial("2020") is None


def test_what_is_not_read_is_kept_as_written(tmp_path):
    candidates, _ = read(
        tmp_path,
        "a.csv",
        "text,date\nA text.,in press\nA text.,03/05/2020\nA text.,2020-Q1\nA text.,\n",
    )
    assert [own.unread_date for own in candidates] == ["in press", "03/05/2020", "", ""]


@pytest.mark.parametrize(
    ("values", "dates"),
    [
        (["2023-05-01", "2023-06-30T12:00:00"], True),
        (["March 2020", None, ""], True),
        (["2020-Q1", "2020-Q2"], True),
        (["03/04/2024"], True),
        (["20230501"], True),
        (["2021", "2022"], False),
        (["1700000000", "1700000001"], False),
        (["2023-05-01", "soon"], False),
        (["It was in May 2020 that we met for the first time."], False),
        ([None, ""], False),
    ],
)
def test_a_column_of_dates_is_known_by_all_its_values(values, dates):
    assert look_like_dates(values) is dates


@pytest.mark.parametrize(
    ("record", "shown", "unread"),
    [
        ({"year": "2020", "online": "2020-03-05"}, "2020-03-05", ""),
        ({"year": "2020", "online": "2019-12-30"}, "2020", ""),  # another year
        ({"year": "2020-03", "online": "2020"}, "2020-03", ""),
        ({"year": "soon", "online": "2020-03"}, "2020-03", ""),
        ({"year": "soon"}, None, "soon"),
        ({"other": "1999-01-02"}, "1999-01-02", ""),
        ({"year": "2020", "other": "2020-01-02"}, "2020", ""),  # only where the others say nothing
    ],
)
def test_the_finest_date_of_the_same_year_is_that_of_a_record(record, shown, unread):
    roles = Roles((), (), (("year",), ("online",)), (("other",),), ())
    dated, left = record_date(record, roles)
    assert (dated and date_text(dated.moment, dated.precision), left) == (shown, unread)


@pytest.mark.parametrize(
    ("order", "expected"), [("auto", None), ("day_first", (4, 3)), ("month_first", (3, 4))]
)
def test_the_order_of_day_and_month_can_be_set(tmp_path, order, expected):
    rows = ["text,date,seen"]
    rows += [f"some words that are long enough {n},03/04/202{n},03/04/202{n}" for n in range(4)]
    (tmp_path / "a.csv").write_text("\n".join(rows) + "\n")
    settings = ParseSettings(files=[str(tmp_path / "a.csv")], date_order=order)
    parts = make_documents(read_corpus([str(tmp_path / "a.csv")], settings), settings)
    dates = parts.documents["date"]
    if expected is None:
        assert set(parts.documents["date_precision"]) == {"year"}
        assert any("parse.date_order" in own for own in parts.notes)
        return
    assert {(own.month, own.day) for own in dates} == {expected}
    assert {(own.month, own.day) for own in parts.documents["seen"]} == {expected}
    assert not any("parse.date_order" in own for own in parts.notes)


def test_a_file_says_what_shows_the_order_of_its_dates(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text(
        "text,date\nsome words of a text here,03/04/2021\nother words of it,25/12/2020\n"
    )
    reports = []
    list(read_corpus([str(path)], ParseSettings(files=[str(path)]), report=reports.append))
    assert shown_fields(reports[0].roles)["date"] == "date (day first: 25/12/2020)"
