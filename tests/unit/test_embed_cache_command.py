"""`topograph cache` shows what is kept and deletes what may go, and nothing else."""

import os
import time

import numpy as np
import pytest

from topograph.cli import main
from topograph.encoders.cached import text_key
from topograph.encoders.store import VectorStore

OLD, NEW = "0a" * 32, "0b" * 32


@pytest.fixture
def folder(tmp_path):
    for fingerprint, name, count in ((OLD, "old encoder", 3), (NEW, "new encoder", 2)):
        with VectorStore(tmp_path, fingerprint, name) as store:
            keys = [text_key(str(i)) for i in range(count)]
            store.add(keys, [1] * count, np.ones((count, 8), np.float32))
    long_ago = time.time() - 100 * 86_400
    os.utime(tmp_path / OLD[:32] / "encoder.json", (long_ago, long_ago))
    (tmp_path / "notes.txt").write_text("the user's own")
    return tmp_path


def test_it_shows_encoders_and_counts(folder, capsys):
    assert main(["cache", "--folder", str(folder)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "2 vectors" in lines[0]
    assert "new encoder" in lines[0]
    assert "3 vectors" in lines[1]
    assert "old encoder" in lines[1]
    assert "5 vectors" in lines[2]


def test_pruning_deletes_what_was_not_used_lately(folder, capsys):
    assert main(["cache", "--folder", str(folder), "--prune"]) == 0
    assert not (folder / OLD[:32]).exists()
    assert (folder / NEW[:32]).exists()
    assert (folder / "notes.txt").exists()
    assert "2 vectors" in capsys.readouterr().out.splitlines()[-1]


def test_pruning_deletes_what_was_set_aside(folder):
    aside = folder / NEW[:32] / "set-aside"
    aside.mkdir()
    (aside / "x").write_text("damaged")
    main(["cache", "--folder", str(folder), "--prune"])
    assert not aside.exists()


def test_an_encoder_in_use_is_kept(folder, capsys):
    with VectorStore(folder, NEW, "new encoder") as store:
        store.add([text_key("more")], [1], np.ones((1, 8), np.float32))
        main(["cache", "--folder", str(folder), "--prune", "--unused-for", "0"])
    assert (folder / NEW[:32]).exists()
    assert not (folder / OLD[:32]).exists()
    assert "a process is writing" in capsys.readouterr().out


def test_an_absent_cache_is_empty(tmp_path, capsys):
    assert main(["cache", "--folder", str(tmp_path / "none")]) == 0
    assert "0 vectors, 0.0 MB" in capsys.readouterr().out


def test_a_negative_age_is_refused(folder, capsys):
    assert main(["cache", "--folder", str(folder), "--prune", "--unused-for", "-1"]) == 1
    assert "--unused-for" in capsys.readouterr().err
    assert (folder / OLD[:32]).exists()
