"""The types of a corpus' columns: found out from all values, whatever the order they come in."""

import csv
import dataclasses
import datetime
import json
import random
from pathlib import Path
from typing import get_args

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_runs import results_of

from topograph.cli import main
from topograph.config.parse import Kind
from topograph.figures.metadata import draw_metadata
from topograph.rundir.columntypes import KINDS, column_types, value_texts
from topograph.stages.parse.columns import ColumnProfile, UnlikeType, are_shared
from topograph.stages.parse.numbers import find_notation
from topograph.stages.parse.ranges import range_of
from topograph.stages.parse.sampling import Sample
from topograph.stages.parse.scales import find_order
from topograph.stages.parse.severalvalues import find_sign, split


def typed(values, name="own", asked=None):
    profile = ColumnProfile()
    for value in values:
        profile.add(value)
    return profile.decide(name, asked)


def kind(values, name="own"):
    return typed(values, name).type.kind


# --- numbers


@pytest.mark.parametrize(
    ("values", "numbers"),
    [
        (["1", "2", "300", ""], [1, 2, 300, None]),
        (["-5", "−3", "+2"], [-5, -3, 2]),
        (["2020", "2021.0"], [2020, 2021]),
        (["0.375", "1.250"], [0.375, 1.25]),
        (["1.234", "2.345"], [1.234, 2.345]),
        (["12,5", "1.200", "3"], [12.5, 1200, 3]),  # German: 12,5 proves the comma
        (["0,375", "1,250"], [0.375, 1.25]),
        (["1,234", "950", "2,300", "1,100"], [1234, 950, 2300, 1100]),
        (["1.234", "950", "2.300", "1.100"], [1234, 950, 2300, 1100]),
        (["1,234.5", "7"], [1234.5, 7]),
        (["12 345 678", "1 234"], [12345678, 1234]),
        (["1'234.50", "12"], [1234.5, 12]),
        (["1,23,456", "12,34,567"], [123456, 1234567]),
        (["1e-5", "2.3E4"], [0.00001, 23000]),
        (["45%", "3 %"], [45, 3]),
        (["$1,200.50", "$3"], [1200.5, 3]),
        (["1.200,50 €", "3 €"], [1200.5, 3]),
        ([2020.0, float("nan"), 2021.0], [2020, None, 2021]),
        ([1, 2.5, None], [1, 2.5, None]),
    ],
)
def test_numbers_are_read_in_the_notation_that_the_column_proves(values, numbers):
    column = typed(values)
    assert column.type.kind == "number"
    assert column.convert(values) == numbers
    assert column.unfit.values == 0


def test_a_unit_is_kept_where_the_whole_column_has_it():
    assert typed(["45%", "3%"]).type.unit == "%"
    assert typed(["€ 5", "7 €"]).type.unit == "€"
    assert kind(["45%", "3"]) != "number"
    assert kind(["€ 5", "$ 5"]) != "number"


@pytest.mark.parametrize(
    "values",
    [
        ["01067", "80331"],  # postal codes
        ["007", "123"],
        ["+49301234567", "+49301234568"],
        ["612 345 678", "612 345 679"],  # phone numbers
        ["1534875979123456789", "1534875979123456780"],
        [1534875979123456789, 1534875979123456780],
        ["1234567890", "1234567891"],
        ["1,234", "1500", "2,100"],  # thousands are grouped, and are not
        ["1,234", "2.345"],
        ["1,5", "1.5"],
        ["192.168.1.1", "10.0.0.1"],
        ["12", "13A", "14"],
        ["12 kg", "13 kg"],
        ["10:30", "11:45"],
    ],
)
def test_what_is_no_quantity_is_no_number(values):
    assert kind(values) in ("category", "text")
    assert typed(values).convert(values) == [str(value) for value in values]


@pytest.mark.parametrize(
    "name", ["ZIP", "User ID", "tweet_id", "PubMed ID", "country code", "Phone"]
)
def test_a_column_of_names_holds_no_numbers(name):
    assert kind(["80331", "10115", "10115"], name) in ("category", "text")
    assert kind([80331, 10115, 10115], name) in ("category", "text")


def test_values_that_are_no_numbers_are_lost_with_a_word():
    values = [str(number) for number in range(999)] + ["n/a"]
    column = typed(values, "Cited by")
    assert column.convert(values)[-1] is None
    assert (column.unfit.values, column.unfit.examples) == (1, ["n/a"])
    assert column.filled == 1000


def test_too_many_values_that_do_not_fit_make_no_column_of_numbers():
    numbers = [str(number) for number in range(98)]
    assert kind([*numbers, "see text", "none given"]) == "number"
    assert kind([*numbers, "see text", "none given", "open"]) != "number"
    assert kind([*map(str, range(9)), "many"]) != "number"  # of few values none is given away
    assert kind([*map(str, range(9)), *["NA"] * 9]) == "number"  # R writes what is missing so


def test_rare_words_among_many_numbers_are_seen():
    # far more different values than are kept, a third of the cells are a word
    values = [str(number) for number in range(10_000)] + ["not told"] * 5_000
    assert kind(values) != "number"


@given(st.lists(st.integers(-(10**6), 10**6), min_size=1))
def test_whole_numbers_come_back(numbers):
    texts = [str(number) for number in numbers]
    assert typed(texts).convert(texts) == numbers
    grouped = [f"{number:,}" for number in numbers]
    notation = find_notation(dict.fromkeys(grouped, 1))
    if notation is not None:
        found = [notation.read(text) for text in grouped]
        assert found == numbers or all(len(text) <= 7 for text in grouped)


# --- ordered


@pytest.mark.parametrize(
    "order",
    [
        ["strongly disagree", "disagree", "neutral", "agree", "strongly agree"],
        ["Strongly Disagree", "Somewhat disagree", "Somewhat agree", "Strongly Agree"],
        ["trifft nicht zu", "trifft eher nicht zu", "trifft eher zu", "trifft zu"],
        ["Pas d'accord", "Plutôt d'accord", "Tout à fait d'accord"],
        ["En desacuerdo", "De acuerdo", "Muy de acuerdo"],
        ["discordo", "concordo", "concordo totalmente"],
        ["mee oneens", "neutraal", "helemaal mee eens"],
        ["Не согласен", "Согласен", "Полностью согласен"],
        ["Kesinlikle katılmıyorum", "Kararsızım", "Katılıyorum"],
        ["不同意", "同意", "非常同意"],
        ["never", "sometimes", "often", "always"],
        ["nie", "selten", "oft", "immer"],
        ["never", "monthly", "weekly", "daily"],
        ["low", "medium", "high"],
        ["Low", "High"],
        ["low risk", "medium risk", "high risk"],
        ["very bad", "bad", "fair", "good", "very good"],
        ["not at all useful", "not useful", "useful", "very useful"],
        ["negative", "neutral", "positive"],
        ["High school", "Bachelor's degree", "Master's degree", "PhD"],
        ["High school degree", "Some college or Associate degree", "Graduate degree"],
        ["Very unfavorably", "Somewhat favorably", "Very favorably"],
        ["Realschule", "Abitur", "Bachelor", "Promotion"],
        ["S", "M", "L", "XL"],
        ["A1", "B2", "C1"],
        ["C", "B-", "A", "A+"],
        ["1 - very bad", "2", "3", "4", "5 - very good"],
        ["1. Sehr gut", "2. Gut", "3. Schlecht"],
        ["Under 18", "18-24", "25-34", "65+"],
        ["<18", "18–24", ">65"],
        ["unter 18", "18 bis 24", "ab 65"],
        ["moins de 18 ans", "18-24 ans", "65 ans et plus"],
        ["Less than $10,000", "$10,000 - $19,999", "$20,000 or more"],
        ["1-10 employees", "11-50 employees", "500+ employees"],
        ["No children", "1 child", "2 children", "3 or more children"],
        ["0", "1", "2", "3+"],
        ["0", "1-5", "6-10"],
        ["20s", "30s", "40s"],
        ["Wave 1", "Wave 2", "Wave 10"],
        ["Stage I", "Stage II", "Stage IV"],
        ["Monday", "Wednesday", "Friday"],
        ["January", "March", "December"],
    ],
)
def test_the_order_of_a_scale_is_recovered(order):
    values = sorted(order) * 3
    column = typed([*values, ""])
    assert column.type.kind == "ordered"
    assert list(column.type.order) == order
    assert column.convert(values) == values


@pytest.mark.parametrize(
    "values",
    [
        ["red", "green", "blue"],
        ["A", "B", "C"],
        ["M", "S"],  # married, single
        ["Left", "Right"],
        ["2-3", "1-0", "2-2"],  # results of matches
        ["10-20", "15-30", "5-9"],  # they overlap
        ["1", "2", "2-3", "4", "Part 5"],  # issues of a journal
        ["Group 1", "Group 2"],
        ["01 - Mathematics", "02 - Physics"],
        ["Full-time", "Part-time"],
    ],
)
def test_what_has_no_order_is_a_category(values):
    assert kind(values * 3) == "category"


def test_answers_beside_a_scale_stay_and_are_reported():
    values = ["agree", "disagree", "Don't know", "strongly agree"] * 3
    column = typed(values)
    assert column.type.order == ("disagree", "agree", "strongly agree")
    assert column.convert(values) == values
    assert (column.unfit.values, column.unfit.examples) == (3, ["Don't know"])


def test_two_names_of_one_level_are_no_scale():
    assert find_order({"good": 3, "fine": 3, "bad": 3}) == ()


@given(st.permutations(["<18", "18-24", "25-34", "35-44", "45-54", "55-64", "65 and over"]))
def test_the_order_does_not_hang_on_that_of_the_values(values):
    assert list(find_order(dict.fromkeys(values, 1))) == sorted(
        values, key=lambda text: range_of(text)[:2]
    )


# --- several values


@pytest.mark.parametrize(
    ("name", "values", "sign"),
    [
        ("authors", ["Doe, J.; Roe, R.", "Doe, J."], ";"),
        ("Keywords", ["graphs|trees", "graphs"], "|"),
        ("keywords", ["deep learning, graphs", "trees"], ","),
        ("who", ["Doe, J.; Roe, R.", "Poe, E.; Low, A."], ";"),
        ("genres", ["['Drama', 'War']", "['War']"], "["),
        ("genres", ['["Drama", "War"]'], "["),
        ("uses", ["a, b", "b", "a", "c, a", "c", "b, c"], ","),
        ("authors", ["Jane Doe, Max Roe, Eve Poe", "Jane Doe"], ","),
        ("author", ["Doe, Jane and Roe, Max", "Doe, Jane"], " and "),
        ("author", ["Doe, J."], ""),
        ("author", ["Doe, J., Roe, R., Poe, E."], ""),  # where names end, the comma does not tell
        ("name", ["Doe, Jane", "Roe, Max", "Doe, Max"], ""),
        ("city", ["Austin, TX", "Dallas, TX", "Waco, TX", "Austin, TX"], ""),
        ("city", ["Austin, TX", "Dallas, TX", "Austin", "Dallas", "TX"], ""),
        ("field", ["Arts, Crafts & Trade", "Sports"], ""),
        ("author", ["Ministry of Food and Agriculture", "Ministry of Food"], ""),
        (
            "note",
            ["We came early; nobody was there, so we left again.", "It rained; we stayed."],
            "",
        ),
        ("org", ["R&amp;D", "Q&amp;A"], ""),
    ],
)
def test_a_sign_between_values_is_proven(name, values, sign):
    assert find_sign(name, dict.fromkeys(values, 1)) == sign


def test_cells_are_split():
    values = ["Doe, J.; Roe, R.;", "", "Doe, J."]
    column = typed(values, "authors")
    assert (column.type.kind, column.type.shared) == ("list", True)
    assert column.convert(values) == [["Doe, J.", "Roe, R."], None, ["Doe, J."]]
    assert typed([["b", "a"], "c", None]).convert([["b", "a"], "c", None]) == [
        ["b", "a"], ["c"], None,
    ]  # fmt: skip
    assert split("R&amp;D; Sales", ";") == ["R&amp;D", "Sales"]


def test_values_that_no_other_document_has_are_not_shared():
    cells = [[f"reference {n}", f"reference {n + 100}"] for n in range(50)]
    assert typed(cells).type.shared is False
    assert typed([["a", "b"], ["b", "a"]]).type.shared is True


# --- dates, truth, categories and texts


def test_dates_have_one_precision_or_each_its_own():
    column = typed(["2020-01-02", "2020-02-03", ""])
    assert (column.type.kind, column.type.precision) == ("date", "day")
    ((moments, _),) = column.stored("seen", ["2020-01-02"]).values()
    assert moments == [datetime.datetime(2020, 1, 2)]
    column = typed(["2020-01-02", "2020-Q1", "March 2020"])
    found = column.stored("seen", ["2020-Q2", None])
    assert found["seen"][0] == [datetime.datetime(2020, 4, 1), None]
    assert found["seen_precision"][0] == ["quarter", ""]


def test_days_before_months_are_detected_from_the_column():
    values = ["03/04/2020", "25/06/2020"]
    assert [own.moment.month for own in typed(values).convert(values)] == [4, 6]
    assert kind(["03/04/2020", "05/06/2020"]) == "text"  # nothing tells; it stays as written
    assert kind(["2020", "2021"]) == "number"
    assert kind(["10.1109/a", "10.1016/b"], "doi") == "text"


def test_seconds_since_1970_are_dates_where_the_name_says_so():
    values = [1534875979, 1534875980.5]
    assert kind(values, "created_utc") == "date"
    assert kind(list(map(str, values)), "created_utc") == "date"
    assert kind(values, "amount") == "number"


@pytest.mark.parametrize(
    ("values", "truths"),
    [
        (["Yes", "no", ""], [True, False, None]),
        (["TRUE", "FALSE"], [True, False]),
        (["true", "true"], [True, True]),
        (["Ja", "Nein"], [True, False]),
        (["sí", "no"], [True, False]),
        ([True, False, None], [True, False, None]),
    ],
)
def test_truth_values(values, truths):
    column = typed(values)
    assert column.type.kind == "boolean"
    assert column.convert(values) == truths


@pytest.mark.parametrize("values", [["yes", "no", "maybe"], ["x"], ["m", "f"], ["yes", "yes"]])
def test_what_are_no_truth_values(values):
    assert kind(values * 2) == "category"


def test_categories_are_shared_and_texts_are_not():
    assert kind(["a", "b"] * 5) == "category"
    assert kind([f"answer {n}" for n in range(25)]) == "text"  # one a document, however few
    assert kind([f"venue {n % 40}" for n in range(200)]) == "category"
    assert kind([f"https://a.org/{n}" for n in range(50)]) == "text"
    long = [
        f"an answer of many words that no one would choose from a list {n} " * 2 for n in range(20)
    ]
    assert kind(long * 3) == "text"
    assert kind([[{"name": "a"}]]) == "text"
    assert are_shared(2, 3)


# --- bounded memory, any order


@given(st.lists(st.text(max_size=3)), st.randoms())
def test_a_sample_does_not_hang_on_the_order_of_values(values, chance):
    one, other = Sample(kept=4), Sample(kept=4)
    shuffled = list(values)
    chance.shuffle(shuffled)
    for value, also in zip(values, shuffled, strict=True):
        one.add(value)
        other.add(also)
    assert one.counts == other.counts
    assert (one.distinct, one.exact) == (other.distinct, other.exact)
    assert len(one.counts) <= 4
    assert all(count == values.count(value) for value, count in one.counts.items())


def test_a_sample_keeps_little_and_estimates_the_rest():
    sample = Sample()
    for number in range(50_000):
        sample.add(f"{number} " + "x" * 1_000)
    assert sum(map(len, sample.counts)) < 1_000_000
    assert sample.distinct == pytest.approx(50_000, rel=0.1)


values_of_columns = st.lists(
    st.none()
    | st.sampled_from(
        ["1", "1,5", "2020-05-13", "agree", "strongly agree", "yes", "no", "a; b", "n/a"]
    )
    | st.integers(0, 9)
    | st.text(max_size=5)
)


@given(values_of_columns, st.randoms())
def test_the_type_does_not_hang_on_the_order_of_values(values, chance):
    shuffled = list(values)
    chance.shuffle(shuffled)
    assert typed(values).type == typed(shuffled).type


@given(st.lists(st.text() | st.floats() | st.integers() | st.booleans() | st.none()))
def test_no_value_is_lost_without_a_word(values):
    column = typed(values)
    found = column.convert(values)
    lost = [
        value
        for value, own in zip(values, found, strict=True)
        if own is None and value is not None and value == value and str(value).strip()
    ]
    assert len(lost) <= column.unfit.values


# --- as asked


def test_a_type_can_be_set():
    assert typed(["1", "2"], asked="category").convert(["1", "2"]) == ["1", "2"]
    assert typed(["1", "x"], asked="number").convert(["1", "x"]) == [1, None]
    assert typed(["01", "02"], asked="number").convert(["01", "02"]) == [1, 2]
    assert typed(["a,b", "c"], asked="list").convert(["a,b"]) == [["a", "b"]]
    assert typed(["1", "0"], asked="boolean").convert(["1", "0"]) == [True, False]
    assert typed(["2020", "2021"], asked="date").type.precision == "year"
    assert typed(["10", "9"], asked="ordered").type.order == ("9", "10")
    assert typed(["a", "b"] * 9, asked="text").type.kind == "text"


def test_an_order_can_be_set():
    column = typed(["young", "OLD", "?"], asked=["young", "old"])
    assert column.type.order == ("young", "old")
    assert column.convert(["young", "OLD", "?"]) == ["young", "old", "?"]
    assert column.unfit.examples == ["?"]


@pytest.mark.parametrize(
    ("asked", "problem"),
    [
        ("number", "none of its values is a number; they are 'blue', 'red'"),
        ("date", "none of its values is a date"),
        ("boolean", "none of its values is true or false"),
        ("ordered", "none of its values is on a scale that is known"),
        (["low", "high"], "none of its values is one of 'low', 'high'"),
    ],
)
def test_a_type_that_no_value_has_is_refused(asked, problem):
    with pytest.raises(UnlikeType) as refused:
        typed(["red", "blue"], asked=asked)
    assert problem in refused.value.problem


def test_the_configuration_knows_all_kinds():
    assert get_args(Kind) == tuple(KINDS)


# --- in a run

WORDS = ("river mill rye baker valley ferry bay mail orchard bee hedge choir hall library tulip "
         "bed garden rain snow wind harbour boat net fish").split()  # fmt: skip


@pytest.fixture
def project(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("config/runs").mkdir(parents=True)
    Path("config/config.yaml").write_text("runs: [q]\n")
    Path("data").mkdir()
    chance = random.Random(1)
    with Path("data/q.csv").open("w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerow(["id", "Abstract", "Year", "Cited by", "Agree", "Authors", "Seen", "text_2"])
        for n in range(40):
            rows.writerow(
                [f"a{n}", " ".join(chance.choices(WORDS, k=12)), 2000 + n % 20,
                 "n/a" if n == 7 else 3 * n,
                 chance.choice(["agree", "disagree", "Don't know"]), "Doe, J.; Roe, R.",
                 ["2020-05", "2020-05-13"][n % 2], " ".join(chance.choices(WORDS, k=4))]
            )  # fmt: skip
    return tmp_path


def parse_with(types=""):
    fields = f"  fields:\n    types:\n{types}" if types else ""
    Path("config/runs/q.yaml").write_text(
        f"parse:\n  files: data/q.csv\n{fields}", encoding="utf-8"
    )
    return main(["parse", "results/q"])


def test_types_stand_in_the_table_and_in_the_audit(project):
    assert parse_with() == 0
    documents = pd.read_parquet("results/q/parse/documents.parquet")
    types = column_types(documents)
    assert {name: own.kind for name, own in types.items()} == {
        "Year": "number", "Cited by": "number", "Agree": "ordered", "Authors": "list",
        "Seen": "date", "text_2": "text",
    }  # fmt: skip
    assert types["Agree"].order == ("disagree", "agree")
    assert documents["Year"].dtype == "int64"
    assert documents["Cited by"].isna().sum() == 1
    assert list(documents["Authors"].iloc[0]) == ["Doe, J.", "Roe, R."]
    assert set(documents["Seen_precision"]) == {"month", "day"}
    assert set(value_texts(documents, "Seen")) == {"2020-05", "2020-05-13"}
    summary = json.loads(Path("results/q/parse/summary.json").read_text())["summary"]
    reported = {column["name"]: column for column in summary["columns"]}
    assert reported["Cited by"]["unfit"] == {"values": 1, "examples": ["n/a"]}
    page = " ".join(Path("results/q/parse/audit.html").read_text(encoding="utf-8").split())
    assert "not read: 1, like <q>n/a</q>" in page
    assert "disagree &lt; agree" in page
    assert "not in the order" in page


def test_types_can_be_set_for_a_run(project):
    assert parse_with("      Year: category\n      Agree: [agree, disagree]\n") == 0
    types = column_types(pd.read_parquet("results/q/parse/documents.parquet"))
    assert types["Year"].kind == "category"
    assert types["Agree"].order == ("agree", "disagree")


@pytest.mark.parametrize(
    ("types", "expected"),
    [
        (
            "      Yaer: number\n",
            "config/runs/q.yaml:5: parse.fields.types.Yaer: the corpus has no",
        ),
        ("      Yaer: number\n", "did you mean `Year`?"),
        ("      Year: nummer\n", "config/runs/q.yaml:5: parse.fields.types.Year: 'nummer' is not"),
        (
            "      Year: number\n      Agree: [a]\n",
            "config/runs/q.yaml:6: parse.fields.types.Agree:",
        ),
        (
            "      text_2: number\n",
            "config/runs/q.yaml:5: parse.fields.types.text_2: none of its values is",
        ),
    ],
)
def test_a_type_or_column_that_is_not_known_is_refused_with_its_place(
    project, capsys, types, expected
):
    assert parse_with(types) == 1
    assert expected in capsys.readouterr().err


def test_an_effect_of_numbers_written_as_text_is_found_by_the_figures_test(project):
    chance = random.Random(2)
    with Path("data/q.csv").open("w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerow(["id", "Abstract", "Cited by"])
        for n in range(80):  # the second topic is cited ten times as often
            cited = f"{chance.randrange(100, 900) * (10 if n >= 40 else 1):,}"
            words = " ".join(chance.choices(WORDS, k=12))
            rows.writerow([f"a{n:02d}", words, "n/a" if n == 3 else cited])
    assert parse_with() == 0
    documents = pd.read_parquet("results/q/parse/documents.parquet")
    assert documents["Cited by"].max() > 1000
    run = dataclasses.replace(results_of([40, 40]), documents=documents)
    (trace,) = draw_metadata(run).data
    assert list(trace.text[0]) == ["+", "+", "−", "−"]
    assert draw_metadata(run).layout.title.subtitle.text.endswith("corrected p &lt; 0.001")
