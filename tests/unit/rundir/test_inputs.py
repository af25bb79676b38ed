"""What files hold: read where it may have changed, and only there; and seen to while it is read."""

import os
import shutil
import sys

import pytest

from topograph.errors import TopographError
from topograph.rundir.checksums import sha256_file
from topograph.rundir.inputs import (
    MISSING,
    UNREADABLE,
    FileWatch,
    HashCache,
    content_hash,
    save_hashes,
)

#: Nanoseconds since 1970 of a day long ago.
LONG_AGO = 10**18


@pytest.fixture
def file(tmp_path, monkeypatch):
    """A file in the current folder whose last change is too old to be mistaken for another."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("topograph.rundir.inputs.RECENT", -(10**9))
    path = tmp_path / "a.txt"
    path.write_text("one")
    return path


@pytest.fixture
def read(opened):
    """Whether a file is read while its hash is asked for."""

    def ask(path):
        expected = sha256_file(path)
        opened.clear()
        known = HashCache(path.with_name("known.json"), path.parent)
        digest = known.hash(path.name)
        known.save()
        assert digest == expected
        return path in opened

    return ask


def test_a_file_is_read_once(file, read):
    assert read(file)
    assert not read(file)


def copied_over(path):
    other = path.with_name("b.txt")
    other.write_text("two")
    os.utime(other, ns=(LONG_AGO, LONG_AGO))
    shutil.copy2(other, path)


def moved_over(path):
    other = path.with_name("b.txt")
    other.write_text("two")
    shutil.copystat(path, other)
    other.rename(path)


def rewritten(path):
    before = path.stat()
    path.write_text("two")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


@pytest.mark.parametrize("change", [copied_over, moved_over, rewritten])
def test_a_change_shows_whatever_times_the_file_is_given(file, read, change):
    read(file)
    size = file.stat().st_size
    change(file)
    assert file.stat().st_size == size
    assert read(file)
    assert not read(file)


def test_a_touched_file_is_read_once_more(file, read):
    read(file)
    os.utime(file, ns=(LONG_AGO, LONG_AGO))
    assert read(file)
    assert not read(file)


def test_a_file_changed_just_now_is_read_until_another_change_would_show(
    tmp_path, read, monkeypatch
):
    path = tmp_path / "a.txt"
    path.write_text("one")
    assert read(path)
    assert read(path)
    monkeypatch.setattr("topograph.rundir.inputs.RECENT", -(10**9))
    assert read(path)
    assert not read(path)


@pytest.mark.parametrize(
    "content", ["", "{", "[1]", '{"a.txt": [1]}', '{"a.txt": []}', '{"a.txt": 1}']
)
def test_a_damaged_record_counts_as_empty(file, read, content):
    (file.parent / "known.json").write_text(content)
    assert read(file)
    assert not read(file)


def test_a_record_that_cannot_be_kept_stops_nothing(file):
    (file.parent / "known.json").mkdir()
    known = HashCache(file.parent / "known.json")
    assert known.hash("a.txt") == sha256_file(file)
    known.save()


def test_what_cannot_be_read_has_a_word_in_the_place_of_a_hash(tmp_path):
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "dangling").symlink_to("nowhere")
    for name in ("none", "loop", "dangling", "x" * 300, "loop/below"):
        assert content_hash(tmp_path / name) == MISSING
    assert content_hash(tmp_path) == UNREADABLE


def test_a_large_file_is_hashed_whole(tmp_path):
    path = tmp_path / "large"
    path.write_bytes(os.urandom(3_000_001))
    assert content_hash(path) == sha256_file(path)


# while files are read


def test_what_is_read_undisturbed_is_known_afterwards(file, read):
    watch = FileWatch(["a.txt"])
    watch.end()
    assert watch.hashes == {"a.txt": sha256_file(file)}
    save_hashes(file.with_name("known.json"), watch.known)
    assert not read(file)


@pytest.mark.parametrize("change", [copied_over, moved_over, rewritten])
def test_a_change_while_a_file_is_read_is_reported(file, change):
    watch = FileWatch(["a.txt"])
    change(file)
    with pytest.raises(TopographError, match=r"a\.txt changed while it was being read"):
        watch.end()


def test_a_file_written_with_the_same_content_while_it_is_read_is_reported(file):
    # it may have been read half written
    watch = FileWatch(["a.txt"])
    os.utime(file, ns=(LONG_AGO, LONG_AGO))
    with pytest.raises(TopographError, match="changed while it was being read"):
        watch.end()


def test_a_change_that_leaves_the_stamp_is_found_where_it_may_have_happened(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "a.txt"
    path.write_text("one")
    stamps = iter([path.stat()] * 9)
    watch = FileWatch(["a.txt"])
    path.write_text("two")
    monkeypatch.setattr("topograph.rundir.inputs.file_stamp", lambda _: _stamp(next(stamps)))
    watch._looks = {"a.txt": watch._looks["a.txt"]}
    with pytest.raises(TopographError, match="changed while it was being read"):
        watch.end()


def _stamp(found):
    from topograph.rundir.inputs import FileStamp

    return FileStamp(found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino)


def test_a_file_that_goes_or_comes_while_files_are_read_is_reported(file):
    watch = FileWatch(["a.txt"])
    file.unlink()
    with pytest.raises(TopographError, match="changed while"):
        watch.end()
    watch = FileWatch(["a.txt"])
    file.write_text("one")
    with pytest.raises(TopographError, match="changed while"):
        watch.end()


def test_other_rights_while_a_file_is_read_are_no_change(file):
    watch = FileWatch(["a.txt"])
    file.chmod(0o600)
    watch.end()


@pytest.mark.skipif(sys.platform != "linux", reason="names that are not UTF-8")
def test_names_that_are_not_utf8_are_kept(file, read):
    path = file.parent / os.fsdecode(b"caf\xe9.txt")
    path.write_text("one")
    assert read(path)
    assert not read(path)
