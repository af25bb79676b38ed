"""No text is encoded twice: not by the next run, not after a kill, not by two runs side by side."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tiny_onnx import write_model

from topograph.encoders import cached
from topograph.encoders.base import encode_all
from topograph.encoders.cached import CachedEncoder, cache_key
from topograph.encoders.modelfiles import read_folder
from topograph.encoders.onnx import OnnxEncoder
from topograph.encoders.progress import Progress
from topograph.encoders.shipped import shipped_files
from topograph.encoders.store import ENTRY, HEADER, SET_ASIDE, VectorStore
from topograph.encoders.worklocks import WorkLocks
from topograph.errors import TopographError

FINGERPRINT = "ab" * 32
WORDS = "map graph topic noise model agent reward token image speech".split()


def texts(count, first=0):
    """Short texts that all differ."""
    return [
        f"{WORDS[i % 10]} {WORDS[i // 10 % 10]} number {i}" for i in range(first, first + count)
    ]


def shipped(folder, **options):
    return CachedEncoder(OnnxEncoder(shipped_files(), threads=1), folder, **options)


def store_with(folder, count, dimensions=4):
    """A closed store of one segment; vectors are their number in every place."""
    keys = [cache_key(str(i)) for i in range(count)]
    with VectorStore(folder, FINGERPRINT, "an encoder") as store:
        for i, key in enumerate(keys):
            store.add([key], [i], np.full((1, dimensions), i, np.float32))
    return keys, store.folder


def reopened(folder):
    store = VectorStore(folder, FINGERPRINT, "an encoder")
    store.read_new()
    return store


def only(folder, pattern):
    (path,) = folder.glob(pattern)
    return path


def test_a_store_gives_back_what_was_added(tmp_path):
    keys, _ = store_with(tmp_path, 5)
    found = reopened(tmp_path).find([*keys, cache_key("unknown")])
    assert found.keys() == set(keys)
    assert [found[key].tokens for key in keys] == [0, 1, 2, 3, 4]
    assert found[keys[3]].vector.tolist() == [3.0] * 4


def test_texts_whose_keys_begin_alike_are_distinguished(tmp_path):
    keys = [b"8 bytes " + end for end in (b"and one.", b"another.", b"unknown.")]
    with VectorStore(tmp_path, FINGERPRINT, "an encoder") as store:
        store.add(keys[:2], [1, 2], np.eye(2, dtype=np.float32))
    found = reopened(tmp_path).find(keys)
    assert {key: record.tokens for key, record in found.items()} == {keys[0]: 1, keys[1]: 2}


@settings(max_examples=30)
@given(batches=st.lists(st.lists(st.integers(0, 40), unique=True, max_size=6), max_size=6))
def test_any_sequence_of_writers_is_found(tmp_path_factory, batches):
    folder = tmp_path_factory.mktemp("store")
    for batch in batches:
        with VectorStore(folder, FINGERPRINT, "an encoder") as store:
            rows = np.array(batch, np.float32)[:, None] * np.ones(3, np.float32)
            store.add([cache_key(str(i)) for i in batch], batch, rows)
    wanted = {cache_key(str(i)): i for i in range(41)}
    found = reopened(folder).find(list(wanted))
    assert {wanted[key] for key in found} == {i for batch in batches for i in batch}
    assert all(record.vector.tolist() == [wanted[key]] * 3 for key, record in found.items())


def test_a_store_sees_what_another_process_adds_meanwhile(tmp_path):
    reader = reopened(tmp_path)
    writer = VectorStore(tmp_path, FINGERPRINT, "an encoder")
    key = cache_key("later")
    assert reader.find([key]) == {}
    writer.add([key], [7], np.ones((1, 4), np.float32))
    assert reader.read_new() == 1  # the writer is still open
    assert reader.find([key])[key].tokens == 7
    assert reader.read_new() == 0
    assert reader.notes == []
    writer.close()


def cut_vectors(folder):
    path = only(folder, "*.vectors")
    path.write_bytes(path.read_bytes()[: 3 * 16 + 5])  # 3 of 6 vectors of 16 bytes are whole
    return {0, 1, 2}


def cut_keys(folder):
    path = only(folder, "*.keys")
    path.write_bytes(path.read_bytes()[: HEADER.itemsize + 4 * ENTRY.itemsize + 3])
    return {0, 1, 2, 3}


def flip_bit_of_vector(folder):
    path = only(folder, "*.vectors")
    content = bytearray(path.read_bytes())
    content[2 * 16 + 1] ^= 4
    path.write_bytes(content)
    return {0, 1, 3, 4, 5}


def swap_vectors(folder):
    path = only(folder, "*.vectors")
    content = path.read_bytes()
    path.write_bytes(content[16:32] + content[:16] + content[32:])
    return {2, 3, 4, 5}


def zero_end(folder):
    path = only(folder, "*.vectors")  # as some file systems leave a file after a loss of power
    path.write_bytes(path.read_bytes()[:64] + bytes(32))
    return {0, 1, 2, 3}


def change_tokens(folder):
    path = only(folder, "*.keys")
    content = bytearray(path.read_bytes())
    content[HEADER.itemsize + 2 * ENTRY.itemsize + ENTRY.fields["tokens"][1]] ^= 1
    path.write_bytes(content)
    return {0, 1, 3, 4, 5}


def lose_vectors(folder):
    only(folder, "*.vectors").unlink()
    return set()


def folder_for_vectors(folder):
    path = only(folder, "*.vectors")
    path.unlink()
    path.mkdir()
    return set()


def overwrite_keys(folder):
    only(folder, "*.keys").write_bytes(b"something else entirely " * 20)
    return set()


def empty_keys(folder):
    only(folder, "*.keys").write_bytes(b"")
    return set()


@pytest.mark.parametrize(
    "damage",
    [
        cut_vectors, cut_keys, flip_bit_of_vector, swap_vectors, zero_end, change_tokens,
        lose_vectors, folder_for_vectors, overwrite_keys, empty_keys,
    ],
)  # fmt: skip
def test_damage_is_noticed_set_aside_and_costs_only_what_is_damaged(tmp_path, damage):
    keys, folder = store_with(tmp_path, 6)
    sound = damage(folder)
    store = reopened(tmp_path)
    found = store.find(keys)
    assert {i for i, key in enumerate(keys) if key in found} == sound
    assert all(found[keys[i]].vector.tolist() == [i] * 4 for i in sound)
    assert len(store.notes) == 1
    assert "set aside" in store.notes[0]
    assert any((folder / SET_ASIDE).iterdir())
    # the next one meets a clean folder
    again = reopened(tmp_path)
    assert again.find(keys).keys() == {keys[i] for i in sound}
    assert again.notes == []


def test_a_foreign_file_is_set_aside_and_the_rest_is_used(tmp_path):
    keys, folder = store_with(tmp_path, 3)
    (folder / "letter.txt").write_text("not a segment")
    (folder / "orphan.vectors").write_bytes(bytes(64))
    store = reopened(tmp_path)
    assert len(store.find(keys)) == 3
    assert {path.name for path in (folder / SET_ASIDE).iterdir()} == {
        "letter.txt", "orphan.vectors",
    }  # fmt: skip
    assert len(store.notes) == 2


def test_what_is_no_file_is_left_alone(tmp_path):
    keys, folder = store_with(tmp_path, 3)
    os.mkfifo(folder / "pipe.keys")  # reading it would wait for ever
    (folder / "folder.keys").mkdir()
    (folder / "gone.keys").symlink_to(tmp_path / "nothing")
    store = reopened(tmp_path)
    assert len(store.find(keys)) == 3
    assert store.notes == []


def test_vectors_of_another_encoder_are_not_taken(tmp_path):
    keys, folder = store_with(tmp_path, 3)
    other = tmp_path / ("cd" * 16)
    folder.rename(other)
    store = VectorStore(tmp_path, "cd" * 32, "another encoder")
    store.read_new()
    assert store.find(keys) == {}
    assert "not a file of this cache" in store.notes[0]


def test_a_claim_keeps_other_processes_out_until_it_is_given_back_or_its_holder_dies(tmp_path):
    path = tmp_path / "claims"
    keys = [cache_key("a"), cache_key("b")]
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path), keys[0].hex()], stdout=subprocess.PIPE, text=True
    )
    assert holder.stdout.readline() == "[True]\n"
    mine = WorkLocks(path)
    assert mine.acquire(keys) == [False, True]
    holder.send_signal(signal.SIGKILL)
    holder.wait()
    assert mine.acquire(keys) == [True, True]
    mine.close()


HOLD = """
import sys, time
from pathlib import Path
from topograph.encoders.worklocks import WorkLocks
print(WorkLocks(Path(sys.argv[1])).acquire([bytes.fromhex(sys.argv[2])]), flush=True)
time.sleep(60)
"""

EMBED = """
import json, sys
from pathlib import Path
from topograph.encoders.base import encode_all
from topograph.encoders.cached import CachedEncoder
from topograph.encoders.onnx import OnnxEncoder
from topograph.encoders.shipped import shipped_files
texts = json.loads(Path(sys.argv[2]).read_text())
print("ready", flush=True)
sys.stdin.readline()
with CachedEncoder(OnnxEncoder(shipped_files(), 2), Path(sys.argv[1])) as encoder:
    vectors = encode_all(encoder, texts)
print(encoder.encoded, flush=True)
"""


def embedding_process(folder, corpus: Path):
    return subprocess.Popen(
        [sys.executable, "-c", EMBED, str(folder), str(corpus)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def start(process):
    assert process.stdout.readline() == "ready\n"
    process.stdin.write("\n")
    process.stdin.flush()


@pytest.fixture
def corpus(tmp_path):
    path = tmp_path / "texts.json"
    path.write_text(json.dumps([f"{text} {' '.join(WORDS * 4)}" for text in texts(600)]))
    return path


def stored(folder):
    """Entries on disk."""
    sizes = [path.stat().st_size - HEADER.itemsize for path in folder.glob("*/*.keys")]
    return sum(sizes) // ENTRY.itemsize


@pytest.mark.slow
def test_a_kill_keeps_every_finished_batch(tmp_path, corpus):
    folder = tmp_path / "cache"
    kept = 0
    for least in (20, 150):
        process = embedding_process(folder, corpus)
        start(process)
        while stored(folder) < least:
            assert process.poll() is None
            time.sleep(0.005)
        process.kill()
        process.wait()
        assert stored(folder) >= max(least, kept)
        kept = stored(folder)
    process = embedding_process(folder, corpus)
    start(process)
    assert int(process.stdout.readline()) == 600 - kept
    assert process.wait() == 0
    assert stored(folder) == 600


@pytest.mark.slow
def test_two_runs_side_by_side_share_the_work(tmp_path, corpus):
    folder = tmp_path / "cache"
    both = [embedding_process(folder, corpus) for _ in range(2)]
    for process in both:
        start(process)
    counts = [int(process.stdout.readline()) for process in both]
    assert [process.wait() for process in both] == [0, 0]
    assert sum(counts) == 600
    with shipped(folder) as cached:
        vectors = encode_all(cached, json.loads(corpus.read_text()))
        assert cached.encoded == 0
    fresh = encode_all(OnnxEncoder(shipped_files(), 1), json.loads(corpus.read_text())[:20])
    assert np.array_equal(vectors[:20], fresh)


def test_what_another_run_adds_meanwhile_is_not_encoded_again(tmp_path, monkeypatch):
    monkeypatch.setattr(cached, "WINDOW", 2)
    files = read_folder(write_model(tmp_path / "model"))
    corpus = ["a", "b", "c", "d"]

    class Late(OnnxEncoder):
        def announce(self, texts):  # after the texts were looked up, before they are claimed
            with CachedEncoder(OnnxEncoder(files, 1), tmp_path / "cache") as other:
                encode_all(other, corpus[2:])

    with CachedEncoder(Late(files, 1), tmp_path / "cache") as encoder:
        encode_all(encoder, corpus)
        assert encoder.encoded == 2


@pytest.mark.slow
def test_five_more_documents_cost_five(tmp_path):
    with shipped(tmp_path) as encoder:
        first = encode_all(encoder, texts(200))
        assert encoder.encoded == 200
    with shipped(tmp_path) as encoder:
        more = encode_all(encoder, texts(5, first=500) + texts(200))
        assert encoder.encoded == 5
    assert np.array_equal(more[5:], first)


def test_progress_leaves_out_what_was_known_and_the_loading(capsys):
    now = iter([0, 1, 10, 12, 18, 20])
    progress = Progress("embed", 100, clock=lambda: next(now))
    progress.advance(40, computed=False)  # from the cache
    progress.advance(10, computed=True)  # nine seconds, most of them loading
    progress.advance(4, computed=True)  # four in two seconds, so 46 in 23
    progress.advance(16, computed=True)  # twenty in eight, so 30 in 12
    progress.advance(30, computed=True)
    assert capsys.readouterr().out.splitlines() == [
        "embed: [############............] 54/100 documents, 2.0 per second, 23 s left",
        "embed: [################........] 70/100 documents, 2.5 per second, 12 s left",
    ]


def test_equal_texts_are_encoded_once(tmp_path):
    with shipped(tmp_path) as encoder:
        vectors = encode_all(encoder, ["the same", "another", "the same"])
        assert encoder.encoded == 2
    assert np.array_equal(vectors[0], vectors[2])
    assert not np.array_equal(vectors[0], vectors[1])


@pytest.mark.slow
def test_a_full_cache_loads_no_model(tmp_path):
    with shipped(tmp_path) as encoder:
        encode_all(encoder, texts(3))
    script = EMBED + "assert not {'onnxruntime', 'tokenizers'} & sys.modules.keys()"
    corpus = tmp_path / "texts.json"
    corpus.write_text(json.dumps(texts(3)))
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path), str(corpus)],
        input="\n",
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout.split()) == (0, ["ready", "0"]), done.stderr


def test_a_cache_that_cannot_be_made_is_reported(tmp_path):
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(TopographError, match="cannot be used"):
        shipped(tmp_path / "file")


def test_what_the_system_refuses_later_is_reported_with_its_place(tmp_path):
    encoder = shipped(tmp_path)
    shutil.rmtree(encoder._store.folder)
    with pytest.raises(TopographError, match="No such file") as caught:
        encode_all(encoder, ["a"])
    assert str(encoder._store.folder) in caught.value.what


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_disk_is_reported(tmp_path):
    store = VectorStore(tmp_path, FINGERPRINT, "an encoder")
    store.add([cache_key("a")], [1], np.ones((1, 4), np.float32))
    store._writer._vectors_file = open("/dev/full", "wb", buffering=0)  # noqa: PTH123, SIM115
    with pytest.raises(TopographError, match="cannot be used") as caught:
        store.add([cache_key("b")], [1], np.ones((1, 4), np.float32))
    assert "No space left" in caught.value.why
    assert reopened(tmp_path).find([cache_key("a"), cache_key("b")]).keys() == {cache_key("a")}


class BrokenEncoder(OnnxEncoder):
    """An encoder whose weights overflow on one text."""

    def encode(self, texts):
        for batch, rows in super().encode(texts):
            rows[[texts[i] == "overflow" for i in batch]] = 0
            yield batch, rows


def test_an_unusable_vector_is_handed_on_and_not_kept(tmp_path):
    def encode():
        with CachedEncoder(BrokenEncoder(shipped_files(), 1), tmp_path) as encoder:
            return encode_all(encoder, ["fine", "overflow"]), encoder.encoded

    vectors, encoded = encode()
    assert encoded == 2
    assert not vectors[1].any()
    assert encode()[1] == 1


@pytest.mark.slow
def test_what_was_cut_is_not_taken_for_the_whole(tmp_path):
    long = "One sentence about graphs. " * 30 + "Another one about whales. " * 60
    short = "A short text."
    vectors = {}
    encoded = {}
    for whole in (False, True, False, True):
        with shipped(tmp_path, whole=whole) as encoder:
            rows = encode_all(encoder, [long, short])
            encoded.setdefault(whole, []).append(encoder.encoded)
            vectors.setdefault(whole, []).append(rows)
    # cut: both texts; whole: only the chunks of the long one; then nothing
    assert encoded[False] == [2, 0]
    assert encoded[True][0] >= 2
    assert encoded[True][1] == 0
    for rows in vectors.values():
        assert np.array_equal(rows[0], rows[1])
    assert np.array_equal(vectors[True][0][1], vectors[False][0][1])
    assert vectors[True][0][0] @ vectors[False][0][0] < 0.99
