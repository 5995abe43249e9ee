"""How a known procedure is amended in talk: a step added, dropped or changed."""

from __future__ import annotations

from collections.abc import Sequence

from mnemic.language import detect, segment
from mnemic.rooms.skill.procedure import amendment_en, amendment_zh
from mnemic.rooms.skill.procedure.step_change import LAST, Amendment, StepAction

LIKE_SHARE_MIN = 0.5  # share of the words that name a step which the step must hold


def find_amendment(message: str) -> Amendment | None:
    """What a message asks to change in a procedure, or None. What holds for this once changes none."""
    words = amendment_zh if detect.language(message) == "zh" else amendment_en
    said = message.strip()
    return None if words.ONCE.search(said) or said.endswith(("?", "？", "吗")) else words.parse_amendment(said)


def amend_steps(steps: Sequence[str], asked: Amendment) -> tuple[str, ...] | None:
    """The steps after an amendment; None where the step it speaks of is not there."""
    place = _place(steps, asked)
    if asked.deed is StepAction.ADD:
        if place is None and asked.like:
            return _whole(steps, asked)
        at = len(steps) if place is None else place + (not asked.before)
        return (*steps[:at], asked.step, *steps[at:])
    if place is None:
        return None
    if asked.deed is StepAction.REPLACE:
        return (*steps[:place], asked.step, *steps[place + 1 :])
    left = (*steps[:place], *steps[place + 1 :])
    return left or None


def _whole(steps: Sequence[str], asked: Amendment) -> tuple[str, ...]:
    """The new step with what looked like a place and names no step: "lock the door after closing time"."""
    joint = ("before " if asked.before else "after ") if detect.language(asked.step) == "en" else ""
    tail = f"{joint}{asked.like}" if joint else ""
    head = "" if joint else f"{asked.like}{'之前' if asked.before else '之后'}"
    return (*steps, f"{head}{asked.step} {tail}".strip())


def _place(steps: Sequence[str], asked: Amendment) -> int | None:
    if asked.number is not None:
        number = len(steps) if asked.number == LAST else asked.number
        return number - 1 if 1 <= number <= len(steps) else None
    wanted = set(segment.words(asked.like)) if asked.like else set()
    if not wanted:
        return None
    shares = [len(wanted & set(segment.words(step))) / len(wanted) for step in steps]
    best = max(range(len(steps)), key=lambda place: (shares[place], -place))
    if shares[best] >= LIKE_SHARE_MIN:
        return best
    inside = [place for place, step in enumerate(steps) if all(c in step for c in asked.like if not c.isspace())]
    return inside[0] if inside and detect.language(asked.like) == "zh" else None
