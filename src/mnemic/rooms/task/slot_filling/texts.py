"""Which words of a message a field of text takes: what its name leads to, or what a cue of its slot does."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from mnemic.domain.regex import Regex
from mnemic.rooms.task.slot_filling.choices import ALONE_CHOICE_CONFIDENCE, FILLER_WORDS, OWN_CHOICE_LEADS
from mnemic.rooms.task.slot_filling.cues import SLOT_CUES, SlotCue
from mnemic.rooms.task.slot_filling.field import FieldType
from mnemic.rooms.task.slot_filling.field_sense import FieldSense
from mnemic.rooms.task.slot_filling.parsed_message import ParsedMessage, SlotCandidate
from mnemic.rooms.task.slot_filling.places import Span
from mnemic.rooms.task.slot_filling.slots import SlotKind
from mnemic.rooms.task.slot_filling.value_shapes import PERSON, SELF_EVIDENT_VALUES, SHAPES, Shape, phrase_at, quoted_at

NAMED_TEXT_CONFIDENCE = 0.92
VALUE_CHARACTERS_MAX = 24  # of a value that stands before its cue

_SET = Regex(
    r"\s*(?:(?:,? ?(?:now|then|still|just|simply) )?(?:is|are|should be|will be|would be|must be|has to be"
    r"|shall be|be|becomes)(?: (?:now|just|simply|called|named|set to|changed to|actually))?(?: to be)?|:|="
    r"|to(?= )|as(?= ))\s+(?!not\b|too\b|very\b|so\b|still\b|fine\b|ok\b|okay\b|good\b|great\b|missing\b"
    r"|unclear\b|wrong\b|important\b|broken\b|open\b|up to\b|done\b|full\b|a bit\b|nice\b|beautiful\b"
    r"|lovely\b|cheap\b|expensive\b|cold\b|hot\b|far\b|being\b|going\b|late\b|ready\b|my favou?rite"
    r"|the (?:same|problem|best|worst|one)\b)"
    r"|\s*[:=]\s*|\s*(?:(?:就|应该|还是|现在|先|统一)*(?:是(?!否|不是|什么|哪)|为|叫|写(?!得)|用(?!不)|定为"
    r"|定成|定在|改成|改为|改到|换成|换到|设为|设成|填|选|写成|做成|放在|要|刷成|上))\s*",
    re.IGNORECASE,
)
_CHANGE_TO = Regex(
    r"\b(?:change|set|make|switch|update|move|rename|put|turn|edit)\b[^,.;!?]{0,24}$|把[^,.;!?]{0,10}$", re.IGNORECASE
)
_JOINER = Regex(r"\s*(?:,? ?and |,? ?plus |& ?|, ?|、|和|跟|与|还有|以及|,和)\s*", re.IGNORECASE)
_OTHER_END = Regex(r"\s*'s\b")
_ANOTHERS = Regex(r"\s*(?:'s\b|的(?=[一-鿿]))")
_LIST_ADD = Regex(r"(?:\badd(?:ing)? |\binclude |\balso |\bput |加上?|添加|补上?|再加)(?P<v>)", re.IGNORECASE)
_TO_LIST = Regex(r"(?P<item>.+?) (?:to|on|in) (?:the |my |our )?$", re.IGNORECASE)
_REST_OF_LIST = Regex(r"(?:里|中)?(?:再|也|还)?(?:加上?|添加|加个|加一[个条])\s*")
_DENIED_SHAPES = frozenset({SlotKind.DIET})


def text_candidates(heard: ParsedMessage, senses: Sequence[FieldSense]) -> Iterator[SlotCandidate]:
    """Words for fields of text, and for lists of them."""
    for sense in senses:
        if sense.kind is FieldType.TEXT:
            yield from _labelled(heard, sense)
            yield from _cued(heard, sense)
            yield from _alone(heard, sense)
            yield from _allergies(heard, sense)


def _labelled(heard: ParsedMessage, sense: FieldSense) -> Iterator[SlotCandidate]:
    """What the field's name leads to: "the topic is ...", 目的地改成大阪."""
    if sense.label is None:
        return
    text = heard.text
    for label in sense.label.finditer(text):
        past = sense.slot is SlotKind.PROJECT
        if not heard.says(label.start(), past=past) or heard.denied(label.start()):
            continue
        link = _SET.match(text, label.end())
        if link is None or (
            link.group().strip() in ("to", "as") and not _CHANGE_TO.search(heard.before(label.start()))
        ):
            if sense.many and (more := _REST_OF_LIST.match(text, label.end())):
                yield from _listed(heard, sense, more.end(), (phrase_at,), NAMED_TEXT_CONFIDENCE, adds=True)
            elif sense.many:
                yield from _added_to(heard, sense, label)
            elif quoted := quoted_at(text, label.end() + len(text[label.end() :]) - len(text[label.end() :].lstrip())):
                yield _offer(heard, sense, quoted, NAMED_TEXT_CONFIDENCE, first=label.start())
            continue
        yield from _listed(
            heard, sense, link.end(), SHAPES.get(sense.slot, (phrase_at,)), NAMED_TEXT_CONFIDENCE, first=label.start()
        )


def _added_to(heard: ParsedMessage, sense: FieldSense, label: re.Match[str]) -> Iterator[SlotCandidate]:
    """ "Add late checkout to the wishes"."""
    before = heard.before(label.start())
    add = next(iter(_LIST_ADD.finditer(before)), None)
    item = _TO_LIST.fullmatch(before[add.end("v") :]) if add else None
    if add and item:
        start = label.start() - len(before) + add.end("v")
        yield _offer(heard, sense, (start, start + len(item["item"])), NAMED_TEXT_CONFIDENCE, adds=True)


def _cued(heard: ParsedMessage, sense: FieldSense) -> Iterator[SlotCandidate]:
    for cue in SLOT_CUES.get(sense.slot, ()):
        for match in cue.words.finditer(heard.text):
            if sense.slot in (SlotKind.SIZE, SlotKind.COLOUR) and OWN_CHOICE_LEADS.search(heard.before(match.end())):
                continue
            if not heard.says(
                match.start(), past=cue.past and sense.slot in (SlotKind.PROJECT, SlotKind.VENUE) and _past_venue(sense)
            ):
                continue
            if cue.before:
                span = _ending(heard.text, match.start(), cue.shape)
                if span and not heard.denied(span[0]) and heard.says(span[0]):
                    yield from _one_or_more(heard, sense, span, cue)
            elif not heard.denied(match.end()) or cue.removes or sense.slot in _DENIED_SHAPES:
                span = cue.shape(heard.text, match.end())
                end = _ANOTHERS if cue.shape is PERSON and sense.slot is not SlotKind.BOOKED_AS else _OTHER_END
                if span and not end.match(heard.text, span[1]):
                    yield from _one_or_more(heard, sense, span, cue)


def _alone(heard: ParsedMessage, sense: FieldSense) -> Iterator[SlotCandidate]:
    """A colour, a cuisine that is all a clause says: "Red, please"."""
    rule = SELF_EVIDENT_VALUES.get({SlotKind.COLOUR: "colour", SlotKind.CUISINE: "cuisine"}.get(sense.slot, ""))
    for match in rule.finditer(heard.text) if rule else ():
        around = heard.before(match.start()), heard.after(match.start(), match.end())
        if heard.says(match.start()) and all(FILLER_WORDS.fullmatch(words) for words in around):
            yield _offer(heard, sense, match.span(), ALONE_CHOICE_CONFIDENCE)


def _past_venue(sense: FieldSense) -> bool:
    """Whether a place is one where money was spent, which is told as over."""
    return sense.slot is SlotKind.PROJECT or any(
        re.search(r"merchant|vendor|shop|store|supplier|商家|商户", name) for name in sense.named
    )


def _ending(text: str, end: int, shape: Shape) -> Span | None:
    """The longest value that ends at a place of the text."""
    end = len(text[:end].rstrip())
    for start in range(max(0, end - VALUE_CHARACTERS_MAX), end - 1):
        opens = start == 0 or not (text[start - 1].isascii() and text[start - 1].isalnum())
        span = shape(text, start) if opens else None
        if span and span[1] == end:
            return span
    return None


def _one_or_more(heard: ParsedMessage, sense: FieldSense, span: Span, cue: SlotCue) -> Iterator[SlotCandidate]:
    spans = [span]
    while sense.many and (joint := _JOINER.match(heard.text, spans[-1][1])):
        further = cue.shape(heard.text, joint.end())
        if further is None or further[0] != joint.end() or cue.shape is phrase_at:
            break
        spans.append(further)
    if cue.before and sense.many:
        while (joint := re.search(r"(?: and |、|和|跟|, ?)$", heard.text[: spans[0][0]])) and (
            earlier := _ending(heard.text, joint.start(), cue.shape)
        ):
            spans.insert(0, earlier)
    values = [heard.written[start:end] for start, end in spans]
    yield SlotCandidate(
        sense=sense,
        value=list(values) if sense.many else values[0],
        start=spans[0][0],
        end=spans[-1][1],
        confidence=cue.confidence,
        adds=sense.many and cue.adds and not cue.removes,
        removes=cue.removes,
    )


def _listed(
    heard: ParsedMessage,
    sense: FieldSense,
    at: int,
    shapes: tuple[Shape, ...],
    confidence: float,
    *,
    first: int | None = None,
    adds: bool = False,
) -> Iterator[SlotCandidate]:
    span = next((span for shape in shapes if (span := shape(heard.text, at))), None)
    if span is None:
        return
    offer = _offer(heard, sense, span, confidence, first=first, adds=adds)
    if not sense.many:
        yield offer
        return
    end = span[1]
    while joint := _JOINER.match(heard.text, end):
        further = next((found for shape in shapes if (found := shape(heard.text, joint.end()))), None)
        if further is None:
            break
        end = further[1]
    parts = [part for part in _JOINER.split(heard.written[span[0] : end]) if part.strip()]
    yield replace(offer, value=list(parts), end=end)


def _offer(
    heard: ParsedMessage,
    sense: FieldSense,
    span: Span,
    confidence: float,
    *,
    first: int | None = None,
    adds: bool = False,
) -> SlotCandidate:
    value = heard.written[span[0] : span[1]]
    start = span[0] if first is None else first
    return SlotCandidate(
        sense=sense, value=[value] if sense.many else value, start=start, end=span[1], confidence=confidence, adds=adds
    )


def _allergies(heard: ParsedMessage, sense: FieldSense) -> Iterator[SlotCandidate]:
    if sense.slot is not SlotKind.DIET:
        return
    for match in SELF_EVIDENT_VALUES["allergic"].finditer(heard.text):
        if heard.says(match.start()) and not heard.denied(match.start()):
            value = heard.written[
                match.start() : match.end() + (2 if heard.text.startswith("过敏", match.end()) else 0)
            ].strip()
            yield SlotCandidate(
                sense=sense,
                value=[value] if sense.many else value,
                start=match.start(),
                end=match.start() + len(value),
                confidence=0.86,
                adds=sense.many,
            )
