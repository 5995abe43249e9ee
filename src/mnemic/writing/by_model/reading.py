"""The stage that finds statements by a language model, and by the rules where the model fails."""

from __future__ import annotations

from dataclasses import dataclass, replace

from mnemic.domain.changes import Candidate, Dropped
from mnemic.domain.record import Origin, Source, Turn
from mnemic.errors import ModelError
from mnemic.language import segment
from mnemic.ports import LanguageModel
from mnemic.writing.by_model.answer import ModelAnswer, answer_from_text
from mnemic.writing.by_model.check import CheckedAnswer, check_answer
from mnemic.writing.by_model.prompt import SCHEMA, Sheet, messages_of, sheet_of
from mnemic.writing.by_model.quotes import span_of_quote
from mnemic.writing.candidates import Draft
from mnemic.writing.stages import SHOWN, extract_statements

SAME_SHARE_MIN = 0.6  # share of a statement's words that make it the one the model made of the same turn
MODEL_ONLY = "model"  # the value of the setting `extraction` without the rules


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelExtraction:
    """Reads a draft by one call of a model (W3).

    What the model says is checked item by item. The rules read in its place when it fails, and beside it what it was
    not shown, what it left when its answer broke off, and turns of which nothing it said could be used.
    """

    model: LanguageModel

    def __call__(self, draft: Draft) -> Draft:
        """The draft with its candidates.

        Raises:
            ModelError: the model failed, and the setting `extraction` leaves the rules out.
        """
        if not any(turn.infer for turn in draft.readable):
            return extract_statements(draft)
        sheet = sheet_of(draft)
        try:
            answer = self._answer(sheet)
        except ModelError as error:
            if draft.settings.extraction == MODEL_ONLY:
                raise
            return extract_statements(_degraded(draft, f"{error} The rules read the messages instead."))
        checked = check_answer(answer, sheet, user=draft.user, settings=draft.settings)
        return _with_rules(draft, sheet, answer, checked)

    def _answer(self, sheet: Sheet) -> ModelAnswer:
        reply = self.model.reply(messages_of(sheet), schema=SCHEMA)
        answer = answer_from_text(reply.text)
        if answer is None:
            raise ModelError("The model's answer holds no JSON that can be read.")
        complete = answer.complete and not reply.truncated
        if not (complete or answer.items or answer.retracts):
            raise ModelError("The model's answer broke off before its first statement.")
        return replace(answer, complete=complete)


def _with_rules(draft: Draft, sheet: Sheet, answer: ModelAnswer, checked: CheckedAnswer) -> Draft:
    """What the model found, with what the rules find where it was not asked or was of no use."""
    found = replace(draft, dropped=(*draft.dropped, *_cut_short(sheet), *checked.dropped))
    if draft.settings.extraction == MODEL_ONLY:
        left: set[Source] = set()
        found = _before(found, sheet.beyond)
        rest = "is kept as it was said"
    else:
        left = _left(sheet, answer, checked)
        rest = "was read by the rules"
        if sheet.beyond:
            found = _degraded(found, f"What is beyond model_characters_max ({len(sheet.beyond)} messages) {rest}.")
    if not answer.complete:
        found = _degraded(found, f"The model's answer broke off; what it had not come to {rest}.")
    for_rules = tuple(turn for turn in found.readable if not turn.infer or turn.source in left)
    ruled = extract_statements(replace(found, readable=for_rules))
    beside = [candidate for candidate in ruled.candidates if not _said_already(candidate, checked.candidates)]
    order = {turn.source: number for number, turn in enumerate(draft.turns)}
    together = sorted([*checked.candidates, *beside], key=lambda c: (order[c.sources[0]], c.retracts))
    return replace(ruled, readable=found.readable, candidates=tuple(together))


def _left(sheet: Sheet, answer: ModelAnswer, checked: CheckedAnswer) -> set[Source]:
    """Turns that the rules read: those the model was not shown, those it got wrong, and, where it broke off, those from
    the last one it spoke of."""
    stated = {candidate.sources[0] for candidate in checked.candidates if not candidate.retracts}
    left = {turn.source for turn in sheet.beyond} | (set(checked.refused) - stated)
    if not answer.complete:
        reached = max((number for number, turn in enumerate(sheet.turns) if turn.source in stated), default=0)
        left |= {turn.source for turn in sheet.turns[reached:]}
    return left


def _said_already(candidate: Candidate, found: list[Candidate]) -> bool:
    """Whether the model has made a statement of the same words of a turn, or one in most of the same words."""
    words = set(segment.words(candidate.text))
    return any(
        other.sources == candidate.sources
        and (
            span_of_quote(candidate.quote, other.quote) is not None
            or len(words & set(segment.words(other.text))) >= SAME_SHARE_MIN * len(words)
        )
        for other in found
    )


def _before(draft: Draft, beyond: tuple[Turn, ...]) -> Draft:
    """The draft up to the first turn for which the call had no room; from there on turns wait for the next call."""
    if not beyond:
        return draft
    turns = draft.turns[: draft.turns.index(beyond[0])]
    sources = {turn.source for turn in turns}
    return replace(
        draft,
        turns=turns,
        readable=tuple(turn for turn in draft.readable if turn.source in sources),
        dropped=tuple(part for part in draft.dropped if part.source is None or part.source in sources),
    )


def _cut_short(sheet: Sheet) -> list[Dropped]:
    """The ends of messages that were too long to be shown."""
    return [
        Dropped(text=rest[:SHOWN], reason="beyond read_characters_max", source=turn.source)
        for turn in sheet.turns
        if turn.origin is Origin.USER and (rest := turn.text[len(sheet.text(turn)) :])
    ]


def _degraded(draft: Draft, what: str) -> Draft:
    return replace(draft, degraded=(*draft.degraded, what))
