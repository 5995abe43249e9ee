"""Where a habit would stand among statements: its slot, as the rules read it, and the words a statement shares."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, tzinfo

from mnemic.domain.cached import cached
from mnemic.domain.record import Slot
from mnemic.language import detect
from mnemic.reader import en, zh
from mnemic.reader.en.keys import activity_key
from mnemic.reader.statement import USER, MessageSetting
from mnemic.rooms.habits.talk.act import SIDE_WORDS, Act, ActForm, ActKind
from mnemic.rooms.habits.talk.readers import reader_of

_FIRST_PERSON = {
    ("en", ActKind.WISH, ActForm.NOUN): "I prefer {said}.",
    ("zh", ActKind.WISH, ActForm.NOUN): "我喜欢{said}",
    ("zh", ActKind.DEED, ActForm.PAST): "我经常{said}",
}
_READERS = {"zh": zh.read_chinese, "en": en.read_english}


@cached(maxsize=20_000)
def statement_content(text: str) -> frozenset[str]:
    """The content words of a statement, as those of an act are read."""
    reader = reader_of(detect.language(text))
    return frozenset(reader.content_words(text)) if reader is not None else frozenset()


def covers_act(text: str, act: Act) -> bool:
    """Whether a statement holds everything that an act is about."""
    return act.core - SIDE_WORDS <= statement_content(text) and (
        not act.verb or bool(act.core) or act.verb in statement_content(text)
    )


def habit_slot(act: Act, language: str, now: datetime, zone: tzinfo) -> Slot:
    """The slot a habit fills: the one that the user's own word for it would fill, where the rules know one. What is
    done stands beside what else is done; what is asked for has one value where a statement of it has."""
    frame = _FIRST_PERSON.get((language, act.sort, act.form))
    if frame is not None:
        reading = _READERS[language](frame.format(said=act.said), MessageSetting(said=now, zone=zone))
        for statement in reading.statements:
            if statement.slot is not None and statement.slot.subject == USER and statement.slot.polarity > 0:
                return replace(statement.slot, single=statement.slot.single and act.sort is ActKind.WISH)
    group = "default" if act.sort is ActKind.WISH else "habit"
    about = (activity_key(act.said) if language == "en" and act.sort is ActKind.DEED else "") or " ".join(
        sorted(act.core)
    )
    return Slot(subject=USER, attribute=f"{group}:{about}", value=act.said.casefold())
