"""Many messages into the memories of their users, with progress and a count of what became of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from mnemic.domain.changes import WriteReport
from mnemic.domain.upkeep import Progress
from mnemic.errors import InvalidInput
from mnemic.faces import wire
from mnemic.faces.cli import tables
from mnemic.faces.cli.call import Call
from mnemic.faces.cli.progress import bar
from mnemic.faces.cli.screen import complain, safe
from mnemic.faces.cli.transcript import BadLine, Line, Transcript

if TYPE_CHECKING:
    from mnemic.api.memory import OpenMemory, UserMemory

BATCH_MESSAGES = 20  # added at once: few enough that the bar moves, many enough that committing costs little
BAD_SHOWN_MAX = 20  # lines that cannot be used, written out without --verbose


class Import:
    """One import: batches in the order of the file, each of one user and session."""

    def __init__(self, call: Call, memory: OpenMemory, *, dry_run: bool, verbose: bool) -> None:
        self._call = call
        self._memory = memory
        self._dry_run = dry_run
        self._verbose = verbose
        self._known: dict[tuple[str, str], set[str]] = {}
        self._reports: list[tuple[str, WriteReport]] = []
        self._counts = {"import.read": 0, "import.new": 0, "import.there": 0, "import.others": 0}
        self.bad: list[BadLine] = []

    def run(self, transcript: Transcript) -> None:
        """Import what can be imported; lines that cannot are kept in `bad`."""
        self.bad += transcript.bad
        self._counts["import.read"] = len(transcript.lines) + len(transcript.bad)
        done, total = 0, len(transcript.lines)
        with bar(self._call, "import.progress", total=total) as follow:
            for user, session, lines in self._batches(transcript.lines):
                self._add(user, session, lines)
                done += len(lines)
                follow(Progress(job="import", user=None, done=done, total=total))
        self.bad.sort(key=lambda bad: bad.number)

    def report(self) -> None:
        """Show what became of it all."""
        screen = self._call.screen
        for bad in self.bad[: None if self._verbose or screen.as_json else BAD_SHOWN_MAX]:
            if not screen.as_json:
                complain(safe(screen.words.say("import.bad", line=bad.number, reason=bad.reason), "red"))
        if len(self.bad) > BAD_SHOWN_MAX and not self._verbose:
            screen.note("import.bad_more", count=len(self.bad) - BAD_SHOWN_MAX)
        if self._verbose:
            for user, report in self._reports:
                for outcome in tables.OUTCOMES:
                    for entry in getattr(report, outcome):
                        where = safe(f"{user} · {report.session} · ", "dim")
                        screen.show(where + tables.entry_line(screen.words, outcome, entry))
        rows = [(screen.words.say(name), str(count)) for name, count in self._totals().items()]
        screen.table(("outcome", "count"), rows, wide="outcome")
        if self._dry_run:
            screen.say("learned.dry", style="dim")
        screen.document(self._document())

    def _batches(self, lines: Sequence[Line]) -> Iterator[tuple[str, str, list[Line]]]:
        mine: list[tuple[str, Line]] = []
        for line in lines:
            user = self._user_of(line)
            if user is not None:
                mine.append((user, line))
        for (user, session), group in groupby(mine, key=lambda pair: (pair[0], pair[1].session)):
            together = [line for _, line in group]
            for start in range(0, len(together), BATCH_MESSAGES):
                yield user, session, together[start : start + BATCH_MESSAGES]

    def _user_of(self, line: Line) -> str | None:
        """Whose memory a line goes to; None where it is counted as another's, or as bad."""
        only = self._call.place.user
        if only is not None and line.user not in (None, only):
            self._counts["import.others"] += 1
            return None
        user = only or line.user or self._call.named_user
        if user is None:
            self.bad.append(BadLine(number=line.number, reason=self._call.words.say("import.no_user")))
        return user

    def _add(self, user: str, session: str, lines: Sequence[Line]) -> None:
        """Add a batch; where one of it cannot be used, each by itself, so that the others stay."""
        try:
            memory = self._memory.user(user, agent=self._call.place.agent)
            known = self._turns_known(memory, session)
            report = memory.add([line.message for line in lines], session=session, dry_run=self._dry_run)
        except InvalidInput as error:
            if len(lines) == 1:
                self.bad.append(BadLine(number=lines[0].number, reason=str(error)))
                return
            for line in lines:
                self._add(user, session, [line])
            return
        self._reports.append((user, report))
        ids = {str(line.message["id"]) for line in lines}
        self._counts["import.new"] += len(ids - known)
        self._counts["import.there"] += len(lines) - len(ids - known)
        known |= ids

    def _turns_known(self, memory: UserMemory, session: str) -> set[str]:
        """Ids of the turns a session has; asked once, then kept up."""
        key = memory.id, session
        if key not in self._known:
            self._known[key] = {turn.id for turn in memory.turns(session)}
        return self._known[key]

    def _totals(self) -> dict[str, int]:
        outcomes = {name: sum(len(getattr(report, name)) for _, report in self._reports) for name in tables.OUTCOMES}
        return {**self._counts, "import.failed": len(self.bad), **outcomes}

    def _document(self) -> dict[str, Any]:
        counts = {name.removeprefix("import."): count for name, count in self._totals().items()}
        bad = [{"line": bad.number, "reason": bad.reason} for bad in self.bad]
        document: dict[str, Any] = {"counts": counts, "bad": bad, "dry_run": self._dry_run}
        if self._verbose:
            document["reports"] = [{"user": user, **wire.jsonable(report)} for user, report in self._reports]
        return document
