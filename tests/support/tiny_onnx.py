"""Tiny models for tests: ONNX files (protocol buffers, by their public layout) and tokenizers."""

import json
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer, models, pre_tokenizers, processors

WORDS = ["[CLS]", "[SEP]", "[UNK]", "a", "b", "c", "d", "query:"]
#: A vector for each of `WORDS`.
TABLE = np.array(
    [[0, 0, 2], [0, 0, 4], [0, 0, 0], [3, 0, 0], [0, 3, 0], [6, 3, 0], [0, 9, 3], [0, 0, 50]],
    np.float32,
)
FLOAT, INT64, BOOL = 1, 7, 9


def _varint(value):
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes([*out, value])


def _field(number, value):
    if isinstance(value, int):
        return _varint(number << 3) + _varint(value)
    content = value.encode() if isinstance(value, str) else value
    return _varint(number << 3 | 2) + _varint(len(content)) + content


def node(kind, inputs, outputs, **attributes):
    """A NodeProto; attributes are whole numbers or lists of them."""
    content = b"".join(_field(1, name) for name in inputs)
    content += b"".join(_field(2, name) for name in outputs) + _field(4, kind)
    for name, value in attributes.items():
        if isinstance(value, int):
            own = _field(3, value) + _field(20, 2)
        else:
            own = b"".join(_field(8, number) for number in value) + _field(20, 7)
        content += _field(5, _field(1, name) + own)
    return content


def _tensor(name, array):
    dims = b"".join(_field(1, size) for size in array.shape)
    kind = {"float32": FLOAT, "int64": INT64}[array.dtype.name]
    return dims + _field(2, kind) + _field(8, name) + _field(9, array.tobytes())


def _value(name, kind, shape):
    dims = b"".join(
        _field(1, _field(1, size) if isinstance(size, int) else _field(2, size)) for size in shape
    )
    return _field(1, name) + _field(2, _field(1, _field(1, kind) + _field(2, dims)))


def model(nodes, outputs, table=TABLE, inputs=("input_ids", "attention_mask"), extra=()):
    """A ModelProto; `outputs` maps names to shapes, `table` is the initializer `table`.

    `extra` maps names to further initializers; `inputs` are names, or map names to element types
    and shapes.
    """
    graph = b"".join(_field(1, content) for content in nodes)
    graph += _field(2, "tiny") + b"".join(
        _field(5, _tensor(name, array)) for name, array in {"table": table, **dict(extra)}.items()
    )
    if not isinstance(inputs, dict):
        inputs = dict.fromkeys(inputs, (INT64, ("b", "s")))
    graph += b"".join(_field(11, _value(name, *kind)) for name, kind in inputs.items())
    graph += b"".join(_field(12, _value(name, FLOAT, shape)) for name, shape in outputs.items())
    return _field(1, 8) + _field(8, _field(1, "") + _field(2, 13)) + _field(7, graph)


def lookup_model(output="last_hidden_state", table=TABLE):
    """Gives each token its row of the table."""
    nodes = [node("Gather", ["table", "input_ids"], [output])]
    return model(nodes, {output: ("b", "s", table.shape[1])}, table)


def quantised_model():
    """The same, dynamically quantised: one scale for all values of a batch."""
    nodes = [
        node("Gather", ["table", "input_ids"], ["x"]),
        node("DynamicQuantizeLinear", ["x"], ["q", "scale", "zero"]),
        node("DequantizeLinear", ["q", "scale", "zero"], ["last_hidden_state"]),
    ]
    return model(nodes, {"last_hidden_state": ("b", "s", 3)})


def write_tokenizer(path: Path) -> None:
    """One token per word, between [CLS] and [SEP]."""
    tokenizer = Tokenizer(
        models.WordLevel({word: i for i, word in enumerate(WORDS)}, unk_token="[UNK]")
    )
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 0), ("[SEP]", 1)]
    )
    tokenizer.save(str(path))


def write_model(folder: Path, content: bytes | None = None, **files) -> Path:
    """A model's folder; further files as `1_Pooling__config={...}`."""
    folder.mkdir(exist_ok=True)
    (folder / "model.onnx").write_bytes(lookup_model() if content is None else content)
    write_tokenizer(folder / "tokenizer.json")
    for name, value in files.items():
        path = folder / (name.removeprefix("_").replace("__", "/") + ".json")
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps(value))
    return folder
