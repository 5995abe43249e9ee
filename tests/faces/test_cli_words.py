"""What the command line says: two catalogues that say the same, and a sentence for whatever the code asks for."""

from __future__ import annotations

import ast
import gettext
import io
import re
from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

from mnemic.domain.action import Permission
from mnemic.domain.diagnosis import Check, Repair, Severity
from mnemic.domain.rollback import SourceGrouping
from mnemic.domain.upkeep import Job
from mnemic.faces import cli
from mnemic.faces.cli.app import COMMANDS, NAME, ROOMS, build
from mnemic.faces.words import CATALOGUES, LOCALES, Language, Words
from mnemic.safety.audit.verification import AuditFault
from tests.tables import nonempty

WAY_OUT = re.compile(r"doctor\.way\..+")  # in English the finding itself says it, in Chinese the catalogue does
TREES = [ast.parse(path.read_text(encoding="utf-8")) for path in sorted(Path(cli.__file__).parent.glob("*.py"))]


def catalogue(language: Language) -> Catalog:
    """The catalogue a translator edits."""
    place = CATALOGUES / LOCALES[language] / "LC_MESSAGES" / "mnemic.po"
    return read_po(io.BytesIO(place.read_bytes()), locale=LOCALES[language], abort_invalid=True)


def texts(language: Language) -> dict[tuple[str | None, str], Message]:
    """Its messages by context and key."""
    return {(one.context, key_of(one)): one for one in catalogue(language) if one.id}


def key_of(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]  # the same in all its forms


def forms(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


def values(text: str) -> set[str]:
    """What a text names to be filled in."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("language", list(Language))
def test_what_is_shipped_is_what_is_written(language: Language) -> None:
    """The compiled catalogue holds what the written one says: `make words` was not forgotten."""
    place = CATALOGUES / LOCALES[language] / "LC_MESSAGES" / "mnemic.mo"
    with place.open("rb") as file:
        shipped = {(one.context, key_of(one)): forms(one) for one in read_mo(file) if one.id}
    assert shipped == {key: forms(one) for key, one in texts(language).items()}


def test_both_languages_have_the_same_keys_and_values() -> None:
    """Every text is there in both languages, in the forms its language has, with the same values to be filled in."""
    english, chinese = texts(Language.ENGLISH), texts(Language.CHINESE)
    assert set(english) == set(chinese)
    assert len(english) > 600
    wrong = []
    for key, one in english.items():
        twin = chinese[key]
        named = [values(text) for text in (*forms(one), *forms(twin))]
        same = all(found == named[0] for found in named) or WAY_OUT.fullmatch(key[1])
        plural = not isinstance(one.id, str)
        counts = (len(forms(one)), len(forms(twin))) == ((2, 1) if plural else (1, 1))
        whole = all(forms(one)) and all(forms(twin)) and not one.fuzzy and not twin.fuzzy
        if not (same and counts and whole and plural == ("count" in named[0] and key[0] is None)):
            wrong.append(key)
    assert wrong == []


def test_what_the_code_asks_for_is_written() -> None:
    """Every sentence and heading that is named where something is said has a text."""
    written = {key for context, key in texts(Language.ENGLISH) if context is None}
    asked = set(named())
    assert len(asked) > 150
    assert asked - written == set()


def test_no_sentence_is_left_over() -> None:
    """Every sentence is named somewhere in the code, whole or by how it begins."""
    literal = {node.value for tree in TREES for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    begun = [pattern(node) for tree in TREES for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)]
    sentences = [key for context, key in texts(Language.ENGLISH) if context is None]
    left = [key for key in sentences if key not in literal and not any(one and one.fullmatch(key) for one in begun)]
    assert left == []


def test_no_help_is_left_over() -> None:
    """Every text about a command or a parameter belongs to one there is."""
    whole = build(Words(Language.ENGLISH))
    used: set[tuple[str | None, str]] = {("command", NAME)} | {("parameter", one.name) for one in whole.params}
    for name in (*COMMANDS, *ROOMS):
        command = whole.commands[name]
        for path, one in (
            (name, command),
            *((f"{name} {verb}", command.commands[verb]) for verb in ROOMS.get(name, ())),
        ):
            used.add(("command", path))
            names = [parameter.name for parameter in one.params] + ["help"]
            used |= {("parameter", key) for given in names for key in (given, f"{path}.{given}", f"{name}.{given}")}
    assert {key for key in texts(Language.ENGLISH) if key[0] is not None} - used == set()


FAMILIES: dict[str, Iterable[Enum | str]] = {
    "doctor": Check,
    "doctor.way": Check,
    "repair": Repair,
    "severity": Severity,
    "source.by": SourceGrouping,
    "audit.fault": AuditFault,
    "job": Job,
    "api-key": ("active", "expired", "revoked"),
    "action": Permission,
    "rollback": ("retracted", "revised", "reopened"),
    "speed": ("open", "first", "later", "context"),
}


@pytest.mark.parametrize("family", FAMILIES)
def test_families_are_whole(family: str) -> None:
    """What is said of each member of a kind is there for every member."""
    written = {key for context, key in texts(Language.ENGLISH) if context is None}
    members = {f"{family}.{one.value if isinstance(one, Enum) else one}" for one in FAMILIES[family]}
    assert members
    assert members - written == set()


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (Language.ENGLISH, ["0 turns are back in the queue.", "1 turn is back in the queue."]),
        (Language.CHINESE, ["0 条消息已放回队列。", "1 条消息已放回队列。"]),
    ],
)
def test_a_count_chooses_the_form(language: Language, said: list[str]) -> None:
    """One of a thing is spoken of as one, where the language has a form for it."""
    assert [Words(language).say("retried", count=count) for count in (0, 1)] == said


def test_what_is_not_written_is_an_error() -> None:
    """A key without a text is refused instead of printed; so is a text whose value was not given."""
    words = Words(Language.ENGLISH)
    asked: list[Callable[[], str]] = [
        lambda: words.say("no.such"),
        lambda: words.say("none.such", count=2),
        lambda: words.say("error"),
        lambda: words.help("no-such"),
        lambda: words.help("search", "no_such"),
    ]
    for ask in nonempty(asked):
        with pytest.raises(KeyError):
            ask()


def test_help_of_a_parameter_is_the_nearest() -> None:
    """A command's own text goes before its room's, and that before the one all commands share."""
    words = Words(Language.ENGLISH)
    assert words.help("task start", "id") == "An id of your own. Default: a new one."
    assert words.help("task show", "id") == "Id of the task, or its first characters."
    assert words.help("show", "id") == "Id of the memory, or its first characters."


def test_the_catalogue_is_gettext() -> None:
    """The standard library alone reads it."""
    found = gettext.translation("mnemic", CATALOGUES, ["zh_CN"])
    assert found.gettext("none") == "没有找到。"


def named() -> Iterator[str]:
    """Keys that stand where something is said: say("..."), note("..."), bar(call, "..."), columns of table(...)."""
    for call in (node for tree in TREES for node in ast.walk(tree) if isinstance(node, ast.Call)):
        function = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        place = {"say": 0, "note": 0, "table": 0, "bar": 1, "changed": 2}.get(function)
        if place is not None and len(call.args) > place:
            yield from (
                node.value
                for node in ast.walk(call.args[place])
                if isinstance(node, ast.Constant) and isinstance(node.value, str)
                if not isinstance(call.args[place], ast.JoinedStr)
            )


def pattern(text: ast.JoinedStr) -> re.Pattern[str] | None:
    """What a key looks like that is put together behind a beginning such as `job.`; None where it is none."""
    first = text.values[0]
    if not isinstance(first, ast.Constant) or not re.fullmatch(r"[a-z.-]+\.", str(first.value)):
        return None
    return re.compile(
        "".join(re.escape(str(part.value)) if isinstance(part, ast.Constant) else ".+" for part in text.values)
    )
