"""What only a file can get wrong: other processes, other people's files, disks, bytes."""

from __future__ import annotations

import os
import random
import sqlite3
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest
import sqlalchemy as sa

from mnemic.domain.changes import Action, History
from mnemic.domain.index_entry import IndexEntry
from mnemic.domain.record import Kind, Memory, Source, Turn
from mnemic.domain.scope import Scope
from mnemic.errors import NewerFile, NotAMemoryFile, StoreError, StoreUnavailable
from mnemic.ports import Writer
from mnemic.stores import migrations
from mnemic.stores.sql.sqlite import SqliteStore
from mnemic.stores.sql.tables import REVISION, TENANT_TABLES, metadata
from tests.conftest import sealing
from tests.effort import examples
from tests.tables import nonempty

DAN = Scope("default", "dan")
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the memory file is to be."""
    return tmp_path / "memory.db"


@contextmanager
def opened(path: Path, *, lock_wait_s: float = 10) -> Iterator[SqliteStore]:
    with closing(SqliteStore.open(path, lock_wait_s=lock_wait_s)) as store:
        yield store


def remembered(id: str, text: str) -> Memory:
    return Memory(
        id=id, tenant="default", user="dan", kind=Kind.FACT, text=text, said_at=NOON, recorded_at=NOON, updated_at=NOON
    )


def keep(store: SqliteStore, id: str, text: str) -> None:
    with store.writing(DAN) as writer:
        add(writer, id, text)


def add(writer: Writer, id: str, text: str) -> None:
    kept = remembered(id, text)
    writer.append([Turn(id=id, session="s", role="user", text=text, said_at=NOON, recorded_at=NOON)])
    writer.put(kept, IndexEntry(terms={text[:200]: 1}, vector=None, fingerprint=""))
    writer.record(History(memory_id=id, action=Action.ADD, actor="user", reason="", at=NOON, after=kept))


def revise(writer: Writer, id: str, text: str, vector: bytes) -> None:
    before, after = writer.memory(id), remembered(id, text)
    writer.put(after, IndexEntry(terms={text[:200]: 2}, vector=vector, fingerprint=""))
    writer.record(
        History(memory_id=id, action=Action.REVISE, actor="user", reason="", at=NOON, before=before, after=after)
    )


def forget(writer: Writer, *ids: str) -> None:
    writer.forget_memories(ids)
    writer.forget_turns([Source(session="s", turn=id) for id in ids])


def ids(store: SqliteStore) -> list[str]:
    with store.reading(DAN) as reader:
        return [memory.id for memory in reader.memories()]


def integrity(path: Path) -> str:
    with closing(sqlite3.connect(path)) as connection:
        return str(connection.execute("PRAGMA integrity_check").fetchone()[0])


# Processes

WRITE = """
import sys, threading
from datetime import UTC, datetime
from mnemic.domain.record import Turn
from mnemic.domain.scope import Scope
from mnemic.stores.sql.sqlite import SqliteStore

path, name = sys.argv[1:]
print("ready", flush=True)
sys.stdin.readline()
store = SqliteStore.open(path, lock_wait_s=60)
now = datetime.now(UTC)

def write(worker):
    for number in range(15):
        with store.writing(Scope("default", "dan")) as writer:
            id = f"{name}-{worker}-{number}"
            writer.append([Turn(id=id, session="s", role="user", text=id, said_at=now, recorded_at=now)])

workers = [threading.Thread(target=write, args=(worker,)) for worker in range(3)]
for worker in workers:
    worker.start()
for worker in workers:
    worker.join()
store.close()
"""


@pytest.mark.slow
def test_processes_and_threads_share_a_file(path: Path) -> None:
    """Processes that open a new file at the same moment and write from several threads lose and break nothing."""
    command = [sys.executable, "-W", "error", "-c", WRITE, str(path)]
    processes = [
        subprocess.Popen(
            [*command, name], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        for name in ("a", "b", "c")
    ]
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    assert [process.communicate() for process in processes] == [("", "")] * 3
    with opened(path) as store, store.reading(DAN) as reader:
        turns = reader.turns()
    assert {turn.id for turn in turns} == {f"{p}-{w}-{n}" for p in "abc" for w in range(3) for n in range(15)}
    assert [turn.position for turn in turns] == list(range(1, 136))
    assert integrity(path) == "ok"


def test_an_acknowledged_write_outlives_the_process(path: Path) -> None:
    """What was committed is there after the process was killed without closing."""
    script = (
        "import os, sys; from mnemic.domain.scope import Scope; from mnemic.stores.sql.sqlite import SqliteStore\n"
        "from datetime import UTC, datetime; from mnemic.domain.record import Turn; now = datetime.now(UTC)\n"
        "store = SqliteStore.open(sys.argv[1], lock_wait_s=5)\n"
        "def say(writer, id): "
        "writer.append([Turn(id=id, session='s', role='user', text='x', said_at=now, recorded_at=now)])\n"
        "with store.writing(Scope('default', 'dan')) as writer: say(writer, 'kept')\n"
        "with store.writing(Scope('default', 'dan')) as writer:\n"
        "    say(writer, 'lost'); writer.turns(); os.kill(os.getpid(), 9)\n"
    )
    assert subprocess.run([sys.executable, "-c", script, str(path)], check=False).returncode == -9
    with opened(path) as store, store.reading(DAN) as reader:
        assert [turn.id for turn in reader.turns()] == ["kept"]


FORK = """
import os, sys, threading
from mnemic.domain.scope import Scope
from mnemic.errors import StoreError
from mnemic.stores.sql.sqlite import SqliteStore

path, busy = sys.argv[1:]
store = SqliteStore.open(path, lock_wait_s=5)

def child():
    pid = os.fork()
    if pid:
        return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    try:
        with store.writing(Scope("default", "dan")) as writer:
            epoch = __import__("mnemic.stores.sql.moments", fromlist=["EPOCH"]).EPOCH
            writer.audit(at=epoch, actor="child", action="x", memory_id=None, detail="")
    except StoreError as error:
        os._exit(7 if "spawn" in str(error) else 8)
    os._exit(0)

if busy == "busy":
    with store.reading(Scope("default", "dan")):
        print(child())
else:
    print(child())
with store.writing(Scope("default", "dan")) as writer:
    print(writer.counts()["audit"])
store.close()
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.parametrize(("state", "said"), [("idle", "0\n1\n"), ("busy", "7\n0\n")])
def test_forking(path: Path, state: str, said: str) -> None:
    """A child forked at a quiet moment writes by itself; one forked inside a transaction is told it cannot."""
    done = subprocess.run([sys.executable, "-c", FORK, str(path), state], capture_output=True, text=True, check=True)
    assert done.stdout == said


def test_waiting_for_a_lock_ends(path: Path) -> None:
    """A writer that waits for another process longer than `lock_wait_s` is told so; then it can try again."""
    with opened(path, lock_wait_s=0.1) as store, closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreUnavailable, match="lock_wait_s"):
            keep(store, "a", "tea")
        other.execute("ROLLBACK")
        keep(store, "a", "tea")
        assert ids(store) == ["a"]


def test_waiting_for_a_thread_ends(path: Path) -> None:
    """The same for a thread of this process, through another store on the same file too."""
    with opened(path, lock_wait_s=0.1) as store, opened(path, lock_wait_s=10) as other:
        inside, done = threading.Event(), threading.Event()

        def hold() -> None:
            with other.writing(DAN):
                inside.set()
                done.wait(10)

        holder = threading.Thread(target=hold)
        holder.start()
        inside.wait(10)
        with pytest.raises(StoreUnavailable, match="other threads"):
            keep(store, "a", "tea")
        done.set()
        holder.join()
        keep(store, "a", "tea")


def test_an_idle_store_holds_nobody_up(path: Path) -> None:
    """Outside `reading` no read transaction stays open: the log can be emptied at once by others."""
    with opened(path) as store, closing(sqlite3.connect(path)) as other:
        keep(store, "a", "tea")
        assert ids(store) == ["a"]
        assert other.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0


# Files


def test_opening_again_keeps_everything(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was there is there; a relative path means the folder of the moment of opening."""
    monkeypatch.chdir(path.parent)
    with opened(Path(path.name)) as store:
        monkeypatch.chdir("/")
        keep(store, "a", "tea")
    with opened(path) as store:
        assert ids(store) == ["a"]


def test_a_text_file_is_no_memory(path: Path) -> None:
    """A file that is no database is refused by path, and not changed."""
    path.write_text("dear diary, " * 500)
    with pytest.raises(NotAMemoryFile, match=r"memory\.db"):
        SqliteStore.open(path, lock_wait_s=1)
    assert path.read_text() == "dear diary, " * 500


def test_another_applications_database_is_no_memory(path: Path) -> None:
    """A database with tables of somebody else is refused, and not changed, though it has a table `users`."""
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE users (name)")
        other.execute("CREATE TABLE alembic_version (version_num)")
    before = path.read_bytes()
    with pytest.raises(NotAMemoryFile, match="another application"):
        SqliteStore.open(path, lock_wait_s=1)
    assert path.read_bytes() == before


def test_a_newer_file_is_refused(path: Path) -> None:
    """A schema this version does not know is refused, naming both."""
    with opened(path):
        pass
    with closing(sqlite3.connect(path)) as other, other:
        other.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(NewerFile, match=f"9999.*{REVISION}.*upgrade"):
        SqliteStore.open(path, lock_wait_s=1)


def test_paths_that_cannot_be(tmp_path: Path) -> None:
    """A folder, a missing folder and an empty path each get an error that says what to do."""
    with pytest.raises(NotAMemoryFile, match="is a folder: name a file"):
        SqliteStore.open(tmp_path, lock_wait_s=1)
    with pytest.raises(StoreUnavailable, match="does not exist: make it"):
        SqliteStore.open(tmp_path / "none" / "memory.db", lock_wait_s=1)
    for nothing in ("", " ", "a\0b"):
        with pytest.raises(NotAMemoryFile, match="is no path"):
            SqliteStore.open(nothing, lock_wait_s=1)


@contextmanager
def nobody() -> Iterator[None]:
    """Without root's right to write everywhere; for others than root nothing changes."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def public() -> Iterator[Path]:
    """A folder that every account may enter."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)
        Path(folder).chmod(0o755)


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="this system has no such permissions")
def test_a_file_that_cannot_be_written(public: Path) -> None:
    """A read-only file says so when it is written, a read-only folder when a file is to be made in it."""
    path = public / "memory.db"
    with opened(path) as store, store.reading(DAN):
        path.chmod(0o444)
        for log in public.glob("memory.db-*"):
            log.chmod(0o666)
        with nobody(), opened(path) as other, pytest.raises(StoreUnavailable, match="write access"):
            keep(other, "a", "tea")
    public.chmod(0o555)
    with nobody(), pytest.raises(StoreUnavailable, match="may write there"):
        SqliteStore.open(public / "new.db", lock_wait_s=1)


class SmallDisk(SqliteStore):
    """A store on a disk with room for 80 pages."""

    def _connect(self) -> sqlite3.Connection:
        connection = super()._connect()
        connection.execute("PRAGMA max_page_count=80")
        return connection


def test_a_full_disk(path: Path) -> None:
    """When the disk is full the write says so and leaves nothing; reading and small writes go on."""
    with closing(SmallDisk.open(path, lock_wait_s=1)) as store:
        keep(store, "a", "tea")
        with pytest.raises(StoreUnavailable, match="disk is full: free"):
            keep(store, "b", "tea" * 200_000)
        assert ids(store) == ["a"]
        keep(store, "c", "tea")
        assert ids(store) == ["a", "c"]
    assert integrity(path) == "ok"


def test_a_damaged_file(path: Path) -> None:
    """Damage is named as such, with the way out."""
    with opened(path) as store:
        for number in range(200):
            keep(store, f"m{number}", "tea " * 100)
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(4096 * 2)
        file.write(b"\xff" * (size - 4096 * 2))
    with pytest.raises(StoreError, match="damaged"), opened(path) as store:
        ids(store)


def test_errors_of_the_driver_show_no_content(path: Path) -> None:
    """A traceback never shows what a memory says."""
    with opened(path) as store:
        keep(store, "a", "tea")
        with closing(sqlite3.connect(path)) as other, other:
            other.execute("DROP TABLE index_entries")
        with pytest.raises(StoreError) as caught:
            keep(store, "b", "my secret")
        assert "my secret" not in f"{caught.value} {caught.value.__cause__}"


# The schema


USERS_TABLES = [table for table in metadata.sorted_tables if table not in TENANT_TABLES]


def test_the_database_itself_refuses_a_missing_user(path: Path) -> None:
    """No table takes a row without tenant and user, or with blank ones, or of a user it does not know."""
    with opened(path):
        pass
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA foreign_keys=ON")
        for table in nonempty(USERS_TABLES):
            for tenant, user in [
                (None, "dan"),
                ("default", None),
                ("", "dan"),
                ("default", " \t\u3000"),
                ("x", "nobody"),
            ]:
                if table.name == "users" and user == "nobody":
                    continue
                values = {column.name: "1" for column in table.c} | {"tenant": tenant, "user_id": user}
                names, marks = ", ".join(f'"{name}"' for name in values), ", ".join("?" for _ in values)
                with pytest.raises(sqlite3.IntegrityError):
                    connection.execute(f"INSERT INTO {table.name} ({names}) VALUES ({marks})", list(values.values()))


def test_every_row_belongs_to_a_user() -> None:
    """Every table's key begins with tenant and user, and deleting a user deletes its rows."""
    for table in nonempty(USERS_TABLES):
        assert [column.name for column in table.primary_key][:2] == ["tenant", "user_id"]
        assert table.name == "users" or all(key.ondelete == "CASCADE" for key in table.foreign_keys)


def test_migrations_lead_to_the_tables(path: Path) -> None:
    """The migrations, run from nothing, make exactly the tables of `tables.py`, constraints and all."""

    def schema(connection: sa.Connection) -> dict[str, str]:
        found = connection.exec_driver_sql("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL")
        return {name: sql for name, sql in found.all() if name != "alembic_version"}

    def built(*, migrated: bool) -> dict[str, str]:
        engine = sa.create_engine("sqlite://")
        with engine.connect() as connection:
            if migrated:
                migrations.upgrade(connection)
                assert connection.exec_driver_sql("SELECT version_num FROM alembic_version").all() == [(REVISION,)]
            else:
                metadata.create_all(connection)
            found = schema(connection)
        engine.dispose()
        return {name: " ".join(sorted(sql.replace(",", " ").split())) for name, sql in found.items()}

    assert built(migrated=True) == built(migrated=False)


# What was forgotten


def held(path: Path, text: str) -> list[str]:
    """The files that hold a text in any of its encodings."""
    forms = [text.encode(encoding) for encoding in ("utf-8", "utf-16-le", "utf-16-be")] + [ascii(text)[1:-1].encode()]
    return [file.name for file in path.parent.iterdir() if any(form in file.read_bytes() for form in forms)]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1, 1 + examples(3, least=1)))
def test_no_byte_of_what_was_forgotten_stays(path: Path, seed: int) -> None:
    """After forget and purge no file holds a text, though its rows were moved and its pages used again in between."""
    chance = random.Random(seed)
    alive: dict[str, str] = {}
    forgotten: list[str] = []
    with opened(path) as store:
        for batch in range(40):
            with store.writing(DAN) as writer:
                for number in range(chance.randint(1, 30)):
                    mark = f"秘密{batch:02}{number:02}secret"
                    alive[mark] = f"{chance.getrandbits(64):x}"
                    add(writer, alive[mark], f"{mark} " * chance.choice([1, 3, 10, 60, 400]))
                for mark in chance.sample(sorted(alive), k=len(alive) // 4):
                    text = f"{mark}-" * chance.choice([1, 20, 100])
                    revise(writer, alive[mark], text, bytes(chance.randrange(1500)))
                gone = chance.sample(sorted(alive), k=chance.randint(0, len(alive) // 3))
                forget(writer, *(alive.pop(mark) for mark in gone))
                forgotten += gone
        assert held(path, next(iter(alive))) != []
        store.purge()
        assert [mark for mark in forgotten if held(path, mark)] == []
        assert [mark for mark in alive if held(path, mark) != ["memory.db"]] == []
    assert integrity(path) == "ok"


def test_purging_waits_for_readers_and_says_so(path: Path) -> None:
    """While a reader holds an old view the log cannot be emptied; the error names that, and purging again works."""
    with opened(path, lock_wait_s=0.2) as store:
        keep(store, "a", "secret")
        with store.reading(DAN) as reader:
            with store.writing(DAN) as writer:
                forget(writer, "a")
            with pytest.raises(StoreUnavailable, match="reader"):
                store.purge()
            assert len(reader.memories()) == 1
        store.purge()
        assert held(path, "secret") == []


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="this system has no such permissions")
def test_a_plain_file_that_cannot_be_written_opens_with_a_key(public: Path) -> None:
    """A file that nobody in it is sealed in is read with a master key as without one, though it takes no number."""
    path = public / "memory.db"
    with opened(path) as store:
        keep(store, "a", "tea")
        with store.reading(DAN):
            path.chmod(0o444)
            for log in public.glob("memory.db-*"):
                log.chmod(0o666)
            with nobody():
                other = SqliteStore.open(path, lock_wait_s=1, sealing=sealing(path))
                with other.reading(DAN) as reader:
                    assert len(reader.memories()) + len(reader.turns()) > 0
                other.close()
