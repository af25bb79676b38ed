"""Figures of time, columns and classes: right numbers, worked out by hand."""

import dataclasses

import numpy as np
import pandas as pd
import pytest
import scipy.sparse
from hypothesis import given
from hypothesis import strategies as st
from made_runs import results_of

from topograph import TopographError
from topograph.figures.classes import agreement_text, draw_classes
from topograph.figures.documentmap import NAMED_TOPICS, draw_map, named_topics
from topograph.figures.groups import MOST_VALUES, groups_of_column
from topograph.figures.hierarchy import draw_hierarchy
from topograph.figures.metadata import draw_metadata
from topograph.figures.namelayout import covered, place_apart
from topograph.figures.noise import draw_noise
from topograph.figures.periods import in_periods
from topograph.figures.results import memberships_of
from topograph.figures.statistics import (
    association,
    cell_p_values,
    contingency,
    wilson,
)
from topograph.figures.style import why_absent
from topograph.figures.timeline import draw_time, has_share
from topograph.figures.tree import groups_of_topics
from topograph.rundir.columntypes import ColumnType, compared_columns, with_types

# --- statistics


def test_intervals_of_shares_are_wilsons():
    low, high = wilson(np.array([0, 5, 10, 0]), np.array([10, 10, 10, 0]))
    assert low == pytest.approx([0, 0.2366, 0.7225, 0], abs=1e-4)
    assert high == pytest.approx([0.2775, 0.7634, 1, 1], abs=1e-4)


@given(st.integers(0, 500), st.integers(1, 500))
def test_an_interval_holds_its_share(count, total):
    count = min(count, total)
    low, high = wilson(np.array(count), np.array(total))
    assert 0 <= low <= count / total + 1e-12
    assert count / total - 1e-12 <= high <= 1


def test_documents_are_counted_by_two_codings():
    table = contingency(np.array([0, 0, 1, -1, 1]), np.array([1, 1, 0, 0, -1]), (2, 3))
    assert table.tolist() == [[0, 2, 0], [1, 0, 0]]


def test_cells_are_tested_as_by_fisher():
    # of 70 ways to draw 4 of 8, 16 + 1 put 3 or 4 into the cell
    assert cell_p_values(np.array([[3, 1], [1, 3]])) == pytest.approx(np.full((2, 2), 2 * 17 / 70))
    assert cell_p_values(np.array([[4, 0], [0, 4]])) == pytest.approx(np.full((2, 2), 2 / 70))


def test_association_goes_from_none_to_perfect():
    perfect = association(np.array([[10, 0], [0, 10]]))
    assert perfect.cramers_v == pytest.approx(1)
    assert perfect.p_value < 1e-4
    assert not perfect.simulated
    none = association(np.array([[5, 5], [5, 5], [0, 0]]))
    assert (none.cramers_v, none.p_value) == (0, 1)
    assert association(np.array([[3, 4], [0, 0]])) is None


def test_small_tables_are_simulated_and_repeat():
    table = np.array([[3, 0], [0, 3]])
    found = association(table)
    assert found.simulated
    # 2 of the 20 tables with these sums are as extreme
    assert found.p_value == pytest.approx(0.1, abs=0.03)
    assert association(table) == found


# --- time


def periods_of(dates, precision="day"):
    series = pd.Series(pd.to_datetime(dates)).astype("datetime64[ms]")
    codes, names = in_periods(series, pd.Series(precision, index=series.index))
    return codes.tolist(), names


def test_few_years_are_reported_by_month_without_gaps():
    assert periods_of(["2024-11-30", None, "2025-01-01"]) == (
        [0, -1, 2], ["2024-11", "2024-12", "2025-01"],
    )  # fmt: skip
    assert periods_of(["2024-01-01", "2025-01-01"], "year") == ([0, 1], ["2024", "2025"])


def test_thin_months_of_more_than_a_year_are_reported_by_quarter():
    codes, names = periods_of(["2023-12-31", "2024-01-01", "2024-03-31", "2025-04-01", None])
    assert names == ["2023-Q4", "2024-Q1", "2024-Q2", "2024-Q3", "2024-Q4", "2025-Q1", "2025-Q2"]
    assert codes == [0, 1, 1, 6, -1]
    often = [f"2024-{month:02d}-01" for month in range(1, 13)] * 22 + ["2025-01-15"]
    assert len(periods_of(often)[1]) == 13  # twenty a month
    assert len(periods_of(often[:-1])[1]) == 12


def test_quarters_and_weeks_of_few_years_are_reported_as_such():
    quarters = ["2015-01-01", "2015-07-01", "2016-04-01"]
    assert periods_of(quarters, "quarter") == (
        [0, 2, 5], ["2015-Q1", "2015-Q2", "2015-Q3", "2015-Q4", "2016-Q1", "2016-Q2"],
    )  # fmt: skip
    assert periods_of(["2015-03-01", "2015-12-01"], "season")[1][-1] == "2015-Q4"
    assert periods_of(["2020-01-27", "2020-02-03"], "week") == ([0, 1], ["2020-01", "2020-02"])
    # of dates known to the month a few, the others to the quarter: quarters hold them all
    dates = pd.Series(pd.to_datetime(["2015-01-01", "2015-05-01", "2015-07-01"]))
    codes, names = in_periods(dates, pd.Series(["quarter", "month", "quarter"]))
    assert (codes.tolist(), names) == ([0, 1, 2], ["2015-Q1", "2015-Q2", "2015-Q3"])


def test_days_are_reported_where_many_documents_are_of_few_days():
    days = ["2024-05-30", "2024-06-01"] * 8
    assert periods_of(days)[1] == ["2024-05-30", "2024-05-31", "2024-06-01"]
    assert periods_of(days, "second")[1] == periods_of(days)[1]
    assert periods_of(days[:4])[1] == ["2024-05", "2024-06"]  # too few a day
    assert periods_of(days, "month")[1] == ["2024-05", "2024-06"]


def test_many_years_are_reported_in_spans_that_begin_at_round_years():
    assert periods_of(["2000-05-01", "2004-05-01"])[1] == ["2000", "2001", "2002", "2003", "2004"]
    codes, names = periods_of(["1790-01-08", "1799-12-03", "2026-01-01"])
    assert (codes[0], names[0], names[1]) == (0, "1790–1799", "1800–1809")
    assert codes == [0, 0, 23]
    assert len(names) == 24


@given(st.lists(st.integers(1, 9998), min_size=1, max_size=20))
def test_every_date_is_in_the_period_that_names_its_year(years):
    dates = pd.Series([np.datetime64(f"{year:04d}-06-01", "ms") for year in years])
    codes, names = in_periods(dates, pd.Series("year", index=dates.index))
    assert len(names) <= 41
    for year, code in zip(years, codes, strict=True):
        bounds = [int(part) for part in names[code].split("–")]
        assert bounds[0] <= year <= bounds[-1]


def dated_run():
    """Two topics in two years: of 2001 three of four documents, of 2002 one of three in topic 0."""
    years = [2001, 2001, 2001, 2002, 2001, 2002, 2002]
    return results_of(
        [4, 3],
        date=pd.to_datetime([f"{year}-01-01" for year in years]),
        date_precision="year",
        text=["term 0", "graph", "graph term 0", "graph", "node", "term 1", "term 1"],
    )


def test_shares_of_topics_over_time():
    figure = draw_time(dated_run())
    bands, lines = figure.data[::2], figure.data[1::2]
    assert [line.name for line in lines] == ["topic 0", "topic 1"]
    assert list(lines[0].x) == ["2001", "2002"]
    assert lines[0].y == pytest.approx([3 / 4, 1 / 3])
    assert lines[1].y == pytest.approx([1 / 4, 2 / 3])
    assert [list(period[:2]) for period in lines[0].customdata] == [[3, 4], [1, 3]]
    assert lines[0].customdata[0][2] == "term 0, graph"
    assert lines[1].customdata[1][2] == "term 1"
    high, low = bands[0].y[:2], bands[0].y[:1:-1]
    assert (np.array(low) < lines[0].y).all()
    assert (np.array(high) > lines[0].y).all()
    counts = figure.layout.updatemenus[0].buttons[1].args[0]["y"]
    assert counts[1::2] == [[3, 1], [1, 2]]


def test_without_dates_the_figure_says_so():
    why = why_absent(draw_time(results_of([3, 2])))
    assert why == "The documents have no dates (parse.fields.date names their field)."
    one = results_of([3], date=pd.to_datetime(["2001-01-01"] * 3), date_precision="year")
    assert why_absent(draw_time(one)) == "All dates are in 2001."
    assert why_absent(draw_time(dated_run())) == ""


# --- columns


def groups_of(values, kind, **more):
    documents = pd.DataFrame({"own": pd.Series(values)})
    kind = ColumnType(kind, **more)
    groups = groups_of_column(with_types(documents, {"own": kind}), "own", kind)
    if groups is None:
        return None
    places = [[] for _ in values]
    for row, code in zip(groups.rows.tolist(), groups.codes.tolist(), strict=True):
        places[row].append(code)
    return groups.labels, places


def test_columns_are_grouped_by_value_or_by_quarters():
    assert groups_of(["b", "a", None, "b"], "category") == (["a", "b"], [[1], [0], [], [1]])
    years = groups_of([2001.0, 2002.0, float("nan")], "number")
    assert years == (["2001", "2002"], [[0], [1], []])
    labels, places = groups_of(range(100), "number")
    assert np.bincount(np.concatenate(places)).tolist() == [25, 25, 25, 25]
    assert labels == ["0 to 24", "25 to 49", "50 to 74", "75 to 99"]
    assert groups_of(["same"] * 9, "category") is None
    assert groups_of([f"id{i}" for i in range(99)], "category") is None


def test_frequent_values_are_a_grouping_if_they_hold_half_of_the_documents():
    rare = [f"once {i}" for i in range(MOST_VALUES * 2)]
    # 39 values are kept: the frequent one, and 38 of those that occur once
    assert groups_of(["often"] * 3 + rare, "category") is None  # 41 of 83 documents
    assert len(groups_of(["often"] * 4 + rare, "category")[0]) == MOST_VALUES  # 42 of 84


def test_numbers_stand_in_their_order_and_with_their_unit():
    assert groups_of([10.0, 9.0, 100.0], "number")[0] == ["9", "10", "100"]
    assert groups_of(range(100), "number", unit="%")[0][0] == "0 to 24%"


def test_ordered_values_stand_in_their_order_with_other_answers_behind():
    values = ["low", "don't know", "high", "medium"]
    groups = groups_of(values, "ordered", order=("low", "medium", "high", "huge"))
    assert groups == (["low", "medium", "high", "don't know"], [[0], [3], [2], [1]])


def test_dates_are_grouped_by_period():
    dates = pd.to_datetime(["2001-05-01", "2009-01-01", None])
    labels, places = groups_of(dates, "date", precision="day")
    assert (labels[0], labels[-1], len(labels)) == ("2001", "2009", 9)
    assert places == [[0], [8], []]


def test_a_document_is_in_the_group_of_each_of_its_values():
    cells = [["a", "b"], ["b"], None, ["a", "a", "once"]]
    assert groups_of(cells, "list", shared=True) == (["a", "b"], [[0, 1], [1], [], [0]])


def test_rare_values_are_one_group():
    values = ["often"] * 60 + ["seldom"] * 20 + [f"once {i}" for i in range(MOST_VALUES)]
    labels, places = groups_of(values, "category")
    assert len(labels) == MOST_VALUES
    assert {"often", "seldom", "(other)"} <= set(labels)
    assert places.count([labels.index("(other)")]) == 3


def test_shares_of_lists_are_of_documents():
    # topic 0: all 8 carry a, 4 of them b, too; topic 1: none of 8 carries a
    cells = [["a", "b"]] * 4 + [["a"]] * 4 + [["b"]] * 4 + [["c"]] * 4
    figure = draw_metadata(results_of([8, 8], kw=cells))
    (trace,) = figure.data
    assert list(trace.x) == ["a", "b", "c"]
    assert trace.z.tolist() == [[50, 0, -25], [-50, 0, 25]]
    assert trace.text.tolist() == [["+", "", ""], ["−", "", ""]]
    assert "8 of 8 documents: 100.0%" in trace.customdata[0][0]
    assert figure.layout.title.subtitle.text == "kw: several values per document"


def test_what_the_documents_dates_say_is_not_compared_again():
    dates = pd.to_datetime(["2001-01-01", "2002-01-01"] * 4).astype("datetime64[ms]")
    run = results_of([8], date=dates, date_precision="day", published=dates, seen=dates[::-1])
    assert list(compared_columns(run.documents)) == ["language", "seen"]


def test_topics_against_a_column_in_percentage_points():
    # topic 0: 8 left of 8; topic 1: 0 left of 8; in the corpus: half
    run = results_of([8, 8], party=["left"] * 8 + ["right"] * 8)
    figure = draw_metadata(run)
    (cells,) = figure.data
    assert cells.z.tolist() == [[50, -50], [-50, 50]]
    assert cells.text.tolist() == [
        ["+", "−"],
        ["−", "+"],
    ]  # 2 of 12,870 ways to draw 8 of 16 are as far off
    assert "8 of 8 documents: 100.0%" in cells.customdata[0][0]
    assert "whole corpus 50.0%" in cells.customdata[0][0]
    assert figure.layout.title.subtitle.text.startswith("party: Cramér's V 1.00")


def test_marks_are_corrected_for_the_number_of_all_cells():
    # 6 of 8 and 1 of 8: p is 0.041 in each of the four cells; four cells at 1 make it 0.081
    party = ["left"] * 6 + ["right"] * 2 + ["left"] + ["right"] * 7
    alone = draw_metadata(results_of([8, 8], party=party))
    assert alone.data[0].text.tolist() == [["+", "−"], ["−", "+"]]
    beside = draw_metadata(results_of([8, 8], party=party, coin=["a", "b"] * 8))
    assert [trace.text.tolist() for trace in beside.data] == [[["", ""], ["", ""]]] * 2


def test_chance_is_not_marked_and_columns_can_be_chosen():
    run = results_of([4, 4], one=["a", "b"] * 4, two=["c", "c", "d", "d"] * 2)
    figure = draw_metadata(run)
    assert [trace.visible for trace in figure.data] == [True, False]
    assert all((trace.text == "").all() for trace in figure.data)
    buttons = figure.layout.updatemenus[0].buttons
    assert [button.label for button in buttons] == ["one", "two"]
    assert buttons[1].args[0]["visible"] == [False, True]
    assert "no column" in why_absent(draw_metadata(results_of([4, 4])))


# --- classes


def test_classes_are_held_against_topics():
    run = results_of([3, 2], 1, kind=["a", "a", "b", "b", "b", "a"])
    figure = draw_classes(run, "kind")
    assert figure.data[0].z == pytest.approx(
        np.array([[2 / 3, 0, 1 / 3], [1 / 3, 2 / 3, 0]]), abs=1e-4
    )
    assert list(figure.data[0].x) == ["topic 0", "topic 1", "no topic (noise)"]
    assert "no column" in why_absent(draw_classes(run, "")).lower()


def test_agreement_is_reported_with_and_without_noise():
    text = agreement_text(np.array([0, 0, 1, 1, 1, -1]), np.array([1, 1, 0, 0, -1, 0]))
    # of 10 pairs, 2 are together in both, 4 in the classes, 2 in the topics: (2 - 0.8) / (3 - 0.8)
    assert text.startswith("all: ARI 0.55, AMI 0.")
    assert text.endswith("; without noise: ARI 1.00, AMI 1.00")


def test_a_column_of_classes_that_is_missing_is_refused():
    run = results_of([3], kind=["a"] * 3)
    with pytest.raises(TopographError, match="no column 'king'") as refused:
        draw_classes(run, "king")
    assert "kind" in refused.value.why


# --- trees and names


def test_the_treemap_opens_the_highest_joints_first():
    leaf = [{"topic": topic, "size": 1, "height": 0} for topic in range(4)]
    low = {"label": "low", "height": 0.2, "children": leaf[:2]}
    high = {"label": "high", "height": 0.6, "children": leaf[2:]}
    root = {"label": "root", "height": 0.9, "children": [low, high]}
    assert groups_of_topics(root, 1) == [root]
    assert groups_of_topics(root, 3) == [low, leaf[2], leaf[3]]
    assert groups_of_topics(root, 99) == leaf


def test_joints_of_the_hierarchy_stand_between_what_they_join():
    leaf = [{"topic": topic, "label": str(topic), "size": 3, "height": 0.0} for topic in range(3)]
    low = {"label": "low", "size": 6, "height": 0.25, "children": [leaf[2], leaf[0]]}
    root = {"label": "root", "size": 9, "height": 0.75, "children": [low, leaf[1]]}
    run = dataclasses.replace(results_of([3, 3, 3]), hierarchy=root)
    lines, joints, leaves = draw_hierarchy(run).data
    assert list(leaves.text) == ["topic 2", "topic 0", "topic 1"]
    assert list(zip(joints.x, joints.y, strict=True)) == [(0.25, 0.5), (0.75, 1.25)]
    assert max(x for x in lines.x if x is not None) == 0.75
    assert "one topic" in why_absent(draw_hierarchy(results_of([3])))


def test_the_largest_topics_are_named_on_the_map():
    assert named_topics(results_of([3] * 24)) == list(range(24))
    assert named_topics(results_of([3] * 100)) == list(range(NAMED_TOPICS))
    written = [note.text for note in draw_map(results_of([6, 4]), 0, 5.0).layout.annotations]
    assert written == ["<b>topic 0</b>", "<b>topic 1</b>"]


def boxes_apart(centres, sizes):
    """Whether no two boxes overlap."""
    for one in range(len(centres)):
        for other in range(one):
            gap = np.abs(centres[one] - centres[other])
            if (gap < (sizes[one] + sizes[other]) / 2 - 1e-9).all():
                return False
    return True


def test_names_at_one_place_are_moved_apart_and_no_farther_than_they_must():
    sizes = np.array([[40.0, 10.0], [40.0, 10.0]])
    placed = place_apart(np.array([[100.0, 50.0], [100.0, 50.0]]), sizes, (200, 100))
    assert boxes_apart(placed, sizes)
    assert np.abs(placed - [100, 50]).max() < 10  # up and down by half a box, not sideways
    assert abs(placed[0, 1] - placed[1, 1]) == pytest.approx(12, abs=0.01)  # two pixels between
    alone = np.array([[30.0, 20.0], [150.0, 80.0]])
    assert place_apart(alone, sizes, (200, 100)) == pytest.approx(alone, abs=0.01)


@given(st.integers(1, 15), st.integers(0, 2**32 - 1))
def test_names_stay_in_the_map_and_those_that_cover_others_are_known(count, seed):
    random = np.random.default_rng(seed)
    sizes = random.uniform(10, 90, size=(count, 2)) * [1, 0.3]
    placed = place_apart(random.uniform(0, 300, size=(count, 2)), sizes, (300, 200))
    assert (placed - sizes / 2 >= -1e-9).all()
    assert (placed + sizes / 2 <= np.array([300, 200]) + 1e-9).all()
    kept = ~covered(placed, sizes)
    assert kept[0]
    assert boxes_apart(placed[kept], sizes[kept])


def test_periods_with_hardly_any_documents_have_no_share():
    assert has_share(np.array([60, 58, 2, 0, 70])).tolist() == [True, True, False, False, True]
    assert has_share(np.array([4, 3, 1])).tolist() == [True, True, True]
    assert has_share(np.array([60, 60, 10])).tolist() == [True, True, True]


def test_a_period_without_a_share_keeps_its_count():
    years = [2001] * 60 + [2002] * 60 + [2003] * 2
    run = results_of([61, 61], date=pd.to_datetime([f"{y}-01-01" for y in years]),
                     date_precision="year")  # fmt: skip
    figure = draw_time(run)
    assert np.isnan(figure.data[1].y[2])
    assert figure.layout.updatemenus[0].buttons[1].args[0]["y"][3] == [0, 59, 2]
    assert "1 period has too few documents" in figure.layout.title.subtitle.text


def test_noise_by_strictness():
    run = results_of([3, 2], 4)  # in their nearest topic by 0.9, 0.8, 0.7 and 0.6
    assert run.shares == pytest.approx([0, 0, 0, 0, 0, 0.9, 0.8, 0.7, 0.6])
    line = draw_noise(run).data[0]
    left = dict(zip(np.round(line.x, 2), line.y, strict=True))
    assert [left[at] for at in (0, 0.05, 0.1, 0.15, 0.2, 0.35, 0.4, 1)] == [4, 4, 3, 3, 2, 1, 0, 0]
    assert why_absent(draw_noise(results_of([3]))) == "Every document has a topic."


def test_memberships_follow_topics_that_were_merged_renumbered_or_dropped():
    # rows: wholly in topic 0, 1, 2; and noise, in each by a share
    shares = scipy.sparse.csr_matrix([[1, 0, 0], [0, 1, 0], [0, 0, 1], [0.5, 0.25, 0.125]])
    found = np.array([0, 1, 2, -1])
    same = memberships_of(shares, found, found)
    assert same.toarray()[3].tolist() == [0.5, 0.25, 0.125]
    merged = memberships_of(shares, found, np.array([1, 0, 1, -1]))
    assert merged.toarray()[3].tolist() == [0.25, 0.625]
    dropped = memberships_of(shares, found, np.array([0, -1, 1, -1]))
    assert dropped.toarray()[3].tolist() == [0.5, 0.125]
