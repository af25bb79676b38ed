"""The other encoders: static tables, TF-IDF, the user's own vectors."""

import math
from importlib.util import find_spec

import numpy as np
import pandas as pd
import pytest
import scipy.sparse
from pydantic import ValidationError
from safetensors.numpy import save_file
from tiny_onnx import write_model, write_tokenizer

from topograph.config import EmbedSettings, ParseSettings
from topograph.encoders.base import encode_all, remove_mean
from topograph.encoders.cached import open_encoder
from topograph.encoders.corpus import embed_corpus
from topograph.encoders.hub import model_folder
from topograph.encoders.modelfiles import read_folder
from topograph.encoders.onnx import OnnxEncoder
from topograph.encoders.precomputed import precomputed_vectors
from topograph.encoders.static import QUALITY, derived, open_model2vec, zipf_weights
from topograph.encoders.tfidf import tfidf_vectors
from topograph.errors import TopographError
from topograph.jobs.assign.encoding import encode_documents
from topograph.jobs.assign.source import FinishedRun
from topograph.stages.label.termvectors import mean_of_documents, term_encoder

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


@pytest.mark.slow
def test_static_vectors_derived_from_the_shipped_encoder_know_what_words_mean(cache):
    settings = EmbedSettings(encoder="static", cache=str(cache))
    texts = ["The whale swims in the ocean", "A dolphin in the sea", "Quarterly tax report"]
    with open_encoder(settings, 2) as encoder:
        whale, dolphin, tax = encode_all(encoder, texts)
        assert QUALITY in encoder.notes
        assert encoder.centred
    assert whale @ dolphin > whale @ tax + 0.2


@pytest.mark.slow
def test_new_documents_are_centred_on_their_run_whatever_comes_along(cache):
    settings = EmbedSettings(encoder="static", cache=str(cache))
    texts = ["The whale swims in the ocean", "A dolphin in the sea", "Quarterly tax report"]
    documents = pd.DataFrame({"doc_id": ["a", "b", "c"], "text": texts})
    nothing = pd.DataFrame()
    embedded = embed_corpus(documents, nothing, settings, 1)
    run = FinishedRun(
        cache, documents, nothing, {}, embedded.vectors, "en", (), embedded.fingerprint,
        ParseSettings(), settings,
    )  # fmt: skip
    for some in (documents[:1], documents[1:]):
        rows = some.index.to_numpy()
        assert np.array_equal(encode_documents(some, run, 1), embedded.vectors[rows])


def test_a_derived_table_is_kept_and_made_again_if_it_is_damaged(tmp_path, capsys):
    files = read_folder(write_model(tmp_path / "m"))

    def encode():
        encoder = OnnxEncoder(files, 1, pooling="mean")
        return encode_all(derived(encoder, files.tokenizer, tmp_path / "cache"), ["a b"])

    first = encode()
    (path,) = tmp_path.glob("cache/*/table/*.npy")
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


@pytest.mark.parametrize("scale", [1e-300, 1e-30, 1e30, 1e300])
@pytest.mark.filterwarnings("error")
def test_the_length_of_a_vector_does_not_matter(tmp_path, scale):
    np.save(tmp_path / "v.npy", VECTORS.astype(np.float64) * scale)
    assert np.array_equal(read(tmp_path / "v.npy"), EXPECTED)


@pytest.mark.parametrize("kind", [np.float16, np.int8, np.longdouble])
def test_numbers_of_any_kind_are_read(tmp_path, kind):
    np.save(tmp_path / "v.npy", VECTORS.astype(kind))
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
        (VECTORS[:, :1], "1 dimensions; at least 2"),
        (
            np.where(VECTORS == 3, np.inf, VECTORS),
            "vectors of 1 document are zero or not finite: y",
        ),
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
        ({"doc_id": ["x", "y", "z"], "v": [[1, 2], None, [3, 4]]}, "1 row is without a vector"),
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


def test_a_file_instead_of_a_folder_is_reported(tmp_path):
    folder = write_model(tmp_path / "m")
    with pytest.raises(TopographError, match="is a file") as caught:
        model_folder(str(folder / "model.onnx"), ["tokenizer.json"])
    assert str(folder) in caught.value.fix


def test_a_pooling_that_is_set_is_used_where_the_files_ask_for_another(tmp_path):
    folder = write_model(tmp_path / "m", _1_Pooling__config={"pooling_mode_max_tokens": True})
    settings = {"model": str(folder), "cache": str(tmp_path / "cache")}
    with pytest.raises(TopographError, match=r"embed\.pooling"):
        open_encoder(EmbedSettings(**settings), 1)
    with open_encoder(EmbedSettings(**settings, pooling="mean"), 1) as encoder:
        (vector,) = encode_all(encoder, ["a b"])
    assert np.allclose(vector, np.array([3, 3, 6]) / math.sqrt(54))


def test_a_model_that_is_not_there_says_which_files_to_bring_and_where(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(TopographError) as caught:
        open_encoder(EmbedSettings(model="BAAI/bge-small-en-v1.5"), 1)
    assert "onnx/model.onnx, tokenizer.json" in caught.value.fix
    assert ".cache/models/BAAI--bge-small-en-v1.5" in caught.value.fix
    place = tmp_path / ".cache/models/BAAI--bge-small-en-v1.5"
    place.mkdir(parents=True)
    assert model_folder("BAAI/bge-small-en-v1.5", ()).resolve() == place
    with pytest.raises(TopographError, match="there is no such folder"):
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


@pytest.mark.slow
def test_terms_are_encoded_as_the_documents_were(cache):
    settings = EmbedSettings(encoder="static", cache=str(cache))
    texts = ["The whale swims in the ocean", "A dolphin in the sea", "Quarterly tax report"]
    with open_encoder(settings, 1) as encoder:
        raw = encode_all(encoder, texts)
    with term_encoder(settings, texts, 1) as encode:
        assert np.allclose(encode(texts), remove_mean(raw, raw), atol=1e-6)
