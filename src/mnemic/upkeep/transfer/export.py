"""Everything that is held about one user, or all, into one file: each user as of one moment, while others write."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from importlib.metadata import version
from pathlib import Path

from mnemic.domain.register import Register, RegisterEntry
from mnemic.domain.scope import Scope
from mnemic.domain.stored_rows import epoch_salt
from mnemic.domain.transfer import ExportReport
from mnemic.domain.upkeep import Progress
from mnemic.ports import Reader, Store
from mnemic.upkeep.transfer.format import HEADER, USER, VERSION, row_document, row_sort
from mnemic.upkeep.transfer.lines import LineWriter, writing_export

USERS_AT_ONCE = 500  # asked for at a time
TOLD_EVERY = 500  # rows between two words of progress

Tell = Callable[[Progress], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportRun:
    """One export."""

    store: Store
    tenant: str
    now: datetime
    tell: Tell
    vectors: bool = False

    def run(self, path: Path, *, users: Sequence[str] | None = None, overwrite: bool = False) -> ExportReport:
        """Write the file.

        Args:
            users: whose memory; None: of everybody of the tenant.

        Raises:
            InvalidInput: the file is there already, or cannot be there.
            StoreUnavailable: it cannot be written.
        """
        with writing_export(path, overwrite=overwrite) as lines:
            lines.write(
                HEADER,
                {
                    "version": VERSION,
                    "mnemic": version("mnemic"),
                    "tenant": self.tenant,
                    "exported_at": self.now.isoformat(),
                    "vectors": self.vectors,
                },
            )
            number = 0
            for scope in self.scopes(users):
                number += self._user(lines, scope, number + 1)
            digest = lines.end(users=number)
        rows = {sort: count for sort, count in lines.rows.items() if sort not in (HEADER, USER, "end")}
        return ExportReport(path=str(path), users=number, rows=rows, sha256=digest, bytes=path.stat().st_size)

    def scopes(self, users: Sequence[str] | None) -> Iterator[Scope]:
        """Whose memory is written."""
        if users is not None:
            yield from (Scope(self.tenant, user) for user in users)
            return
        after: Scope | None = None
        while some := self.store.users(after=after, limit=USERS_AT_ONCE):
            yield from (scope for scope in some if scope.tenant == self.tenant)
            after = some[-1]

    def _user(self, lines: LineWriter, scope: Scope, number: int) -> int:
        """One user in one snapshot; 0 where nothing is held."""
        with self.store.reading(scope) as reader:
            salt = epoch_salt(reader.renewal(epoch="", change=0).epoch)
            if not salt:
                return 0
            lines.write(USER, {"u": number, "user": scope.user, "salt": salt})
            total, done = _total(reader), 0
            for row in reader.held(vectors=self.vectors):
                if isinstance(row, RegisterEntry) and row.register is not Register.LESSONS:
                    continue  # values behind placeholders stay here, and so does where other exports lie
                lines.write(row_sort(row), {"u": number, **row_document(row)})
                done += 1
                if done % TOLD_EVERY == 0:
                    self.tell(Progress(job="export", user=scope.user, done=done, total=total))
            self.tell(Progress(job="export", user=scope.user, done=done, total=done))
        return 1


def _total(reader: Reader) -> int:
    return sum(count for table, count in reader.counts().items() if table != "index")
