"""What the assistant and tools said that a task in work can use stays in its working memory when the words fall out of
the session's window (M1, M3): booking codes, prices, flight numbers, times, names."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from mnemic.domain.changes import Action, Change
from mnemic.domain.index_entry import IndexEntry
from mnemic.domain.record import TRUST, Json, Kind, Memory, Origin, Status, Tier, Turn
from mnemic.domain.regex import Regex
from mnemic.domain.task import Task
from mnemic.index.entry import index_entry_of
from mnemic.index.user_index import UserIndex
from mnemic.language import detect
from mnemic.language.segment import fold
from mnemic.ports import Writer
from mnemic.rooms.task.archive import value_in_words
from mnemic.rooms.task.fields import slot_aliases
from mnemic.rooms.task.json_types import resolved_schema
from mnemic.rooms.task.record import tasks_of
from mnemic.rooms.task.reference import task_in_hand, telling_words
from mnemic.safety.access.policy import TrustUse, may_become
from mnemic.writing.candidates import with_turn_labels
from mnemic.writing.commit import commit, mentions_by_text, with_mentioned_entities
from mnemic.writing.pipeline import WritePipeline
from mnemic.writing.tasks import USABLE_BONUS

CHARACTERS_MAX = 500  # of what is kept of one turn
LEAVES_MAX = 40  # values of one tool's result
ACTOR = "mnemic"

_KEYS = Regex(
    r"code|number|\bno\b|price|cost|total|fare|amount|time|date|depart|arriv|name|hotel|flight|train|address|confirm"
    r"|pnr|ref|gate|seat|room|platform|check|phone|status|航班|车次|价格|总价|金额|时间|日期|出发|到达|酒店|地址|订单|座位|房|编号|确认"
)
_TELLING = Regex(
    r"\b(?=[A-Z0-9-]*\d)(?=[A-Z0-9-]*[A-Z])[A-Z0-9][A-Z0-9-]{2,}\b"  # NH203, a booking code
    r"|[¥￥$€£]\s?\d|\d[\d,.]*\s?(?:yuan|dollars?|euros?|usd|cny|jpy|元|块|日元|美元|欧元)"
    r"|\b\d{1,2}[:：]\d{2}\b|\b\d{4}-\d{2}-\d{2}\b|\d{1,2}月\d{1,2}[日号]",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class TurnPromotion:
    """Judges turns that fall out of the window. It writes into the transaction it is called in."""

    writing: WritePipeline

    def __call__(self, turns: Sequence[Turn], writer: Writer, now: datetime) -> list[Change]:
        """Keep what the tasks in work can use of the assistant's and tools' turns, each once, with origin and trust.

        Returns:
            changes left to be committed: none, since new words need index entries, which are made and written here.
        """
        tasks = tasks_of(writer.rooms([Kind.TASK]), None, every_agent=True)
        if not tasks:
            return []
        calls = {call["id"]: call for turn in turns for call in turn.tool_calls if isinstance(call.get("id"), str)}
        with self.writing.user_indexes.use(writer) as user_index:
            made = [one for turn in turns if (one := self._of(turn, tasks, calls, writer, user_index, now)) is not None]
        changes = [Change(action=Action.ADD, memory=memory, reason="a task in work can use it") for memory, _ in made]
        entries = {memory.text: entry for memory, entry in made}
        commit(writer, changes, [], now=now, actor=ACTOR, entries=entries)
        return []

    def _of(
        self,
        turn: Turn,
        tasks: Sequence[Task],
        calls: Mapping[Json, Mapping[str, Json]],
        writer: Writer,
        user_index: UserIndex,
        now: datetime,
    ) -> tuple[Memory, IndexEntry] | None:
        task = _task_of(turn, tasks)
        if task is None or turn.origin is Origin.USER or not may_become(turn.origin, TrustUse.WORKING) or not turn.text:
            return None
        known = writer.memories(source=turn.source)
        held = any(one.status is Status.QUARANTINED for one in known)
        if held or any(one.tier is Tier.WORKING and one.task == task.id for one in known):
            return None
        text = text_for_task(turn, task, _tool(turn, calls))
        if text is None:
            return None
        episode = next((one for one in known if one.kind is Kind.EPISODE and one.text == text), None)
        vector = None if episode is None else user_index.vector_of(episode)
        entry = index_entry_of(text, vector, self.writing.embedder.fingerprint)
        memory = replace(_memory(turn, task, text, writer, now), id=self.writing.new_id())
        return with_mentioned_entities(memory, mentions_by_text([text], self.writing.finder)), entry


def text_for_task(turn: Turn, task: Task, tool: str | None) -> str | None:
    """What a task can use of a turn, in one text; None where there is nothing."""
    result = _parsed(turn.text)
    if isinstance(result, dict | list):
        names = _slot_names(task)
        leaves = [(key, value) for key, value in _leaves(result) if _KEYS.search(fold(key)) or fold(key) in names]
        if not leaves:
            return None
        said = "; ".join(f"{key} {value}" for key, value in leaves[:LEAVES_MAX])
        return _short(f"{tool}: {said}" if tool else said)
    if _TELLING.search(turn.text) is None:
        return None
    if turn.origin is Origin.TOOL or _speaks_of(turn.text, task):
        return _short(turn.text)
    return None


def _speaks_of(text: str, task: Task) -> bool:
    """Whether the assistant's words name what the task is about: its goal, its values, its entities."""
    own = {mark.key for mark in telling_words(task.goal)} | {fold(one.name) for one in task.entities}
    said = {mark.key for mark in telling_words(text)}
    folded = fold(text)
    values = [fold(value_in_words(held.value)) for held in task.values.values()]
    return bool(own & said) or any(len(value) > 1 and value in folded for value in values)


def _task_of(turn: Turn, tasks: Sequence[Task]) -> Task | None:
    mine = [task for task in tasks if task.agent == turn.agent]
    if turn.task is not None:
        return next((task for task in mine if task.id == turn.task), None)
    return task_in_hand(mine, turn.session)


def _tool(turn: Turn, calls: Mapping[Json, Mapping[str, Json]]) -> str | None:
    call = calls.get(turn.tool_call_id) if turn.tool_call_id is not None else None
    function = None if call is None else call.get("function")
    named = function.get("name") if isinstance(function, dict) else None if call is None else call.get("name")
    return named if isinstance(named, str) else None


def _slot_names(task: Task) -> set[str]:
    slots, definitions = task.schema.get("properties"), task.schema.get("$defs")
    if not isinstance(slots, dict):
        return set()
    named = {fold(slot) for slot in slots}
    for part in slots.values():
        if isinstance(part, dict):
            described = resolved_schema(part, definitions if isinstance(definitions, dict) else {})
            named |= {fold(one) for one in slot_aliases(described)}
    return named


def _leaves(value: Json, key: str = "") -> Iterator[tuple[str, str]]:
    """The texts and numbers of a JSON value, each with the key it stands under."""
    if isinstance(value, dict):
        for name, part in value.items():
            yield from _leaves(part, name)
    elif isinstance(value, list):
        for part in value:
            yield from _leaves(part, key)
    elif value is not None and not isinstance(value, bool) and str(value).strip():
        yield key, str(value).strip()


def _parsed(text: str) -> Json:
    try:
        result: Json = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return result


def _short(text: str) -> str:
    return text if len(text) <= CHARACTERS_MAX else text[: CHARACTERS_MAX - 1] + "…"


def _memory(turn: Turn, task: Task, text: str, writer: Writer, now: datetime) -> Memory:
    made = Memory(
        id="",
        tenant=writer.scope.tenant,
        user=writer.scope.user,
        agent=turn.agent,
        task=task.id,
        session=turn.session,
        kind=Kind.FACT,
        tier=Tier.WORKING,
        text=text,
        language=detect.language(text),
        confidence=TRUST[turn.origin],
        control_relevance=0.6 + USABLE_BONUS,
        relevance_reasons=("fact 0.60", f"open task {task.id} can use it +{USABLE_BONUS}"),
        origin=turn.origin,
        trust=TRUST[turn.origin],
        speaker=turn.speaker,
        said_at=turn.said_at,
        valid_from=turn.said_at,
        recorded_at=now,
        updated_at=now,
        sources=(turn.source,),
        position=turn.position,
        quote=turn.text[:CHARACTERS_MAX],
    )
    return with_turn_labels(made, [turn])
