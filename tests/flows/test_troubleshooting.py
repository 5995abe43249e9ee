"""The troubleshooting guide (F10): each symptom is brought about in both languages, and the one command that the guide
names for it shows the cause."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

import mnemic
from mnemic.domain.record import Source
from mnemic.domain.upkeep import DeadLetter
from mnemic.faces.cli.app import run

GUIDE = Path(__file__).parents[2] / "docs" / "guide"


@dataclass(frozen=True, kw_only=True)
class Said:
    """What is said in one language, and what the command prints in it."""

    lang: str
    likes: str  # a seat
    liked: str  # the memory of it
    changed: str  # another home than `home`
    home: str
    elsewhere: str
    asks: str  # about the seat
    of_home: str
    idle: str  # nothing to remember
    sister: str  # about somebody else, and a request that does not name her
    request: str
    left_out: str  # headings of the command
    nothing: str
    note: str  # a long one


ENGLISH = Said(
    lang="en",
    likes="I prefer aisle seats.",
    liked="aisle seats",
    home="I live in Leeds.",
    changed="I moved to Porto.",
    elsewhere="Porto",
    asks="Which seat should I book?",
    of_home="Where do I live?",
    idle="Ha ha, good morning!",
    sister="My sister likes window seats.",
    request="Book me a seat, please.",
    left_out="Found, and left out",
    nothing="Nothing was placed",
    note="The seat plan of the theatre, row after row: " + "row with nine seats, " * 60,
)
CHINESE = Said(
    lang="zh",
    likes="我喜欢靠过道的座位。",
    liked="靠过道的座位",
    home="我住在青岛。",
    changed="我搬到厦门了。",
    elsewhere="厦门",
    asks="我该订哪个座位？",
    of_home="我住在哪里？",
    idle="哈哈，早上好！",
    sister="我妹妹喜欢靠窗的座位。",
    request="帮我订一个座位。",
    left_out="找到但没有放",
    nothing="什么也没有放",
    note="剧院的座位表，一排一排地写：" + "这一排有九个座位，" * 80,
)


@pytest.fixture(params=[ENGLISH, CHINESE], ids=["en", "zh"])
def said(request: pytest.FixtureRequest) -> Said:
    """Each language in turn."""
    found: Said = request.param
    return found


@dataclass(frozen=True, kw_only=True)
class Shell:
    """The command line over one file."""

    file: Path
    lang: str
    capsys: pytest.CaptureFixture[str]

    def __call__(self, *arguments: str, user: str = "alice", code: int = 0) -> str:
        """What a command prints, on both of its streams."""
        self.capsys.readouterr()
        ended = run(["--db", str(self.file), "--user", user, "--lang", self.lang, *arguments])
        printed = self.capsys.readouterr()
        assert ended == code, printed.out + printed.err
        return re.sub(r"\s*[│┃]\s*", " ", printed.out + printed.err)

    def json(self, *arguments: str, user: str = "alice") -> Any:
        """The document a command prints."""
        return json.loads(self(*arguments, "--json", user=user))


@pytest.fixture
def shell(said: Said, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Shell:
    """A shell with an empty memory, wide enough that no line is broken."""
    monkeypatch.setenv("MNEMIC_EMBEDDER", "hashing")
    monkeypatch.setenv("COLUMNS", "400")
    return Shell(file=tmp_path / "memory.db", lang=said.lang, capsys=capsys)


def named(*command: str) -> None:
    """The guide names this command, in both of its languages."""
    for page in ("troubleshooting.md", "troubleshooting.zh-CN.md"):
        blocks = re.findall(r"^```bash\n(.*?)^```$", (GUIDE / page).read_text(encoding="utf-8"), re.M | re.S)
        lines = [line.split() for block in blocks for line in block.splitlines()]
        assert any(line[: len(command)] == list(command) or set(command) <= set(line) for line in lines), (
            page,
            command,
        )


def test_the_agent_ignores_its_memory(shell: Shell, said: Said) -> None:
    """What is placed is shown with its place and score, what is not with the reason; the guidance stands in the
    messages."""
    shell("add", said.likes)
    shell("add", said.sister)
    shown = shell("context", said.request, "--explain")
    named("mnemic", "context", "--explain")
    head, _, left = shown.partition(said.left_out)
    assert said.liked in head
    assert "head:" in head or "head：" in head
    placed = shell.json("context", said.request)
    reasons = dict(placed["left"].items())
    about_her = [
        one["id"] for one in shell.json("list")["memories"] if one["slot"] and one["slot"]["subject"] != "user"
    ]
    for id in set(about_her) & reasons.keys():
        assert "does not name" in reasons[id]
    assert left
    assert placed["guidance"] in placed["messages"][0]["content"]


def test_the_agent_has_nothing_to_ignore(shell: Shell, said: Said) -> None:
    """Where nothing is placed the command says so."""
    assert said.nothing in shell("context", said.asks, "--explain")


def test_something_said_was_not_stored(shell: Shell, said: Said) -> None:
    """Every part that is not kept is listed with its reason."""
    named("mnemic", "add", "--dry-run")
    report = shell.json("add", "--dry-run", said.idle)
    assert report["added"] == []
    assert all(entry["reason"] for entry in report["dropped"])
    assert report["dropped"][0]["reason"] in shell("add", "--dry-run", said.idle)


def test_the_same_thing_again(shell: Shell, said: Said) -> None:
    """What is known already is said to be; said to another agent it is stored again, and the list says to whom."""
    shell("add", said.likes)
    named("mnemic", "add", "--dry-run")
    known = shell.json("add", "--dry-run", said.likes)
    assert (known["added"], len(known["reinforced"])) == ([], 1)
    shell("add", "--agent", "travel", said.likes)
    assert len(shell.json("add", "--dry-run", "--agent", "office", said.likes)["added"]) == 1
    assert {one["agent"] for one in shell.json("list")["memories"]} == {None, "travel"}


def test_duplicates_that_are_there(shell: Shell, said: Said) -> None:
    """Statements that say the same twice are found by the sweep."""
    named("mnemic", "sweep", "--dry-run")
    shell("add", said.likes)
    shell("add", said.home)
    liked, home = shell.json("list")["memories"]
    shell("update", home["id"], liked["text"])
    report = shell.json("sweep", "--dry-run")
    found = [*report["steps"], *report["proposed"], *report["findings"]]
    assert said.liked in json.dumps(found, ensure_ascii=False)


def test_memory_eats_the_budget(shell: Shell, said: Said) -> None:
    """The tokens of each block are shown, and what did not fit with what it would take."""
    named("mnemic", "context", "--explain")
    shell("add", "--no-infer", said.note)
    shell("add", said.likes)
    placed = shell.json("context", said.asks, "--budget", "120")
    assert any("left of the budget" in why for why in placed["left"].values())
    assert sum(block["tokens"] for block in placed["blocks"]) <= 120
    shown = shell("context", said.asks, "--budget", "120", "--explain")
    assert re.search(r"\d+( of |/)120 ", shown)
    assert "left of the budget" in shown


def test_users_seem_to_be_mixed(shell: Shell, said: Said) -> None:
    """Ids that look alike are different users, and are shown beside each other."""
    named("mnemic", "users")
    for user in ("dan", "Dan", "ｄａｎ", "小明", "小明 ", "eve"):
        shell("add", said.likes, user=user)
    users = {one["id"]: one["alike"] for one in shell.json("users")["users"]}
    assert sorted(users["dan"]) == ["Dan", "ｄａｎ"]
    assert users["小明"] == ["小明 "]
    assert users["eve"] == []


def test_one_id_for_everybody(shell: Shell, said: Said) -> None:
    """An application that uses one id for everybody has one user, with everybody's sessions."""
    shell("add", said.likes, "--session", "dan-1", user="default")
    shell("add", said.home, "--session", "eve-1", user="default")
    assert [one["id"] for one in shell.json("users")["users"]] == ["default"]
    assert {one["id"] for one in shell.json("sessions", user="default")["sessions"]} == {"dan-1", "eve-1"}


def test_poor_recall_by_another_embedder(shell: Shell, said: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    """Memories of another embedder are found by words alone: the search says so, and the doctor by which."""
    shell("add", said.likes)
    named("mnemic", "search", "--explain")
    assert "words" in shell("search", said.liked, "--explain")
    monkeypatch.setenv("MNEMIC_EMBEDDER", "builtin")
    shown = shell("search", said.liked, "--explain")
    assert "hashing-256" in shown
    assert "hashing-256" in shell("doctor")


def test_poor_recall_of_broken_text(shell: Shell, said: Said) -> None:
    """Text that was decoded wrongly before it was added is stored as it came, and no question finds it by its words."""
    broken = "我喜欢靠过道的座位。".encode().decode("latin-1")
    shell("add", "--no-infer", broken.replace("\x80", "?").replace("\x9d", "?"))
    assert "å" in shell("list")
    assert "words" not in shell("search", "靠过道的座位", "--explain", "--recipe", "lexical")


def test_answers_are_slow(shell: Shell, said: Said) -> None:
    """Opening, the first answer, later ones and a context are timed apart, beside the size of the memory."""
    named("mnemic", "speed")
    shell("add", said.likes)
    told = shell.json("speed", said.asks)
    assert told["ms"].keys() == {"open", "first", "later", "context"}
    assert told["vectors"] == 2
    assert "ms" in shell("speed", said.asks)


def test_a_memory_is_wrong(shell: Shell, said: Said) -> None:
    """What was said, where, by whom and why it was kept stands in one place, and every change in another."""
    named("mnemic", "show")
    named("mnemic", "history")
    shell("add", said.home, "--session", "s1", "--id", "turn-7")
    [made] = shell.json("list")["memories"]
    shown = shell("show", made["id"])
    assert made["quote"] in said.home
    for part in (made["quote"], "turn-7", "s1", "relevance_reasons", "origin"):
        assert part in shown
    shell("update", made["id"], said.changed)
    assert "update" in shell("history", made["id"]) or "revise" in shell("history", made["id"])
    shell("undo", made["id"])
    assert shell.json("show", made["id"])["text"] == made["text"]


def test_an_old_value_comes_back(shell: Shell, said: Said) -> None:
    """Which of two stands is shown by status, and what replaced what by the conflicts."""
    named("mnemic", "list", "--status", "any")
    named("mnemic", "conflicts")
    shell("add", said.home)
    shell("add", said.changed)
    listed = {one["text"]: one["status"] for one in shell.json("list", "--status", "any")["memories"]}
    assert sorted(listed.values()) == ["active", "dormant"]
    assert said.elsewhere in next(text for text, status in listed.items() if status == "active")
    assert said.elsewhere in shell("conflicts")


def test_memory_is_waiting(shell: Shell, said: Said) -> None:
    """Turns not yet understood are counted, and understood on demand."""
    named("mnemic", "stats")
    shell("add", said.home, "--no-wait")
    assert shell.json("stats")["pending"] == 1
    assert shell.json("list")["memories"] == []
    shell("run-due")
    assert shell.json("stats")["pending"] == 0
    assert len(shell.json("list")["memories"]) == 1


def test_memory_was_given_up(shell: Shell, said: Said) -> None:
    """A turn that could not be understood is in the letters with its reason, the doctor names it, and it can be tried
    again."""
    named("mnemic", "letters")
    shell("add", said.home, "--no-wait", "--session", "s1", "--id", "t1")
    with mnemic.open(shell.file, embedder="hashing", background=False) as memory:
        core, now = memory._core, datetime(2026, 3, 2, tzinfo=UTC)
        letter = DeadLetter(
            source=Source(session="s1", turn="t1"),
            attempts=5,
            reason="the model is away",
            first_at=now,
            last_at=now,
            dead=True,
        )
        with core.parts.store.writing(memory.user("alice")._scope) as writer:
            writer.keep_dead_letter(letter)
    shown = shell("letters")
    assert "t1" in shown
    assert "the model is away" in shown
    assert "mnemic letters" in shell("doctor", code=4)
    shell("retry")
    shell("run-due")
    assert len(shell.json("list")["memories"]) == 1


@pytest.mark.slow
def test_the_file_is_locked(shell: Shell, said: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that another process holds is said to be locked, with the way out; the doctor may read it meanwhile."""
    shell("add", said.home)
    monkeypatch.setenv("MNEMIC_LOCK_WAIT_S", "0.1")
    with closing(sqlite3.connect(shell.file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        shown = shell("add", said.likes, code=1)
        assert "locked" in shown
        assert "lock_wait_s" in shown
        shell("doctor")
        other.execute("ROLLBACK")


def damage(file: Path) -> None:
    """Cut off the second half of a file."""
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def lose_index(file: Path) -> None:
    """Lose the search index."""
    with closing(sqlite3.connect(file)) as raw:
        raw.execute("DELETE FROM index_entries")
        raw.commit()


@pytest.mark.parametrize(("harm", "code"), [(damage, 4), (lose_index, 3)])
def test_something_is_damaged(shell: Shell, said: Said, harm: Callable[[Path], None], code: int) -> None:
    """The doctor says what is damaged, and by his exit code whether it can be mended."""
    named("mnemic", "doctor")
    shell("add", said.home)
    harm(shell.file)
    shown = shell("doctor", code=code)
    assert ("--repair" in shown) == (code == 3)
    if code == 3:
        shell("doctor", "--repair")
        assert shell.json("search", said.of_home)["hits"]


def test_what_was_forgotten_is_still_found(shell: Shell, said: Said) -> None:
    """Another turn says the same; the search names it, and forgetting it too ends it."""
    named("mnemic", "search", "-k", "20")
    shell("add", said.home, "--session", "s1")
    shell("add", f"OK: {said.home}", "--role", "assistant", "--session", "s2")
    [made] = shell.json("list")["memories"]
    shell("forget", made["id"], "--yes")
    left = shell.json("search", said.of_home, "-k", "20")["hits"]
    assert [hit["memory"]["origin"] for hit in left] == ["assistant"]
    shell("forget", left[0]["memory"]["id"], "--yes")
    assert shell.json("search", said.of_home, "-k", "20")["hits"] == []


def test_the_profile_is_stale(shell: Shell, said: Said) -> None:
    """What changed since the profile was made is shown, and a new one is made on demand."""
    named("mnemic", "profile", "--changes")
    shell("add", said.home)
    shell("profile", "--refresh")
    shell("add", said.changed)
    assert said.elsewhere in shell("profile", "--changes")
    assert said.elsewhere in shell("profile", "--refresh")
