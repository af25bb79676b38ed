"""The part of ONNX's file format that is needed to read tensors and to write a graph.

The package `onnx` weighs 30 MB; the format is a protocol buffer, and of its messages this takes the
fields below, by their numbers in `onnx.proto` (https://github.com/onnx/onnx, IR version 8).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np

#: Fields of each message: number, and type or message; with a star there may be any number of it.
MESSAGES: dict[str, dict[str, tuple[int, str]]] = {
    "Attribute": {
        "name": (1, "STRING"), "f": (2, "FLOAT"), "i": (3, "INT64"), "type": (20, "INT32"),
    },
    "Node": {
        "input": (1, "STRING*"), "output": (2, "STRING*"), "op_type": (4, "STRING"),
        "attribute": (5, "Attribute*"), "domain": (7, "STRING"),
    },
    "Tensor": {
        "dims": (1, "INT64*"), "data_type": (2, "INT32"), "name": (8, "STRING"),
        "raw_data": (9, "BYTES"),
    },
    "Dimension": {"dim_value": (1, "INT64"), "dim_param": (2, "STRING")},
    "Shape": {"dim": (1, "Dimension*")},
    "TensorType": {"elem_type": (1, "INT32"), "shape": (2, "Shape")},
    "Type": {"tensor_type": (1, "TensorType")},
    "ValueInfo": {"name": (1, "STRING"), "type": (2, "Type")},
    "Graph": {
        "node": (1, "Node*"), "name": (2, "STRING"), "initializer": (5, "Tensor*"),
        "input": (11, "ValueInfo*"), "output": (12, "ValueInfo*"),
    },
    "OperatorSet": {"domain": (1, "STRING"), "version": (2, "INT64")},
    "Model": {
        "ir_version": (1, "INT64"), "graph": (7, "Graph"), "opset_import": (8, "OperatorSet*"),
    },
}  # fmt: skip
#: Numbers of element types, and of attribute types.
ELEMENTS = {"float32": 1, "int8": 3, "int32": 6, "int64": 7}
FLOAT_ATTRIBUTE, INT_ATTRIBUTE = 1, 2
#: Version of the format, of the standard's operators, and of onnxruntime's own, that are written.
FORMAT, STANDARD, OWN = 8, 17, 1
OWN_DOMAIN = "com.microsoft"


@cache
def _classes() -> dict[str, Any]:
    """The messages' classes."""
    from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

    kinds = descriptor_pb2.FieldDescriptorProto
    file = descriptor_pb2.FileDescriptorProto(name="topograph_onnx.proto", package="topograph_onnx")
    for message, fields in MESSAGES.items():
        described = file.message_type.add(name=message)
        for name, (number, kind) in fields.items():
            field = described.field.add(name=name, number=number)
            many, kind = kind.endswith("*"), kind.removesuffix("*")
            field.label = kinds.LABEL_REPEATED if many else kinds.LABEL_OPTIONAL
            if kind in MESSAGES:
                field.type, field.type_name = kinds.TYPE_MESSAGE, f".topograph_onnx.{kind}"
            else:
                field.type = getattr(kinds, f"TYPE_{kind}")
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return {
        name: message_factory.GetMessageClass(pool.FindMessageTypeByName(f"topograph_onnx.{name}"))
        for name in MESSAGES
    }


def read_tensors(content: bytes) -> dict[str, np.ndarray]:
    """The initializers of an ONNX file, in its order, of the types in `ELEMENTS`."""
    dtypes = {number: np.dtype(name) for name, number in ELEMENTS.items()}
    graph = _classes()["Model"].FromString(content).graph
    return {
        tensor.name: np.frombuffer(tensor.raw_data, dtypes[tensor.data_type]).reshape(tensor.dims)
        for tensor in graph.initializer
        if tensor.data_type in dtypes
    }


class GraphWriter:
    """Collects the nodes and tensors of a graph, in the order in which they are computed."""

    def __init__(self) -> None:
        self._model = _classes()["Model"](ir_version=FORMAT)
        self._model.graph.name = "graph"
        for domain, version in (("", STANDARD), (OWN_DOMAIN, OWN)):
            self._model.opset_import.add(domain=domain, version=version)

    def tensor(self, name: str, values: np.ndarray) -> str:
        """Add a constant tensor; returns its name."""
        self._model.graph.initializer.add(
            name=name,
            dims=values.shape,
            data_type=ELEMENTS[values.dtype.name],
            raw_data=np.ascontiguousarray(values).tobytes(),
        )
        return name

    def node(
        self,
        kind: str,
        inputs: Sequence[str],
        output: str,
        unused: Sequence[str] = (),
        own: bool = False,
        **attributes: float,
    ) -> str:
        """Add a node; returns the name of its output.

        Parameters
        ----------
        kind : str
            The operator.
        inputs : sequence of str
        output : str
        unused : sequence of str
            Names for outputs that the operator has besides.
        own : bool
            Whether it is one of onnxruntime's own operators.
        **attributes
            Whole numbers or floats.
        """
        added = self._model.graph.node.add(
            op_type=kind,
            input=inputs,
            output=[output, *unused],
            domain=OWN_DOMAIN if own else "",
        )
        for name, value in attributes.items():
            if isinstance(value, int):
                added.attribute.add(name=name, i=value, type=INT_ATTRIBUTE)
            else:
                added.attribute.add(name=name, f=value, type=FLOAT_ATTRIBUTE)
        return output

    def content(
        self, inputs: Mapping[str, Sequence[str]], outputs: Mapping[str, Sequence[str | int]]
    ) -> bytes:
        """The file, for inputs (int64) and outputs (float32) of some shapes."""
        graph = self._model.graph
        for place, values, kind in (
            (graph.input, inputs, "int64"), (graph.output, outputs, "float32"),
        ):  # fmt: skip
            for name, shape in values.items():
                info = place.add(name=name)
                info.type.tensor_type.elem_type = ELEMENTS[kind]
                for size in shape:
                    key = "dim_value" if isinstance(size, int) else "dim_param"
                    info.type.tensor_type.shape.dim.add(**{key: size})
        written: bytes = self._model.SerializeToString()
        return written
