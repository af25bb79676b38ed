"""Names of files are names: whatever they are made of, what exists is found, once."""

import os
import subprocess
import unicodedata

import pytest
from hostile_names import NAMES

from topograph.errors import TopographError
from topograph.system.filenames import corpus_files, display_name


@pytest.fixture
def folder(tmp_path):
    for name in NAMES:
        (tmp_path / name).write_text("x")
    return tmp_path


@pytest.mark.parametrize("name", NAMES, ids=ascii)
def test_a_name_that_exists_is_that_file(folder, name):
    assert corpus_files([name], folder) == [name]
    assert corpus_files([f"./{name}"], folder) == [name]
    assert corpus_files([str(folder / name)], folder) == [str(folder / name)]


def test_a_folder_stands_for_all_its_files(folder):
    visible = sorted(name for name in NAMES if not name.startswith("."))
    assert corpus_files(["."], folder) == visible
    for name in NAMES:
        (folder / name).unlink()
        (folder / name).mkdir()
        (folder / name / "a.txt").write_text("x")
        assert corpus_files([name], folder) == [f"{name}/a.txt"]


def test_a_name_that_does_not_exist_is_a_pattern(folder):
    (folder / "bret.csv").write_text("x")
    assert corpus_files(["br[aeiou]t.csv"], folder) == ["bret.csv"]
    assert corpus_files(["br*.csv"], folder) == ["br[ack]et.csv", "bret.csv"]
    assert corpus_files(["br[[]*"], folder) == ["br[ack]et.csv"]
    assert corpus_files(["wh[a-z]?.csv"], folder) == ["who?.csv"]
    assert corpus_files(["{curly{brace},}*"], folder) == []
    assert corpus_files(["nothing*"], folder) == []


def test_patterns_match_as_in_a_shell(tmp_path):
    for name in ("a.csv", "x/b.csv", "x/y/c.csv", "x/y/c.txt", "x/.hidden/d.csv", "x/.e.csv",
                 "x/__MACOSX/f.csv", "x/Thumbs.db"):  # fmt: skip
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("x")

    def found(pattern):
        return corpus_files([pattern], tmp_path)

    assert found("*.csv") == ["a.csv"]
    assert found("*/*.csv") == ["x/b.csv"]
    assert found("**/*.csv") == ["a.csv", "x/b.csv", "x/y/c.csv"]
    assert found("x/**") == ["x/b.csv", "x/y/c.csv", "x/y/c.txt"]
    assert found("**/y/*") == ["x/y/c.csv", "x/y/c.txt"]
    assert found("x/**/**/*.txt") == ["x/y/c.txt"]
    assert found("x/.*.csv") == ["x/.e.csv"]
    assert found("x/.hidden") == ["x/.hidden/d.csv"]
    assert found(f"{tmp_path}/*.csv") == [f"{tmp_path}/a.csv"]
    assert found(f"../{tmp_path.name}*/a.csv") == [f"../{tmp_path.name}/a.csv"]
    assert found("x") == ["x/b.csv", "x/y/c.csv", "x/y/c.txt"]
    assert found("x/*/") == ["x/y/c.csv", "x/y/c.txt"]  # the folders that match


@pytest.mark.parametrize(("written", "on_disk"), [("NFC", "NFD"), ("NFD", "NFC")])
def test_accents_composed_or_not_are_one_name(tmp_path, written, on_disk):
    name = unicodedata.normalize(on_disk, "résumé/größe.csv")
    (tmp_path / name).parent.mkdir()
    (tmp_path / name).write_text("x")
    for asked in ("résumé/größe.csv", "résumé", "résumé/g*.csv"):
        assert corpus_files([unicodedata.normalize(written, asked)], tmp_path) == [name]
    other = unicodedata.normalize(written, "résumé/größe.csv")
    (tmp_path / other).parent.mkdir()
    (tmp_path / other).write_text("x")
    assert corpus_files([other], tmp_path) == [other]


def test_links_that_lead_nowhere_are_files_and_those_to_what_is_no_file_are_not(tmp_path):
    (tmp_path / "loop.txt").symlink_to("loop.txt")
    (tmp_path / "dangling.txt").symlink_to("nowhere.txt")
    (tmp_path / "to_folder").symlink_to("folder")
    os.mkfifo(tmp_path / "pipe.txt")
    assert corpus_files(["*.txt"], tmp_path) == ["dangling.txt", "loop.txt"]
    assert corpus_files(["loop.txt", "."], tmp_path) == ["dangling.txt", "loop.txt", "to_folder"]


def test_a_folder_that_is_linked_into_itself_is_read_once(tmp_path):
    for name in ("a.txt", "below/b.txt", "below/deep/c.txt"):
        (tmp_path / "data" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "data" / name).write_text("x")
    for number in range(3):  # ways through them are many: 3 to the power of the depth
        (tmp_path / f"data/below/deep/loop{number}").symlink_to("../..")
        (tmp_path / f"data/up{number}").symlink_to(".")
    everything = ["data/a.txt", "data/below/b.txt", "data/below/deep/c.txt"]
    assert corpus_files(["data"], tmp_path) == everything
    assert corpus_files(["data/**/*.txt"], tmp_path) == everything


def test_a_folder_elsewhere_may_be_linked_to(tmp_path):
    (tmp_path / "store").mkdir()
    (tmp_path / "store/a.txt").write_text("x")
    (tmp_path / "data").mkdir()
    (tmp_path / "data/2020").symlink_to("../store")
    (tmp_path / "data/2021").symlink_to("../store")
    assert corpus_files(["data"], tmp_path) == ["data/2020/a.txt", "data/2021/a.txt"]


@pytest.mark.parametrize("name", ["x" * 5000, "a\0b", "no/such/[x]", "a.txt/b", "x" * 300 + "*"])
def test_names_that_no_file_can_have_match_nothing(tmp_path, name):
    (tmp_path / "a.txt").write_text("x")
    assert corpus_files([name], tmp_path) == []


@pytest.fixture
def deep(tmp_path):
    """A folder that pytest itself could not remove."""
    yield tmp_path
    subprocess.run(["rm", "-r", tmp_path / "d"], check=True)


def test_folders_of_any_depth_are_read(deep):
    place = os.open(deep, os.O_RDONLY)
    for _ in range(1500):
        os.mkdir("d", dir_fd=place)
        inner = os.open("d", os.O_RDONLY, dir_fd=place)
        os.close(place)
        place = inner
    os.close(os.open("a.txt", os.O_CREAT, dir_fd=place))
    os.close(place)
    found = corpus_files(["."], deep)
    assert [name.count("d") for name in found] == [1500]


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may read everything")
def test_a_folder_that_may_not_be_read_is_reported(tmp_path):
    (tmp_path / "closed").mkdir(mode=0)
    with pytest.raises(TopographError, match="closed cannot be read"):
        corpus_files(["."], tmp_path)


@pytest.mark.parametrize("name", NAMES, ids=ascii)
def test_a_name_is_shown_in_one_line_of_text(name):
    text = display_name(name)
    assert text.encode()
    assert len(text.splitlines()) == 1
    assert not any(unicodedata.category(c) == "Cc" for c in text)


def test_names_that_can_be_shown_are_shown_as_they_are():
    for name in (
        "br[ack]et {1}.json",
        'it\'s "a".txt',
        "語料.txt",
        "می‌خواهم.txt",
        "👩‍👧.txt",
        "a\u202fb",
    ):
        assert display_name(name) == name
