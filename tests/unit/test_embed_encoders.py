"""The other encoders: static tables, a server, TF-IDF, the user's own vectors."""

import json
import math
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from typing import ClassVar

import numpy as np
import pandas as pd
import pytest
import scipy.sparse
from pydantic import ValidationError
from safetensors.numpy import save_file
from tiny_onnx import write_model, write_tokenizer

from topograph.config import EmbedSettings
from topograph.encoders import server as server_module
from topograph.encoders.base import encode_all, remove_mean
from topograph.encoders.hub import model_folder
from topograph.encoders.modelfiles import read_folder
from topograph.encoders.onnx import OnnxEncoder
from topograph.encoders.opening import open_encoder
from topograph.encoders.precomputed import precomputed_vectors
from topograph.encoders.server import ServerEncoder
from topograph.encoders.shipped import shipped_files
from topograph.encoders.static import QUALITY, derived, open_model2vec, zipf_weights
from topograph.encoders.tfidf import tfidf_vectors
from topograph.errors import TopographError
from topograph.label.termvectors import mean_of_documents, term_encoder

# -- static ----------------------------------------------------------------------------------


def model2vec_folder(folder, **tensors):
    folder.mkdir()
    write_tokenizer(folder / "tokenizer.json")
    save_file(tensors, folder / "model.safetensors")
    return folder


def test_a_model2vec_folder_gives_weighted_means_without_unknown_words(tmp_path):
    vectors = np.zeros((8, 2), np.float16)
    vectors[3], vectors[4], vectors[2] = [1, 0], [0, 1], [9, 9]  # a, b, [UNK]
    weights = np.ones(8)
    weights[4] = 3
    folder = model2vec_folder(tmp_path / "m", embeddings=vectors, weights=weights)
    encoder = open_model2vec(folder)
    both, unknown, nothing = encode_all(encoder, ["a b zebra", "zebra", ""])
    assert np.allclose(both, np.array([1, 3]) / math.sqrt(10))
    assert not unknown.any()
    assert not nothing.any()
    assert encoder.count_tokens(["a b zebra"]) == [3]
    assert not encoder.centred


def test_a_model2vec_folder_with_shared_rows(tmp_path):
    mapping = np.zeros(8, np.int64)
    mapping[4] = 1
    folder = model2vec_folder(
        tmp_path / "m", embeddings=np.array([[1, 0], [0, 1]], np.float32), mapping=mapping
    )
    assert encode_all(open_model2vec(folder), ["a", "b"]).tolist() == [[1, 0], [0, 1]]


def test_a_folder_without_a_table_is_refused(tmp_path):
    folder = model2vec_folder(tmp_path / "m", weights=np.ones(3))
    with pytest.raises(TopographError, match="is not a static model"):
        encode_all(open_model2vec(folder), ["a"])
    (folder / "model.safetensors").unlink()
    with pytest.raises(TopographError, match=r"model\.safetensors"):
        open_model2vec(folder)


def test_frequent_words_weigh_less():
    weights = zipf_weights(30_522)
    the, rare = weights[1996], weights[30_000]
    assert the < 0.02 < 0.9 < rare < 1
    assert np.all(np.diff(weights[1996:]) > 0)


def test_taking_off_the_mean():
    corpus = np.array([[1, 0], [0, 1]], np.float32)
    moved = remove_mean(corpus, corpus)
    assert np.allclose(moved, np.array([[1, -1], [-1, 1]]) / math.sqrt(2))
    alone = corpus[:1]
    assert np.array_equal(remove_mean(alone, alone), alone)


@pytest.fixture(scope="module")
def cache(tmp_path_factory):
    return tmp_path_factory.mktemp("cache")


def test_static_vectors_derived_from_the_shipped_encoder_know_what_words_mean(cache):
    settings = EmbedSettings(encoder="static", cache=str(cache))
    texts = ["The whale swims in the ocean", "A dolphin in the sea", "Quarterly tax report"]
    with open_encoder(settings, 2) as encoder:
        whale, dolphin, tax = encode_all(encoder, texts)
        assert QUALITY in encoder.notes
        assert encoder.centred
    assert whale @ dolphin > whale @ tax + 0.2


def test_a_derived_table_is_kept_and_made_again_if_it_is_damaged(tmp_path, capsys):
    files = read_folder(write_model(tmp_path / "m"))

    def encode():
        encoder = OnnxEncoder(files, 1, pooling="mean")
        return encode_all(derived(encoder, files.tokenizer, tmp_path / "cache"), ["a b"])

    first = encode()
    (path,) = tmp_path.glob("cache/tables/*.npy")
    content = path.read_bytes()
    # [CLS] a [SEP] is (0,0,2) (3,0,0) (0,0,4): the direction of (3, 0, 6)
    assert np.allclose(np.load(path)[3], np.array([3, 0, 6]) / math.sqrt(45))
    made = path.stat().st_mtime_ns
    assert np.array_equal(encode(), first)
    assert path.stat().st_mtime_ns == made
    path.write_bytes(content[:-4] + b"\0\0\0\1")
    assert np.array_equal(encode(), first)
    assert path.read_bytes() == content
    assert "is damaged" in capsys.readouterr().out


# -- a server --------------------------------------------------------------------------------


class EmbeddingsServer(BaseHTTPRequestHandler):
    """Speaks the OpenAI embeddings protocol, with the shipped encoder behind it."""

    encoder = OnnxEncoder(shipped_files(), 1)
    failures: ClassVar[list[tuple[int, dict]]] = []
    requests: ClassVar[list[dict]] = []
    scramble = False

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.requests.append({"path": self.path, "key": self.headers["Authorization"], **body})
        if self.failures:
            status, headers = self.failures.pop(0)
            content = {"error": {"message": f"failure {status}"}}
        else:
            status, headers = 200, {}
            rows = encode_all(self.encoder, body["input"])
            if self.scramble:
                rows = rows[:, ::-1]
            data = [{"index": i, "embedding": row.tolist()} for i, row in enumerate(rows)]
            content = {"data": data[::-1], "model": body["model"]}
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(json.dumps(content).encode())

    def log_message(self, *arguments):
        pass


@pytest.fixture
def address(monkeypatch):
    monkeypatch.setattr(server_module, "FIRST_WAIT", 0.01)
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    EmbeddingsServer.failures, EmbeddingsServer.requests = [], []
    EmbeddingsServer.scramble = False
    with serving() as found:
        yield found


@contextmanager
def serving():
    server = ThreadingHTTPServer(("127.0.0.1", 0), EmbeddingsServer)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/v1"
    server.shutdown()
    server.server_close()


TEXTS = ["one text", "another text", "a third"]


def test_vectors_come_back_in_order_and_by_request_size(address, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "secret")
    encoder = ServerEncoder("mini", address, batch_size=2, dimensions=384)
    vectors = encode_all(encoder, TEXTS)
    assert np.allclose(vectors, encode_all(EmbeddingsServer.encoder, TEXTS), atol=1e-6)
    sent = EmbeddingsServer.requests
    assert [len(request["input"]) for request in sent] == [2, 1]
    assert {request["path"] for request in sent} == {"/v1/embeddings"}
    assert {request["key"] for request in sent} == {"Bearer secret"}
    assert {request["dimensions"] for request in sent} == {384}
    assert "secret" not in encoder.name + encoder.fingerprint


def test_a_prefix_is_sent_and_no_key_is_no_header(address):
    encode_all(ServerEncoder("mini", address, prefix="query: "), ["a"])
    (request,) = EmbeddingsServer.requests
    assert request["input"] == ["query: a"]
    assert request["key"] is None
    assert "dimensions" not in request


def test_passing_failures_are_tried_again(address, capsys):
    EmbeddingsServer.failures = [(429, {"Retry-After": "0.02"}), (503, {}), (500, {})]
    assert len(encode_all(ServerEncoder("mini", address), TEXTS)) == 3
    assert len(EmbeddingsServer.requests) == 4
    assert "429" in capsys.readouterr().out


def test_what_was_embedded_before_a_failure_is_kept(address, tmp_path):
    options = {"encoder": "openai", "model": "mini", "server": address, "batch_size": 1}
    settings = EmbedSettings(**options, cache=str(tmp_path))
    with open_encoder(settings, 1) as encoder:
        batches = encoder.encode(TEXTS)
        next(batches)
        EmbeddingsServer.failures = [(401, {})]
        with pytest.raises(TopographError, match="401: failure 401"):
            list(batches)
    with open_encoder(settings, 1) as encoder:
        encode_all(encoder, TEXTS)
        assert encoder.encoded == 2


@pytest.mark.parametrize(
    ("status", "advice"), [(401, "OPENAI_API_KEY"), (404, "embed.server"), (400, "embed.model")]
)
def test_a_refusal_is_told_with_the_servers_words(address, status, advice):
    EmbeddingsServer.failures = [(status, {})]
    with pytest.raises(TopographError) as caught:
        encode_all(ServerEncoder("mini", address), ["a"])
    assert f"failure {status}" in caught.value.why
    assert advice in caught.value.fix


def test_a_server_that_is_not_there_is_told(monkeypatch):
    monkeypatch.setattr(server_module, "FIRST_WAIT", 0.001)
    with serving() as gone:
        pass
    with pytest.raises(TopographError, match="does not answer"):
        encode_all(ServerEncoder("mini", gone), ["a"])


def test_another_model_under_the_same_name_is_noticed(address, tmp_path):
    settings = EmbedSettings(encoder="openai", model="mini", server=address, cache=str(tmp_path))
    with open_encoder(settings, 1) as encoder:
        encode_all(encoder, ["a"])
    with open_encoder(settings, 1) as encoder:
        encode_all(encoder, ["b"])
    EmbeddingsServer.scramble = True
    with open_encoder(settings, 1) as encoder:
        encode_all(encoder, ["a", "b"])  # all in the cache
        with pytest.raises(TopographError, match="other vectors than before"):
            encode_all(encoder, ["c"])


def test_the_cost_is_told_before_it_arises(address, tmp_path, capsys):
    ServerEncoder("text-embedding-3-small", address).announce(["x" * 4_000_000] * 50)
    # 200 million characters, 50 million tokens at $0.02 a million
    assert "about 50 million tokens" in (out := capsys.readouterr().out)
    assert "$1.00" in out
    settings = EmbedSettings(encoder="openai", model="mini", server=address, cache=str(tmp_path))
    for expected in ("sending 3 texts", ""):
        with open_encoder(settings, 1) as encoder:
            encode_all(encoder, TEXTS)
        assert expected in capsys.readouterr().out


# -- TF-IDF ----------------------------------------------------------------------------------


def test_texts_with_common_words_are_near_and_words_of_all_texts_do_not_count():
    texts = [f"the {('cat sat', 'dog ran')[i % 2]} {'abcdefghij'[i // 2] * 3}" for i in range(20)]
    vectors = tfidf_vectors(texts, 2)
    assert vectors.shape == (20, 2)
    assert vectors[0] @ vectors[2] > vectors[0] @ vectors[1] + 0.5
    assert tfidf_vectors(texts, None).shape == (20, 14 - 1)  # 10 + 4 words without "the"


def test_few_texts_are_not_reduced():
    (one,) = tfidf_vectors(["alpha beta"], None)
    assert np.allclose(one, np.array([1, 1]) / math.sqrt(2))


def test_a_corpus_without_words_is_refused():
    with pytest.raises(TopographError, match="no word is left"):
        tfidf_vectors(["a b", "!"], None)


# -- precomputed -----------------------------------------------------------------------------

AUDIT = pd.DataFrame({"kept": [True, False, True, True], "doc_id": ["z", "", "x", "y"]})
DOCUMENTS = pd.DataFrame({"doc_id": ["x", "y", "z"], "number": [10, 20, 30]})
#: A direction for each record as read.
VECTORS = np.array([[0, 0, 5], [9, 9, 9], [2, 0, 0], [0, 3, 0]], np.float32)
EXPECTED = np.eye(3, dtype=np.float32)


def read(path, ids="doc_id"):
    return precomputed_vectors(path, DOCUMENTS, AUDIT, ids)


def test_rows_of_an_array_follow_the_records_as_read(tmp_path):
    np.save(tmp_path / "v.npy", VECTORS)
    assert np.array_equal(read(tmp_path / "v.npy"), EXPECTED)


def test_rows_of_a_table_without_ids_follow_the_records_as_read(tmp_path):
    pd.DataFrame({"vector": list(VECTORS)}).to_parquet(tmp_path / "v.parquet")
    assert np.array_equal(read(tmp_path / "v.parquet"), EXPECTED)


@pytest.mark.parametrize(("ids", "other"), [("doc_id", "?"), ("number", 99)])
def test_rows_of_a_table_are_matched_by_id(tmp_path, ids, other):
    names = [*DOCUMENTS[ids].to_list()[::-1], other]
    frame = pd.DataFrame(np.array([[0, 0, 1.0], [0, 1, 0], [1, 0, 0], [5, 5, 5]]))
    frame.columns = [f"d{i}" for i in range(3)]
    frame.insert(0, ids, names)
    frame.to_parquet(tmp_path / "v.parquet")
    assert np.array_equal(read(tmp_path / "v.parquet", ids), EXPECTED)


@pytest.mark.parametrize(
    ("vectors", "why"),
    [
        (VECTORS[:3], "3 rows, and 4 records were read"),
        (VECTORS * 0, "zero or not finite: x, y, z"),
        (np.where(VECTORS == 3, np.nan, VECTORS), "zero or not finite: y"),
        (VECTORS[:, 0], "shape"),
        (VECTORS.astype(str), "not a row of numbers"),
    ],
)
def test_arrays_that_do_not_fit_are_refused(tmp_path, vectors, why):
    np.save(tmp_path / "v.npy", vectors)
    with pytest.raises(TopographError) as caught:
        read(tmp_path / "v.npy")
    assert why in caught.value.why


@pytest.mark.parametrize(
    ("columns", "why"),
    [
        ({"doc_id": ["x", "y"], "v": [[1, 2], [3, 4]]}, "lacks 1 of 3 documents: z"),
        ({"doc_id": ["x", "x", "y"], "v": [[1, 2]] * 3}, "more than once: x"),
        ({"doc_id": ["x", "y", "z"], "v": [[1, 2], [3], [4, 5]]}, "from 1 to 2 dimensions"),
        ({"doc_id": ["x", "y", "z"], "v": ["a", "b", "c"]}, "neither one column of lists"),
    ],
)
def test_tables_that_do_not_fit_are_refused(tmp_path, columns, why):
    pd.DataFrame(columns).to_parquet(tmp_path / "v.parquet")
    with pytest.raises(TopographError) as caught:
        read(tmp_path / "v.parquet")
    assert why in caught.value.why


@pytest.mark.parametrize("name", ["v.npy", "v.parquet", "v.csv", "absent.npy", "absent.parquet"])
def test_other_files_are_refused(tmp_path, name):
    if not name.startswith("absent"):
        (tmp_path / name).write_text("no vectors")
    with pytest.raises(TopographError, match="cannot be used"):
        read(tmp_path / name)


# -- what a configuration may ask for --------------------------------------------------------


@pytest.mark.parametrize(
    ("settings", "key"),
    [
        ({"encoder": "openai"}, "embed.model"),
        ({"encoder": "precomputed"}, "embed.model"),
        ({"encoder": "tfidf", "long_documents": "mean"}, "embed.long_documents"),
        ({"encoder": "static", "max_tokens": 99}, "embed.max_tokens"),
        ({"encoder": "openai", "model": "m", "pooling": "cls"}, "embed.pooling"),
        ({"ids": "number"}, "embed.ids"),
        ({"dimensions": 99}, "embed.dimensions"),
    ],
)
def test_a_key_that_the_encoder_does_not_know_is_refused(settings, key):
    with pytest.raises(ValidationError) as caught:
        EmbedSettings(**settings)
    assert caught.value.errors()[0]["ctx"]["key"] == key


@pytest.mark.skipif(
    find_spec("sentence_transformers") is not None, reason="sentence-transformers is installed"
)
def test_an_extra_that_is_not_installed_says_how_to_install_it(tmp_path):
    settings = EmbedSettings(encoder="sentence-transformers", model=str(tmp_path))
    with pytest.raises(TopographError) as caught:
        open_encoder(settings, 1)
    assert "uv sync --extra sentence-transformers" in caught.value.fix


def test_more_tokens_than_the_encoder_reads_are_refused(tmp_path):
    with pytest.raises(TopographError, match=r"embed\.max_tokens is 600"):
        open_encoder(EmbedSettings(max_tokens=600, cache=str(tmp_path)), 1)


def test_a_model_that_is_not_there_says_which_files_to_bring_and_where(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(TopographError) as caught:
        open_encoder(EmbedSettings(model="BAAI/bge-small-en-v1.5"), 1)
    assert "onnx/model.onnx, tokenizer.json" in caught.value.fix
    assert ".cache/models/BAAI--bge-small-en-v1.5" in caught.value.fix
    place = tmp_path / ".cache/models/BAAI--bge-small-en-v1.5"
    place.mkdir(parents=True)
    assert model_folder("BAAI/bge-small-en-v1.5", ()).resolve() == place
    with pytest.raises(TopographError, match="There is no folder"):
        open_encoder(EmbedSettings(model="../else/where/model"), 1)


# -- terms -----------------------------------------------------------------------------------


def test_where_terms_cannot_be_encoded_their_documents_stand_for_them():
    carries = scipy.sparse.csr_matrix(np.array([[1.0, 1], [1, 0], [0, 0]]))
    vectors = np.array([[1, 0], [0, 1], [1, 0]], np.float32)
    rows = mean_of_documents(carries, vectors)
    assert np.allclose(rows, [[math.sqrt(0.5), math.sqrt(0.5)], [1, 0]])


@pytest.mark.parametrize("encoder", ["tfidf", "precomputed", "openai"])
def test_encoders_that_cannot_encode_a_term_are_not_asked_to(encoder):
    model = None if encoder == "tfidf" else "m"
    with term_encoder(EmbedSettings(encoder=encoder, model=model), [], 1) as found:
        assert found is None


def test_terms_are_encoded_as_the_documents_were(cache):
    settings = EmbedSettings(encoder="static", cache=str(cache))
    texts = ["The whale swims in the ocean", "A dolphin in the sea", "Quarterly tax report"]
    with open_encoder(settings, 1) as encoder:
        raw = encode_all(encoder, texts)
    with term_encoder(settings, texts, 1) as encode:
        assert np.allclose(encode(texts), remove_mean(raw, raw), atol=1e-6)
