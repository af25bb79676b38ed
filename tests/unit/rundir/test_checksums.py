"""Files that hold a checksum of themselves."""

import pytest

from topograph.rundir.checksums import is_intact, sha256_file, with_checksum

TEXT = '{\n  "a": 1,\n  "b": "x"\n}\n'


@pytest.mark.parametrize("text", [TEXT, "{\n}\n"])
def test_any_changed_byte_is_noticed(text):
    content = with_checksum(text).encode()
    assert is_intact(content)
    for place in range(len(content)):
        changed = bytes([content[place] ^ 1])
        assert not is_intact(content[:place] + changed + content[place + 1 :]), place


def test_cut_and_lengthened_files_are_noticed():
    content = with_checksum(TEXT).encode()
    assert not any(is_intact(content[:end]) for end in range(len(content)))
    assert not is_intact(content + b"\n")
    assert not is_intact(TEXT.encode())


def test_the_hash_of_a_folder_is_of_names_and_contents(tmp_path):
    (tmp_path / "a").write_text("1")
    before = sha256_file(tmp_path)
    (tmp_path / ".snakemake_timestamp").touch()
    assert sha256_file(tmp_path) == before
    (tmp_path / "a").rename(tmp_path / "b")
    assert sha256_file(tmp_path) != before
    (tmp_path / "b").rename(tmp_path / "a")
    assert sha256_file(tmp_path) == before
    (tmp_path / "a").write_text("2")
    assert sha256_file(tmp_path) != before
