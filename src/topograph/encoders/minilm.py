"""The shipped encoder's graph, rewritten with fused operators.

The shipped file spells attention out in steps that onnxruntime does not put together again. The
graph below has the same weights and layers (Devlin et al. 2019, "BERT",
https://arxiv.org/abs/1810.04805) in onnxruntime's own operators for the embeddings, for the whole
of attention, and for a bias with GELU (docs/ContribOperators.md of
https://github.com/microsoft/onnxruntime). It saves a sixth of the time, and its vectors
are the same up to rounding.
"""

from __future__ import annotations

import numpy as np

from topograph.encoders.onnxfile import ELEMENTS, GraphWriter, read_tensors

LAYERS, HEADS, WIDTH = 6, 12, 384
EPSILON = 1e-12
INPUTS = ("input_ids", "attention_mask", "token_type_ids")
OUTPUT = "last_hidden_state"
#: Endings of the names of a matrix in whole numbers, and of its scales.
WHOLE, SCALE = "_q", "_scale"
#: Matrices of a layer: query, key, value, output of attention, and the two dense ones.
MATRICES = 6
#: Those of attention, which become one.
KINDS = ("query", "key", "value")
#: A matrix: whole numbers, and a scale for each of its columns (or, of a table, its rows).
Matrix = tuple[np.ndarray, np.ndarray]


def fused_graph(content: bytes) -> bytes:
    """The graph of the shipped ONNX file with fused operators, as an ONNX file."""
    given = read_tensors(content)
    # the file names most matrices by a number only; they stand in the order of their use
    words, positions, *matrices = (
        (values, given[name.removesuffix(WHOLE) + SCALE])
        for name, values in given.items()
        if name.endswith(WHOLE)
    )
    graph = _FusedModel(given)
    states = graph.embeddings(words, positions)
    for layer in range(LAYERS):
        own = matrices[layer * MATRICES : (layer + 1) * MATRICES]
        states = graph.layer(f"encoder.layer.{layer}", states, own)
    graph.writer.node("Identity", [states], OUTPUT)
    return graph.writer.content(
        dict.fromkeys(INPUTS, ("texts", "tokens")), {OUTPUT: ("texts", "tokens", WIDTH)}
    )


class _FusedModel:
    """Adds the parts of the model, named after its parameters."""

    def __init__(self, given: dict[str, np.ndarray]) -> None:
        self.writer = GraphWriter()
        self._given = given
        for name in INPUTS:  # onnxruntime's own operators read 32 bits
            self.writer.node("Cast", [name], f"{name}.32", to=ELEMENTS["int32"])

    def embeddings(self, words: Matrix, positions: Matrix) -> str:
        """The vectors that the first layer reads."""
        part = "embeddings"
        tables = [
            self._matrix(f"{part}.words", words),
            self._matrix(f"{part}.positions", positions),
            self._parameter(f"{part}.token_type_embeddings.weight"),
        ]
        inputs = ["input_ids.32", "token_type_ids.32", *tables, *self._norm(part)]
        return self.writer.node(
            "EmbedLayerNormalization", inputs, part, ["mask"], own=True, epsilon=EPSILON
        )

    def layer(self, part: str, states: str, matrices: list[Matrix]) -> str:
        """A layer: attention and two dense matrices, each followed by sum and norm."""
        query_key_value, (out, inner, outer) = matrices[:3], matrices[3:]
        attended = self._attention(f"{part}.attention", states, query_key_value)
        states = self._dense_sum_norm(f"{part}.attention.output", attended, out, states)
        product = self._product(f"{part}.intermediate", states, inner)
        bias = self._parameter(f"{part}.intermediate.dense.bias")
        active = self.writer.node("BiasGelu", [product, bias], f"{part}.gelu", own=True)
        return self._dense_sum_norm(f"{part}.output", active, outer, states)

    def _attention(self, part: str, states: str, matrices: list[Matrix]) -> str:
        joined = tuple(np.concatenate(parts, axis=1) for parts in zip(*matrices, strict=True))
        biases = [self._given[f"inner.{part}.self.{name}.bias"] for name in KINDS]
        inputs = [
            states,
            self._matrix(f"{part}.self", (joined[0], joined[1])),
            self.writer.tensor(f"{part}.self.bias", np.concatenate(biases)),
            "attention_mask.32",
        ]
        return self.writer.node("Attention", inputs, f"{part}.attended", own=True, num_heads=HEADS)

    def _dense_sum_norm(self, part: str, states: str, matrix: Matrix, skipped: str) -> str:
        product = self._product(part, states, matrix)
        moved = self.writer.node(
            "Add", [product, self._parameter(f"{part}.dense.bias")], f"{part}.moved"
        )
        total = self.writer.node("Add", [moved, skipped], f"{part}.sum")
        return self.writer.node(
            "LayerNormalization", [total, *self._norm(part)], part, epsilon=EPSILON
        )

    def _product(self, part: str, states: str, matrix: Matrix) -> str:
        weight = self._matrix(f"{part}.dense.weight", matrix)
        return self.writer.node("MatMul", [states, weight], f"{part}.product")

    def _norm(self, part: str) -> list[str]:
        return [self._parameter(f"{part}.LayerNorm.{name}") for name in ("weight", "bias")]

    def _parameter(self, name: str) -> str:
        return self.writer.tensor(name, self._given[f"inner.{name}"])

    def _matrix(self, name: str, matrix: Matrix) -> str:
        """A matrix as floats; onnxruntime computes it once, when it loads the graph."""
        whole, scale = (
            self.writer.tensor(name + ending, values)
            for ending, values in zip((WHOLE, SCALE), matrix, strict=True)
        )
        wide = self.writer.node("Cast", [whole], f"{name}.wide", to=ELEMENTS["float32"])
        return self.writer.node("Mul", [wide, scale], name)
