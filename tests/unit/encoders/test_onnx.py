"""Vectors depend on their text alone; long texts come in chunks; the shipped graph is rewritten."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from onnxruntime import InferenceSession
from tiny_onnx import (
    TABLE,
    lookup_model,
    quantised_model,
    write_model,
)

from topograph.encoders.base import check_vectors, encode_all
from topograph.encoders.chunks import split
from topograph.encoders.modelfiles import read_folder
from topograph.encoders.onnx import OnnxEncoder, batches_by_length, depends_on_batch
from topograph.encoders.onnxfile import GraphWriter, read_tensors
from topograph.encoders.shipped import shipped_files
from topograph.errors import TopographError

MEAN = {"pooling_mode_mean_tokens": True, "pooling_mode_cls_token": False}


def encode(folder, *texts, **options):
    return encode_all(OnnxEncoder(read_folder(folder), 1, **options), texts)


@pytest.fixture(scope="module")
def shipped():
    return OnnxEncoder(shipped_files(), threads=1)


# -- independence ----------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("threads", [1, 2, 3])
def test_a_vector_is_the_same_in_any_company_and_on_any_number_of_cores(shipped, root, threads):
    paragraphs = (root / "seeds").glob("*.txt")
    texts = min(paragraphs).read_text(encoding="utf-8").split("\n\n")[1:8]
    texts += ["x", "مرحبا بالعالم", "🦆🦆", "", "word " * 700]
    alone = np.vstack([encode_all(shipped, [text]) for text in texts])
    together = encode_all(OnnxEncoder(shipped_files(), threads), texts[::-1])[::-1]
    assert np.array_equal(alone, together)
    check_vectors(alone, texts)


def test_a_dynamically_quantised_model_is_found_out_and_run_text_by_text(tmp_path):
    folder = write_model(tmp_path / "m", quantised_model(), _1_Pooling__config=MEAN)
    encoder = OnnxEncoder(read_folder(folder), 2)
    texts = ["a", "b d", "a b c", "d", "c c c c"]
    together = encode_all(encoder, texts)
    assert "depends on its batch" in encoder.notes[0]
    alone = np.vstack([encode(folder, text) for text in texts])
    assert np.array_equal(together, alone)


def test_a_model_that_gives_two_vectors_for_one_text_is_refused():
    draw = np.random.default_rng(0)
    with pytest.raises(TopographError, match="two different vectors"):
        depends_on_batch(lambda ids: draw.random((len(ids), 3)), [[1], [1, 2]])


@given(
    lengths=st.lists(st.integers(1, 40), max_size=30),
    limit=st.sampled_from([0, 20, 100]),
)
def test_batches_hold_every_text_once_within_the_limit(lengths, limit):
    batches = list(batches_by_length(lengths, limit))
    assert sorted(i for batch in batches for i in batch) == list(range(len(lengths)))
    for batch in batches:
        assert len(batch) == 1 or max(lengths[i] for i in batch) * len(batch) <= limit


def test_vectors_without_a_direction_stop_the_run_and_name_the_documents():
    rows = np.eye(4, dtype=np.float32)
    rows[1] = 0
    rows[3, 0] = np.nan
    with pytest.raises(TopographError, match=r"2 documents have no usable vector: d1, d3"):
        check_vectors(rows, ["d0", "d1", "d2", "d3"])


# -- long documents --------------------------------------------------------------------------


@given(
    text=st.text(alphabet="ab. \n!c", max_size=80).filter(str.strip),
    budget=st.integers(1, 9),
)
def test_chunks_hold_all_tokens_in_order_within_the_budget(text, budget):
    offsets = [(i, i + 1) for i, character in enumerate(text) if not character.isspace()]
    chunks = split(text, offsets, budget)
    assert "".join("".join(chunk.split()) for chunk, _ in chunks) == "".join(text.split())
    assert all(1 <= tokens <= budget for _, tokens in chunks)
    assert sum(tokens for _, tokens in chunks) == len(offsets)


@pytest.mark.parametrize(
    ("offsets", "chunks"),
    [
        ([(0, 1), (1, 2), (1, 2), (1, 2), (2, 3)], [("a", 1), ("b", 3), ("c", 1)]),
        ([(0, 1), (1, 2), (1, 2), (2, 3)], [("a", 1), ("b", 2), ("c", 1)]),
        ([(0, 1), (0, 1), (1, 2), (2, 3)], [("a", 2), ("bc", 2)]),
    ],
)
def test_no_character_of_several_tokens_is_cut(offsets, chunks):
    assert split("abc", offsets, 2) == chunks


def test_white_space_is_no_piece():
    # a tokenizer that has a token for white space, as XLM-R's at the end of a text
    assert split("ab cd ", [(0, 2), (2, 5), (5, 6)], 2) == [("ab cd", 2)]
    assert split("", [], 2) == [("", 1)]
    assert split(" \n ", [(0, 1), (1, 2), (2, 3)], 2) == [(" \n ", 3)]


def test_chunks_end_at_sentences_then_at_words():
    text = "aa bb. cc dd ee ff"
    offsets = [(0, 2), (3, 5), (5, 6), (7, 9), (10, 12), (13, 15), (16, 18)]
    assert split(text, offsets, 4) == [("aa bb.", 3), ("cc dd ee ff", 4)]
    assert split(text, offsets, 5) == [("aa bb.", 3), ("cc dd ee ff", 4)]
    assert split("abcdef", [(i, i + 1) for i in range(6)], 4) == [("abcd", 4), ("ef", 2)]


def test_a_million_characters_are_read_in_chunks_that_fit(shipped):
    text = "x" * 250_000 + " " + "Ein Satz. " * 25_000 + "字" * 5_000 + " " + "🦆 " * 5_000
    chunks = shipped.chunks(text)
    assert max(shipped.count_tokens([chunk for chunk, _ in chunks])) <= shipped.max_tokens
    written = "".join("".join(chunk.split()) for chunk, _ in chunks)
    assert written == "".join(text.split())


def test_the_mean_of_chunks_is_weighted_by_their_tokens(tmp_path):
    from topograph.encoders.cached import CachedEncoder

    table = np.zeros((8, 3), np.float32)
    table[3], table[4] = [1, 0, 0], [0, 1, 0]  # a, b; nothing else has a direction
    folder = write_model(
        tmp_path / "m",
        lookup_model(table=table),
        _1_Pooling__config=MEAN,
        sentence_bert_config={"max_seq_length": 5},
    )
    encoder = OnnxEncoder(read_folder(folder), 1)
    with CachedEncoder(encoder, tmp_path / "cache", whole=True) as cached:
        (vector,) = encode_all(cached, ["a a a b"])
    # three tokens fit between [CLS] and [SEP]: chunks (a a a) and (b), weights 3 and 1
    assert np.allclose(vector, np.array([3, 1, 0]) / math.sqrt(10))


# -- the shipped encoder's graph -------------------------------------------------------------


def test_the_tensors_of_a_file_are_read():
    whole = np.array([[1, -2, 3]], np.int8)
    tensors = read_tensors(lookup_model(table=TABLE))
    assert list(tensors) == ["table"]
    assert np.array_equal(tensors["table"], TABLE)
    graph = GraphWriter()
    graph.tensor("whole", whole)
    assert np.array_equal(read_tensors(graph.content({}, {}))["whole"], whole)


def test_a_written_graph_computes_what_it_says():
    graph = GraphWriter()
    wide = graph.node("Cast", ["x"], "wide", to=1)
    moved = graph.node("Add", [wide, graph.tensor("one", np.ones(2, np.float32))], "moved")
    graph.node("LeakyRelu", [moved], "y", alpha=0.5)
    session = InferenceSession(graph.content({"x": ("n", 2)}, {"y": ("n", 2)}))
    assert session.get_inputs()[0].shape == ["n", 2]
    (found,) = session.run(None, {"x": np.array([[3, -5]])})
    assert found.tolist() == [[4.0, -2.0]]


@pytest.mark.slow
def test_the_rewritten_graph_gives_the_shipped_files_vectors(shipped):
    texts = ["", "word", "Topics of documents, by neighbours.", "مرحبا 🦆 " * 30, "long " * 400]
    plain = OnnxEncoder(replace(shipped_files(), rewrite=None), threads=1)
    assert np.abs(encode_all(shipped, texts) - encode_all(plain, texts)).max() < 1e-6
