"""From YAML files to a checked configuration: layers; mistakes with their file, line and key."""

import copy
import os
import re

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from topograph.config import RunConfig, leaf_fields
from topograph.config.layers import merge, read_layer
from topograph.config.loading import known_runs, load_run_config, run_names
from topograph.config.mistakes import ConfigError, display_value
from topograph.system.filenames import corpus_files

NAMES = st.sampled_from("abc")
TREES = st.recursive(
    st.one_of(st.integers(), st.text(max_size=3), st.lists(st.integers(), max_size=3)),
    lambda below: st.dictionaries(NAMES, below, max_size=3),
    max_leaves=8,
)
SETTINGS = st.dictionaries(NAMES, TREES, max_size=3)
#: The line that a run's file has to have.
CORPUS = "parse: {files: [seeds/a.txt]}\n"


# merging


def test_dictionaries_merge_deeply_and_lists_are_replaced():
    base = {"parse": {"files": ["a", "b"], "clean": {"html": True, "latex": True}}, "runs": ["x"]}
    over = {"parse": {"files": ["c"], "clean": {"latex": False}}}
    assert merge(base, over) == {
        "parse": {"files": ["c"], "clean": {"html": True, "latex": False}},
        "runs": ["x"],
    }


@given(SETTINGS, SETTINGS)
def test_after_merging_the_later_layer_counts_and_nothing_else_is_lost(base, over):
    def check(merged, below, above):
        assert set(merged) == set(below) | set(above)
        for key, value in merged.items():
            pair = below.get(key), above.get(key)
            if all(isinstance(part, dict) for part in pair):
                check(value, *pair)
            else:
                assert value == (above if key in above else below)[key]

    before = copy.deepcopy((base, over))
    check(merge(base, over), base, over)
    assert (base, over) == before


# layers


def test_the_runs_file_lies_over_the_common_one_and_the_command_line_over_both(project):
    project.write(
        "config/config.yaml", "runs: [a]\nlabel: {terms: 11, name_terms: 1, representatives: 1}\n"
    )
    own = "label: {name_terms: 3, representatives: 5}\n"
    project.write("config/runs/a.yaml", f"{CORPUS}{own}")
    label = project.load("a", {"label": {"representatives": 7}}).label
    assert (label.terms, label.name_terms, label.representatives) == (11, 3, 7)
    assert label.phrase_words == RunConfig().label.phrase_words


def test_a_run_without_a_file_has_the_common_settings(project):
    project.write("config/config.yaml", "runs: [a]\nlabel: {terms: 11}\n")
    assert project.load("a").label.terms == 11


def test_a_run_with_a_file_need_not_be_listed(project):
    project.write("config/runs/unlisted.yaml", f"{CORPUS}label: {{terms: 12}}\n")
    assert project.load("unlisted").label.terms == 12


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "is empty"),
        ("# nothing yet\n", "is empty"),
        ("label:\n", "does not set parse.files"),
        ("parse: {format: csv}\n", "does not set parse.files"),
        ("parse:\n  # files: [data/*.csv]\n", "does not set parse.files"),
    ],
)
def test_a_runs_file_that_does_not_say_what_the_run_is_made_of_is_refused(project, text, expected):
    project.write("config/config.yaml", "runs: [a]\nparse: {files: [seeds/a.txt]}\n")
    project.write("config/runs/a.yaml", text)
    problem = project.problem()
    assert problem.startswith(f"config/runs/a.yaml: {expected}; name the files of the corpus")
    advice = re.search("`(.*)`, which are those of config/config.yaml", problem)
    assert project.load("a", {"parse": {"files": ["seeds/a.txt"]}}).parse.files == ["seeds/a.txt"]
    project.write("config/runs/a.yaml", f"{advice[1]}\n")
    assert project.load().parse.files == ["seeds/a.txt"]


def test_files_of_the_corpus_that_are_missing_are_reported_only_where_they_are_read(project):
    project.write("config/runs/a.yaml", "parse: {files: [gone.csv]}\n")
    assert "parse.files: 'gone.csv' matches no file" in project.problem()
    config = load_run_config("a", {}, project.root, with_files=False)
    assert config.parse.files == ["gone.csv"]


@pytest.mark.parametrize("text", ["plot:\n  # hover_words: 25\n", "parse:\n  clean:\n"])
def test_a_section_with_all_keys_commented_out_changes_nothing(project, text):
    project.write("config/config.yaml", f"runs: [a]\n{text}")
    assert project.load("a") == RunConfig()


# values that mean the right thing


@pytest.mark.parametrize(
    ("text", "section", "key", "meant"),
    [
        ("parse: {min_words: '7'}", "parse", "min_words", 7),
        ("reduce: {map_min_dist: 1e-3}", "reduce", "map_min_dist", 0.001),
        ("report: {title: 2026}", "report", "title", "2026"),
        ("report: {title: 2026-01-31}", "report", "title", "2026-01-31"),
        ("parse: {language: no}", "parse", "language", "no"),
        ("parse: {text: ''}", "parse", "text", None),
        ("label: {stop_words: [on, 2026]}", "label", "stop_words", ["on", "2026"]),
        ("label: {stop_words: [true, 1.50]}", "label", "stop_words", ["true", "1.50"]),
        ("label: {stop_words: paper}", "label", "stop_words", ["paper"]),
        ("label: {stop_words: ''}", "label", "stop_words", []),
        ("parse: {files: seeds/a.txt}", "parse", "files", ["seeds/a.txt"]),
        ("report: {title: 007}", "report", "title", "007"),
        ("report: {title: 12:30}", "report", "title", "12:30"),
        ("report: {title: 2026.10}", "report", "title", "2026.10"),
        ("report: {title: true}", "report", "title", "true"),
        ("label: {terms: 012}", "label", "terms", 12),
        ("label: {terms: 12.0}", "label", "terms", 12),
        ("parse: {encoding: cp1252}", "parse", "encoding", "cp1252"),
    ],
)
def test_a_value_that_yaml_takes_for_another_type_is_taken_for_what_it_means(
    project, text, section, key, meant
):
    project.write("config/config.yaml", f"runs: [a]\n{text}\n")
    assert getattr(getattr(project.load("a"), section), key) == meant


# mistakes


def test_all_mistakes_of_all_layers_are_reported_at_once_each_with_its_place(project):
    project.write(
        "config/config.yaml",
        "runs: [a]\n"
        "parse:\n"
        "  min_wods: 3\n"  # a typo
        "embed:\n"
        "  hover_words: 3\n"  # of another section
        "cluster:\n"
        "  # a comment\n"
        "  min_samples: 0\n"  # out of range
        "  members: many\n",  # not of the type
    )
    project.write(
        "config/runs/a.yaml",
        "runs: [b]\nlabel:\n  terms: 10\n  terms: 12\nclusters: {}\n" + CORPUS,
    )
    problems = project.problems("a", {"plot": {"hover_words": -1}})
    assert {" ".join(problem.split(" ", 2)[:2]) for problem in problems} == {
        "config/config.yaml:3: parse.min_wods:",
        "config/config.yaml:5: embed.hover_words:",
        "config/config.yaml:8: cluster.min_samples:",
        "config/config.yaml:9: cluster.members:",
        "config/runs/a.yaml:1: runs:",
        "config/runs/a.yaml:4: label.terms:",
        "config/runs/a.yaml:5: clusters:",
        "command line:",
    }
    by_key = {key: next(text for text in problems if f" {key}:" in text) for key in (
        "parse.min_wods", "embed.hover_words", "cluster.min_samples", "cluster.members", "runs",
        "label.terms", "clusters", "plot.hover_words",
    )}  # fmt: skip
    assert len(by_key) == len(problems)
    assert "unknown key; did you mean `parse.min_words`?" in by_key["parse.min_wods"]
    assert "unknown key; did you mean `plot.hover_words`?" in by_key["embed.hover_words"]
    assert (
        "0 is not allowed; allowed: a whole number from 1 to 1000" in by_key["cluster.min_samples"]
    )
    assert (
        "'many' is not allowed; allowed: auto, or a whole number from 1 to 500"
        in by_key["cluster.members"]
    )
    assert "belongs in config/config.yaml" in by_key["runs"]
    assert "appears twice, first on line 3" in by_key["label.terms"]
    assert "did you mean `cluster`?" in by_key["clusters"]
    assert by_key["plot.hover_words"].startswith(
        "command line: plot.hover_words: -1 is not allowed"
    )


@pytest.mark.parametrize(
    ("second", "key"),
    [
        ("evaluate: {coherence_terms: 20}", "evaluate.coherence_terms"),
        ("parse: {files: [nothing/*.txt]}", "parse.files"),
        ("parse: {min_words: 1, min_words: 2}", "parse.min_words"),
    ],
)
def test_a_mistake_in_one_key_hides_no_mistake_of_another_kind(project, second, key):
    project.write("config/config.yaml", f"runs: [a]\nreduce: {{dimensions: 1}}\n{second}\n")
    places = [problem.split(": ")[:2] for problem in project.problems()]
    assert sorted(places) == [
        ["config/config.yaml:2", "reduce.dimensions"],
        ["config/config.yaml:3", key],
    ]


def test_files_that_are_no_yaml_are_reported_together(project):
    project.write("config/config.yaml", "runs: [a]\nparse: [\n")
    project.write("config/runs/a.yaml", "label: terms: 3\n")
    problems = "\n".join(project.problems())
    assert "config/config.yaml" in problems
    assert "config/runs/a.yaml:1" in problems


def test_a_mistake_is_placed_in_the_layer_whose_value_counts(project):
    project.write("config/config.yaml", "runs: [a]\nlabel:\n  terms: 1\n  name_terms: 9\n")
    project.write("config/runs/a.yaml", f"\nlabel:\n  terms: 2\n{CORPUS}")
    assert sorted(problem.split(": ")[0] for problem in project.problems()) == [
        "config/config.yaml:4",
        "config/runs/a.yaml:3",
    ]


def test_the_rule_across_keys_is_reported_at_the_key_to_change(project):
    project.write("config/config.yaml", "runs: [a]\nevaluate:\n  coherence_terms: 12\n")
    project.write("config/runs/a.yaml", f"label: {{terms: 11}}\n{CORPUS}")
    problem = project.problem()
    assert problem.startswith(
        "config/config.yaml:3: evaluate.coherence_terms: 12 is more than label.terms (11)"
    )


def test_a_missing_letter_leads_to_the_key(project):
    typos = {}
    for key in leaf_fields():
        section, _, name = key.rpartition(".")
        for i in range(len(name)):
            typo = f"{section}.{name[:i]}{name[i + 1 :]}"
            if typo not in leaf_fields() and not typo.endswith("."):
                typos[typo] = key
    assert_suggestions(project, typos)


def test_a_key_in_the_wrong_section_leads_to_its_own(project):
    names = [key.rpartition(".")[2] for key in leaf_fields()]
    misplaced = {}
    for key in leaf_fields():
        name = key.rpartition(".")[2]
        if names.count(name) == 1:
            for wrong in (name, *(f"{section}.{name}" for section in RunConfig.model_fields)):
                if wrong not in leaf_fields():
                    misplaced[wrong] = key
    del misplaced["embed.id"]  # as near to `embed.ids`, which is beside it
    assert misplaced["cluster.neighbors"] == "reduce.neighbors"
    assert_suggestions(project, misplaced)


def assert_suggestions(project, right: dict[str, str]) -> None:
    """Hold what is suggested for unknown keys against what is right."""
    settings: dict = {"runs": ["a"]}
    for wrong in right:
        *sections, name = wrong.split(".")
        place = settings
        for section in sections:
            place = place.setdefault(section, {})
        place[name] = 1
    project.write("config/config.yaml", yaml.safe_dump(settings))
    problems = {problem.split(": ")[1]: problem for problem in project.problems()}
    assert set(problems) == set(right)
    misled = {
        wrong: problems[wrong].partition("unknown key")[2]
        for wrong, key in right.items()
        if f"did you mean `{key}`?" not in problems[wrong]
    }
    assert misled == {}


def test_nothing_is_suggested_where_nothing_is_near(project):
    project.write("config/config.yaml", "runs: [a]\nxyzzy: 1\n")
    assert project.problem() == "config/config.yaml:2: xyzzy: unknown key"


def test_a_key_written_with_a_dot_is_not_answered_with_itself(project):
    project.write("config/config.yaml", "runs: [a]\ncluster.members: 5\n")
    problem = project.problem()
    assert problem.startswith("config/config.yaml:2: cluster.members: ")
    assert "did you mean `cluster.members`" not in problem


@pytest.mark.parametrize("text", ["on: 1", "2026: 1", "parse: {2026: 1}"])
def test_keys_that_yaml_does_not_take_for_text_are_unknown_keys(project, text):
    project.write("config/config.yaml", f"runs: [a]\n{text}\n")
    problem = project.problem()
    assert problem.startswith("config/config.yaml:2: ")
    assert "unknown key" in problem


def test_a_value_in_the_place_of_a_section_is_refused(project):
    project.write("config/config.yaml", "runs: [a]\n\ncluster: 5\n")
    assert project.problem() == (
        "config/config.yaml:3: cluster: 5 is not allowed; allowed: keys below it, indented, or "
        "`cluster: {method: ...}`"
    )


def test_a_range_in_a_message_excludes_the_value_refused(project):
    project.write("config/config.yaml", f"runs: [a]\nreduce: {{seed: {2**31}}}\n")
    assert str(2**31 - 1) in project.problem()


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("runs: [a]\nparse: text: Abstract\n", 2),
        ("runs: [a]\nparse:\n\tmin_words: 3\n", 3),
        ("runs: [a]\nparse: {min_words: 3\nlabel: {terms: 3}\n", 3),
        ("runs: [a]\n? [a, b]\n: 3\n", 2),
    ],
    ids=["two colons", "tab", "open brace", "list as key"],
)
def test_broken_yaml_is_reported_with_its_line(project, text, line):
    project.write("config/config.yaml", text)
    assert project.problem().startswith(f"config/config.yaml:{line}: is not valid YAML: ")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("parse: &a\n  clean: *a\n", "config/config.yaml:2: parse.clean: refers to itself"),
        ("label: {stop_words: &a [x, *a]}\n", "config/config.yaml:2: label.stop_words: refers to"),
        ("report: {title: !!binary aGVsbG8=}\n", "config/config.yaml:2: report.title: the tag"),
        ("report: {title: !!python/name:os.system x}\n", "config/config.yaml:2: report.title: the"),
        ("label: {stop_words: !!set {a, b}}\n", "config/config.yaml:2: label.stop_words: the tag"),
        ('report: {title: "a\\0b"}\n', "config/config.yaml:2: report.title: contains a"),
        ('report: {title: "\\ud800"}\n', "config/config.yaml:2: report.title: contains a"),
        ("label: {terms: 10}\n---\nplot: {}\n", "config/config.yaml:3: is not valid YAML"),
        ("report: {title: \x01}\n", "config/config.yaml: is not valid YAML: unacceptable"),
        (f"label: {{terms: {'9' * 5000}}}\n", "config/config.yaml:2: label.terms: '9999"),
        ("~: 5\n", "config/config.yaml:2: ~: unknown key"),
        ("parse: {encoding: klingon}\n", "config/config.yaml:2: parse.encoding: 'klingon' is not"),
        ("parse: {encoding: hex}\n", "config/config.yaml:2: parse.encoding: 'hex' is not"),
    ],
)
def test_what_no_setting_can_be_is_reported_once_in_a_short_line(project, text, expected):
    project.write("config/config.yaml", f"runs: [a]\n{text}")
    problem = project.problem()
    assert problem.startswith(expected)
    assert len(problem) < 300
    assert "\n" not in problem


def test_a_file_nested_beyond_reading_is_reported(project):
    project.write("config/config.yaml", f"runs: [a]\nparse: {'[' * 3000}{']' * 3000}\n")
    assert project.problem() == "config/config.yaml: is nested too deeply to be read"


def test_aliases_that_multiply_are_read_once_each(project):
    lines = ["a0: &a0 [" + ", ".join("x" * 10) + "]"]
    lines += [f"a{i}: &a{i} [" + ", ".join([f"*a{i - 1}"] * 10) + "]" for i in range(1, 25)]
    project.write("config/config.yaml", "runs: [a]\n" + "\n".join(lines) + "\n")
    problems = project.problems()  # written out these are 10 to the power of 25 words
    assert len(problems) == 25
    assert all("unknown key" in problem for problem in problems)


def test_an_alias_stands_for_what_it_names(project):
    project.write(
        "config/config.yaml", "runs: [a]\nlabel: {stop_words: &w [x, y]}\nparse: {text: *w}\n"
    )
    config = project.load()
    assert config.label.stop_words == config.parse.text == ["x", "y"]


def test_a_duplicated_section_is_reported_without_the_keys_in_it(project):
    project.write("config/config.yaml", "runs: [a]\nlabel: {terms: 11}\nlabel: {terms: 12}\n")
    assert (
        project.problem() == "config/config.yaml:3: label: appears twice, first on line 2; keep one"
    )


def test_the_place_in_a_list_is_reported(project):
    project.write("config/config.yaml", "runs: [a]\nparse: {files: [seeds/a.txt, {b: c}]}\n")
    assert "parse.files: {'b': 'c'} (number 2 of the list) is not allowed" in project.problem()


def test_a_long_value_is_cut_short(project):
    project.write("config/config.yaml", f"runs: [a]\nlabel: {{terms: {list(range(5000))}}}\n")
    assert len(project.problem()) < 300


@pytest.mark.parametrize("text", ["- a\n- b\n", "just words\n", "5\n"])
def test_a_file_without_keys_is_refused(project, text):
    project.write("config/runs/a.yaml", text)
    assert project.problem().startswith("config/runs/a.yaml:1: contains ")


def test_a_file_that_is_not_utf8_is_refused(project):
    project.write("config/runs/a.yaml", "").write_bytes(
        "report: {title: Überblick}".encode("latin-1")
    )
    assert project.problem().startswith("config/runs/a.yaml: is not UTF-8 text")


def test_a_missing_configuration_says_from_where_to_call(tmp_path):
    with pytest.raises(ConfigError, match="no configuration in the current folder"):
        read_layer(tmp_path / "config/config.yaml")


def test_a_duplicate_is_reported_although_its_values_are_fine(project):
    project.write(
        "config/config.yaml", "runs: [a]\nlabel: {terms: 11}\nplot: {}\nlabel: {name_terms: 2}\n"
    )
    problem = project.problem()
    assert problem == "config/config.yaml:4: label: appears twice, first on line 2; keep one"


def test_the_error_counts_its_mistakes(project):
    project.write("config/config.yaml", "runs: [a]\nlabel: {terms: 1, name_terms: 9}\n")
    with pytest.raises(ConfigError) as refused:
        project.load()
    assert refused.value.what == "The configuration has 2 mistakes."
    assert all(problem in refused.value.why for problem in refused.value.problems)


# runs


@pytest.mark.parametrize(
    "name",
    ["config/runs/b.yml", "config/runs/b.YAML", "config/runs/deep/b.yaml", "config/config.yml"],
)
def test_a_file_that_only_looks_like_a_part_of_the_configuration_is_reported(project, name):
    project.write(name, "label: {terms: 11}\n")
    problem = project.problem()
    assert problem.startswith(f"{name}: is not read; ")
    assert "config/runs/NAME.yaml" in problem


@pytest.mark.parametrize(
    "name", ["config/README.md", "config/b.yaml", "config/b.yml", "config/runs/b.yaml"]
)
def test_other_files_beside_the_configuration_are_fine(project, name):
    project.write(name, "")
    assert project.load() == RunConfig()


def test_an_unlisted_file_whose_name_is_none_for_a_run_is_reported(project):
    project.write("config/runs/a b.yaml", "")
    assert known_runs({}, project.root) == ["a", "a b"]
    problem = project.problem("a b")
    assert problem.startswith("config/runs/a b.yaml: 'a b' cannot name a run's folder")


def test_terms_can_be_fewer_without_a_word_on_coherence(project):
    project.write("config/config.yaml", "runs: [a]\nlabel: {terms: 5}\n")
    assert project.load().label.terms == 5


def test_an_unknown_run_is_answered_with_the_nearest_one(project):
    project.write("config/config.yaml", "runs: [icml2026, letters]\n")
    project.write("config/runs/diaries.yaml", "")
    with pytest.raises(ConfigError, match="run `icml2025` is not configured") as refused:
        project.load("icml2025")
    assert "no run `icml2025`; did you mean `icml2026`?" in refused.value.why
    assert "known runs: diaries, icml2026, letters" in refused.value.why
    assert "config/runs/icml2025.yaml" in refused.value.fix
    assert "topograph init FILE --run icml2025" in refused.value.fix


@pytest.mark.parametrize(
    "name", ["a/b", "..", ".", "", ".hidden", "-n", "a b", "a;b", "a\\b", "$a", "a" * 101]
)
def test_a_listed_name_that_is_no_name_for_a_folder_is_refused(project, name):
    project.write("config/config.yaml", yaml.safe_dump({"runs": ["a", name]}))
    with pytest.raises(ConfigError) as refused:
        run_names({}, project.root)
    assert len(refused.value.problems) == 1
    assert "config.yaml:1: runs: " in refused.value.problems[0]
    assert f"{display_value(name)} cannot name a folder" in refused.value.problems[0]


@pytest.mark.parametrize(
    ("name", "file"),
    [("a b", "config/runs/a b.yaml"), ("a;b", "config/runs/a;b.yaml"), ("../b", "config/b.yaml")],
)
def test_a_name_that_is_none_for_a_folder_is_refused_though_it_has_a_file(project, name, file):
    project.write("config/runs/a.yaml", "")
    project.write(file, "label: {terms: 11}\n")
    assert "cannot name a run's folder" in project.problems(name)[-1]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("[icml2026, v1.0_b-c]", ["icml2026", "v1.0_b-c"]),
        ("[b, a, b]", ["b", "a"]),
        ("b, a", ["b", "a"]),
        ("[2026]", ["2026"]),
        ("2026", ["2026"]),
    ],
)
def test_runs_are_a_list_of_names_each_once_in_order(project, written, meant):
    project.write("config/config.yaml", f"runs: {written}\n")
    assert run_names({}, project.root) == meant


@pytest.mark.parametrize("text", ["", "label: {}\n", "runs:\n", "runs: []\n", "runs: {a: 1}\n"])
def test_a_configuration_without_runs_is_refused(project, text):
    project.write("config/config.yaml", text)
    with pytest.raises(ConfigError, match=r"runs: .* allowed: a list of names"):
        run_names({}, project.root)


def test_runs_of_the_command_line_count(project):
    assert run_names({"runs": ["b"]}, project.root) == ["b"]
    assert run_names({"runs": "b,c"}, project.root) == ["b", "c"]
    with pytest.raises(ConfigError, match="command line: runs: 'b/c' cannot name a folder"):
        run_names({"runs": "b/c"}, project.root)


# corpus files


def write_tree(project) -> None:
    for name in ("data/b.txt", "data/a.txt", "data/deep/er/c.txt", "data/deep/d.csv"):
        project.write(name, "x")


@pytest.mark.parametrize(
    ("patterns", "found"),
    [
        (["data/*.txt"], ["data/a.txt", "data/b.txt"]),
        (["data/**/*.txt"], ["data/a.txt", "data/b.txt", "data/deep/er/c.txt"]),
        (["data/b.txt", "data/a.txt"], ["data/a.txt", "data/b.txt"]),
        (["data/*.txt", "data/a.txt"], ["data/a.txt", "data/b.txt"]),
        (["data/*"], ["data/a.txt", "data/b.txt"]),
        (["data/deep/*.csv", "data/a.*"], ["data/a.txt", "data/deep/d.csv"]),
    ],
)
def test_patterns_give_files_sorted_and_each_once(project, patterns, found):
    write_tree(project)
    config = project.load("a", {"parse": {"files": patterns}})
    assert corpus_files(config.parse.files, project.root) == found


@pytest.mark.parametrize("again", ["./data/a.txt", "data//a.txt", "data/deep/../a.txt"])
def test_one_file_under_two_spellings_is_read_once(project, again):
    write_tree(project)
    config = project.load("a", {"parse": {"files": ["data/a.txt", again]}})
    assert corpus_files(config.parse.files, project.root) == ["data/a.txt"]


def test_an_absolute_pattern_finds_files_outside_of_the_project(project, tmp_path_factory):
    outside = tmp_path_factory.mktemp("outside")
    (outside / "x.txt").write_text("x")
    config = project.load("a", {"parse": {"files": [f"{outside}{os.sep}*.txt"]}})
    assert corpus_files(config.parse.files, project.root) == [str(outside / "x.txt")]


def test_each_pattern_that_matches_no_file_is_reported_with_its_line(project):
    project.write(
        "config/config.yaml",
        "runs: [a]\nparse:\n  files:\n"
        "    - seeds/*.txt\n    - seeds/*.md\n    - bare\n    - seeds\n",
    )
    (project.root / "bare").mkdir()
    problems = project.problems()
    assert [problem.partition("parse.files: ")[2].split(" matches")[0] for problem in problems] == [
        "'seeds/*.md'",
        "'bare'",
    ]
    assert all(problem.startswith("config/config.yaml:3: ") for problem in problems)
