"""Questions asked of memories that hold the answer, and of ones that do not: what a calibration is fitted on."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

import mnemic
from evals.evidence import turns_of
from evals.loaders import Asked, Conversation
from mnemic.api.memory import UserMemory
from mnemic.ports import Embedder

DEPTH = 8  # hits of a search, as it is by default
STRANGERS = 20  # questions of other conversations asked of each
REMARKS = 10  # things said in other conversations, asked as if they were questions
REMARK_CHARACTERS_MIN = 12
SESSIONS_SMALL = (1, 3)  # sizes of the small memories, in sessions


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """One question asked of one memory."""

    conversation: int  # whose memory it is: samples of one are never on both sides of a fold
    group: str  # how memory and question were brought together
    language: str
    signs: Mapping[str, float]
    first: bool  # the best hit answers
    found: bool  # one of the first DEPTH hits does
    held: bool  # some turn of the memory does


def samples(talks: Sequence[Conversation], embedder: Embedder, seed: int = 7) -> Iterator[Sample]:
    """Every question of every conversation, asked of

    whole      its conversation: most have an answer there, those written to have none do not
    without    its conversation less the turns that answer it
    stranger   another conversation
    remark     nothing: what was said in another conversation, as a chat hands over every message
    small      one session or three of its conversation, whether they hold the answer or not
    """
    chance = random.Random(seed)
    for number, talk in enumerate(talks):
        with remembered(talk, embedder) as user:
            yield from (_sample(user, asked, number, "whole", talk) for asked in talk.questions)
            others = [asked for other in talks if other is not talk for asked in other.questions if asked.turns]
            for asked in chance.sample(others, STRANGERS) if others else ():
                yield _sample(user, asked, number, "stranger", talk)
            remarks = [text for other in talks if other is not talk for text in _remarks(other)]
            for text in chance.sample(remarks, REMARKS) if remarks else ():
                yield _sample(user, _remark(text, talk), number, "remark", talk)
        answerable = [asked for asked in talk.questions if asked.turns]
        for part in (answerable[::2], answerable[1::2]):
            gone = frozenset(turn for asked in part for turn in asked.turns)
            with remembered(talk, embedder, without=gone) as user:
                yield from (_sample(user, asked, number, "without", talk, gone=gone) for asked in part)
        for size in SESSIONS_SMALL:
            names = list(talk.sessions)
            for first in range(0, len(names) - size + 1, 5):
                kept = frozenset(names[first : first + size])
                gone = frozenset(turn for turn, session in talk.owner.items() if session not in kept)
                inside = [asked for asked in answerable if asked.turns and not asked.turns & gone]
                outside = [asked for asked in answerable if asked.turns <= gone]
                with remembered(talk, embedder, without=gone) as user:
                    for asked in (*inside, *chance.sample(outside, min(len(outside), len(inside)))):
                        yield _sample(user, asked, number, "small", talk, gone=gone)


@contextmanager
def remembered(talk: Conversation, embedder: Embedder, without: frozenset[str] = frozenset()) -> Iterator[UserMemory]:
    """A memory of a conversation, less some turns."""
    with mnemic.open(":memory:", embedder=embedder, background=False, answer_min=0.0) as opened:
        user = opened.user("u1")
        for session, messages in talk.sessions.items():
            kept = [message for message in messages if message["id"] not in without]
            if kept:
                user.add(kept, session=session)
        yield user


def _remarks(talk: Conversation) -> list[str]:
    said = [message for messages in talk.sessions.values() for message in messages if message["role"] == "user"]
    return [message["content"] for message in said if len(message["content"]) >= REMARK_CHARACTERS_MIN]


def _remark(text: str, talk: Conversation) -> Asked:
    """A remark handed over at the time the conversation's questions are asked."""
    return replace(talk.questions[0], text=text, turns=frozenset(), sessions=frozenset())


def _sample(
    user: UserMemory, asked: Asked, number: int, group: str, talk: Conversation, gone: frozenset[str] = frozenset()
) -> Sample:
    hits = user.search(asked.text, k=DEPTH, at=asked.at)
    answers = (asked.turns - gone) if group in ("whole", "without", "small") else frozenset[str]()
    return Sample(
        conversation=number,
        group="unanswerable" if group == "whole" and not asked.turns else group,
        language=talk.language,
        signs=hits.trace.signs,
        first=bool(hits) and bool(answers.intersection(hits[0].turns)),
        found=bool(answers.intersection(turns_of(hits))),
        held=bool(answers),
    )
