"""What messages say for the slots of a task, by tables of both languages."""

from __future__ import annotations

import json
import re
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from mnemic.domain.record import Json
from mnemic.errors import InvalidTime
from mnemic.rooms.task.slot_filling import CONFIDENCE_MIN, FieldType, FilledField, TaskField, fill_fields
from tests.tables import each_row, nonempty

ZONE = ZoneInfo("Asia/Shanghai")
SAID = datetime(2026, 11, 9, 10, 0, tzinfo=ZONE)  # a Monday

_ROW = re.compile(r"(?P<schema>\w+)(?: \[(?P<asked>[^\]]*)\])?: (?P<text>.+?) => (?P<want>.+)$")
_TYPES = {
    "text": FieldType.TEXT,
    "number": FieldType.NUMBER,
    "integer": FieldType.INTEGER,
    "boolean": FieldType.BOOLEAN,
}
_TYPES |= {"date": FieldType.DATE, "moment": FieldType.MOMENT, "time": FieldType.TIME, "list": FieldType.LIST}


def _fields(declared: str, **more: TaskField) -> tuple[TaskField, ...]:
    """Fields from `name:type` or `name:one/two` (a choice), in the order declared; `more` replaces some."""
    found = []
    for word in declared.split():
        name, kind = word.split(":")
        if name in more:
            found.append(more[name])
        elif kind in _TYPES:
            found.append(TaskField(name=name, type=_TYPES[kind], item=FieldType.TEXT if kind == "list" else None))
        else:
            found.append(TaskField(name=name, type=FieldType.CHOICE, choices=tuple(kind.split("/"))))
    return tuple(found)


SCHEMAS = {
    "trip": _fields(
        "destination:text origin:text departure_date:date return_date:date nights:integer budget:number"
        " travellers:integer seat:window/aisle cabin:economy/business/first hotel_area:text preferences:list"
        " has_visa:boolean"
    ),
    "meeting": _fields("title:text starts_at:moment duration_minutes:integer attendees:list room:text online:boolean"),
    "mail": _fields("recipient:text subject:text language:English/Chinese/German tone:formal/casual deadline:date"),
    "order": _fields(
        "item:text quantity:integer colour:text size:S/M/L/XL max_price:number address:text delivery_date:date"
        " gift_wrap:boolean"
    ),
    "expense": _fields(
        "amount:number currency:CNY/USD/EUR category:meals/transport/hotel/other date:date merchant:text project:text"
        " has_receipt:boolean",
        date=TaskField(name="date", type=FieldType.DATE, title="Date of the expense", aliases=("消费日期",)),
    ),
    "release": _fields(
        "version:text branch:text release_date:date owner:text environment:staging/production priority:low/medium/high"
        " notify:list"
    ),
    "dinner": _fields("restaurant:text party_size:integer time:moment cuisine:text diet:list name:text"),
    "house": _fields(
        "area:text rent_max:number bedrooms:integer move_in:date pets:boolean furnished:boolean square_metres:number"
    ),
    "stay": _fields(
        "city:text check_in:date check_out:date guests:integer rooms:integer price_max:number email:text phone:text"
        " breakfast_included:boolean room_type:single/double/suite payment_method:card/cash"
    ),
    "rail": _fields(
        "from_city:text to_city:text date:date time:time passengers:integer transport:train/plane/bus"
        " is_round_trip:boolean tags:list"
    ),
    "kiln": (
        TaskField(name="glaze", type=FieldType.TEXT, title="釉色"),
        TaskField(name="kiln_temp", type=FieldType.NUMBER, description="firing temperature in °C", aliases=("窑温",)),
        TaskField(name="pieces", type=FieldType.INTEGER, title="件数"),
        TaskField(name="fired_on", type=FieldType.DATE, title="烧制日期"),
    ),
}


def _rows(language: str) -> list[tuple[str, str, str | None, str, str]]:
    lines = Path(__file__).with_name(f"filling_{language}.txt").read_text(encoding="utf-8").splitlines()
    found = []
    for line in lines:
        if line and not line.startswith("#"):
            match = _ROW.fullmatch(line)
            assert match, line
            found.append((line, match["schema"], match["asked"], match["text"], match["want"]))
    return found


def _said(value: Json) -> str:
    if isinstance(value, list):
        return ",".join(map(_said, value))
    if value is None:
        return ""
    said = value if isinstance(value, str) else json.dumps(value)
    return re.sub(r":00(?:\+08:00)?$", "", said) if re.match(r"(?:\d{4}-\d\d-\d\dT)?\d\d:\d\d:\d\d", said) else said


def shown(filled: list[FilledField]) -> str:
    """What was filled, as the tables write it."""
    signs = {(False, False): "=", (True, False): "-=", (False, True): "+="}
    return " | ".join(sorted(f"{one.field}{signs[one.removes, one.adds]}{_said(one.value)}" for one in filled)) or "-"


ROWS = [*_rows("en"), *_rows("zh")]


@each_row(("line", "schema", "asked", "text", "want"), ROWS)
def test_says_what_the_table_says(line: str, schema: str, asked: str | None, text: str, want: str) -> None:
    """A message fills the fields its row names, and no other."""
    found = fill_fields(text, SCHEMAS[schema], said=SAID, zone=ZONE, asked=asked)
    assert shown(found) == " | ".join(sorted(want.split(" | "))), line


def test_quotes_the_message() -> None:
    """The quote of a value is the stretch of the message its places name, and no value is less sure than the floor."""
    filled = [
        (text, one)
        for _, schema, asked, text, _ in ROWS
        for one in fill_fields(text, SCHEMAS[schema], said=SAID, zone=ZONE, asked=asked)
    ]
    for text, one in nonempty(filled):
        assert text[one.start : one.end] == one.quote
        assert CONFIDENCE_MIN <= one.confidence <= 1, text


def test_a_field_is_known_by_its_title_aliases_and_description() -> None:
    """What a field is called in either language binds a value to it, whatever its name."""
    fields = (
        TaskField(name="f1", type=FieldType.DATE, title="出发日期"),
        TaskField(name="f2", type=FieldType.NUMBER, aliases=("预算", "spending limit")),
        TaskField(name="f3", type=FieldType.INTEGER, description="number of travellers"),
    )
    assert shown(fill_fields("出发日期是12月3日，预算三千", fields, said=SAID, zone=ZONE)) == "f1=2026-12-03 | f2=3000"
    assert shown(fill_fields("Three people, spending limit 900", fields, said=SAID, zone=ZONE)) == "f2=900 | f3=3"


def test_a_list_of_choices_takes_only_its_choices() -> None:
    """A list whose items are choices gains the choices named, as the schema spells them."""
    fields = (TaskField(name="transport", type=FieldType.LIST, item=FieldType.TEXT, choices=("train", "plane")),)
    (found,) = fill_fields("坐高铁吧", fields, said=SAID, zone=ZONE)
    assert (found.value, found.adds) == (["train"], True)


def test_full_width_signs_count() -> None:
    """Full-width digits and signs are read like half-width ones, and the quote keeps them as written."""
    (found,) = fill_fields("预算：８０００元", (TaskField(name="budget", type=FieldType.NUMBER),), said=SAID, zone=ZONE)
    assert (found.value, found.quote) == (8000, "预算：８０００元")


def test_the_part_of_a_slot_goes_by_its_own_name() -> None:
    """A field named "dates.departure" is a departure date."""
    fields = (TaskField(name="dates.departure", type=FieldType.DATE), TaskField(name="dates.back", type=FieldType.DATE))
    found = fill_fields("12月3号出发，8号回来", fields, said=SAID, zone=ZONE)
    assert shown(found) == "dates.back=2026-12-08 | dates.departure=2026-12-03"


def test_two_fields_that_could_be_meant_are_both_left_alone() -> None:
    """A bare date fills nothing where two dates could be meant, and nothing asks for one."""
    fields = (TaskField(name="paint_day", type=FieldType.DATE), TaskField(name="glaze_day", type=FieldType.DATE))
    assert fill_fields("Let's make it Friday.", fields, said=SAID, zone=ZONE) == []
    assert fill_fields("改到周五吧", fields, said=SAID, zone=ZONE) == []


@each_row("text", ["", "   ", "?!", "。", "12", "号", "not", "不", "from to", "，，，"])
def test_scraps_fill_nothing(text: str) -> None:
    """Messages without a statement fill nothing, and raise nothing."""
    assert all(fill_fields(text, fields, said=SAID, zone=ZONE) == [] for fields in nonempty(SCHEMAS.values()))


def test_no_fields_no_values() -> None:
    """Without fields there is nothing to fill."""
    assert fill_fields("Fly to Tokyo tomorrow", (), said=SAID, zone=ZONE) == []


GUESTS = TaskField(name="guests", type=FieldType.INTEGER)
BUDGET = TaskField(name="budget", type=FieldType.NUMBER)
STARTS = TaskField(name="starts_at", type=FieldType.MOMENT)
AT_THREE: dict[str, Json] = {"starts_at": "2026-11-12T15:00:00+08:00"}


@each_row(
    ("text", "want"),
    [
        ("Make it the 14th.", "2026-11-14T15:00"),
        ("Let's move it to Friday.", "2026-11-13T15:00"),
        ("Make it 4pm.", "2026-11-12T16:00"),
        ("Make it the 14th at 10 am.", "2026-11-14T10:00"),
        ("改到14号吧", "2026-11-14T15:00"),
        ("改到下午四点", "2026-11-12T16:00"),
    ],
)
def test_a_moment_that_is_known_keeps_what_is_not_said(text: str, want: str) -> None:
    """A new day keeps the known time of the day, a new time the known day; without a moment nothing is filled."""
    assert shown(fill_fields(text, (STARTS,), said=SAID, zone=ZONE, known=AT_THREE)) == f"starts_at={want}"
    if "am" not in text:
        assert fill_fields(text, (STARTS,), said=SAID, zone=ZONE, known={"starts_at": "soon"}) == []


@each_row("text", ["Make it three.", "Actually, make it three please", "改成三个吧", "那就改成3"])
def test_make_it_three(text: str) -> None:
    """A bare number is for the only whole number that is known, or is asked for; else it is for none."""
    fields = (GUESTS, BUDGET, STARTS)
    asked = "How many guests? 几位客人？"
    others: list[dict[str, Json]] = [{}, {"budget": 3000}, {"guests": 4, **AT_THREE}]
    assert shown(fill_fields(text, fields, said=SAID, zone=ZONE, known={"guests": 4, "budget": 3000})) == "guests=3"
    assert shown(fill_fields(text, fields, said=SAID, zone=ZONE, asked=asked)) == "guests=3"
    for known in others:
        assert fill_fields(text, fields, said=SAID, zone=ZONE, known=known) == []


@each_row("text", ["I have three.", "Should we make it three?", "Make it 5000.", "我有三个", "要改成三个吗？"])
def test_a_number_that_changes_nothing(text: str) -> None:
    """What is no change, is asked, or fits the price as well, changes no number."""
    assert fill_fields(text, (GUESTS, BUDGET), said=SAID, zone=ZONE, known={"guests": 4, "budget": 3000}) == []


def test_a_time_of_saying_needs_its_zone() -> None:
    """Without its zone the day a message means is not known."""
    with pytest.raises(InvalidTime):
        fill_fields("tomorrow", SCHEMAS["trip"], said=SAID.replace(tzinfo=None), zone=ZONE)
