"""What the guard has learned lies in the package; where it cannot be read it says so."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from mnemic.errors import EmbedderUnavailable
from mnemic.models.builtin import BuiltinEmbedder
from mnemic.safety.guard import classifier, vector_chance


@pytest.mark.parametrize("damage", ["missing", "cut", "another", "text"])
def test_weights_that_cannot_be_read_are_said(tmp_path: Path, damage: str) -> None:
    """A file that is missing, cut off, without the arrays, or no such file at all is no other error than this."""
    stored = tmp_path / "guard.npz"
    if damage == "cut":
        stored.write_bytes(classifier.WEIGHTS.read_bytes()[:5_000])
    elif damage == "another":
        np.savez(stored, other=np.zeros(3))
    elif damage == "text":
        stored.write_text("no weights", encoding="utf-8")
    with pytest.raises(EmbedderUnavailable, match="Reinstall mnemic"):
        classifier.weights_from(stored)


def test_vectors_are_judged_of_the_bundled_embedder_only() -> None:
    """The weights name the embedder they were fitted on."""
    assert vector_chance.judged_embedder() == BuiltinEmbedder().fingerprint
