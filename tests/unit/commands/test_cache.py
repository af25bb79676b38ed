"""`topograph cache` shows what is kept and deletes what may go, and nothing else."""

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from topograph.cli import main
from topograph.encoders import inventory
from topograph.encoders.cached import cache_key
from topograph.encoders.store import VectorStore
from topograph.rundir.locks import lock_folder_exclusively, lock_folder_shared

OLD, NEW = "0a" * 32, "0b" * 32


@pytest.fixture
def folder(tmp_path):
    for fingerprint, name, count in ((OLD, "old encoder", 3), (NEW, "new encoder", 2)):
        with VectorStore(tmp_path, fingerprint, name) as store:
            keys = [cache_key(str(i)) for i in range(count)]
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


def prune_all(folder):
    return main(["cache", "--folder", str(folder), "--prune", "--unused-for", "0"])


@pytest.mark.parametrize("writes", [True, False], ids=["writing", "reading"])
def test_an_encoder_in_use_is_kept(folder, capsys, writes):
    aside = folder / NEW[:32] / "set-aside"
    aside.mkdir()
    with VectorStore(folder, NEW, "new encoder") as store:
        if writes:
            store.add([cache_key("more")], [1], np.ones((1, 8), np.float32))
        assert prune_all(folder) == 0
        store.read_new()
        assert len(store.find([cache_key("0"), cache_key("1")])) == 2
    assert aside.exists()
    assert not (folder / OLD[:32]).exists()
    assert f"kept {folder / NEW[:32]}: a process is using it" in capsys.readouterr().out
    assert prune_all(folder) == 0
    assert not (folder / NEW[:32]).exists()


def test_an_encoder_that_was_used_since_it_was_looked_at_is_kept(folder, monkeypatch):
    found = inventory.holdings(folder)

    def then_used(_):
        VectorStore(folder, OLD, "old encoder").close()
        return found

    monkeypatch.setattr(inventory, "holdings", then_used)
    assert main(["cache", "--folder", str(folder), "--prune"]) == 0
    assert (folder / OLD[:32]).exists()


def test_what_a_killed_process_was_removing_is_removed(folder):
    (folder / OLD[:32]).rename(folder / f".{OLD[:32]}.1.removed")
    assert main(["cache", "--folder", str(folder), "--prune"]) == 0
    assert sorted(path.name for path in folder.iterdir()) == [NEW[:32], "notes.txt"]


USE = """
import sys
import numpy as np
from pathlib import Path
from topograph.encoders.cached import cache_key
from topograph.encoders.store import VectorStore
for i in range(60):
    with VectorStore(Path(sys.argv[1]), sys.argv[2], "encoder") as store:
        keys = [cache_key(f"{sys.argv[3]} {i}")]
        if i % 2:
            store.add(keys, [1], np.ones((1, 8), np.float32))
        with VectorStore(Path(sys.argv[1]), sys.argv[2], "encoder") as other:
            other.read_new()
            assert len(other.find(keys)) == i % 2, i
        assert not store.notes, store.notes
"""


def test_processes_that_begin_while_the_cache_is_pruned_lose_nothing(folder):
    command = [sys.executable, "-c", USE, str(folder), NEW]
    users = [subprocess.Popen([*command, str(i)], stderr=subprocess.PIPE) for i in range(2)]
    pruned = 0
    while any(user.poll() is None for user in users):
        assert prune_all(folder) == 0
        pruned += not (folder / NEW[:32]).exists()
    assert [(user.returncode, user.communicate()[1]) for user in users] == [(0, b"")] * 2
    assert pruned


def test_an_absent_cache_is_empty(tmp_path, capsys):
    assert main(["cache", "--folder", str(tmp_path / "none")]) == 0
    assert "0 vectors, 0.0 MB" in capsys.readouterr().out


def test_a_negative_age_is_refused(folder, capsys):
    assert main(["cache", "--folder", str(folder), "--prune", "--unused-for", "-1"]) == 1
    assert "--unused-for" in capsys.readouterr().err
    assert (folder / OLD[:32]).exists()


def test_a_process_that_waits_while_the_folder_is_removed_gets_a_new_one(folder):
    held = next(own for own in inventory.holdings(folder) if own.folder.name == NEW[:32])
    with ThreadPoolExecutor() as pool, lock_folder_exclusively(held.folder) as is_alone:
        assert is_alone
        joined = pool.submit(lock_folder_shared, held.folder)
        time.sleep(0.2)  # it waits for the lock
        assert not joined.done()
        held.remove()
    with joined.result(), lock_folder_exclusively(held.folder) as is_alone:
        assert held.folder.exists()
        assert not is_alone
