"""What a message teaches: a procedure with its name, also one named after the fact or begun in an earlier message.

Only the user's lasting teaching counts. A tale in the past, a question, and an errand ("first call mum, then buy milk")
have steps, and teach nothing; they would have to be given a name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mnemic.domain.regex import Regex
from mnemic.language import detect
from mnemic.reader.en import person
from mnemic.rooms.skill.procedure import lesson_en, lesson_zh
from mnemic.rooms.skill.procedure.procedure_text import procedure_name
from mnemic.rooms.skill.procedure.step_split import count_order_marks, split_steps

ORDER_MIN = 2  # signs of order that make instructions a procedure
BACK_MAX = 3  # messages of the user's before this one that may be named, or may have announced it
PAST_SHARE = 0.5  # of the steps from which a procedure is a tale
_ASKS = Regex(r"[?？]\s*$|[吗呢]\s*[。]?$")


@dataclass(frozen=True, slots=True, kw_only=True)
class TaughtProcedure:
    """A procedure that was taught. `back`: how many of the user's messages before this one it rests on, as places
    counted from the newest, 0 first."""

    name: str
    steps: tuple[str, ...]
    triggers: tuple[str, ...] = ()
    start: int = 0  # span in this message, in code points
    end: int = 0
    back: tuple[int, ...] = ()


def find_taught_procedure(message: str, before: Sequence[str] = ()) -> TaughtProcedure | None:
    """The procedure a message teaches, or None.

    Args:
        message: the user's words.
        before: the user's earlier messages of the session, newest first.
    """
    words = lesson_zh if detect.language(message) == "zh" else lesson_en
    if _ASKS.search(message.strip()):
        return None
    if (naming := words.closing_name(message)) is not None:
        name, start = naming
        told = _told(message[:start])
        if told is not None:
            trigger, steps = told
            return TaughtProcedure(name=name, steps=steps, triggers=trigger, end=len(message))
        return _named_late(name, before) if len(message[:start].strip(" ，,。.-")) <= words.AROUND_MAX else None
    if (opened := words.opening_procedure(message)) is not None:
        name, body, triggers = opened
        if steps := _ordered(body):
            return TaughtProcedure(name=procedure_name(name), steps=steps, triggers=triggers, end=len(message))
    return _announced(message, before)


def only_gives_name(message: str) -> bool:
    """Whether a message does nothing but give a name to what was said before it."""
    words = lesson_zh if detect.language(message) == "zh" else lesson_en
    naming = words.closing_name(message)
    return naming is not None and len(message[: naming[1]].strip(" ，,。.-")) <= words.AROUND_MAX


def _told(text: str) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """The triggers and steps before a name, where they are in order."""
    words = lesson_zh if detect.language(text) == "zh" else lesson_en
    if (opened := words.opening_procedure(text)) is not None:
        name, body, triggers = opened
        if steps := _ordered(body):
            return triggers or (procedure_name(name),), steps
    steps = _ordered(words.strip_lead_in(text))
    return ((), steps) if steps else None


def _ordered(body: str) -> tuple[str, ...]:
    if count_order_marks(body) < ORDER_MIN:
        return ()
    steps = split_steps(body)
    return steps if len(steps) >= 2 and not _tale(body, steps) else ()


def _tale(body: str, steps: Sequence[str]) -> bool:
    """Whether steps are told as what happened rather than as what to do."""
    if lesson_zh.HAPPENED.search(body):
        return True
    first = [step.split()[0].strip(",.'\"") for step in steps if detect.language(step) == "en" and step.split()]
    return bool(first) and sum(map(person.is_past_form, first)) >= PAST_SHARE * len(first)


def _named_late(name: str, before: Sequence[str]) -> TaughtProcedure | None:
    """A name given to the steps of an earlier message."""
    for place, said in enumerate(before[:BACK_MAX]):
        if (told := _told(said)) is not None and not _ASKS.search(said.strip()):
            triggers, steps = told
            return TaughtProcedure(name=name, steps=steps, triggers=triggers, back=(place,))
    return None


def _announced(message: str, before: Sequence[str]) -> TaughtProcedure | None:
    """The steps of what the message before this one said it would teach."""
    if not before:
        return None
    words = lesson_zh if detect.language(before[0]) == "zh" else lesson_en
    name = words.announced_name(before[0])
    steps = _ordered(words.strip_lead_in(message)) if name else ()
    return (
        TaughtProcedure(name=procedure_name(name), steps=steps, end=len(message), back=(0,)) if name and steps else None
    )
