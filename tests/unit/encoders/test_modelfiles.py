"""A folder with an ONNX file and a tokenizer is an encoder, as its own files say."""

import math

import numpy as np
import pytest
from tiny_onnx import (
    BOOL,
    FLOAT,
    INT64,
    TABLE,
    lookup_model,
    model,
    node,
    write_model,
)

from topograph.encoders.base import encode_all
from topograph.encoders.modelfiles import read_folder
from topograph.encoders.onnx import OnnxEncoder
from topograph.errors import TopographError

MEAN = {"pooling_mode_mean_tokens": True, "pooling_mode_cls_token": False}


POSITIONS = {"max_position_embeddings": 9}


def encode(folder, *texts, **options):
    return encode_all(OnnxEncoder(read_folder(folder), 1, **options), texts)


@pytest.mark.parametrize(
    ("pooling", "expected"),
    [
        # [CLS] a b [SEP] is (0,0,2) (3,0,0) (0,3,0) (0,0,4)
        ("mean", [3, 3, 6]),
        ("cls", [0, 0, 1]),
        ("last", [0, 0, 1]),
    ],
)
def test_pooling_is_read_from_the_folder(tmp_path, pooling, expected):
    keys = {"mean": "mean_tokens", "cls": "cls_token", "last": "lasttoken"}
    modes = {f"pooling_mode_{key}": name == pooling for name, key in keys.items()}
    folder = write_model(tmp_path / "m", **{"_1_Pooling__config": modes})
    encoder = OnnxEncoder(read_folder(folder), 1)
    (vector,) = encode_all(encoder, ["a b"])
    assert np.allclose(vector, np.array(expected) / np.linalg.norm(expected))
    assert encoder.notes == []
    assert read_folder(folder).pooling == pooling


def test_last_pooling_reads_the_last_token_and_not_the_padding(tmp_path):
    table = TABLE.copy()
    table[1] = [1, 0, 0]  # [SEP]
    table[0] = [0, 1, 0]  # [CLS], the number that stands in the padding
    folder = write_model(tmp_path / "m", lookup_model(table=table))
    for vector in encode(folder, "a", "a b c d a b c d", pooling="last"):
        assert vector.tolist() == [1, 0, 0]


def test_a_note_reports_an_assumed_pooling(tmp_path):
    encoder = OnnxEncoder(read_folder(write_model(tmp_path / "m")), 1)
    (vector,) = encode_all(encoder, ["a b"])
    assert np.allclose(vector, np.array([3, 3, 6]) / math.sqrt(54))
    assert "mean pooling is used" in encoder.notes[0]


def test_an_unknown_pooling_is_refused(tmp_path):
    folder = write_model(tmp_path / "m", _1_Pooling__config={"pooling_mode_max_tokens": True})
    with pytest.raises(TopographError, match="max_tokens"):
        read_folder(folder)
    assert read_folder(folder, "cls").pooling == "cls"  # as the message advises


def test_a_graph_that_pools_itself_is_used_where_the_folder_is_silent(tmp_path):
    nodes = [
        node("Gather", ["table", "input_ids"], ["token_embeddings"]),
        node("ReduceMax", ["token_embeddings"], ["sentence_embedding"], axes=[1], keepdims=0),
    ]
    outputs = {"token_embeddings": ("b", "s", 3), "sentence_embedding": ("b", 3)}
    folder = write_model(tmp_path / "m", model(nodes, outputs))
    encoder = OnnxEncoder(read_folder(folder), 1)
    (vector,) = encode_all(encoder, ["a b"])
    assert np.allclose(vector, np.array([3, 3, 4]) / math.sqrt(34))  # the largest of each column
    assert not any("pooling" in note for note in encoder.notes)


@pytest.mark.parametrize(
    ("prompts", "expected"),
    [
        ({"prompts": {"query": "q: ", "passage": "p: "}}, "p: "),
        ({"prompts": {"query": "q: ", "passage": "p: "}, "default_prompt_name": "query"}, "q: "),
        ({"prompts": {"document": "d: ", "clustering": "c: "}}, "c: "),
        ({"prompts": {"document": "", "Clustering": "c: "}, "default_prompt_name": None}, "c: "),
        ({"prompts": {"query": "q: "}}, ""),
        ({"prompts": {}, "default_prompt_name": None}, ""),
        ({}, ""),
    ],
)
def test_the_prompt_is_read_from_the_folder(tmp_path, prompts, expected):
    folder = write_model(tmp_path / "m", config_sentence_transformers=prompts)
    assert read_folder(folder).prefix == expected


def test_a_prefix_is_put_before_every_text(tmp_path):
    folder = write_model(tmp_path / "m")
    plain = encode(folder, "query: a", "query: b")
    assert np.array_equal(encode(folder, "a", "b", prefix="query: "), plain)
    assert not np.array_equal(encode(folder, "a", "b"), plain)


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"sentence_bert_config": {"max_seq_length": 7}, "config": POSITIONS}, 7),
        ({"tokenizer_config": {"model_max_length": 8}}, 8),
        ({"tokenizer_config": {"model_max_length": 1e30}, "config": POSITIONS}, 9),
        ({"tokenizer_config": {"model_max_length": 12}, "config": POSITIONS}, 9),
        ({"config": {"model_type": "xlm-roberta", "max_position_embeddings": 514}}, 512),
        ({"config": {"model_type": "mpnet", "max_position_embeddings": 34, "pad_token_id": 1}}, 32),
        ({}, 512),
    ],
)  # fmt: skip
def test_the_length_is_read_from_the_folder(tmp_path, files, expected):
    folder = write_model(tmp_path / "m", **files)
    assert read_folder(folder).max_tokens == expected


def test_a_text_is_cut_at_the_length(tmp_path):
    folder = write_model(tmp_path / "m", sentence_bert_config={"max_seq_length": 4})
    cut, whole = encode(folder, "a b c d c d", "a b")
    assert np.array_equal(cut, whole)
    assert OnnxEncoder(read_folder(folder), 1).count_tokens(["a b c d c d", ""]) == [8, 2]


def test_missing_files_are_named(tmp_path):
    folder = write_model(tmp_path / "m")
    (folder / "tokenizer.json").unlink()
    with pytest.raises(TopographError, match=r"tokenizer\.json"):
        read_folder(folder)
    with pytest.raises(TopographError, match=r"onnx/model\.onnx"):
        read_folder(tmp_path)


def test_several_onnx_files_are_not_guessed_among(tmp_path):
    folder = write_model(tmp_path / "m")
    (folder / "model.onnx").rename(folder / "model_q4.onnx")
    assert read_folder(folder).onnx.name == "model_q4.onnx"
    (folder / "model_q8.onnx").write_bytes(b"")
    with pytest.raises(TopographError, match=r"model_q4\.onnx, model_q8\.onnx"):
        read_folder(folder)


PARTS = "sentence_transformers.base.modules."


@pytest.mark.parametrize(
    "kind", ["sentence_transformers.models.Dense", PARTS + "dense.Dense", "own_code.WeightedLayers"]
)
def test_modules_that_the_graph_lacks_are_refused(tmp_path, kind):
    modules = [{"type": PARTS + "transformer.Transformer", "path": ""}, {"type": kind, "path": "2"}]
    folder = write_model(tmp_path / "m", modules=modules)
    with pytest.raises(TopographError, match=kind.rpartition(".")[2]):
        read_folder(folder)


def test_pooling_is_read_where_the_list_of_modules_says(tmp_path):
    modules = [
        {"type": PARTS + "transformer.Transformer", "path": "0_Transformer"},
        {"type": "sentence_transformers.sentence_transformer.modules.pooling.Pooling", "path": "P"},
        {"type": PARTS + "normalize.Normalize", "path": "2_Normalize"},
    ]
    folder = write_model(tmp_path / "m", modules=modules, P__config={"pooling_mode": "cls"})
    assert read_folder(folder).pooling == "cls"


@pytest.mark.parametrize(
    ("config", "expected"),
    [
        ({"pooling_mode": "mean", "include_prompt": True}, "mean"),
        ({"pooling_mode": "lasttoken"}, "last"),
        ({"pooling_mode_mean_sqrt_len_tokens": True}, "mean"),  # the same direction
    ],
)
def test_pooling_has_several_spellings(tmp_path, config, expected):
    folder = write_model(tmp_path / "m", _1_Pooling__config=config)
    assert read_folder(folder).pooling == expected


def test_pooling_that_leaves_the_prompt_out_is_refused_if_there_is_a_prompt(tmp_path):
    config = {"pooling_mode": "mean", "include_prompt": False}
    folder = write_model(tmp_path / "m", _1_Pooling__config=config)
    assert read_folder(folder).pooling == "mean"
    folder = write_model(
        folder,
        _1_Pooling__config=config,
        config_sentence_transformers={"prompts": {"Document": "d: "}},
    )
    with pytest.raises(TopographError, match="prompt"):
        read_folder(folder)


def test_a_model_in_lower_case_reads_texts_in_lower_case(tmp_path):
    folder = write_model(tmp_path / "m", sentence_bert_config={"do_lower_case": True})
    upper, lower = encode(folder, "A B", "a b")
    assert np.array_equal(upper, lower)
    upper, lower = encode(write_model(tmp_path / "n"), "A B", "a b")
    assert not np.array_equal(upper, lower)


def test_a_prefix_that_leaves_no_room_is_refused(tmp_path):
    folder = write_model(tmp_path / "m")
    encode(folder, "a", prefix="b " * 5, max_tokens=8)  # [CLS] b b b b b a [SEP]
    with pytest.raises(TopographError, match=r"embed\.prefix has 8 tokens"):
        encode(folder, "a", prefix="b " * 6, max_tokens=8)


@pytest.mark.parametrize(
    ("shape", "expected"), [(("b", "s", 3), [3, 3, 6]), (("b", 3), [6, 6, 12])]
)
def test_a_single_output_of_another_name_is_reported_by_its_shape(tmp_path, shape, expected):
    nodes = [node("Gather", ["table", "input_ids"], ["out" if len(shape) == 3 else "states"])]
    if len(shape) == 2:
        nodes.append(node("ReduceSum", ["states", "axis"], ["out"], keepdims=0))
    content = model(nodes, {"out": shape}, extra={"axis": np.array([1], np.int64)})
    folder = write_model(tmp_path / "m", content, _1_Pooling__config=MEAN)
    (vector,) = encode(folder, "a b")
    assert np.allclose(vector, np.array(expected) / np.linalg.norm(expected))


def test_masks_of_other_types_are_given(tmp_path):
    nodes = [
        node("Gather", ["table", "input_ids"], ["states"]),
        node("Cast", ["attention_mask"], ["mask"], to=FLOAT),
        node("Unsqueeze", ["mask", "axis"], ["wide"]),
        node("Mul", ["states", "wide"], ["last_hidden_state"]),
    ]
    inputs = {"input_ids": (INT64, ("b", "s")), "attention_mask": (BOOL, ("b", "s"))}
    content = model(
        nodes, {"last_hidden_state": ("b", "s", 3)}, inputs=inputs,
        extra={"axis": np.array([2], np.int64)},
    )  # fmt: skip
    folder = write_model(tmp_path / "m", content, _1_Pooling__config=MEAN)
    (vector,) = encode(folder, "a b")
    assert np.allclose(vector, np.array([3, 3, 6]) / math.sqrt(54))


def test_a_graph_for_one_shape_only_is_reported(tmp_path):
    nodes = [node("Gather", ["table", "input_ids"], ["last_hidden_state"])]
    content = model(nodes, {"last_hidden_state": (1, 8, 3)}, inputs={"input_ids": (INT64, (1, 8))})
    with pytest.raises(TopographError, match=r"cannot read a batch of 1 text of up to \d tokens"):
        encode(write_model(tmp_path / "m", content, _1_Pooling__config=MEAN), "a b c")


def test_a_file_that_is_no_model_is_refused(tmp_path):
    folder = write_model(tmp_path / "m", b"not a graph")
    with pytest.raises(TopographError, match="cannot be loaded"):
        encode(folder, "a")
    (folder / "tokenizer.json").write_text("{}")
    with pytest.raises(TopographError, match="tokenizer"):
        OnnxEncoder(read_folder(folder), 1).count_tokens(["a"])


def test_a_graph_with_other_inputs_is_refused(tmp_path):
    content = model(
        [node("Gather", ["table", "pixels"], ["last_hidden_state"])],
        {"last_hidden_state": ("b", "s", 3)},
        inputs=["pixels"],
    )
    with pytest.raises(TopographError, match="it needs pixels"):
        encode(write_model(tmp_path / "m", content), "a")


def test_the_fingerprint_tells_apart_all_that_decides_a_vector(tmp_path):
    folder = write_model(tmp_path / "m")
    prints = [OnnxEncoder(read_folder(folder), 1).fingerprint]
    assert prints == [OnnxEncoder(read_folder(folder), 2).fingerprint]
    others = ({"pooling": "cls"}, {"prefix": "x "}, {"max_tokens": 9})
    prints += [OnnxEncoder(read_folder(folder), 1, **other).fingerprint for other in others]
    for name in ("model.onnx_data", "onnx__MatMul_17"):
        (folder / name).write_bytes(b"outside weights")
        prints.append(OnnxEncoder(read_folder(folder), 1).fingerprint)
    for name in ("model_q8.onnx", "model_q8.onnx_data", "README.md", "config.json"):
        (folder / name).write_bytes(b"{}")
    assert OnnxEncoder(read_folder(folder), 1).fingerprint == prints[-1]
    (folder / "model.onnx").write_bytes(lookup_model(table=TABLE * 2))
    prints.append(OnnxEncoder(read_folder(folder), 1).fingerprint)
    assert len(set(prints)) == len(prints)
