"""Run an ONNX model: load it, compute the outputs for token numbers, pool them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from topograph.core.wording import counted
from topograph.encoders.base import unit_rows
from topograph.encoders.modelfiles import ModelFiles, Pooling
from topograph.errors import TopographError

if TYPE_CHECKING:
    import numpy as np
    from onnxruntime import InferenceSession

#: Names of the output with one vector per token, and of the one with one vector per text.
TOKEN_OUTPUTS = ("last_hidden_state", "token_embeddings")
TEXT_OUTPUTS = ("sentence_embedding", "sentence_embeddings", "pooler_output")
#: Inputs that a model may have, and numpy's names of their types.
INPUTS = {"input_ids", "attention_mask", "token_type_ids", "position_ids"}
ELEMENTS = {
    "tensor(int64)": "int64", "tensor(int32)": "int32", "tensor(bool)": "bool",
    "tensor(float)": "float32", "tensor(float16)": "float16",
}  # fmt: skip
#: Fusions of onnxruntime's that make a model slower: its sum with norm takes three times as long as
#: sum and norm one after the other.
SLOW = ["SkipLayerNormFusion"]


class OnnxModel:
    """An ONNX model that turns token numbers into unit vectors.

    Parameters
    ----------
    files : ModelFiles
    pooling : {"mean", "cls", "last"} or None
        None: as the model pools, or else the mean.

    Attributes
    ----------
    notes : list of str
        What was assumed.

    Raises
    ------
    TopographError
        If onnxruntime refuses the file, or it is not a sentence encoder.
    """

    def __init__(self, files: ModelFiles, pooling: Pooling | None) -> None:
        self.notes: list[str] = []
        self._session = session = load_session(files)
        self._name = files.onnx
        self._types = {put.name: put.type for put in session.get_inputs()}
        outputs = {put.name: put.shape for put in session.get_outputs()}
        unknown = {
            name for name, kind in self._types.items() if not (name in INPUTS and kind in ELEMENTS)
        }
        states = next((name for name in TOKEN_OUTPUTS if name in outputs), None)
        ready = next((name for name in TEXT_OUTPUTS if name in outputs), None)
        if states is None and ready is None and len(outputs) == 1:
            ((name, shape),) = outputs.items()  # under another name: vectors of tokens, or of texts
            states, ready = (name, None) if len(shape) == 3 else (None, name)
        if unknown or (states is None and ready is None):
            needs = ", ".join(f"{name} ({self._types[name]})" for name in sorted(unknown))
            raise TopographError(
                f"{files.onnx} is not a sentence encoder.",
                f"it needs {needs}." if unknown else f"its outputs are {', '.join(outputs)}.",
                "export the model for feature extraction, with the output last_hidden_state.",
            )
        self._output = states or ready
        self._pooling = pooling if states else None
        if states and pooling is None:
            if ready == "sentence_embedding":
                self._output = ready
            else:
                self._pooling = "mean"
                self.notes.append(
                    f"{files.name} has no 1_Pooling/config.json, so mean pooling is used; set "
                    "embed.pooling if the model needs another"
                )

    def __call__(self, ids: list[list[int]]) -> np.ndarray:
        """Unit vectors (float32, b x d) of the token numbers of b texts."""
        import numpy as np

        width = max(len(own) for own in ids)
        numbers = np.zeros((len(ids), width), dtype=np.int64)
        mask = np.zeros_like(numbers)
        for row, own in enumerate(ids):
            numbers[row, : len(own)] = own
            mask[row, : len(own)] = 1
        values: dict[str, Any] = {
            "input_ids": numbers,
            "attention_mask": mask,
            "token_type_ids": np.zeros_like(numbers),
            "position_ids": np.broadcast_to(np.arange(width), numbers.shape),
        }
        feed = {name: values[name].astype(ELEMENTS[kind]) for name, kind in self._types.items()}
        try:
            (found,) = self._session.run([self._output], feed)
        except Exception as error:  # onnxruntime's exceptions have no common type
            raise TopographError(
                f"{self._name} cannot read a batch of {counted(len(ids), 'text')} of up to "
                f"{width} tokens.",
                f"onnxruntime says: {str(error).splitlines()[0]}",
                "lower embed.max_tokens if the model reads less; export the model with any number "
                "of texts and tokens.",
            ) from error
        return unit_rows(_pool(found.astype(np.float32, copy=False), mask, self._pooling))


def _pool(found: np.ndarray, mask: np.ndarray, pooling: Pooling | None) -> np.ndarray:
    """Pool the vectors of tokens into one vector per text (float32, b x d)."""
    import numpy as np

    if pooling is None:  # the graph has pooled already
        return found
    if pooling == "cls":
        first: np.ndarray = found[:, 0]
        return first
    lengths = mask.sum(axis=1)
    if pooling == "last":
        last: np.ndarray = found[np.arange(len(found)), lengths - 1]
        return last
    # one text at a time without padding: with it, the order of the sum would depend on the batch
    return np.stack(
        [own[:n].sum(axis=0) / np.float32(n) for own, n in zip(found, lengths, strict=True)]
    )


def load_session(files: ModelFiles) -> InferenceSession:
    """Load an ONNX file so that its results repeat.

    Raises
    ------
    TopographError
        If onnxruntime refuses the file.
    """
    import onnxruntime

    options = onnxruntime.SessionOptions()
    # a batch is computed by one core, several batches at a time: no core waits for another,
    # and sums are taken in one order on any number of cores
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    # another level fuses other operations and changes the last bits of every vector
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_ALL
    options.log_severity_level = 3
    model = files.rewrite(files.onnx.read_bytes()) if files.rewrite else str(files.onnx)
    try:
        return onnxruntime.InferenceSession(
            model, options, providers=["CPUExecutionProvider"], disabled_optimizers=SLOW
        )
    except Exception as error:  # onnxruntime's exceptions have no common type
        raise TopographError(
            f"{files.onnx} cannot be loaded.",
            f"onnxruntime says: {str(error).splitlines()[0]}",
            "copy the file again, with its .onnx_data beside it if it has one.",
        ) from error
