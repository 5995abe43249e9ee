"""What a construction of the language is: a pattern, and the slot it fills."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from mnemic.domain.record import Kind, Slot, Tier
from mnemic.domain.regex import Regex
from mnemic.reader.statement import USER
from mnemic.reader.zh.lexicon import SEVERAL
from mnemic.reader.zh.person import SELF, Person
from mnemic.reader.zh.sums import sum_of
from mnemic.reader.zh.topics import plain_matter_name, slot_value


@dataclass(frozen=True, slots=True, kw_only=True)
class ClauseContext:
    """A clause with what the clauses around it say about it."""

    text: str  # without fillers and particles, and without spaces between the scripts
    said: str = ""  # the same as it was written
    subject: Person = SELF
    explicit: bool = False  # the clause names its subject itself
    before: str = ""  # the clause before it in the sentence
    after: str = ""  # what the sentence goes on to say
    topic: str = ""  # the first clause of the sentence that makes no statement of its own
    task: bool = False  # something to be done now was asked for before it
    contrast: bool = False  # it sets itself against what stands before it
    previous: Kind | None = None  # the kind of the statement before it in the sentence
    standing: bool = False  # a mark of a standing order is in the sentence
    once: bool = False  # a mark of "this time only" is in the sentence
    request: bool = False  # the sentence asks for something to be done now


Naming = str | Callable[[re.Match[str], ClauseContext], str]
Condition = Callable[[re.Match[str], ClauseContext], bool]


def holds_always(found: re.Match[str], scene: ClauseContext) -> bool:
    """The condition of a frame that has none."""
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """A construction: groups `what` (value), `thing` (what it is about) and `no` (negation) fill the slot."""

    name: str
    kind: Kind
    pattern: Regex[str]
    attribute: Naming
    when: Condition = holds_always
    value: Callable[[re.Match[str], ClauseContext], str] | None = None  # where it is not the group `what`
    single: bool = False
    polarity: int = 1
    importance: float = 0.6
    confidence: float = 0.9
    tier: Tier | None = None
    many: bool = False  # one statement for each member of the list in `what`
    elliptic: bool = True  # its subject, when left out, is the user and is put in
    order: bool = False  # an order: it keeps its wording
    request: bool = False  # may stand in a request for something to be done now
    changes: Regex[str] | None = None  # words with which it says that something known is no longer so
    of_user: bool = False  # it is about the user, whoever is named in it: "my boss is Yan Li"
    placed: bool = True  # it knows its slot; a statement of a broad construction has none


@dataclass(frozen=True, slots=True, kw_only=True)
class FrameMatch:
    """A frame that fits a clause."""

    frame: Frame
    match: re.Match[str]
    slot: Slot


def first_fitting_frame(frames: tuple[Frame, ...], scene: ClauseContext) -> FrameMatch | None:
    """The first frame that fits, with its slot filled."""
    for frame in frames:
        if scene.request and not (frame.request or scene.standing):
            continue
        for match in frame.pattern.finditer(scene.text):
            if not _in_title(match, scene.text) and frame.when(match, scene):
                return FrameMatch(frame=frame, match=match, slot=_slot(frame, match, scene))
    return None


def _in_title(match: re.Match[str], text: str) -> bool:
    """Whether the negation of a match is a sign of a title: the 别 of 《霸王别姬》 forbids nothing."""
    start = match.start("no") if match.groupdict().get("no") else -1
    return start >= 0 and text.rfind("《", 0, start) > text.rfind("》", 0, start)


def _first(groups: dict[str, str | None]) -> str | None:
    """The value: the group `what`, or where the pattern has alternatives, the one group that took part."""
    return groups.get("what") or next((text for name, text in groups.items() if text and name != "no"), None)


PAST_STATE = Regex(r"^(?:我|他|她)?(?:以前|曾经|过去|原来|小时候|早年)")
MAY_PASS = ("like", "diet", "habit:", "favourite:", "job", "home")


def _slot(frame: Frame, match: re.Match[str], scene: ClauseContext) -> Slot:
    groups = match.groupdict()
    attribute = frame.attribute if isinstance(frame.attribute, str) else frame.attribute(match, scene)
    attribute = plain_matter_name(attribute)
    said = frame.value(match, scene) if frame.value else _first(groups) or match.group()
    if attribute.startswith("value:"):
        said = sum_of(said)
    polarity = -frame.polarity if groups.get("no") else frame.polarity
    if attribute.startswith(MAY_PASS) and PAST_STATE.match(scene.text):
        polarity = -polarity
    to_assistant = frame.order and not scene.explicit and (scene.standing or frame.name != "must or must not")
    subject = USER if to_assistant or frame.of_user else scene.subject.slot
    single = frame.single and subject not in SEVERAL
    return Slot(subject=subject, attribute=attribute, value=slot_value(said), polarity=polarity, single=single)
