"""What the rules left of a message becomes a statement, a detail of one, or nothing, as the judge says."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from mnemic.domain.judgement import Judgement, Mood, SentenceSubject
from mnemic.domain.record import Kind
from mnemic.models.scripted import ScriptedJudge, certain_judgement
from mnemic.reader.statement import MessageSetting, RuleReading, SkippedPart, Statement
from mnemic.writing.leftovers import CHANGE_MIN, DETAIL_MIN, DETAILED_CHARACTERS_MAX, KEEP_MIN, ONCE_MIN, with_leftovers
from tests.tables import each_row

MONDAY = MessageSetting(said=datetime(2026, 3, 2, 9, tzinfo=UTC), zone=UTC)
A_HAIR = 1e-6

GOATS = "I keep goats. I get dizzy on ladders."
SHANYANG = "我养山羊。我爬梯子就发晕。"
MESSAGES = pytest.mark.parametrize(
    ("message", "language", "left", "told"),
    [
        (GOATS, "en", "I get dizzy on ladders", "The user gets dizzy on ladders."),
        (SHANYANG, "zh", "我爬梯子就发晕", "用户爬梯子就发晕"),
    ],
)


def kept(keep: float = 1.0, **more: object) -> Judgement:
    """A judgement of something said about the user."""
    given = {"about": SentenceSubject.USER, "mood": Mood.SAID} | more
    return certain_judgement(keep=keep, **given)  # type: ignore[arg-type]


def first_read(message: str, language: str) -> RuleReading:
    """The first sentence read by a rule, and the rest passed over as nothing."""
    end = message.index("。" if language == "zh" else ".")
    text = {"zh": "用户养山羊", "en": "The user keeps goats."}[language]
    rest = message[end + 1 :].strip(" .。")
    return RuleReading(
        statements=(Statement(text=text, kind=Kind.FACT, start=0, end=end),),
        passed=(SkippedPart(text=rest, reason="nothing specific"),),
    )


def read(message: str, language: str, judge: ScriptedJudge, reading: RuleReading | None = None) -> RuleReading:
    """A message with its leftovers."""
    return with_leftovers(reading or first_read(message, language), message, MONDAY, language, judge)


def unjudged(reading: RuleReading) -> tuple[Statement, ...]:
    """Its statements as the rules alone give them."""
    return tuple(replace(statement, judgement=None) for statement in reading.statements)


def texts(reading: RuleReading) -> list[str]:
    """What is stated, in order."""
    return [statement.text for statement in reading.statements]


@MESSAGES
def test_what_is_worth_keeping_becomes_a_statement(message: str, language: str, left: str, told: str) -> None:
    """It stands by itself, in the third person, with its place in the message, beside what the rules found."""
    found = read(message, language, ScriptedJudge(judgements={left: kept(KEEP_MIN, kind=Kind.CONSTRAINT)}))
    assert unjudged(found)[0] == first_read(message, language).statements[0]
    (new,) = found.statements[1:]
    assert (new.text, new.kind, new.confidence) == (told, Kind.CONSTRAINT, KEEP_MIN)
    assert message[new.start : new.end] == left


@MESSAGES
def test_what_was_taken_is_no_longer_dropped(message: str, language: str, left: str, told: str) -> None:
    """The list of what was passed over keeps only what makes no statement."""
    assert read(message, language, ScriptedJudge(judgements={left: kept()})).passed == ()
    assert [part.text for part in read(message, language, ScriptedJudge()).passed] == [left]


@MESSAGES
def test_below_the_threshold_nothing_is_made(message: str, language: str, left: str, told: str) -> None:
    """A hair below it, a stretch that names its own subject is left where it was."""
    judge = ScriptedJudge(otherwise=kept(KEEP_MIN - A_HAIR))
    left_alone = RuleReading(passed=(SkippedPart(text=left, reason="nothing specific"),))
    assert read(f"{left}.", language, judge, left_alone) == left_alone


@each_row(
    ("message", "language", "detail", "text"),
    [
        ("I keep goats. Mostly for milk.", "en", "Mostly for milk", "The user keeps goats; mostly for milk."),
        ("我养山羊。主要为了做奶酪。", "zh", "主要为了做奶酪", "用户养山羊，主要为了做奶酪"),
    ],
)
def test_a_detail_goes_with_the_statement_before_it(message: str, language: str, detail: str, text: str) -> None:
    """A stretch without a subject, worth a little, is told in one statement with what it comes right after."""
    found = read(message, language, ScriptedJudge(judgements={detail: kept(DETAIL_MIN)}))
    assert texts(found) == [text]
    assert message[found.statements[0].start : found.statements[0].end].endswith(detail)
    assert found.statements[0].kind is Kind.FACT
    below = read(message, language, ScriptedJudge(judgements={detail: kept(DETAIL_MIN - A_HAIR)}))
    assert unjudged(below) == first_read(message, language).statements


@MESSAGES
def test_a_stretch_with_its_own_subject_is_no_detail(message: str, language: str, left: str, told: str) -> None:
    """Below the threshold of a statement, what begins with "I" or holds 我 is not tied to what was said before it."""
    found = read(message, language, ScriptedJudge(otherwise=kept(KEEP_MIN - A_HAIR)))
    assert texts(found) == texts(first_read(message, language))


def test_a_detail_needs_its_statement_right_before_it() -> None:
    """With another stretch between, it is no detail of what the rules found."""
    message = "I keep goats. The hill is steep. Mostly for the cheese."
    found = read(message, "en", ScriptedJudge(judgements={"Mostly for the cheese": kept(DETAIL_MIN)}))
    assert texts(found) == ["The user keeps goats."]


def test_a_statement_takes_in_details_up_to_a_limit() -> None:
    """A detail that would make it too long is left."""
    detail = "Mostly for cheese and " + "cheese and " * 25 + "wool"
    found = read(f"I keep goats. {detail}.", "en", ScriptedJudge(judgements={detail: kept(DETAIL_MIN)}))
    assert len(detail) > DETAILED_CHARACTERS_MAX
    assert texts(found) == ["The user keeps goats."]


@MESSAGES
@pytest.mark.parametrize("reason", ["question", "a request", "a joke", "greeting"])
def test_a_refused_sentence_is_never_judged(message: str, language: str, left: str, told: str, reason: str) -> None:
    """Where a rule says what it is, no judge is asked, however sure it would be."""
    judge = ScriptedJudge(otherwise=kept())
    reading = first_read(message, language)
    refused = RuleReading(statements=reading.statements, passed=(SkippedPart(text=left, reason=reason),))
    found = read(message, language, judge, refused)
    assert (unjudged(found), found.passed) == (refused.statements, refused.passed)
    assert not any(left in asked for call in judge.calls for asked in call)


@each_row(
    ("message", "language", "told"),
    [
        ("Bees in the attic. Third year running.", "en", "The user: bees in the attic. Third year running."),
        ("阁楼又有蜜蜂。连着第三年了。", "zh", "用户：阁楼又有蜜蜂。连着第三年了"),
    ],
)
def test_sentences_that_say_something_together_are_one_statement(message: str, language: str, told: str) -> None:
    """Where none says enough alone and all together do, all of them are stated, in one statement."""
    whole = message.rstrip(".。")
    judge = ScriptedJudge(judgements={whole: kept()}, otherwise=kept(DETAIL_MIN))
    found = read(message, language, judge, RuleReading())
    assert texts(found) == [told]
    assert message[found.statements[0].start : found.statements[0].end] == whole


@each_row(("figure", "once"), [(ONCE_MIN, True), (ONCE_MIN - A_HAIR, False)])
def test_what_is_for_once_says_so(figure: float, once: bool) -> None:
    """From the threshold on it holds for this time only."""
    judge = ScriptedJudge(judgements={"I get dizzy on ladders": kept(once=figure)})
    assert read(GOATS, "en", judge).statements[-1].once is once


@each_row(("figure", "correction"), [(CHANGE_MIN, True), (CHANGE_MIN - A_HAIR, False)])
def test_what_speaks_of_a_change_may_correct(figure: float, correction: bool) -> None:
    """From the threshold on it counts as saying that something known is no longer so."""
    judge = ScriptedJudge(judgements={"I get dizzy on ladders": kept(change=figure)})
    assert read(GOATS, "en", judge).statements[-1].correction is correction


def test_a_number_makes_a_statement_more_important() -> None:
    """What is specific weighs more than what is not."""
    vague = read("I get dizzy on ladders.", "en", ScriptedJudge(otherwise=kept()), RuleReading())
    exact = read("I get dizzy on ladders of 4 metres.", "en", ScriptedJudge(otherwise=kept()), RuleReading())
    assert exact.statements[0].importance > vague.statements[0].importance


@each_row(("message", "language"), [("Goats!", "en"), ("山羊！", "zh")])
def test_a_single_word_states_nothing(message: str, language: str) -> None:
    """Too little is left of it, however sure the judge is."""
    assert read(message, language, ScriptedJudge(otherwise=kept()), RuleReading()).statements == ()


@MESSAGES
def test_every_statement_has_the_judgement_of_its_words(message: str, language: str, left: str, told: str) -> None:
    """What the rules found is judged by its quote, and what the judge found by what it was."""
    quote = message[: message.index("。" if language == "zh" else ".")]
    ours, theirs = kept(0.3, change=0.4), kept(0.95, once=0.1)
    found = read(message, language, ScriptedJudge(judgements={quote: ours, left: theirs}))
    assert [statement.judgement for statement in found.statements] == [ours, theirs]


def test_a_message_read_in_full_gains_nothing() -> None:
    """Where no stretch is left, the statements are those of the rules."""
    reading = RuleReading(statements=(Statement(text="The user keeps goats.", kind=Kind.FACT, end=12),))
    assert unjudged(read("I keep goats.", "en", ScriptedJudge(otherwise=kept()), reading)) == reading.statements


def test_the_judge_is_asked_once_for_a_message() -> None:
    """All stretches go in one call."""
    judge = ScriptedJudge()
    read("I get dizzy on ladders. The hill is steep, the goats love it.", "en", judge, RuleReading())
    assert len(judge.calls) == 1


@each_row(
    ("message", "left"),
    [
        ("I keep goats. Clara plays the oboe.", "Clara plays the oboe"),
        ("I keep goats. Ladders make me dizzy.", "Ladders make me dizzy"),
        ("我养山羊。克拉拉每周六吹双簧管。", "克拉拉每周六吹双簧管"),
    ],
)
def test_a_sentence_of_its_own_is_no_detail(message: str, left: str) -> None:
    """What is surely a statement, of another subject than the one before it, stands by itself."""
    language = "zh" if left[0] > "z" else "en"
    found = read(message, language, ScriptedJudge(judgements={left: kept(about=SentenceSubject.OTHER)}))
    assert len(found.statements) == 2
