"""A run's folder with links to the stages of another."""

import pytest

from topograph.errors import TopographError
from topograph.rundir.upstream import link_upstream


def stage(folder, name, text):
    (folder / name).mkdir(parents=True)
    (folder / name / "summary.json").write_text(text)


def read(folder, name):
    return (folder / name / "summary.json").read_text()


def test_earlier_stages_are_linked_and_later_ones_are_not(tmp_path):
    base, own = tmp_path / "base", tmp_path / "sweeps/s/cluster-1"
    for name in ("parse", "embed", "reduce", "cluster", "label"):
        stage(base, name, f"{name} of base")
    link_upstream(own, base, "cluster")
    assert sorted(path.name for path in own.iterdir()) == ["embed", "parse", "reduce"]
    assert read(own, "reduce") == "reduce of base"


def test_links_of_links_lead_to_the_results_and_a_moved_folder_keeps_them(tmp_path):
    base, one, two = tmp_path / "a/base", tmp_path / "a/s/one", tmp_path / "a/s/two"
    stage(base, "parse", "parse")
    link_upstream(one, base, "embed")
    stage(one, "embed", "embed")
    link_upstream(two, one, "reduce")
    assert (two / "parse").resolve() == base / "parse"
    (tmp_path / "a").rename(tmp_path / "moved")
    moved = tmp_path / "moved/s/two"
    assert (read(moved, "parse"), read(moved, "embed")) == ("parse", "embed")


def test_a_link_follows_another_upstream(tmp_path):
    one, two, own = tmp_path / "one", tmp_path / "two", tmp_path / "own"
    for folder in (one, two):
        stage(folder, "parse", folder.name)
    link_upstream(own, one, "embed")
    link_upstream(own, one, "embed")
    assert read(own, "parse") == "one"
    link_upstream(own, two, "embed")
    assert read(own, "parse") == "two"
    assert [path.name for path in own.iterdir()] == ["parse"]


def test_results_of_its_own_are_never_replaced(tmp_path):
    base, own = tmp_path / "base", tmp_path / "own"
    stage(base, "parse", "base")
    stage(own, "parse", "own")
    with pytest.raises(TopographError, match=r"own/parse is not a link"):
        link_upstream(own, base, "embed")
    assert read(own, "parse") == "own"
