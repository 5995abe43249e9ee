"""What cannot be used is refused in words that name it and the way out, and nothing of it is stored."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

import mnemic
from mnemic.api.memory import OpenMemory, UserMemory
from mnemic.errors import (
    ConfirmationRequired,
    InvalidInput,
    InvalidMessage,
    InvalidMetadata,
    InvalidQuery,
    InvalidScope,
    InvalidSetting,
    InvalidTime,
    LimitExceeded,
    MemoryNotFound,
    MnemicError,
    NewerFile,
    NotAMemoryFile,
    StoreClosed,
    StoreUnavailable,
)
from mnemic.models.hashing import HashingEmbedder
from mnemic.ports import Vectors
from mnemic.stores.inmemory.store import InMemoryStore
from mnemic.stores.sql.sqlite import SqliteStore
from tests.conftest import assembled

CIRCULAR: dict[str, Any] = {}
CIRCULAR["self"] = CIRCULAR
NAIVE = datetime(2026, 3, 2, 9)  # noqa: DTZ001 - that it has no zone is the point

MESSAGES: list[tuple[Any, type[MnemicError], str]] = [
    ("", InvalidMessage, "blank"),
    (" \n\t", InvalidMessage, "blank"),
    ("\u200b\u2060\ufeff", InvalidMessage, "blank"),
    ("\u3000", InvalidMessage, "blank"),
    (None, InvalidMessage, "None"),
    (7, InvalidMessage, "7"),
    (b"bytes", InvalidMessage, "bytes"),
    ([7], InvalidMessage, "Message 1.*7"),
    (["fine", ""], InvalidMessage, "Message 2.*blank"),
    ("x" * 1_000_000, LimitExceeded, "1,000,000.*100,000.*text_characters_max"),
    ("half \0 half", InvalidMessage, "NUL.*position 5.*remove"),
    ("half \ud83d", InvalidMessage, "surrogate.*position 5"),
    ({"content": None}, InvalidMessage, "NoneType"),
    ({"role": "user"}, InvalidMessage, "text"),
    ({"role": "alien", "content": "hi"}, InvalidMessage, "'alien'.*assistant"),
    ({"role": None, "content": "hi"}, InvalidMessage, "None.*assistant"),
    ({"content": "hi", "colour": "red"}, InvalidMessage, "'colour'.*metadata"),
    ({"content": "hi", "time": NAIVE}, InvalidTime, r"2026-03-02.*zone.*\+08:00"),
    ({"content": "hi", "time": "2026-03-02T09:00"}, InvalidTime, "zone"),
    ({"content": "hi", "time": "next week"}, InvalidTime, "'next week'.*ISO 8601"),
    ({"content": "hi", "time": 1_700_000_000}, InvalidTime, "1700000000"),
    ({"content": "hi", "time": "0001-01-01T00:00:00+23:00"}, InvalidTime, "years"),
    ({"content": "hi", "id": " "}, InvalidScope, "id is blank"),
    ({"content": "hi", "id": 7}, InvalidScope, "7"),
    ({"content": "hi", "name": "a\nb"}, InvalidScope, r"\\n"),
    ({"content": "hi", "metadata": {"a": {1}}}, InvalidMetadata, "JSON"),
    ({"content": "hi", "metadata": {"a": float("nan")}}, InvalidMetadata, "JSON"),
    ({"content": "hi", "metadata": {1: "a"}}, InvalidMetadata, "text keys"),
    ({"content": "hi", "metadata": {"a": {1: "b"}}}, InvalidMetadata, "text"),
    ({"content": "hi", "metadata": {"a": "\ud83d"}}, InvalidMetadata, "surrogate"),
    ({"content": "hi", "metadata": CIRCULAR}, InvalidMetadata, "JSON"),
    ({"content": "hi", "metadata": "text"}, InvalidMetadata, "text"),
    ({"content": "hi", "metadata": {"a": "x" * 20_000}}, LimitExceeded, "16,384.*metadata_bytes_max"),
    ({"content": "hi", "tool_calls": "call"}, InvalidMessage, "tool_calls"),
    ({"content": "hi", "tool_calls": [{"a": {1}}]}, InvalidMetadata, "JSON"),
    ({"content": "hi", "tool_call_id": 7}, InvalidInput, "tool_call_id.*7"),
    ({"content": [{"type": "text", "text": " "}]}, InvalidMessage, "blank"),
    ({"content": [7]}, InvalidMessage, "7|blank"),
]


@pytest.mark.parametrize(("messages", "error", "words"), MESSAGES, ids=[str(n) for n in range(len(MESSAGES))])
@pytest.mark.parametrize("dry_run", [False, True])
def test_messages_that_cannot_be_used(
    alice: UserMemory, messages: Any, error: type[MnemicError], words: str, dry_run: bool
) -> None:
    """Add refuses them, and nothing of the whole list is stored."""
    with pytest.raises(error, match=f"(?s){words}"):
        alice.add(messages, dry_run=dry_run)
    assert alice.stats().turns == 0
    assert alice.sessions() == []


NAMES: list[Any] = [None, "", " ", "\u200b", "\u3000", 7, "x" * 300, "two\nlines", "a\0b", "half \ud83d"]


@pytest.mark.parametrize("name", NAMES, ids=[ascii(name)[:12] for name in NAMES])
def test_names_that_cannot_be_used(opened: OpenMemory, name: Any) -> None:
    """No user, agent, session, task or tenant can have them."""
    alice = opened.user("alice")
    tries: list[Callable[[], object]] = [lambda: opened.user(name), lambda: alice.turns(name)]
    if name is not None:
        tries += [
            lambda: opened.user("alice", agent=name),
            lambda: alice.add("hi", session=name),
            lambda: alice.add("hi", task=name),
            lambda: alice.search("hi", session=name),
            lambda: alice.search("hi", task=name),
            lambda: alice.context("hi", session=name),
            lambda: alice.list(session=name),
            lambda: alice.forget(session=name),
            lambda: assembled(InMemoryStore(), tenant=name).user("alice"),
        ]
    for attempt in tries:
        with pytest.raises(InvalidInput) as caught:
            attempt()
        assert isinstance(caught.value, InvalidScope | LimitExceeded | InvalidSetting)
        assert repr(name) in str(caught.value) or "300" in str(caught.value)
    assert alice.stats().turns == 0


QUESTIONS: list[tuple[dict[str, Any], type[MnemicError], str]] = [
    ({"query": ""}, InvalidQuery, "blank"),
    ({"query": "  \n"}, InvalidQuery, "blank"),
    ({"query": None}, InvalidQuery, "None"),
    ({"query": 7}, InvalidQuery, "7"),
    ({"query": "\u3000\u200b"}, InvalidQuery, "blank"),
    ({"query": "\u200b"}, InvalidQuery, "visible"),
    ({"query": "x" * 200_000}, LimitExceeded, "200,000.*100,000"),
    ({"k": 0}, InvalidQuery, "1 to 200.*0"),
    ({"k": -1}, InvalidQuery, "-1"),
    ({"k": 10**9}, InvalidQuery, "results_max"),
    ({"k": True}, InvalidQuery, "True"),
    ({"k": 2.5}, InvalidQuery, "2.5"),
    ({"kinds": ["preference", "mood"]}, InvalidQuery, "'mood'.*preference"),
    ({"kinds": "mood"}, InvalidQuery, "'mood'.*preference"),
    ({"kinds": 7}, InvalidQuery, "int.*preference"),
    ({"recipe": "stew"}, InvalidQuery, "'stew'.*balanced"),
    ({"recipe": ["balanced"]}, InvalidQuery, "balanced"),
    ({"as_of": "yesterday"}, InvalidTime, "as_of 'yesterday'.*ISO 8601"),
    ({"known_at": NAIVE}, InvalidTime, "known_at.*zone"),
    ({"at": 7}, InvalidTime, "at.*7"),
]


@pytest.mark.parametrize(("given", "error", "words"), QUESTIONS, ids=[str(n) for n in range(len(QUESTIONS))])
def test_questions_that_cannot_be_asked(
    alice: UserMemory, given: dict[str, Any], error: type[MnemicError], words: str
) -> None:
    """Search refuses them, with an empty memory and a full one alike, and the embedder is never asked."""
    for _ in range(2):
        with pytest.raises(error, match=f"(?s){words}"):
            alice.search(**({"query": "tea?"} | given))
        alice.add("I like tea.")


@pytest.mark.parametrize("query", ["", " \n", None, "\u3000\u200b"])
def test_a_blank_question_never_reaches_the_embedder(query: Any) -> None:
    """A blank question is refused before anything is embedded, by every verb that asks."""

    class Deaf(HashingEmbedder):
        """Nobody may ask it."""

        def questions(self, texts: Sequence[str]) -> Vectors:
            """Fails the test."""
            raise AssertionError(texts)

    with assembled(InMemoryStore(), embedder=Deaf()) as memory:
        user = memory.user("alice")
        id = user.add("I like hiking").ids[0]
        for verb in (user.search, user.context, lambda query: user.why_not(id, query)):
            with pytest.raises(InvalidQuery, match="visible"):
                verb(query)


@pytest.mark.parametrize("budget", [-1, 2.5, True, None, "much"])
def test_budgets_that_cannot_be_kept(alice: UserMemory, budget: Any) -> None:
    """A budget is a number of tokens from 0 up."""
    with pytest.raises(InvalidQuery, match=re.escape(repr(budget))):
        alice.context("tea?", budget=budget)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"limit": 0}, "limit.*0"),
        ({"limit": -1}, "limit.*-1"),
        ({"limit": True}, "limit.*True"),
        ({"limit": "ten"}, "limit.*'ten'"),
        ({"offset": -1}, "offset.*-1"),
        ({"offset": None}, "offset.*None"),
        ({"status": "asleep"}, "'asleep'.*dormant"),
        ({"status": None}, "None.*dormant"),
        ({"kinds": ["mood"]}, "'mood'.*preference"),
    ],
)
def test_lists_that_cannot_be_had(alice: UserMemory, given: dict[str, Any], words: str) -> None:
    """List names what it cannot use, and what there is."""
    with pytest.raises(InvalidQuery, match=words):
        alice.list(**given)


@pytest.mark.parametrize(
    "act",
    [
        lambda user, id: user.get(id),
        lambda user, id: user.history(id),
        lambda user, id: user.update(id, "mine", confirmed=True),
        lambda user, id: user.confirm(id),
        lambda user, id: user.reject(id),
        lambda user, id: user.forget(id, confirmed=True),
        lambda user, id: user.why_not(id, "tea?"),
    ],
    ids=["get", "history", "update", "confirm", "reject", "forget", "why_not"],
)
def test_ids_of_others_are_nobodys(opened: OpenMemory, act: Callable[[UserMemory, Any], object]) -> None:
    """Another user's id, another agent's, a made-up one and no id at all: this user has no such memory."""
    bob = opened.user("bob")
    id = bob.add("I like tea.").ids[0]
    for stranger in (opened.user("alice"), opened.user("BOB"), opened.user("bob", agent="travel")):
        with pytest.raises(MemoryNotFound, match=id):
            act(stranger, id)
    for wrong in ("nothing", "", "%", "' OR 1=1 --", 7, "\ud83d"):
        with pytest.raises(MemoryNotFound):
            act(bob, wrong)
    assert bob.get(id).text == "The user likes tea."
    assert len(bob.history(id)) == 1


@pytest.mark.parametrize(
    ("text", "error"),
    [("", InvalidMessage), (None, InvalidMessage), ("a\0", InvalidMessage), ("x" * 200_000, LimitExceeded)],
)
def test_updates_that_cannot_be_made(alice: UserMemory, text: Any, error: type[MnemicError]) -> None:
    """A memory keeps its words when the new ones cannot be used."""
    old = alice.get(alice.add("I like tea.").ids[0])
    with pytest.raises(error, match="The text"):
        alice.update(old.id, text)
    with pytest.raises(InvalidMetadata):
        alice.update(old.id, "I like milk.", metadata={"a": {1}})
    assert alice.get(old.id) == old


def test_forget_wants_one_thing(alice: UserMemory) -> None:
    """Without a target, or with two, nothing is forgotten."""
    id = alice.add("I like tea.").ids[0]
    for given in (
        {},
        {"id": id, "everything": True},
        {"session": "main", "everything": True},
        {"id": id, "session": "s"},
    ):
        with pytest.raises(InvalidInput, match=r"one of an id, session='\.\.\.' or everything=True"):
            alice.forget(**given)
    assert alice.get(id).id == id


def test_permanent_memory_wants_a_word_from_the_user(alice: UserMemory) -> None:
    """Update and forget of permanent memory are refused with the way out."""
    id = alice.add("I'm allergic to peanuts.").ids[0]
    alice.confirm(id)
    with pytest.raises(ConfirmationRequired, match="confirmed=True"):
        alice.update(id, "The user can eat peanuts.")
    with pytest.raises(ConfirmationRequired, match="confirmed=True"):
        alice.forget(id)
    assert alice.get(id).text == "The user is allergic to peanuts."


def test_a_turn_id_is_used_once(alice: UserMemory) -> None:
    """The same id with another text is refused; what was said stays as it was."""
    alice.add({"content": "I like tea.", "id": "t1"})
    with pytest.raises(InvalidMessage, match=r"'t1'.*another text"):
        alice.add([{"content": "I like milk.", "id": "t2"}, {"content": "I like rum.", "id": "t1"}])
    assert [turn.text for turn in alice.turns()] == ["I like tea."]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"colour": "red"}, "'colour'.*settings"),
        ({"zone": "Mars/Olympus"}, "'Mars/Olympus'.*Asia/Shanghai"),
        ({"zone": "../etc"}, "'../etc'"),
        ({"zone": 7}, "7"),
        ({"cache_mb": 0}, "'cache_mb' = 0"),
        ({"cache_mb": "much"}, "'cache_mb' = 'much'"),
        ({"confidence_min": 1.5}, "'confidence_min' = 1.5"),
        ({"embedder": "crystal ball"}, "'crystal ball'.*builtin, hashing"),
    ],
)
def test_settings_that_cannot_be_used(file: Path, given: dict[str, Any], words: str) -> None:
    """Opening names the setting, and makes no file."""
    with pytest.raises(InvalidSetting, match=words):
        mnemic.open(file, **({"embedder": "hashing"} | given))
    assert not file.exists()


@pytest.mark.parametrize("target", ["mysql://host/db", "redis://x", 7, None, "", "  ", "a\0b"])
def test_targets_that_are_no_place(target: Any) -> None:
    """A target is a path, an address of SQLite or PostgreSQL, or :memory:."""
    with pytest.raises(MnemicError, match=r"path|memory\.db"):
        mnemic.open(target, embedder="hashing")


def text_file(file: Path) -> None:
    file.write_text("Dear diary, " * 100, encoding="utf-8")


def somebody_elses(file: Path) -> None:
    with closing(sqlite3.connect(file)) as raw:
        raw.execute("CREATE TABLE memories (id)")
        raw.execute("INSERT INTO memories VALUES (1)")
        raw.commit()


def from_the_future(file: Path) -> None:
    mnemic.open(file, embedder="hashing").close()
    with closing(sqlite3.connect(file)) as raw:
        raw.execute("UPDATE alembic_version SET version_num = '9999'")
        raw.commit()


def folder(file: Path) -> None:
    file.mkdir()


@pytest.mark.parametrize(
    ("make", "error", "words"),
    [
        (text_file, NotAMemoryFile, "Name another path"),
        (somebody_elses, NotAMemoryFile, "another application"),
        (from_the_future, NewerFile, "9999.*pip install --upgrade mnemic"),
        (folder, NotAMemoryFile, "folder"),
    ],
)
def test_files_that_are_not_ours(
    file: Path, make: Callable[[Path], None], error: type[MnemicError], words: str
) -> None:
    """Opening refuses them by name, and leaves every byte as it was."""
    make(file)
    before = file.read_bytes() if file.is_file() else None
    with pytest.raises(error, match=words) as caught:
        mnemic.open(file, embedder="hashing")
    assert str(file) in str(caught.value)
    assert before is None or file.read_bytes() == before


def test_a_missing_folder_is_not_made(tmp_path: Path) -> None:
    """A path in a folder that is not there is refused, naming the folder."""
    with pytest.raises(StoreUnavailable, match=re.escape(f"{tmp_path / 'no'} does not exist")):
        mnemic.open(tmp_path / "no" / "memory.db", embedder="hashing")
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def crammed(file: Path) -> Iterator[OpenMemory]:
    """A memory on a disk with next to no room left."""
    store = SqliteStore.open(file, lock_wait_s=20)
    with assembled(store) as memory:
        memory.user("alice").add("I prefer aisle seats.")
        with store._engine.connect() as connection:  # as long as we are alone the pool has this one only
            pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
            connection.exec_driver_sql(f"PRAGMA max_page_count = {pages + 2}")
        yield memory


def test_a_full_disk_loses_nothing(crammed: OpenMemory) -> None:
    """An add that does not fit is refused as a whole; what was there is still found."""
    user = crammed.user("alice")
    before = user.list(kinds=["preference", "episode"])
    with pytest.raises(StoreUnavailable, match=r"disk is full.*try again"):
        user.add([f"{number} " + "bread and butter " * 1_000 for number in range(20)])
    assert user.list(kinds=["preference", "episode"]) == before
    assert user.stats().turns == 1
    assert user.search("seats")[0].memory.text == "The user prefers aisle seats."


def test_a_closed_memory_says_so(opened: OpenMemory) -> None:
    """After close every verb names the state and the way out; closing again is harmless."""
    alice = opened.user("alice")
    id = alice.add("I like tea.").ids[0]
    alice.search("tea?")
    opened.close()
    opened.close()
    tries: list[Callable[[], object]] = [
        lambda: opened.user("bob"),
        opened.run_due,
        lambda: alice.add("I like milk."),
        lambda: alice.add("I like milk.", dry_run=True),
        lambda: alice.search("tea?"),
        lambda: alice.context("tea?"),
        lambda: alice.get(id),
        lambda: alice.list(),
        lambda: alice.update(id, "x"),
        lambda: alice.history(id),
        lambda: alice.confirm(id),
        lambda: alice.reject(id),
        lambda: alice.forget(id),
        lambda: alice.why_not(id, "tea?"),
        lambda: alice.trace("x"),
        alice.sessions,
        alice.turns,
        alice.stats,
    ]
    for attempt in tries:
        with pytest.raises(StoreClosed, match=r"mnemic\.open"):
            attempt()


@pytest.mark.parametrize("moment", ["9999-12-31T23:59:59Z", "0001-01-01T00:00:00Z"])
@pytest.mark.parametrize("zone", ["Asia/Shanghai", "America/New_York"])
def test_a_time_at_the_edge_leaves_nothing_waiting(moment: str, zone: str) -> None:
    """A time whose calendar cannot be reckoned is refused at the door, or understood; it never blocks the queue."""
    with assembled(InMemoryStore(), zone=zone) as memory:
        user = memory.user("alice")
        for said in (
            "I went to Oslo last year.",
            "明天下午三点我要去看牙医。",
            "I have an appointment tomorrow at 3 pm.",
        ):
            before = user.turns()
            try:
                user.add({"content": said, "time": moment})
            except InvalidTime:
                assert user.turns() == before
        assert user.stats().pending == 0
        memory.user("bob").add("I like tea.", wait=False)
        assert memory.run_due() == 1


def test_no_messages_are_no_mistake(alice: UserMemory) -> None:
    """An empty list adds nothing and says so; it is what a loop over nothing hands in."""
    report = alice.add([])
    assert (report.turns, report.added, report.pending) == ([], [], 0)
    assert alice.stats().turns == 0


def test_times_with_a_zone_are_taken(alice: UserMemory) -> None:
    """The twin of the refusals: the same moment in any zone and either form."""
    moments = ["2026-03-02T09:00:00+08:00", "2026-03-02T01:00:00Z", datetime(2026, 3, 2, 1, tzinfo=UTC)]
    alice.add(
        [{"content": f"This is note {number}.", "time": time} for number, time in enumerate(moments)], infer=False
    )
    assert {memory.said_at for memory in alice.list()} == {datetime(2026, 3, 2, 1, tzinfo=UTC)}
