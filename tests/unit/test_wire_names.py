"""JSON is written by the names of classes, so that writing loads nothing of them: each name is that of a class."""

from __future__ import annotations

from dataclasses import fields

from mnemic.domain.action import ActionCheck
from mnemic.domain.api_key import ApiKey
from mnemic.domain.blob import FileInfo
from mnemic.domain.changes import Entry, FileReport, WriteReport
from mnemic.domain.chat import ChatMessages
from mnemic.domain.diagnosis import Checkup
from mnemic.domain.profile import Profile
from mnemic.domain.query import Context, Recall
from mnemic.domain.questions import Vote
from mnemic.domain.record import Memory
from mnemic.domain.skill import Skill, SkillMatch
from mnemic.domain.start import Start
from mnemic.domain.task import Task
from mnemic.faces.wire import COMPUTED, HIDDEN, OBJECTS
from mnemic.safety.privacy.rules import FilledText

WRITTEN: tuple[type, ...] = (
    Memory,
    WriteReport,
    Context,
    Start,
    ActionCheck,
    Profile,
    Task,
    Skill,
    SkillMatch,
    FileInfo,
)
OTHERS: tuple[type, ...] = (FileInfo, Checkup, Vote, ApiKey, Recall, ChatMessages, FilledText, FileReport, Entry)


def test_every_name_is_that_of_a_class() -> None:
    """Each name in the tables is a class of the library, and each field and attribute is one of it."""
    shapes = {shape.__name__: shape for shape in (*WRITTEN, *OTHERS)}
    assert {*COMPUTED, *HIDDEN, *OBJECTS} == set(shapes)
    missing = [(name, part) for name, parts in COMPUTED.items() for part in parts if not hasattr(shapes[name], part)]
    assert missing == []
    hidden = [(name, part) for name, parts in HIDDEN.items() for part in parts]
    assert [(name, part) for name, part in hidden if part not in {one.name for one in fields(shapes[name])}] == []
    assert len(hidden) == 3
