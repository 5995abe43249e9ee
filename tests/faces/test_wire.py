"""Values as JSON: what `faces.wire` names by the names of classes is there, and is what the codec reads."""

from __future__ import annotations

import importlib
import inspect
import pkgutil

import pytest

from mnemic import domain
from mnemic.faces import wire
from mnemic.faces.http import codec
from mnemic.safety.privacy.rules import FilledText


def classes() -> dict[str, list[type]]:
    """The classes of the domain by their names."""
    found: dict[str, list[type]] = {FilledText.__name__: [FilledText]}
    for module in pkgutil.iter_modules(domain.__path__):
        place = importlib.import_module(f"mnemic.domain.{module.name}")
        for name, shape in inspect.getmembers(place, inspect.isclass):
            if shape.__module__ == place.__name__:
                found.setdefault(name, []).append(shape)
    return found


NAMED = [*wire.COMPUTED, *wire.HIDDEN, *wire.OBJECTS, "LossReport"]


@pytest.mark.parametrize("name", NAMED)
def test_a_class_that_is_named_is_one(name: str) -> None:
    """There is one class of that name, and it has what is named of it."""
    [shape] = classes()[name]
    fields = getattr(shape, "__dataclass_fields__", {})
    assert all(hasattr(shape, one) for one in wire.COMPUTED.get(name, ()))
    assert set(wire.HIDDEN.get(name, ())) <= set(fields)


def test_what_is_written_is_what_is_read() -> None:
    """The objects that are no dataclasses have the same fields both ways."""
    assert {shape.__name__: list(parts) for shape, parts in codec.OBJECTS.items()} == {
        name: list(parts) for name, parts in wire.OBJECTS.items()
    }
