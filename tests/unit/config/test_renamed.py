"""Keys by their old names are read, with a warning that names the new one."""

import pytest

from topograph.config import renamed
from topograph.config.keys import leaf_fields
from topograph.config.renamed import REMOVED, RENAMED


@pytest.fixture(autouse=True)
def afresh():
    renamed._warn.cache_clear()


@pytest.mark.parametrize("old", RENAMED)
def test_an_old_name_sets_the_key_and_a_warning_names_both(project, capsys, old):
    section, _, key = old.partition(".")
    head = "parse:\n  files: [seeds/a.txt]\n"
    if section != "parse":
        head = f"parse: {{files: [seeds/a.txt]}}\n{section}:\n"
    project.write("config/runs/a.yaml", f"{head}  {key}: x\n")
    value = project.load()
    for part in RENAMED[old].split("."):
        value = getattr(value, part)
    assert value in ("x", ["x"])
    output = capsys.readouterr().err
    assert f"a.yaml:3: {old} was renamed to {RENAMED[old]}; use the new name" in output
    project.load()
    assert capsys.readouterr().err == ""  # once is enough


def test_both_names_are_a_mistake(project):
    project.write(
        "config/runs/a.yaml",
        "parse: {files: [seeds/a.txt]}\nplot: {classes: x}\nevaluate: {label_column: y}\n",
    )
    assert project.problem() == (
        "config/runs/a.yaml:2: plot.classes: was renamed to evaluate.label_column, which is also "
        "set; remove plot.classes"
    )


def test_the_mistake_in_a_renamed_key_has_its_line(project):
    project.write(
        "config/runs/a.yaml", "parse: {files: [seeds/a.txt]}\n\nplot: {classes: [1, 2]}\n"
    )
    assert project.problem().startswith("config/runs/a.yaml:3: evaluate.label_column: ")


def test_the_command_line_may_use_an_old_name(project, capsys):
    assert project.load(overrides={"plot": {"classes": "x"}}).evaluate.label_column == "x"
    assert "command line: plot.classes was renamed" in capsys.readouterr().err


def test_a_removed_key_is_refused_with_what_to_do(project, monkeypatch):
    monkeypatch.setitem(REMOVED, "plot.frames", "use plot.static")
    project.write("config/runs/a.yaml", "parse: {files: [seeds/a.txt]}\nplot: {frames: 1}\n")
    assert project.problem() == ("config/runs/a.yaml:2: plot.frames: was removed; use plot.static")


def test_old_names_are_no_keys_and_new_ones_are():
    keys = set(leaf_fields())
    assert not keys & (set(RENAMED) | set(REMOVED))
    assert set(RENAMED.values()) <= keys
