"""Time expressions of two languages, said at several moments in several zones, and the laws they keep."""

from __future__ import annotations

import json
import re
from datetime import date, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from mnemic.language.when import add_absolute_dates, find_times, lunar
from tests.tables import each_row, nonempty

ROWS = [json.loads(line) for line in Path(__file__).with_name("when_table.jsonl").read_text("utf-8").splitlines()]
TOLD = [row for row in ROWS if row["mentions"]]
LOOKALIKES = [row for row in ROWS if not row["mentions"]]
ZONES = st.sampled_from(
    [ZoneInfo(name) for name in ("Asia/Shanghai", "Europe/London", "America/New_York", "Pacific/Auckland")]
)
MOMENTS = st.datetimes(min_value=datetime(2001, 1, 1), max_value=datetime(2045, 12, 31))  # noqa: DTZ001 - a zone is put to it
SENTENCES = st.sampled_from([row["text"] for row in ROWS])


def read(row: dict[str, Any]) -> list[dict[str, object]]:
    zone = ZoneInfo(row["zone"])
    return [
        {
            "text": mention.text,
            "begins": mention.begins,
            "ends": mention.ends,
            "grain": mention.grain.value,
            "recurring": mention.recurring,
            "duration": mention.duration,
        }
        for mention in find_times(row["text"], datetime.fromisoformat(row["said"]).astimezone(zone), zone)
    ]


def expected(row: dict[str, Any]) -> list[dict[str, object]]:
    return [
        {"recurring": None, "duration": False}
        | mention
        | {name: datetime.fromisoformat(mention[name]) for name in ("begins", "ends")}
        for mention in row["mentions"]
    ]


@each_row("row", TOLD)
def test_each_expression_has_its_interval(row: dict[str, Any]) -> None:
    """Text, begin, end, grain and rule of every mention are those a reader of that day and zone would give."""
    assert read(row) == expected(row)


@each_row("row", LOOKALIKES)
def test_a_lookalike_is_no_time(row: dict[str, Any]) -> None:
    """Scores, versions, prices, ages, school terms, frequencies and times of other zones give nothing dated."""
    assert [mention["text"] for mention in read(row) if not mention["duration"]] == []


def test_the_table_is_large_in_both_languages() -> None:
    """Over 160 expressions of each language, over 60 look-alikes, and no sentence twice at one moment."""
    assert min(sum(row["language"] == language for row in TOLD) for language in ("zh", "en")) >= 160
    assert len(LOOKALIKES) >= 60
    assert len({(row["text"], row["said"]) for row in ROWS}) == len(ROWS)


@given(sentence=SENTENCES, moment=MOMENTS, zone=ZONES)
def test_what_is_dated_begins_before_it_ends(sentence: str, moment: datetime, zone: ZoneInfo) -> None:
    """Whenever and wherever it is said, only a mere length is empty."""
    found = find_times(sentence, moment.replace(tzinfo=zone), zone)
    assert [one for one in found if one.begins >= one.ends and not one.duration] == []


@given(
    words=st.sampled_from(
        [
            "周五交报告",
            "周五去了宜家",
            "下周三体检",
            "上上周二见过",
            "这周日加班",
            "下下周一开学",
            "下周二到下周四出差",
            "next Friday works",
            "I saw her last Tuesday",
            "the exam is on Monday",
            "a week on Saturday we leave",
            "we leave Tuesday fortnight",
            "we played Saturday just gone",
            "the Sunday after next",
            "this weekend we hike",
        ]
    ),
    moment=MOMENTS,
    weeks=st.integers(-60, 60),
    zone=ZONES,
)
def test_a_weekday_moves_with_the_week_it_is_said_in(words: str, moment: datetime, weeks: int, zone: ZoneInfo) -> None:
    """Said whole weeks later, a weekday falls on the day as many weeks later, over clock changes too."""
    later = timedelta(weeks=weeks)
    said = [find_times(words, at.replace(tzinfo=zone), zone)[0] for at in (moment, moment + later)]
    assert said[1].begins.date() == said[0].begins.date() + later
    assert said[1].ends.date() == said[0].ends.date() + later


@given(
    words=st.lists(
        st.sampled_from(
            "我 你 喜欢 讨厌 猫 狗 咖啡 苹果 因为 但是 城市 老师 写信 跑步 the a cat likes blue tables with green tea "
            "but my sister plays piano ， 。 ? !".split()
        ),
        max_size=12,
    ),
    space=st.sampled_from(["", " "]),
    moment=MOMENTS,
    zone=ZONES,
)
def test_a_text_without_figures_and_time_words_says_no_time(
    words: list[str], space: str, moment: datetime, zone: ZoneInfo
) -> None:
    """Ordinary words, however they stand together, give no mention."""
    assert find_times(space.join(words), moment.replace(tzinfo=zone), zone) == ()


@given(
    sentences=st.lists(SENTENCES, min_size=1, max_size=3),
    moment=MOMENTS,
    zone=ZONES,
    language=st.sampled_from(["zh", "en"]),
)
def test_dating_a_text_only_inserts_brackets(
    sentences: list[str], moment: datetime, zone: ZoneInfo, language: str
) -> None:
    """Without what stands in the inserted brackets the text is as it was, to the letter."""
    text = "。".join(sentences)
    dated = add_absolute_dates(text, moment.replace(tzinfo=zone), zone, language)
    assert re.sub(r"（\d{4}[^（）]*）" if language == "zh" else r" \(\d{4}[^()]*\)", "", dated) == text


@given(sentence=SENTENCES, moment=MOMENTS, zone=ZONES, language=st.sampled_from(["zh", "en"]))
def test_a_dated_text_needs_no_more_dates(sentence: str, moment: datetime, zone: ZoneInfo, language: str) -> None:
    """Dating what is already dated changes nothing."""
    said = moment.replace(tzinfo=zone)
    once = add_absolute_dates(sentence, said, zone, language)
    assert add_absolute_dates(once, said, zone, language) == once


@each_row(
    ("year", "new_year", "mid_autumn"),
    [
        (2001, "2001-01-24", "2001-10-01"),
        (2020, "2020-01-25", "2020-10-01"),
        (2025, "2025-01-29", "2025-10-06"),
        (2026, "2026-02-17", "2026-09-25"),
        (2033, "2033-01-31", "2033-09-08"),
        (2050, "2050-01-23", "2050-09-30"),
    ],
)
def test_lunar_festivals_fall_on_their_days(year: int, new_year: str, mid_autumn: str) -> None:
    """春节 and 中秋, also of years with a leap month before or after them."""
    assert (lunar.new_year(year), lunar.day(year, 8, 15)) == (
        date.fromisoformat(new_year),
        date.fromisoformat(mid_autumn),
    )


def test_lunar_years_follow_each_other_without_a_gap() -> None:
    """The months of a year fill the days up to the next new year, and a thirteenth month is the leap month."""
    for (year, row), (_, _) in nonempty(pairwise(lunar.YEARS.items())):
        first, after = lunar.new_year(year), lunar.new_year(year + 1)
        assert first is not None
        assert after is not None
        assert (after - first).days == sum(30 if length == "L" else 29 for length in row[1])
        assert len(row[1]) == 12 + (row[2] > 0)


def test_a_leap_month_stands_behind_its_namesake() -> None:
    """闰六月 of 2025 begins where 六月 ends; a month that was not repeated has no leap month."""
    assert lunar.month(2025, 6) == (date(2025, 6, 25), 30)
    assert lunar.month(2025, 6, leap=True) == (date(2025, 7, 25), 29)
    assert lunar.month(2025, 7, leap=True) is None
