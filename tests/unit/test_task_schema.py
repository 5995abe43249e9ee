"""What slots take: a pydantic model, or the JSON schema kept of it, with errors that say what to do."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any, Literal

import pytest
from pydantic import BaseModel, Field, field_validator, model_validator

from mnemic.domain.record import Json
from mnemic.errors import InvalidInput, InvalidValue, LimitExceeded
from mnemic.rooms.task.fields import schema_fields
from mnemic.rooms.task.json_types import schema_in_words
from mnemic.rooms.task.schema import ANY_SCHEMA, TaskSchema, schema_of
from mnemic.rooms.task.slot_filling.field import FieldType
from tests.tables import each_row


class Flight(BaseModel):
    """One booked flight."""

    number: str = Field(pattern=r"^[A-Z]{2}\d+$")
    price: float | None = None


class Wishes(BaseModel):
    """What the traveller would like."""

    seat: Literal["window", "aisle"] | None = None
    meal: str = ""


class Trip(BaseModel):
    """A trip in all the types a slot may have."""

    destination: str = Field(title="目的地", json_schema_extra={"aliases": ["city", "去哪"]})
    start: date
    end: date | None = None
    meet: datetime | None = None
    travellers: int = Field(default=1, ge=1, le=9)
    budget: float | None = Field(default=None, description="in all")
    insured: bool = False
    transport: Literal["train", "plane"] = "train"
    cities: list[str] = []
    flights: list[Flight] = []
    wishes: Wishes = Wishes()

    @field_validator("destination")
    @classmethod
    def on_earth(cls, value: str) -> str:
        """No travel to other planets."""
        if value == "Mars":
            raise ValueError("nothing flies there")
        return value

    @model_validator(mode="after")
    def forward(self) -> Trip:
        """A trip ends after it begins."""
        if self.end is not None and self.end < self.start:
            raise ValueError("it ends before it begins")
        return self


MODEL = schema_of(Trip)
KEPT = TaskSchema(name="Trip", shape=schema_of(Trip).shape)

GOOD: list[tuple[str, Any, Json]] = [
    ("destination", "Kyoto", "Kyoto"),
    ("start", "2026-03-05", "2026-03-05"),
    ("start", date(2026, 3, 5), "2026-03-05"),
    ("meet", "2026-03-05T09:00:00+08:00", "2026-03-05T09:00:00+08:00"),
    ("travellers", 2, 2),
    ("travellers", "3", 3),
    ("budget", 5000, 5000.0),
    ("insured", True, True),
    ("transport", "plane", "plane"),
    ("cities", ["京都", "奈良"], ["京都", "奈良"]),
    ("flights", [{"number": "NH1"}], [{"number": "NH1", "price": None}]),
    ("flights", [Flight(number="NH1", price=9.5)], [{"number": "NH1", "price": 9.5}]),
    ("wishes", {"seat": "aisle"}, {"seat": "aisle", "meal": ""}),
]

BAD: list[tuple[str, Any, str]] = [
    ("destination", 7, "text"),
    ("start", "next week", "a date such as 2026-03-05"),
    ("start", "2026-02-30", "a date"),
    ("travellers", 0, "from 1 up to 9"),
    ("travellers", "many", "a whole number"),
    ("budget", "a lot", "a number"),
    ("insured", "perhaps", "true or false"),
    ("transport", "boat", "'train', 'plane'"),
    ("cities", "京都", "a list"),
    ("cities", [1], "a list"),
    ("flights", [{"number": "1"}], "0.number"),
    ("flights", [{}], "an object with number, price"),
    ("wishes", {"seat": "roof"}, "seat"),
    ("meet", "nine", "a time such as"),
]


@each_row("schema", [MODEL, KEPT])
@each_row(("slot", "given", "held"), GOOD)
def test_what_a_slot_takes(schema: TaskSchema, slot: str, given: Any, held: Json) -> None:
    """A value comes out as JSON, the same by the model and by the schema kept of it."""
    assert schema.check(slot, given, "Task 't'") == held


@each_row("schema", [MODEL, KEPT])
@each_row(("slot", "given", "wanted"), BAD)
def test_what_a_slot_refuses(schema: TaskSchema, slot: str, given: Any, wanted: str) -> None:
    """The error names the task, the slot, the value and what goes there."""
    with pytest.raises(InvalidValue) as caught:
        schema.check(slot, given, "Task 't'")
    said = str(caught.value)
    assert "Task 't'" in said
    assert repr(slot) in said
    assert repr(given)[:10] in said
    assert wanted in said


@each_row("schema", [MODEL, KEPT])
def test_there_is_no_such_slot(schema: TaskSchema) -> None:
    """The error lists the slots there are."""
    with pytest.raises(InvalidValue, match=r"no slot 'hotel'.*destination, start"):
        schema.check("hotel", "Sakura", "Task 't'")


def test_the_models_own_rules() -> None:
    """Validators of a field hold at once, those of the whole model when every required slot is filled."""
    with pytest.raises(InvalidValue, match="nothing flies there"):
        MODEL.check("destination", "Mars", "Task 't'")
    MODEL.check_whole({"start": "2026-03-05", "end": "2026-03-01"}, "Task 't'")
    with pytest.raises(InvalidValue, match="it ends before it begins"):
        MODEL.check_whole({"destination": "Kyoto", "start": "2026-03-05", "end": "2026-03-01"}, "Task 't'")


def test_without_a_schema_any_json_goes() -> None:
    """No schema, no slots to hold to; what is no JSON is refused all the same."""
    assert ANY_SCHEMA.check("whatever", {"a": [1, None]}, "Task 't'") == {"a": [1, None]}
    with pytest.raises(InvalidValue, match="not JSON"):
        ANY_SCHEMA.check("whatever", object(), "Task 't'")
    with pytest.raises(InvalidValue, match="not JSON"):
        ANY_SCHEMA.check("whatever", float("nan"), "Task 't'")


@each_row(
    "given",
    [
        7,
        "Trip",
        {},
        {"properties": {}},
        {"properties": {"a": 1}},
        {"properties": {"a": {"enum": [object()]}}},
        BaseModel,
    ],
)
def test_what_is_no_schema(given: Any) -> None:
    """Anything else is refused with what a schema is."""
    with pytest.raises(InvalidInput):
        schema_of(given)


def test_a_schema_has_a_limit() -> None:
    """Slots are counted."""
    with pytest.raises(LimitExceeded, match="limit is 100"):
        schema_of({"properties": {f"slot{n}": {"type": "string"} for n in range(101)}})


def test_a_json_schema_that_refers_to_itself() -> None:
    """Recursion ends at a depth, below which any JSON goes."""
    schema = schema_of(
        {
            "properties": {"tree": {"$ref": "#/$defs/Node"}},
            "$defs": {"Node": {"type": "object", "properties": {"next": {"$ref": "#/$defs/Node"}}}},
        }
    )
    assert schema.check("tree", {"next": {"next": {}}}, "Task 't'") is not None


def test_fields_for_talk() -> None:
    """Every slot a sentence can fill is a field, a part of an object too; lists of objects are not."""
    fields = {field.name: field for field in schema_fields(MODEL)}
    assert {name: field.type for name, field in fields.items()} == {
        "destination": FieldType.TEXT,
        "start": FieldType.DATE,
        "end": FieldType.DATE,
        "meet": FieldType.MOMENT,
        "travellers": FieldType.INTEGER,
        "budget": FieldType.NUMBER,
        "insured": FieldType.BOOLEAN,
        "transport": FieldType.CHOICE,
        "cities": FieldType.LIST,
        "wishes.seat": FieldType.CHOICE,
        "wishes.meal": FieldType.TEXT,
    }
    assert fields["destination"].title == "目的地"
    assert fields["destination"].aliases == ("city", "去哪")
    assert fields["budget"].description == "in all"
    assert fields["transport"].choices == ("train", "plane")
    assert fields["cities"].item is FieldType.TEXT
    assert schema_fields(KEPT) == schema_fields(MODEL)


def test_types_in_words() -> None:
    """What a slot takes is said in words whoever gives a value can follow."""
    assert schema_in_words({"anyOf": [{"type": "string", "format": "date"}, {"type": "null"}]}, {}) == (
        "a date such as 2026-03-05 or nothing"
    )
    assert schema_in_words({"type": ["integer", "null"]}, {}) == "a whole number or nothing"
    assert schema_in_words({"const": 3}, {}) == "one of 3"
    assert schema_in_words(True, {}) == "any JSON"
