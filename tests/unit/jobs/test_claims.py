"""Claims on data in which they are true, or false, by construction."""

import math

import numpy as np
import pandas as pd
import pytest

from topograph.config.claims import Claim
from topograph.jobs.sweep.claims import PointData, evaluate_claim, find_topic, summary_text
from topograph.jobs.sweep.comparison import Comparison
from topograph.jobs.sweep.reading import PointResults
from topograph.jobs.sweep.tables import claim_table, failing_choice

N = 2000
ICE = {"words": ["ice"], "documents": []}


def point(inside, **columns):
    """Documents of topic 0 (ice, snow) where `inside` is true, else of topic 1."""
    columns.setdefault("date", pd.date_range("2000-01-01", periods=len(inside), freq="D"))
    return PointData(
        [f"d{row}" for row in range(len(inside))],
        np.where(inside, 0, 1),
        [["Ice", "snow field"], ["rain"]],
        ["ice and snow", "rain"],
        pd.DataFrame(columns),
    )


def claim(says, **keys):
    keys = {"topic": ICE} | keys if says != "together" else keys
    return Claim(says=says, **keys).model_dump(mode="json")


@pytest.mark.parametrize("seed", range(5))
def test_a_planted_trend_holds_and_its_opposite_does_not(seed):
    random = np.random.default_rng(seed)
    share = np.linspace(0.1, 0.5, N)  # in 5.5 years
    growing = point(random.random(N) < share)
    own = evaluate_claim(growing, claim("grows"))
    assert own.holds
    assert own.topic == "ice and snow"
    true = 0.4 / (N / 365.2425)
    assert own.low < own.value < own.high
    assert own.value == pytest.approx(true, abs=3 * (own.high - own.low) / 4)
    assert not evaluate_claim(growing, claim("shrinks")).holds


def test_without_a_trend_neither_holds_in_most_cases():
    random = np.random.default_rng(0)
    found = [
        evaluate_claim(point(random.random(200) < 0.3), claim(says)).holds
        for _ in range(200)
        for says in ("grows", "shrinks")
    ]
    assert 0.005 < np.mean(found) < 0.05  # 2.5 % of each, as the interval promises


def test_an_exact_trend_has_its_slope():
    dates = pd.to_datetime(["2000-01-01", "2000-01-01", "2001-01-01", "2001-01-01"])
    own = evaluate_claim(point([False, False, True, True], date=dates), claim("grows"))
    assert own.value == pytest.approx(365.2425 / 366)
    assert own.holds


def test_a_larger_share_in_a_group_is_found_with_newcombes_interval():
    # Newcombe 1998, table II, example (a): 56 of 70 and 48 of 80
    inside = [True] * 56 + [False] * 14 + [True] * 48 + [False] * 32
    own = evaluate_claim(
        point(inside, kind=["a"] * 70 + ["b"] * 80),
        claim("more_in", column="kind", group="a", than="b"),
    )
    assert (own.value, own.low, own.high) == pytest.approx((0.2, 0.0524, 0.3339), abs=1e-4)
    assert own.holds
    turned = claim("more_in", column="kind", group="b", than="a")
    assert not evaluate_claim(point(inside, kind=["a"] * 70 + ["b"] * 80), turned).holds


def test_groups_may_be_values_of_lists_and_numbers():
    cells = [["x", "y"], ["y"], [], ["x"]]
    own = claim("more_in", column="kind", group="x", than="y")
    assert evaluate_claim(point([True, False, False, True], kind=cells), own).value == 0.5
    own = claim("more_in", column="kind", group="1", than="2")
    assert evaluate_claim(point([True, False], kind=[1, 2]), own).value == 1.0
    own = claim("more_in", column="kind", group="9", than="2")
    assert evaluate_claim(point([True, False], kind=[1, 2]), own).holds is None


def test_documents_are_together_in_a_topic_and_not_in_noise():
    data = point([True, True, False])
    assert evaluate_claim(data, claim("together", documents=["d0", "d1"])).holds
    assert not evaluate_claim(data, claim("together", documents=["d0", "d2"])).holds
    noise = PointData(data.doc_ids, np.array([-1, -1, 0]), data.terms, data.labels, data.documents)
    assert not evaluate_claim(noise, claim("together", documents=["d0", "d1"])).holds
    unknown = evaluate_claim(data, claim("together", documents=["d0", "nobody"]))
    assert (unknown.holds, unknown.reason) == (None, "no document nobody")


def test_a_topic_is_found_by_half_of_its_words_or_documents():
    data = point([True, True, False, False])
    for words, topic in ((["SNOW"], 0), (["rain", "fog"], 1), (["rain", "fog", "sun"], None)):
        assert find_topic(data, {"words": words, "documents": []}) == topic
    for names, topic in ((["d0", "d1", "d2"], 0), (["d3"], 1), (["d3", "x", "y"], None)):
        assert find_topic(data, {"words": [], "documents": names}) == topic
    absent = claim("exists", topic={"words": ["fog"]})
    assert evaluate_claim(data, absent).holds is False
    assert evaluate_claim(data, claim("grows", topic={"words": ["fog"]})).holds is None


def test_dates_that_do_not_differ_show_no_trend():
    same = pd.to_datetime(["2000-01-01", "2000-01-01", None])
    own = evaluate_claim(point([True, False, True], date=same), claim("grows"))
    assert (own.holds, own.reason) == (None, "fewer than two dates")
    assert math.isnan(own.value)


def results(number, **values):
    return PointResults(
        f"p{number}", f"evaluate-p{number}", values, {}, ("d0", "d1"), np.array([0, 1]),
        ("ice", "rain"), (("ice",), ("rain",)),
    )  # fmt: skip


def test_the_choice_with_which_a_claim_fails_is_named():
    points = [results(row, size=row // 2, terms=row % 2) for row in range(6)]
    axes = [{"key": "size", "values": [0, 1, 2]}, {"key": "terms", "values": [0, 1]}]
    compared = Comparison(points, axes)
    assert failing_choice([True, True, False, False, True, None], compared) == "size 1"
    assert failing_choice([False, True] * 3, compared) == "terms 0"
    assert failing_choice([True] * 6, compared) == ""
    assert failing_choice([None] * 6, compared) == ""


def test_a_table_has_a_row_for_each_claim_and_point(tmp_path):
    points = [results(1, size=1), results(2, size=2)]
    for own in points:
        folder = tmp_path / own.folder / "parse"
        folder.mkdir(parents=True)
        pd.DataFrame({"doc_id": ["d0", "d1"], "date": pd.NaT, "kind": ["a", "b"]}).to_parquet(
            folder / "documents.parquet"
        )
    claims = {
        "b": claim("exists"),
        "a": claim("more_in", column="kind", group="a", than="b"),
        "c": claim("grows"),
    }
    table = claim_table(points, claims, tmp_path)
    assert table["claim"].to_list() == ["b", "b", "a", "a", "c", "c"]
    assert table["point"].to_list() == ["p1", "p2"] * 3
    assert table["holds"].to_list()[:2] == [True, True]
    assert table["holds"].isna().to_list() == [False] * 4 + [True] * 2
    with pytest.raises(Exception, match="column size, which the documents do not have"):
        claim_table(points, {"x": claims["a"] | {"column": "size"}}, tmp_path)
    assert claim_table(points, {}, tmp_path).empty


def test_a_summary_counts_points():
    assert summary_text([True, True]) == "holds at 2 of 2 points"
    assert summary_text([None]) == "computable at no point"
