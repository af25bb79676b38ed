"""What is held in memory of a corpus, and what lies on disk meanwhile."""

import tracemalloc
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from topograph.config import ParseSettings
from topograph.errors import TopographError
from topograph.stages.parse import tables
from topograph.stages.parse.batches import BatchResult
from topograph.stages.parse.documents import make_documents
from topograph.stages.parse.reading import BATCH_CHARACTERS, Candidate, in_batches
from topograph.stages.parse.spill import BUFFER_BYTES, Spill
from topograph.stages.parse.store import Records

BATCH = 50


def made(number, length):
    """A batch, and what was worked out for it, without the work."""
    texts = [f"{number}-{place} ".ljust(length, "x") for place in range(BATCH)]
    batch = [
        Candidate("a.csv", number * BATCH + place, text * 2, metadata={"own": text.upper()})
        for place, text in enumerate(texts)
    ]
    result = BatchResult(
        texts=texts,
        titles=["t"] * BATCH,
        links=[[]] * BATCH,
        steps=[("latex",)] * BATCH,
        n_words=[9] * BATCH,
        ids=[f"{number}-{place}" for place in range(BATCH)],
        keys=[bytes(16)] * BATCH,
        languages=np.zeros((BATCH, 10), dtype=np.int16),
        signatures=np.zeros((BATCH, 128), dtype=np.uint32),
        sentences=[(1, 2)] * BATCH,
    )
    return batch, result


@given(st.lists(st.text()), st.data())
def test_what_is_put_on_disk_comes_back_in_any_order(values, data):
    store = Spill()
    for value in values:
        store.append(value)
    for place in data.draw(st.lists(st.sampled_from(range(len(values))))) if values else []:
        values[place] = data.draw(st.text())
        store[place] = values[place]
        assert store[place] == values[place]
    assert [store[place] for place in range(len(store))] == values


def test_a_process_that_is_killed_leaves_no_file(tmp_path):
    store = Spill(tmp_path / "run")
    store.append("text")
    assert store[0] == "text"
    assert list((tmp_path / "run").iterdir()) == []


def test_memory_does_not_grow_with_the_length_of_texts():
    def peak(length):
        tracemalloc.start()
        records = Records()
        for number in range(20):
            records.add(*made(number, length))
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert records.content(7).raw == made(0, length)[0][7].text
        return most

    peak(10)
    assert peak(10_000) - peak(10) < 20 * BATCH * 10_000 / 2


def test_a_record_holds_few_bytes_in_memory():
    tracemalloc.start()
    records = Records()
    for number in range(40):
        records.add(*made(number, 1000))
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert held / len(records) < 1500


def test_tables_come_in_parts_that_make_up_the_whole(monkeypatch):
    found = [Candidate("a.csv", place, f"Text {place} of some five words.") for place in range(25)]
    settings = ParseSettings(near_duplicate_similarity=1)
    whole = make_documents([found], settings)
    monkeypatch.setattr(tables, "PART_ROWS", 10)
    parts = list(whole.document_tables())
    assert [len(part) for part in parts] == [10, 10, 5]
    assert pa.concat_tables(parts).to_pandas().equals(whole.documents)
    monkeypatch.setattr(tables, "PART_ROWS", 100)
    monkeypatch.setattr(tables, "PART_CHARACTERS", 60)
    sizes = [len(part) for part in whole.audit_tables()]
    assert sum(sizes) == 25
    assert max(sizes) == 3  # of 24 or 25 characters each


@given(st.lists(st.integers(0, 5_000_000), max_size=12))
def test_batches_are_of_few_records_and_few_characters(lengths):
    class Text(str):
        __slots__ = ("length",)

        def __len__(self):
            return self.length

    found = []
    for length in lengths:
        text = Text()
        text.length = length
        found.append(Candidate("a.txt", len(found), text))
    batches = list(in_batches(found))
    assert [own for batch in batches for own in batch] == found
    for batch in batches:
        assert sum(len(own.text) for own in batch[:-1]) < BATCH_CHARACTERS
    sizes = [len(batch) for batch in in_batches([Candidate("a.txt", 0, "")] * 2500)]
    assert sizes == [1000, 1000, 500]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize(("folder", "remedy"), [("run", "free disk space"), (None, "set TMPDIR")])
def test_a_full_disk_is_an_error_with_a_remedy(tmp_path, folder, remedy):
    store = Spill(tmp_path / folder if folder else None)
    with Path("/dev/full").open("wb", buffering=0) as store._file:
        with pytest.raises(TopographError, match="No space left") as error:
            store.append("x" * BUFFER_BYTES)
        assert remedy in str(error.value)
