"""What users, spaces and memories are called in engines."""

from __future__ import annotations

import numpy as np
import pytest

from mnemic.domain.scope import Scope
from mnemic.domain.vector_entry import VectorSpace
from mnemic.stores.vectors import naming
from mnemic.stores.vectors.connection import place_shown
from tests.tables import each_row

ALICE = Scope("acme", "alice")
SPACE = VectorSpace(fingerprint="hashing-256", signal="words", size=256)


def test_names_never_change() -> None:
    """What an engine holds is found by the next version of Mnemic: names are what they always were."""
    assert naming.owner_digest(ALICE) == "50b5100e017745eca0b67565543bf5d9"
    assert naming.space_digest(SPACE) == "9a9e4beadbb244f8d84cee7fc49606ed"
    assert naming.value_digest("fact") == "30852e8b55698980000cada6adf252e3"
    assert naming.entry_id(ALICE, "m000001") == "5cd71d16-2738-52ce-b8ef-885f80787a57"


def test_spaces_differ_in_each_part() -> None:
    """Fingerprint, signal and size each make another space."""
    others = [
        VectorSpace(fingerprint="hashing-25", signal="6words", size=256),
        VectorSpace(fingerprint="hashing-256", signal="meaning", size=256),
        VectorSpace(fingerprint="hashing-256", signal="words", size=255),
    ]
    assert len({naming.space_digest(space) for space in (SPACE, *others)}) == 4


def test_a_unit_has_length_one() -> None:
    """Vectors come to length 1, one or many, those of zeros too."""
    many = naming.unit_vectors(np.array([[3.0, 4.0], [0.0, 0.0]], dtype=np.float32))
    assert np.linalg.norm(many, axis=1) == pytest.approx([1, 1])
    assert many[0] == pytest.approx([0.6, 0.8])
    assert naming.unit_vectors(np.array([0.0, 2.0], dtype=np.float32)).tolist() == [0.0, 1.0]


@each_row(
    ("place", "seen"),
    [
        ("http://user:secret@127.0.0.1:6333/", "http://127.0.0.1:6333"),
        ("https://engine.example/path?token=secret", "https://engine.example/path"),
        ("some/folder", "some/folder"),
    ],
)
def test_places_are_shown_without_secrets(place: str, seen: str) -> None:
    """Errors name where an engine is, without user, password and query."""
    assert place_shown(place) == seen
