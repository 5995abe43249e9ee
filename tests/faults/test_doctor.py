"""The doctor (U8): each invariant is broken by hand, and he names that and nothing else; what can be mended he mends.

The memory that is broken has something of everything in it: statements that replaced each other, permanent memory, a
task, a skill, a profile, summaries, a file, feedback, questions on record.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

import mnemic
from mnemic.api.memory import OpenMemory, UserMemory
from mnemic.domain.diagnosis import Check, Checkup, Severity
from mnemic.domain.record import Kind, Tier
from mnemic.domain.scope import Scope
from mnemic.index.vector_graph import GraphFiles
from mnemic.stores.inmemory.store import InMemoryStore
from tests.conftest import Ticking, assembled, sqlite_store
from tests.faults.test_kill import SAID
from tests.health import assert_healthy

TALK = (
    "I prefer aisle seats.",
    "I prefer window seats.",
    "我住在青岛。",
    "我对花生过敏。",
    "My sister Anna lives in Leeds.",
    "How to make tea: boil water, put in the leaves, wait three minutes.",
)
ABC = hashlib.sha256(b"abc").hexdigest()
ALICE = Scope("default", "alice")
Breaking = Callable[[sqlite3.Connection], object]


def furnished(memory: OpenMemory) -> None:
    """Something of everything, for two users; one of them has forgotten something."""
    alice, bob = memory.user("alice"), memory.user("bob")
    for number, text in enumerate(TALK):
        alice.add({"content": text, "id": f"t{number}"}, session="s")
    alice.add({"content": "Kept as it is given, word for word.", "id": "kept"}, session="s", infer=False)
    rule = alice.permanent.propose("Always answer in plain words.", key="style")
    alice.permanent.confirm(rule.id)
    alice.tasks.start("Book the trip to Xiamen", id="trip", values={"seats": 2}, session="s")
    alice.skills.declare("brew tea", steps=["boil water", "put in the leaves"])
    alice.files.add(b"a list of peanuts\nand other nuts\n", name="list.txt", session="s")
    for number in range(60):
        alice.add(
            {"content": f"Line {number} of a long talk about gardens and rain.", "id": f"l{number}"}, session="long"
        )
    alice.session("long").summary()
    alice.profile.refresh()
    hits = alice.search("Which seat do I like?")
    alice.feedback(hits.trace.id, True, ids=[hits[0].memory.id])
    bob.add(["I play the cello.", "I live in Porto."], session="b")
    bob.forget(next(one.id for one in bob.list() if "cello" in one.text))
    memory.run_due()


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A healthy file to be copied."""
    file = tmp_path_factory.mktemp("doctor") / "memory.db"
    with mnemic.open(file, embedder="hashing", background=False) as memory:
        furnished(memory)
    return file


@pytest.fixture
def file(template: Path, tmp_path: Path) -> Path:
    """A healthy file of one's own."""
    return Path(shutil.copy(template, tmp_path / "memory.db"))


def looked_at(file: Path, *, repair: bool = False, user: str | None = None) -> Checkup:
    """What the doctor says of a file."""
    with mnemic.open(file, embedder="hashing", background=False) as memory:
        return memory.doctor(user=user, repair=repair)


def broken(file: Path, breaking: Breaking) -> None:
    """Do something to a file that no program of ours would do."""
    with closing(sqlite3.connect(file)) as raw:
        raw.execute("PRAGMA ignore_check_constraints=ON")
        breaking(raw)
        raw.commit()


def sql(*statements: str) -> Breaking:
    """Statements, of which each must change something."""

    def run(raw: sqlite3.Connection) -> None:
        for statement in statements:
            changed = raw.execute(statement).rowcount
            assert changed != 0, statement

    return run


def of(condition: str) -> str:
    """The id of one of alice's memories."""
    return f"(SELECT id FROM memories WHERE user_id = 'alice' AND {condition} ORDER BY id LIMIT 1)"


STANDS = "kind = 'preference' AND status = 'active'"
OLD = "superseded_by IS NOT NULL AND kind = 'preference'"
PERMANENT = "tier = 'permanent'"
REPLACED_BY_NOTHING = "superseded_by = 'gone'"
SEQUENCE = f"(SELECT max(sequence) FROM history WHERE user_id = 'alice' AND memory_id = {of(STANDS)})"
FIRST = f"(SELECT min(sequence) FROM history WHERE user_id = 'alice' AND memory_id = {of(OLD)})"


def record(change: str, which: str = STANDS) -> Breaking:
    """Change a record behind its history's back."""
    return sql(f"UPDATE memories SET {change} WHERE user_id = 'alice' AND id = {of(which)}")


def entry(change: str) -> Breaking:
    """Change an index entry."""
    return sql(f"UPDATE index_entries SET {change} WHERE user_id = 'alice' AND memory_id = {of(STANDS)}")


def body(kind: Kind, change: Callable[[dict[str, object]], object]) -> Breaking:
    """Change what a room keeps, in the record and the last row of its history alike."""

    def run(raw: sqlite3.Connection) -> None:
        chosen = "SELECT id, metadata FROM memories WHERE user_id = 'alice' AND kind = ? ORDER BY id LIMIT 1"
        id, metadata = raw.execute(chosen, (kind.value,)).fetchone()
        held = json.loads(metadata)
        change(held[f"mnemic.{kind.value}"])
        raw.execute("UPDATE memories SET metadata = ? WHERE id = ?", (json.dumps(held), id))
        last = "SELECT sequence, after FROM history WHERE memory_id = ? ORDER BY sequence DESC LIMIT 1"
        sequence, after = raw.execute(last, (id,)).fetchone()
        whole = json.dumps(json.loads(after) | {"metadata": held})
        raw.execute("UPDATE history SET after = ? WHERE user_id = 'alice' AND sequence = ?", (whole, sequence))

    return run


def turn(change: str, id: str = "t4") -> Breaking:
    """Change a turn of the log."""
    return sql(f"UPDATE turns SET {change} WHERE user_id = 'alice' AND id = '{id}'")


def unmade(state: str) -> Breaking:
    """A turn that nothing was made of, in a state of the queue."""
    return sql(
        "INSERT INTO turns SELECT tenant, user_id, session, 'unmade', 1000, role, 'I collect stamps.', speaker, agent,"
        f" task, said_at, offset_minutes, 0, infer, tool_calls, tool_call_id, metadata, redacted, '{state}' FROM turns"
        " WHERE user_id = 'alice' AND id = 't4'",
        "UPDATE users SET position = 1000 WHERE user_id = 'alice'",
    )


def line(change: str, sequence: str) -> Breaking:
    """Change a row of history."""
    return sql(f"UPDATE history SET {change} WHERE user_id = 'alice' AND sequence = {sequence}")


def vector(of_bytes: str) -> Breaking:
    """Change the vector of an index entry."""
    return entry(f"vector = {of_bytes}")


@dataclass(frozen=True, kw_only=True)
class Breakage:
    """What is done, what the doctor says to it, and whether he can mend it."""

    name: str
    done: Breaking
    checks: frozenset[Check]
    mends: bool


def breaks(name: str, done: Breaking, *checks: Check, mends: bool) -> Breakage:
    """A breakage."""
    return Breakage(name=name, done=done, checks=frozenset(checks), mends=mends)


BREAKAGES = [
    # The store and its users
    breaks("an index is gone", sql("DROP INDEX ix_turns_pending"), Check.FILE_INDEXES, mends=True),
    breaks("a user's row is gone", sql("DELETE FROM users WHERE user_id = 'alice'"), Check.USER_ROW, mends=True),
    breaks(
        "the epoch is blank", sql("UPDATE users SET epoch = ' ' WHERE user_id = 'alice'"), Check.USER_EPOCH, mends=True
    ),
    breaks(
        "change runs behind",
        sql("UPDATE users SET change = 0 WHERE user_id = 'alice'"),
        Check.USER_COUNTERS,
        mends=True,
    ),
    breaks(
        "position runs behind",
        sql("UPDATE users SET position = 1 WHERE user_id = 'alice'"),
        Check.USER_COUNTERS,
        mends=True,
    ),
    breaks(
        "sequence runs behind",
        sql("UPDATE users SET sequence = 1 WHERE user_id = 'alice'"),
        Check.USER_COUNTERS,
        mends=True,
    ),
    # Records
    breaks("a kind there is none of", record("kind = 'banana'"), Check.ROW_READABLE, mends=True),
    breaks("a status there is none of", record("status = 'asleep'"), Check.ROW_READABLE, mends=True),
    breaks("metadata that is no JSON", record("metadata = '{oh'"), Check.ROW_READABLE, mends=True),
    breaks("text that is no UTF-8", record("text = CAST(X'4966F0' AS TEXT)"), Check.MEMORY_FIELDS, mends=True),
    breaks("confidence out of range", record("confidence = 7.5"), Check.MEMORY_FIELDS, mends=True),
    breaks("a share that is a word", record("importance = 'much'"), Check.MEMORY_FIELDS, mends=True),
    breaks(
        "it ends before it begins", record("valid_from = 2000000, valid_to = 1000000"), Check.MEMORY_FIELDS, mends=True
    ),
    breaks("replaced at no time", record("superseded_at = NULL", OLD), Check.MEMORY_FIELDS, mends=True),
    breaks(
        "a record is gone",
        sql(f"DELETE FROM memories WHERE user_id = 'alice' AND id = {of(STANDS)}"),
        Check.ROW_ORPHAN,
        mends=True,
    ),
    breaks(
        "another text than in history",
        record("text = 'The user prefers the roof.'"),
        Check.MEMORY_HISTORY,
        Check.INDEX_TERMS,
        mends=False,
    ),
    breaks("another tier than in history", record("tier = 'permanent'"), Check.MEMORY_HISTORY, mends=False),
    breaks(
        "history is gone",
        sql(f"DELETE FROM history WHERE user_id = 'alice' AND memory_id = {of(STANDS)}"),
        Check.MEMORY_HISTORY,
        mends=False,
    ),
    breaks(
        "permanent memory archived by nobody",
        sql(
            "UPDATE memories SET status = 'archived' WHERE user_id = 'alice' AND tier = 'permanent'",
            "UPDATE history SET after = json_set(after, '$.status', 'archived') WHERE user_id = 'alice' AND sequence ="
            f" (SELECT max(sequence) FROM history WHERE memory_id = {of(PERMANENT)})",
            "UPDATE history SET actor = 'mnemic' WHERE user_id = 'alice'",
        ),
        Check.MEMORY_PERMANENT,
        mends=False,
    ),
    # History
    breaks(
        "history that is no JSON",
        line("after = '{'", SEQUENCE),
        Check.ROW_READABLE,
        mends=False,
    ),
    breaks(
        "an action there is none of",
        line("action = 'eat'", SEQUENCE),
        Check.ROW_READABLE,
        mends=False,
    ),
    breaks(
        "the beginning is gone",
        sql(f"DELETE FROM history WHERE user_id = 'alice' AND sequence = {FIRST}"),
        Check.HISTORY_FIRST,
        mends=False,
    ),
    breaks(
        "a version is jumped over",
        sql(
            f"UPDATE memories SET version = 9 WHERE user_id = 'alice' AND id = {of(OLD)}",
            "UPDATE history SET after = json_set(after, '$.version', 9) WHERE user_id = 'alice' AND sequence ="
            f" (SELECT max(sequence) FROM history WHERE user_id = 'alice' AND memory_id = {of(OLD)})",
        ),
        Check.HISTORY_VERSIONS,
        mends=False,
    ),
    # What names what
    breaks(
        "what replaced it is gone",
        sql(
            f"UPDATE memories SET superseded_by = 'gone' WHERE user_id = 'alice' AND id = {of(OLD)}",
            "UPDATE history SET after = json_set(after, '$.superseded_by', 'gone') WHERE user_id = 'alice' AND"
            f" sequence = (SELECT max(sequence) FROM history WHERE memory_id = {of(REPLACED_BY_NOTHING)})",
        ),
        Check.MEMORY_SUCCESSOR,
        mends=False,
    ),
    breaks(
        "rows of sources are gone",
        sql(f"DELETE FROM sources WHERE memory_id = {of(STANDS)}"),
        Check.MEMORY_SOURCES,
        mends=True,
    ),
    breaks(
        "a row of sources too many",
        sql(f"INSERT INTO sources VALUES ('default', 'alice', 's', 'nowhere', {of(STANDS)})"),
        Check.MEMORY_SOURCES,
        mends=True,
    ),
    breaks(
        "sources of nobody",
        sql("INSERT INTO sources VALUES ('default', 'alice', 's', 't0', 'nobody')"),
        Check.ROW_ORPHAN,
        mends=True,
    ),
    breaks(
        "a turn is gone",
        sql("DELETE FROM turns WHERE user_id = 'alice' AND id = 't2'"),
        Check.MEMORY_TURNS,
        mends=False,
    ),
    breaks(
        "a link to nothing",
        sql("INSERT INTO links VALUES ('default', 'alice', 'one', 'two', 'supersedes', '', 0)"),
        Check.ROW_ORPHAN,
        mends=True,
    ),
    breaks(
        "a relation there is none of",
        sql(f"INSERT INTO links VALUES ('default', 'alice', {of(STANDS)}, {of(OLD)}, 'loves', '', 0)"),
        Check.ROW_READABLE,
        mends=True,
    ),
    breaks("feedback on nothing", sql("UPDATE votes SET memory_id = 'nobody'"), Check.ROW_ORPHAN, mends=True),
    # Search indexes
    breaks(
        "an entry is gone",
        sql(f"DELETE FROM index_entries WHERE memory_id = {of(STANDS)}"),
        Check.INDEX_ENTRY,
        mends=True,
    ),
    breaks(
        "an entry of nobody",
        sql(f"UPDATE index_entries SET memory_id = 'nobody' WHERE memory_id = {of(STANDS)}"),
        Check.INDEX_ENTRY,
        Check.ROW_ORPHAN,
        mends=True,
    ),
    breaks(
        "an entry of a profile",
        sql(
            "INSERT INTO index_entries SELECT tenant, user_id, "
            + of("kind = 'profile'")
            + ", terms, vector, fingerprint,"
            f" constants FROM index_entries WHERE memory_id = {of(STANDS)}"
        ),
        Check.INDEX_ENTRY,
        mends=True,
    ),
    breaks("words of another text", entry("terms = 'zebra'"), Check.INDEX_TERMS, mends=True),
    breaks("words that are no words", entry("terms = '{oh'"), Check.ROW_READABLE, mends=True),
    breaks(
        "constants of another text",
        entry("constants = CAST(substr(constants, 1, 9) || X'0102030405060708' AS BLOB)"),
        Check.INDEX_TERMS,
        mends=True,
    ),
    breaks("a vector cut short", vector("substr(vector, 1, 100)"), Check.INDEX_VECTOR, mends=True),
    breaks(
        "a vector with no number in it",
        vector("CAST(X'007E' || substr(vector, 3) AS BLOB)"),
        Check.INDEX_VECTOR,
        mends=True,
    ),
    breaks("half a number", vector("substr(vector, 1, 101)"), Check.INDEX_VECTOR, mends=True),
    breaks("another embedder's name", record("fingerprint = 'other'"), Check.INDEX_FINGERPRINT, mends=True),
    # Files
    breaks(
        "bytes of another file",
        sql("UPDATE blobs SET data = CAST(X'00' || data AS BLOB), size = size + 1"),
        Check.BLOB_BYTES,
        mends=False,
    ),
    breaks("another size", sql("UPDATE blobs SET size = 1"), Check.BLOB_BYTES, mends=False),
    breaks("a file is gone", sql("DELETE FROM blobs"), Check.BLOB_MISSING, mends=False),
    breaks(
        "a file nobody names",
        sql(f"INSERT INTO blobs VALUES ('default', 'alice', '{ABC}', 'text/plain', 3, 'abc', 0, X'616263')"),
        Check.BLOB_ORPHAN,
        mends=True,
    ),
    # Audit
    breaks(
        "a line of the audit is gone",
        sql(f"DELETE FROM audit WHERE memory_id = {of(STANDS)}"),
        Check.AUDIT_HISTORY,
        Check.AUDIT_TRAIL,
        mends=False,
    ),
    breaks(
        "a number twice",
        sql(
            "INSERT INTO audit SELECT tenant, user_id, max(sequence), 0, 'user', 'denied', NULL, '', 0, '' FROM history"
            " WHERE user_id = 'alice'"
        ),
        Check.AUDIT_SEQUENCE,
        Check.AUDIT_TRAIL,
        mends=False,
    ),
    breaks(
        "the audit says what a memory says",
        sql(
            "UPDATE audit SET detail = 'he said: ' || (SELECT text FROM memories WHERE id = audit.memory_id)"
            f" WHERE memory_id = {of(STANDS)}"
        ),
        Check.AUDIT_TEXT,
        Check.AUDIT_TRAIL,
        mends=False,
    ),
    breaks(
        "a line of the trail is changed",
        sql("UPDATE trail SET actor = 'mallory' WHERE number = 2"),
        Check.AUDIT_TRAIL,
        mends=False,
    ),
    # The turn log and work
    breaks(
        "a state there is none of",
        turn("state = 'lost'"),
        Check.ROW_READABLE,
        mends=True,
    ),
    breaks(
        "a role there is none of",
        turn("role = 'oracle'"),
        Check.TURN_FIELDS,
        mends=False,
    ),
    breaks(
        "tool calls that are no JSON",
        turn("tool_calls = '['"),
        Check.ROW_READABLE,
        mends=False,
    ),
    breaks("understood, and nothing made of it", unmade("understood"), Check.TURN_MEMORY, mends=True),
    breaks("waiting for ever", unmade("pending"), Check.TURN_WAITING, mends=True),
    breaks("waiting, and made something of", turn("state = 'pending'", "l3"), Check.TURN_MEMORY, mends=True),
    breaks("a state there is none of, unmade", unmade("lost"), Check.ROW_READABLE, mends=True),
    breaks(
        "a turn given up",
        turn("state = 'dead'", "l3"),
        Check.TURN_DEAD,
        mends=False,
    ),
    breaks(
        "a letter about nothing",
        sql("INSERT INTO letters VALUES ('default', 'alice', 's', 'nowhere', 1, '', 0, 0, 0)"),
        Check.ROW_ORPHAN,
        mends=True,
    ),
    breaks(
        "a job there is none of",
        sql("INSERT INTO jobs VALUES ('default', 'alice', 'dream', 0, 0, 0, '', NULL, NULL, NULL, '')"),
        Check.ROW_READABLE,
        mends=True,
    ),
    # Rooms
    breaks("a task without its goal", body(Kind.TASK, lambda held: held.pop("goal")), Check.ROOM_BODY, mends=False),
    breaks(
        "a skill with steps of nothing",
        body(Kind.SKILL, lambda held: held.update(steps=7)),
        Check.ROOM_BODY,
        mends=False,
    ),
    breaks(
        "a profile by nobody", body(Kind.PROFILE, lambda held: held.update(by="oracle")), Check.ROOM_BODY, mends=False
    ),
    breaks(
        "a summary without its layer", body(Kind.SUMMARY, lambda held: held.pop("level")), Check.ROOM_BODY, mends=False
    ),
    breaks(
        "a profile of what is not there",
        body(Kind.PROFILE, lambda held: held.update(shifts=[["no", "one"]])),
        Check.ROOM_NAMES,
        mends=False,
    ),
]


def test_a_healthy_memory_has_no_finding(file: Path) -> None:
    """Of a memory with something of everything in it the doctor says nothing, not even a note."""
    checkup = looked_at(file)
    assert [str(one) for one in checkup.found] == []
    assert (checkup.users, checkup.healthy) == (2, True)
    with closing(sqlite3.connect(file)) as raw:
        kinds = {kind for (kind,) in raw.execute("SELECT DISTINCT kind FROM memories WHERE user_id = 'alice'")}
        empty = [
            name for name in ("links", "votes", "blobs", "asked") if not raw.execute(f"SELECT 1 FROM {name}").fetchone()
        ]
    assert {"episode", "note", "preference", "task", "skill", "profile", "summary"} <= kinds
    assert empty == [], "the memory that is broken below has something of everything"


@pytest.mark.parametrize("breakage", BREAKAGES, ids=lambda breakage: breakage.name)
def test_a_breakage_is_named_and_mended(file: Path, breakage: Breakage) -> None:
    """The doctor names what was broken and nothing else; what he says he can mend is mended and stays so, the rest is
    named again with a way out. No record is removed."""
    before = ids_in(file)
    broken(file, breakage.done)
    found = looked_at(file)
    assert {one.check for one in found.wrong} == breakage.checks, "\n".join(map(str, found.found))
    assert {one.user for one in found.wrong} <= {"alice", None}
    assert all(one.reason and one.way_out for one in found.found)
    assert (not found.lost) == breakage.mends

    mended = looked_at(file, repair=True)
    assert [str(one) for one in mended.wrong if one.repairable] == []
    assert mended.healthy == breakage.mends, "\n".join(map(str, mended.found))
    assert bool(mended.repaired) == bool(found.repairable)
    again = looked_at(file, repair=True)
    assert again.repaired == []
    assert [str(one) for one in again.found] == [str(one) for one in mended.found]
    assert before <= ids_in(file)
    for user in ("alice", "bob"):
        if breakage.mends:
            usable(file, user)


def ids_in(file: Path) -> set[str]:
    """Ids of every record."""
    with closing(sqlite3.connect(file)) as raw:
        return {id for (id,) in raw.execute("SELECT id FROM memories")}


def usable(file: Path, user: str) -> None:
    """A mended memory answers and learns."""
    with mnemic.open(file, embedder="hashing", background=False) as memory:
        mine = memory.user(user)
        assert mine.search("Where do I live?")
        mine.add("I have a new bicycle.")


def test_a_record_that_is_gone_comes_back_as_it_was(file: Path) -> None:
    """A record that is written anew from its history is the one that was lost."""
    with mnemic.open(file, embedder="hashing", background=False) as memory:
        lost = next(one for one in memory.user("alice").list() if "window" in one.text)
    broken(file, sql(f"DELETE FROM memories WHERE id = '{lost.id}'"))
    looked_at(file, repair=True)
    with mnemic.open(file, embedder="hashing", background=False) as memory:
        back = memory.user("alice").get(lost.id)
        found = memory.user("alice").search("window seats", recipe="lexical")
    assert replace(back, access_count=0, last_accessed_at=None) == replace(lost, access_count=0, last_accessed_at=None)
    assert lost.id in [hit.memory.id for hit in found]


def test_history_of_what_was_forgotten_is_removed(file: Path) -> None:
    """Rows left of a memory that was forgotten say what they must not: they go, and nothing brings it back."""
    broken(
        file,
        sql(
            "INSERT INTO history SELECT tenant, user_id, 900, (SELECT memory_id FROM tombstones LIMIT 1), action,"
            " actor, reason, at, NULL, replace(after, 'Porto', 'cello') FROM history WHERE user_id = 'bob' LIMIT 1",
            "UPDATE users SET sequence = 900 WHERE user_id = 'bob'",
        ),
    )
    found = looked_at(file)
    assert {one.check for one in found.wrong} >= {Check.ROW_ORPHAN}
    looked_at(file, repair=True)
    with closing(sqlite3.connect(file)) as raw:
        assert raw.execute("SELECT count(*) FROM history WHERE sequence = 900").fetchone() == (0,)


def test_one_user_alone(file: Path) -> None:
    """With a user named, nobody else is looked at or mended."""
    broken(file, sql(f"DELETE FROM index_entries WHERE memory_id = {of(STANDS)}"))
    assert looked_at(file, user="bob", repair=True).healthy
    assert not looked_at(file, user="alice").healthy
    assert looked_at(file, user="nobody").healthy


def test_words_alone_are_a_note(file: Path) -> None:
    """A memory that is found by words alone is worth knowing and no illness; repair gives it a vector."""
    broken(file, entry("vector = NULL, fingerprint = ''"))
    found = looked_at(file)
    assert found.healthy
    assert [(one.check, one.severity) for one in found.found] == [(Check.INDEX_VECTOR, Severity.NOTE)]
    assert looked_at(file, repair=True).found == []


def test_another_embedder_is_a_note(file: Path) -> None:
    """A memory opened with another embedder than it was written with is told so once for each user."""
    with mnemic.open(file, background=False) as memory:
        found = memory.doctor()
    assert found.healthy
    assert {one.check for one in found.found} == {Check.INDEX_FOREIGN}


def test_a_lease_that_ran_out_is_released(file: Path) -> None:
    """Work that a worker died at is a note; repair takes it back."""
    broken(
        file,
        sql(
            "INSERT OR REPLACE INTO jobs VALUES ('default', 'alice', 'sweep', NULL, NULL, 0, '', 'w1', 1000, 2000, '')"
        ),
    )
    found = looked_at(file)
    assert found.healthy
    assert [one.check for one in found.found] == [Check.JOB_LEASE]
    assert looked_at(file, repair=True).found == []


def test_stale_and_stray_graphs_are_deleted(file: Path) -> None:
    """A graph whose label names another epoch holds what was forgotten; files that are nobody's are nobody's."""
    folder = Path(f"{file.resolve()}.index")
    folder.mkdir()
    name = GraphFiles(folder).name(ALICE)
    (folder / f"{name}.json").write_text(
        json.dumps({"state": {"epoch": "old", "change": 1, "fingerprint": "x"}, "ranges": []}), encoding="utf-8"
    )
    (folder / f"{name}.npy").write_bytes(b"")
    (folder / "somebody.0.usearch").write_bytes(b"")
    found = looked_at(file)
    assert {one.check for one in found.wrong} == {Check.GRAPH_STALE, Check.GRAPH_ORPHAN}
    assert not found.lost
    assert looked_at(file, repair=True).healthy
    assert list(folder.iterdir()) == []


def test_a_cached_shelf_that_is_not_what_is_stored(file: Path) -> None:
    """A record changed behind everybody's back is not in the cache; repair drops the cache."""
    with mnemic.open(file, embedder="hashing", background=False) as memory:
        memory.user("alice").search("seats")
        broken(file, sql(f"DELETE FROM index_entries WHERE memory_id = {of(STANDS)}"))
        assert {one.check for one in memory.doctor().wrong} == {Check.INDEX_ENTRY, Check.INDEX_SHELF}
        assert memory.doctor(repair=True).healthy
        assert memory.user("alice").search("window seats", recipe="lexical")[0].memory.text.count("window")


@pytest.mark.parametrize("damage", ["a page", "the end", "the beginning", "everything", "another application"])
def test_a_file_that_cannot_be_opened(file: Path, damage: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Of a file that is damaged or somebody else's the command says so with its exit code, and changes nothing."""
    from mnemic.faces.cli.app import run

    data = bytearray(file.read_bytes())
    if damage == "a page":
        for page in range(12, len(data) // 4096, 3):
            data[page * 4096 : page * 4096 + 512] = bytes(512)
    elif damage == "the end":
        del data[len(data) // 2 :]
    elif damage == "the beginning":
        data[:512] = bytes(512)
    elif damage == "everything":
        data = bytearray(b"this is a letter to my aunt")
    else:
        file.unlink()
        with closing(sqlite3.connect(file)) as raw:
            raw.execute("CREATE TABLE aunts (name TEXT)")
            raw.commit()
        data = bytearray(file.read_bytes())
    file.write_bytes(data)
    assert run(["--db", str(file), "--json", "doctor", "--repair"]) == 4
    told = json.loads(capsys.readouterr().out)
    assert (told["healthy"], told["exit_code"]) == (False, 4)
    assert all(one["reason"] and one["way_out"] for one in told["found"])
    assert file.read_bytes() == bytes(data)


@pytest.mark.parametrize(
    ("done", "codes"),
    [
        (None, (0, 0, 0)),
        (sql(f"DELETE FROM index_entries WHERE memory_id = {of(STANDS)}"), (3, 0, 0)),
        (sql("DELETE FROM blobs"), (4, 4, 4)),
        (sql(f"DELETE FROM index_entries WHERE memory_id = {of(STANDS)}", "DELETE FROM blobs"), (4, 4, 4)),
    ],
    ids=["healthy", "repairable", "lost", "both"],
)
def test_exit_codes(
    file: Path, done: Breaking | None, codes: tuple[int, int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """0 nothing is wrong or all was repaired, 3 it can be repaired, 4 it cannot; before, during and after repair."""
    from mnemic.faces.cli.app import run

    monkeypatch.setenv("MNEMIC_EMBEDDER", "hashing")
    if done is not None:
        broken(file, done)
    command = ["--db", str(file), "doctor"]
    assert (run(command), run([*command, "--repair"]), run(command)) == codes


def test_errors_keep_their_codes(tmp_path: Path) -> None:
    """No file is an error, an option there is none of is wrong usage."""
    from mnemic.faces.cli.app import run

    assert run(["--db", str(tmp_path / "none.db"), "doctor"]) == 1
    assert run(["--db", str(tmp_path / "none.db"), "doctor", "--mend"]) == 2


def test_no_false_alarm_while_others_write(file: Path) -> None:
    """While two threads write, change and forget, one look after the other finds nothing."""
    with mnemic.open(file, embedder="hashing", background=False) as memory:
        over = threading.Event()
        writers = [threading.Thread(target=busy, args=(memory.user(f"user{n}"), over)) for n in range(2)]
        for writer in writers:
            writer.start()
        try:
            for _ in range(8):
                assert_healthy(memory)
        finally:
            over.set()
            for writer in writers:
                writer.join()
        assert_healthy(memory)


def busy(user: UserMemory, over: threading.Event) -> None:
    """Add, search, change and forget until somebody says it is enough."""
    number = 0
    while not over.is_set():
        number += 1
        user.add(SAID[number % len(SAID)].format(number), session=f"s{number % 3}")
        user.search("seats")
        if number % 5 == 4:
            user.update(user.list()[0].id, f"The user lives at number {number}.")
        if number % 7 == 6:
            user.forget(session="s1")


@pytest.fixture(params=["sqlite", "inmemory"])
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[OpenMemory]:
    """A furnished memory over each store."""
    store = sqlite_store(tmp_path / "m.db", lock_wait_s=20) if request.param == "sqlite" else InMemoryStore()
    with assembled(store, clock=Ticking()) as memory:
        furnished(memory)
        yield memory


def test_every_store_is_looked_at_alike(kept: OpenMemory) -> None:
    """Over both stores a healthy memory has no finding, and a blank field of a record has one."""
    assert kept.doctor().found == []
    store = kept._core.parts.store
    with store.reading(ALICE) as reader:
        rule = next(one for one in reader.memories() if one.tier is Tier.PERMANENT)
    with store.writing(ALICE) as writer:
        writer.put(replace(rule, confidence=3.0), None)
    assert [(one.check, one.id) for one in kept.doctor().found] == [(Check.MEMORY_FIELDS, rule.id)]
    assert kept.doctor(repair=True).healthy
    assert kept.user("alice").get(rule.id).confidence == rule.confidence
