"""Every statement names its user: of all that SQL is asked while everything is done that can be done."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from mnemic.api.memory import OpenMemory, UserMemory
from mnemic.domain.scope import Scope
from mnemic.errors import MnemicError
from mnemic.ports import Reader, Writer
from mnemic.stores.sql.sqlite import SqliteStore
from mnemic.stores.vectors.exact import ExactVectors
from tests.conftest import Ticking, assembled
from tests.isolation.statements import (
    ABOUT_EVERYBODY,
    ABOUT_NOBODY,
    ABOUT_THE_TENANT,
    TABLES,
    Asked,
    Listening,
    excused,
    lacking,
    listening,
    strangers,
)
from tests.isolation.stores import LOCK_WAIT_S
from tests.isolation.verbs import BY_ID, BY_NAME, BY_WORDS, WHOLE
from tests.isolation.world import Ids, Resident, beneath, note_ids, plant

SCOPE = Scope("zuq-the-tenant", "zuq-the-user")
OTHER = Scope("zuq-the-tenant", "zuq-the-other")


class Telling(SqliteStore):
    """The memory file, telling whoever listens whose transaction is open."""

    heard: Listening | None = None

    @contextmanager
    def reading(self, scope: Scope) -> Iterator[Reader]:
        """A snapshot, announced."""
        with super().reading(scope) as reader, self._announced(scope):
            yield reader

    @contextmanager
    def writing(self, scope: Scope) -> Iterator[Writer]:
        """A transaction, announced."""
        with super().writing(scope) as writer, self._announced(scope):
            yield writer
            writer.flush()  # type: ignore[attr-defined]

    @contextmanager
    def _announced(self, scope: Scope) -> Iterator[None]:
        if self.heard is None:
            yield
            return
        before, self.heard.scope = self.heard.scope, scope
        try:
            yield
        finally:
            self.heard.scope = before


def everything_done(memory: OpenMemory, clock: Ticking, folder: Path) -> None:
    """Whatever can be done to one user's memory, beside another user who has the like."""
    store = memory._core.parts.store
    for number, scope in enumerate((OTHER, SCOPE)):
        one = Resident(scope=scope, number=number + 21)
        user = memory.user(scope.user)
        plant(user, one)
        beneath(store, one)
        note_ids(store, one)
        user.add([f"I like the {place} park." for place in ("old", "new", "big")], session="later", wait=False)
    clock.advance(days=40)
    memory.run_due()
    _verbs(user, one)
    user.upkeep.sweep()
    user.upkeep.consolidate()
    user.upkeep.decay()
    user.profile.refresh()
    user.transfer.export(folder / "own.jsonl", vectors=True)
    memory.user("zuq-the-third").transfer.import_(folder / "own.jsonl")
    user.transfer.import_(folder / "own.jsonl")
    memory.doctor(user=SCOPE.user, repair=True)
    user.forget(session="later")
    user.forget(everything=True)
    memory.user("zuq-the-third").forget(everything=True)


def _verbs(user: UserMemory, one: Resident) -> None:
    """Every verb, with ids of the user's own and with ids of nobody's."""
    for sort, id in [*one.named, ("nobody's", "nobody")]:
        for verb in BY_ID:
            if not verb.endswith("forget") or sort in ("skill", "nobody's"):
                _tried(lambda verb=verb, id=id: BY_ID[verb](user, id))
    for name in (one.word("session"), "nobody"):
        for verb in BY_NAME:
            _tried(lambda verb=verb, name=name: BY_NAME[verb](user, name))
    for verb in BY_WORDS:
        _tried(lambda verb=verb: BY_WORDS[verb](user, one.word("home")))
    for verb in WHOLE:
        _tried(lambda verb=verb: WHOLE[verb](user))


def _tried(call: object) -> None:
    try:
        call()  # type: ignore[operator]
    except MnemicError:
        return


@pytest.fixture(scope="module")
def heard(tmp_path_factory: pytest.TempPathFactory) -> list[Asked]:
    """All that SQL was asked in the scenario."""
    folder, clock = tmp_path_factory.mktemp("statements"), Ticking()
    store = Telling.open(folder / "memory.db", lock_wait_s=LOCK_WAIT_S)
    assert isinstance(store, Telling)
    with listening(store._engine) as found:
        store.heard = found
        with assembled(store, clock=clock, new_id=Ids(3), tenant=SCOPE.tenant, index=ExactVectors()) as memory:
            everything_done(memory, clock, folder)
    return found.asked


def test_every_statement_names_its_user(heard: list[Asked]) -> None:
    """Each table in each statement is held to one tenant and one user, in what is read and in what is written; but for
    those of the worker, the doctor and the trail, which are named one by one."""
    named = {**ABOUT_NOBODY, **ABOUT_EVERYBODY, **ABOUT_THE_TENANT}
    wrong = {one.statement: list(lacking(one)) for one in heard if not excused(one.statement, named)}
    assert {statement: lack for statement, lack in wrong.items() if lack} == {}


def test_every_statement_names_whose_transaction_it_is(heard: list[Asked]) -> None:
    """What is bound to it is the user of the transaction: never another's, never nobody's."""
    named = {**ABOUT_NOBODY, **ABOUT_THE_TENANT}
    ours = [(one, one.scope) for one in heard if one.scope is not None and not excused(one.statement, named)]
    assert [(one.statement, row) for one, scope in ours for row in strangers(one, scope)] == []


def test_the_trail_is_the_tenants(heard: list[Asked]) -> None:
    """Its statements name the tenant of the transaction, and not even the user of it."""
    trail = [(one, one.scope) for one in heard if one.scope is not None and excused(one.statement, ABOUT_THE_TENANT)]
    assert trail
    for one, scope in trail:
        assert all(scope.tenant in row and scope.user not in row for row in one.bound)


def test_what_is_about_everybody_is_asked_by_nobody(heard: list[Asked]) -> None:
    """The worker's and the doctor's statements are sent outside of any user's transaction, and give names alone."""
    asked = {(one.statement, one.scope) for one in heard if excused(one.statement, ABOUT_EVERYBODY)}
    assert {scope for _, scope in asked} <= {None}
    assert all(
        re.match(r"SELECT (DISTINCT )?(\w+\.tenant, \w+\.user_id|count.*) FROM", statement) for statement, _ in asked
    )


def test_the_scenario_is_broad(heard: list[Asked]) -> None:
    """Every table was read, written and cleared in it, or the law above says little."""
    text = "\n".join({one.statement for one in heard})
    for table in TABLES:
        assert f"FROM {table}" in text or f"JOIN {table}" in text, table
        assert f"INSERT INTO {table}" in text, table


def test_no_statement_goes_through_rows_of_others(heard: list[Asked], tmp_path: Path) -> None:
    """As SQLite plans them, statements find a user's rows by keys that begin with tenant and user: how long they take
    does not hang on what others have."""
    store = SqliteStore.open(tmp_path / "plans.db", lock_wait_s=LOCK_WAIT_S)
    slow = {}
    with store._connection("") as connection:
        for one in {one.statement: one for one in heard if one.scope is not None}.values():
            if excused(one.statement, ABOUT_NOBODY) or one.statement.startswith("INSERT"):
                continue
            bound = tuple(one.bound[0])
            lines = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {one.statement}", bound).all()
            if through := [line[3] for line in lines if _goes_through(line[3])]:
                slow[one.statement] = through
    store.close()
    assert slow == {}


def _goes_through(step: str) -> bool:
    """Whether a step of a plan reads rows of others."""
    words = step.split()
    if words[:1] == ["SCAN"]:
        return words[1] in TABLES
    return words[:1] == ["SEARCH"] and words[1] in TABLES and "tenant=? AND user_id=?" not in step


def test_the_law_can_be_broken() -> None:
    """Statements that forget the user, name half of it, or bind another's are found."""
    for statement in (
        "SELECT memories.text FROM memories WHERE memories.id = ?",
        "SELECT memories.text FROM memories WHERE memories.tenant = ? AND memories.id = ?",
        "SELECT turns.id FROM memories, turns WHERE memories.tenant = ? AND memories.user_id = ?",
        "UPDATE turns SET state=? WHERE turns.session = ? AND turns.id = ?",
        "DELETE FROM votes WHERE votes.answer IN (?)",
        "INSERT INTO links (source, target) VALUES (?, ?)",
    ):
        assert list(lacking(Asked(statement=statement, bound=[], scope=None))) != []
    other = Asked(statement="SELECT 1", bound=[(OTHER.tenant, OTHER.user)], scope=SCOPE)
    assert list(strangers(other, SCOPE)) == [(OTHER.tenant, OTHER.user)]
    assert not _goes_through("SEARCH memories USING INDEX pk (tenant=? AND user_id=? AND id=?)")
    assert _goes_through("SCAN memories USING INDEX ix")
