"""Sweeps are read and checked as a whole, and their points share stages."""

import pytest
import yaml

from topograph.config.loading import load_run_config
from topograph.config.mistakes import ConfigError
from topograph.config.stages import stage_settings
from topograph.config.sweeps import POINT_STAGES, load_sweep, run_file, sweep_names

GRID = """\
run: base
vary:
  cluster.min_cluster_size: [5, 10, 20]
  reduce.neighbors: {from: 10, to: 90, steps: 3, scale: log}
"""


@pytest.fixture
def folder(tmp_path):
    """A project's folder with a corpus and a run."""
    for name in ("config/runs", "config/sweeps", "data"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "data/a.txt").write_text("One text.\n")
    (tmp_path / "config/config.yaml").write_text(
        f"runs: [base]\nparse: {{files: [{tmp_path}/data/a.txt]}}\nlabel: {{terms: 12}}\n"
    )
    return tmp_path


def read(folder, text, **overrides):
    (folder / "config/sweeps/own.yaml").write_text(text)
    return load_sweep("own", overrides, folder)


def mistakes(folder, text):
    with pytest.raises(ConfigError) as caught:
        read(folder, text)
    return [line.replace(f"{folder}/config/sweeps/", "") for line in caught.value.problems]


def test_points_are_all_combinations_the_first_key_changing_slowest(folder):
    sweep = read(folder, GRID)
    assert [tuple(point.values.values()) for point in sweep.points] == [
        (size, neighbors) for size in (5, 10, 20) for neighbors in (10, 30, 90)
    ]
    config = sweep.points[5].config
    assert (config.cluster.min_cluster_size, config.reduce.neighbors) == (10, 90)
    assert config.label.terms == 12  # the run's own


def test_what_the_command_line_sets_holds_for_keys_that_do_not_vary(folder):
    sweep = read(folder, GRID, label={"terms": 8}, cluster={"min_cluster_size": 99})
    assert {point.config.label.terms for point in sweep.points} == {8}
    assert {point.config.cluster.min_cluster_size for point in sweep.points} == {5, 10, 20}


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("{from: 2, to: 10, steps: 5}", (2, 4, 6, 8, 10)),
        ("{from: 2, to: 3, steps: 4}", (2, 3)),  # whole numbers, each once
        ("{from: 2, to: 32, steps: 5, scale: log}", (2, 4, 8, 16, 32)),
        ("[auto, 7]", ("auto", 7)),
    ],
)
def test_values_of_a_range_and_a_list(folder, value, expected):
    sweep = read(folder, f"run: base\nvary: {{cluster.min_cluster_size: {value}}}\n")
    assert sweep.axes[0].values == expected


def test_a_range_of_a_key_for_fractions_has_fractions(folder):
    text = "run: base\nvary: {cluster.strictness: {from: 0.25, to: 0.75, steps: 3}}\n"
    assert read(folder, text).axes[0].values == (0.25, 0.5, 0.75)


def test_a_longer_design_begins_with_the_shorter_one_and_a_seed_changes_it(folder):
    text = "run: base\nvary:\n  cluster.min_cluster_size: {from: 5, to: 500, scale: log}\n"
    text += "  cluster.method: [spherical_kmeans, leiden, hdbscan]\n"
    short, long, other = (
        [point.values for point in read(folder, f"{text}draw: {count}\nseed: {seed}\n").points]
        for count, seed in ((7, 3), (20, 3), (7, 4))
    )
    assert len(long) == 20
    assert long[:7] == short
    assert other != short
    sizes = [values["cluster.min_cluster_size"] for values in long]
    assert all(5 <= size <= 500 for size in sizes)
    assert 4 <= sum(size < 50 for size in sizes) <= 16  # logarithmic: 50 is the middle
    assert {values["cluster.method"] for values in long} == {
        "spherical_kmeans",
        "leiden",
        "hdbscan",
    }


def test_drawn_points_are_distinct(folder):
    text = "run: base\nvary: {cluster.min_cluster_size: {from: 2, to: 6}}\ndraw: 5\n"
    sizes = [point.config.cluster.min_cluster_size for point in read(folder, text).points]
    assert sorted(sizes) == [2, 3, 4, 5, 6]
    assert mistakes(folder, text.replace("draw: 5", "draw: 6")) == [
        "own.yaml:3: draw: the keys have only 5 combinations; lower it, or remove it to use all"
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("vary: {cluster.seed: [1]}\n", ["own.yaml: run: must name the run"]),
        ("run: base\n", ["own.yaml: vary: must list keys"]),
        ("run: base\nvary:\n  clustr.seed: [1]\n", ["own.yaml:3: clustr.seed: unknown key; did"]),
        (
            "run: base\nvary:\n  cluster:\n    seed: [1]\n",
            ["own.yaml:3: cluster: write section and key on one line, as in `cluster.seed:`"],
        ),
        ("run: base\nvary:\n  plot.title: [a]\n", ["own.yaml:3: plot.title: unknown key"]),
        (
            "run: base\nvary:\n  embed.cache: [a, b]\n  report.title: [x]\n",
            [
                "own.yaml:3: embed.cache: cannot vary, since no measure",
                "own.yaml:4: report.title: cannot vary, since no measure",
            ],
        ),
        ("run: base\nvary:\n  cluster.seed: 5\n", ["own.yaml:3: cluster.seed: 5 is not allowed"]),
        (
            "run: base\nvary:\n  cluster.seed: [1, -1, 2, x]\n",
            [
                "own.yaml:3: cluster.seed: -1 is not allowed; allowed: a whole number",
                "own.yaml:3: cluster.seed: 'x' is not allowed; allowed: a whole number",
            ],
        ),
        (
            "run: base\nvary:\n  cluster.seed: [1, 01]\n",
            ["own.yaml:3: cluster.seed: 01 appears twice; keep one"],
        ),
        (
            "run: base\nvary:\n  cluster.seed: {from: 1, to: 5}\n",
            ["own.yaml:3: cluster.seed: a range needs `steps`"],
        ),
        (
            "run: base\nvary:\n  cluster.method: {from: 1, to: 5, steps: 2}\n",
            ["own.yaml:3: cluster.method: takes no numbers; list its values"],
        ),
        (
            "run: base\nvary:\n  cluster.seed: {from: 5, to: 1, steps: 2}\n",
            ["own.yaml:3: cluster.seed: a range needs two numbers"],
        ),
        (
            "run: base\nvary:\n  cluster.seed: {from: 0, to: 9, steps: 3, scale: log}\n",
            ["own.yaml:3: cluster.seed: a logarithmic range begins above 0"],
        ),
        (
            "run: base\nvary:\n  cluster.seed: [1]\ndraw: 0\nseeds: 1\n",
            [
                "own.yaml:5: seeds: unknown key; did you mean `seed`?",
                "own.yaml:4: draw: 0 is not allowed; allowed: a whole number of at least 1",
            ],
        ),
    ],
)
def test_mistakes_are_reported_with_file_line_and_key(folder, text, expected):
    found = mistakes(folder, text)
    assert len(found) == len(expected)
    for line, start in zip(found, expected, strict=True):
        assert line.startswith(start)


def test_a_rule_across_keys_is_reported_for_the_points_that_break_it(folder):
    text = "run: base\nvary:\n  label.terms: [5, 15]\n  evaluate.coherence_terms: [4, 10]\n"
    assert mistakes(folder, text) == [
        "own.yaml:4: evaluate.coherence_terms: 10 is more than label.terms (5); lower it, or "
        "raise label.terms"
    ]


def test_too_many_combinations_are_refused_before_they_are_made(folder):
    text = "run: base\nvary:\n"
    for key in ("cluster.seed", "reduce.seed", "label.terms"):
        text += f"  {key}: {{from: 3, to: 42, steps: 40}}\n"
    assert mistakes(folder, text)[0].startswith("own.yaml:2: vary: has 64,000 combinations")


def test_a_sweep_that_is_not_there_is_named_with_those_that_are(folder):
    read(folder, GRID)
    assert sweep_names(folder) == ["own"]
    with pytest.raises(ConfigError, match="did you mean `own`") as caught:
        load_sweep("owm", None, folder)
    assert "config/sweeps/owm.yaml" in str(caught.value)


def test_points_share_the_stages_up_to_the_first_key_that_differs(folder):
    text = "run: base\nvary:\n  label.name_terms: [1, 2]\n  cluster.seed: [8, 9]\n"
    sweep = read(folder, text)
    stages = [name.split("-")[0] for name in sweep.nodes]
    assert {stage: stages.count(stage) for stage in POINT_STAGES} == {
        "parse": 0, "embed": 0, "reduce": 0, "cluster": 2, "label": 4, "evaluate": 4,
    }  # fmt: skip
    for point in sweep.points:
        upstream, stage = sweep.nodes[point.nodes["evaluate"]].upstream, "label"
        while upstream != "base":
            node = sweep.nodes[upstream]
            assert node.stage == stage
            # a shared stage has the settings of every point that shares it
            assert stage_settings(node.config, stage) == stage_settings(point.config, stage)
            stage = POINT_STAGES[POINT_STAGES.index(stage) - 1]
            upstream = node.upstream
        assert stage == "reduce"


def test_names_of_stages_stay_when_points_and_keys_are_added(folder):
    small = read(folder, "run: base\nvary:\n  cluster.seed: [8]\n")
    large = read(folder, "run: base\nvary:\n  label.terms: [9, 12]\n  cluster.seed: [7, 8]\n")
    assert set(small.nodes) < set(large.nodes)  # label.terms is 12 in the run
    assert small.points[0].point_id in {point.point_id for point in large.points}


def test_a_points_file_gives_the_settings_of_the_point(folder):
    (folder / "config/runs/mine.yaml").write_text(
        f"parse:\n  files: ['{folder}/data/a.txt']\n  min_words: 3\nlabel:\n  stop_words: [so]\n"
    )
    for run in ("base", "mine"):
        sweep = read(folder, GRID.replace("base", run))
        text = run_file(sweep, sweep.points[4], folder)
        (folder / "config/runs/new.yaml").write_text(text)
        config = load_run_config("new", None, folder)
        own = sweep.points[4].config
        for stage in POINT_STAGES:
            assert stage_settings(config, stage) == stage_settings(own, stage)
        assert set(yaml.safe_load(text)["cluster"]) == {"min_cluster_size"}  # no defaults


def test_a_point_is_not_repeated(folder):
    text = (folder / "config/config.yaml").read_text()
    (folder / "config/config.yaml").write_text(text + "evaluate: {repeats: 4}\n")
    assert {point.config.evaluate.repeats for point in read(folder, GRID).points} == {0}
    assert mistakes(folder, "run: base\nvary:\n  evaluate.repeats: [0, 2]\n") == [
        "own.yaml:3: evaluate.repeats: cannot vary; vary reduce.seed and cluster.seed instead"
    ]


@pytest.mark.parametrize("name", ["sweeps"])
def test_no_run_has_the_name_of_the_folder_of_sweeps(folder, name):
    (folder / f"config/runs/{name}.yaml").write_text("parse: {files: [a]}\n")
    with pytest.raises(ConfigError, match="cannot name a run's folder"):
        load_run_config(name, None, folder)
