"""The part of life a text is about."""

from __future__ import annotations

from mnemic.domain.understanding import Scene
from mnemic.language.scene import scenes
from tests.tables import each_row
from tests.unit.test_asked_for import table


@each_row(("text", "names"), table("scene_table.txt"))
def test_scenes(text: str, names: tuple[str, ...]) -> None:
    """Several or none; both languages tell the same."""
    assert set(scenes(text)) == set(names)


def test_scenes_come_in_one_order() -> None:
    """The order is that of `Scene`."""
    assert scenes("my boss paid for lunch at the airport") == (Scene.TRAVEL, Scene.FOOD, Scene.WORK)
