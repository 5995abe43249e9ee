"""What a user's message says of the answer it follows (R13): "exactly", "不是这个意思", a thumb up.

A verdict stands at the head of a sentence, or fills it; what reports somebody's words, asks, or only begins like a
verdict ("exactly how much", 不对称) is none. Politeness is none either. After a question of the assistant's, a bare yes
or no answers that question.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from mnemic.writing.reply_feedback import chinese, english
from mnemic.writing.reply_feedback.feedback_rules import (
    CHARACTERS_MAX,
    CONFIDENCE_MIN,
    AnswerEnding,
    FeedbackPolarity,
    FeedbackRule,
    ReplyFeedback,
    ReplySentence,
    fold_width,
    reply_sentences,
)

__all__ = ["CONFIDENCE_MIN", "FeedbackPolarity", "ReplyFeedback", "find_reply_feedback"]

FEEDBACK_RULES: Sequence[FeedbackRule] = (*chinese.CHINESE_FEEDBACK_RULES, *english.ENGLISH_FEEDBACK_RULES)


def find_reply_feedback(text: str, *, answer: str) -> ReplyFeedback | None:
    """What a message says of the assistant's answer right before it; None where it says nothing of it.

    Args:
        text: the user's message.
        answer: the assistant's message it follows; "" where there is none, and then there is no verdict.
    """
    if not answer.strip() or not text.strip():
        return None
    read = fold_width(text[:CHARACTERS_MAX])
    after = _after(fold_width(answer))
    found = [one for place, part in enumerate(reply_sentences(read)) if (one := _of(part, place, after, text))]
    if not found:
        return None
    first = found[0]
    alike = [one for one in found if one.leaning is first.leaning]
    about = next((one.about for one in alike if one.about != "answer"), first.about)
    return ReplyFeedback(
        leaning=first.leaning,
        quote=first.quote,
        start=first.start,
        end=first.end,
        about=about,
        lasting=any(one.lasting for one in alike),
        confidence=max(one.confidence for one in alike),
    )


def _after(answer: str) -> AnswerEnding:
    """What the answer leaves the user to say."""
    last = answer.strip()
    if english.ends_with_offer(last) or chinese.ends_with_offer(last):
        return AnswerEnding.OFFER
    if english.ends_with_check(last) or chinese.ends_with_check(last):
        return AnswerEnding.CHECK
    asks = last.rstrip(" \"')】」").endswith("?") or chinese.asks_question(last)
    return AnswerEnding.QUESTION if asks else AnswerEnding.STATEMENT


def _of(sentence: ReplySentence, place: int, after: AnswerEnding, text: str) -> ReplyFeedback | None:
    """The verdict a sentence gives: by the first rule that fits at its head, or at the head of a later clause."""
    if sentence.asks or chinese.asks_question(sentence.text) or english.reports_speech(sentence.text):
        return None
    for start in (*sentence.heads, *sentence.later):
        for rule in FEEDBACK_RULES:
            if (place or start not in sentence.heads) and not rule.plain:
                continue
            if after in rule.after and (match := rule.match(sentence.text, start)) is not None:
                return _found(rule, match, sentence, text)
    return None


def _found(rule: FeedbackRule, match: re.Match[str], sentence: ReplySentence, text: str) -> ReplyFeedback:
    start, end = sentence.start + match.start(), sentence.start + len(match.string[: match.end()].rstrip())
    named = match.groupdict().get("about")
    about = "answer"
    if named is not None:
        about = text[sentence.start + match.start("about") : sentence.start + match.end("about")].strip()
    return ReplyFeedback(
        leaning=rule.leaning,
        quote=text[start:end],
        start=start,
        end=end,
        about=about,
        lasting=rule.lasting,
        confidence=rule.confidence,
    )
