"""Files and folders that are replaced as a whole."""

import pytest

from topograph.rundir.atomic import atomic_replace


def test_a_folder_takes_the_place_of_the_one_before(tmp_path):
    final = tmp_path / "folder"
    for name in ("first", "second"):
        with atomic_replace(final) as temporary:
            temporary.mkdir()
            (temporary / name).touch()
    assert [path.name for path in final.iterdir()] == ["second"]
    assert list(tmp_path.iterdir()) == [final]


def test_a_block_that_fails_leaves_what_was_there(tmp_path):
    final = tmp_path / "file"
    final.write_text("before")
    with pytest.raises(ValueError, match="stopped"), atomic_replace(final) as temporary:
        temporary.write_text("half")
        raise ValueError("stopped")
    assert final.read_text() == "before"
    assert list(tmp_path.iterdir()) == [final]
