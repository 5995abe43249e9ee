"""The doctor: every user in turn is read in one snapshot and looked at; with leave, what can be mended is mended.

The checks are a list; each says what it found and changes nothing. After repairs everything is looked at again, so that
what is reported as repaired is so.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from mnemic.domain.diagnosis import Check, Checkup, Diagnosis, Repair, Severity, worst_first
from mnemic.domain.record import Memory
from mnemic.domain.scope import Scope
from mnemic.errors import InvalidScope, ModelError, StoreClosed, StoreError
from mnemic.index.vector_graph import GraphFiles
from mnemic.ports import Reader
from mnemic.ports.examination import Examination
from mnemic.safety.audit.verification import audit_key_of
from mnemic.upkeep.doctor import graphs, indexes, records, rooms, turn_log, vectors
from mnemic.upkeep.doctor.audit_logs import check_audit_logs
from mnemic.upkeep.doctor.case import FROM_BACKUP, UserCase, limited_findings, read_case
from mnemic.upkeep.doctor.repairs import UserRepairs
from mnemic.upkeep.jobs.execution import UpkeepContext
from mnemic.upkeep.vectors.feed import EngineFeed

USERS_AT_ONCE = 50
FINDINGS_MAX = 200  # of one check and one user that are listed
ROUNDS_MAX = 3  # of repairs: one may uncover what another can mend

_BARRED = (Check.FILE_READABLE, Check.FILE_OWNER, Check.FILE_SCHEMA, Check.FILE_TABLES)
"""What of a store keeps users from being looked at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Doctor:
    """Who looks at an opened memory."""

    tending: UpkeepContext
    graphs: GraphFiles | None = None  # in the folder beside the file
    feeding: EngineFeed | None = None  # who tells the vector engine, where one is set

    def check(self, scope: Scope | None, *, repair: bool, now: datetime) -> Checkup:
        """Look at one user, or at the store and everybody in it.

        Args:
            repair: mend what can be mended. No record is removed.
        """
        checkup = Checkup(at=now)
        physical = self._store(checkup, repair=repair)
        if any(one.check in _BARRED and one.severity is Severity.BROKEN for one in physical):
            return checkup
        names: set[str] = set()
        for each in [scope] if scope is not None else self._everybody(physical):
            self._user(each, checkup, repair=repair, now=now)
            if self.graphs is not None:
                names.add(self.graphs.name(each))
        if scope is None and self.graphs is not None:
            self._strays(names, checkup, repair=repair, now=now)
        checkup.found += check_audit_logs(self.tending.store, scope, key=audit_key_of(self.tending.settings))
        checkup.found = worst_first(checkup.found)
        return checkup

    def _store(self, checkup: Checkup, *, repair: bool) -> list[Diagnosis]:
        """The store as a thing. Users whose row is gone are looked at with the others, and reported there."""
        found = self.tending.store.check()
        if repair and any(one.repair is Repair.REINDEX for one in found):
            self.tending.store.mend(found)
            left = self.tending.store.check()
            still = {(one.check, one.reason) for one in left}
            checkup.repaired += [one for one in found if (one.check, one.reason) not in still]
            found = left
        checkup.found += [one for one in found if one.check is not Check.USER_ROW]
        return found

    def _everybody(self, physical: list[Diagnosis]) -> Iterator[Scope]:
        for one in physical:
            if one.check is Check.USER_ROW:
                try:
                    yield Scope(one.tenant or "", one.user or "")
                except InvalidScope:
                    continue  # a name no user can have: `_store` cannot hand its rows to anybody
        last: Scope | None = None
        while some := self.tending.store.users(after=last, limit=USERS_AT_ONCE):
            yield from some
            last = some[-1]

    def _user(self, scope: Scope, checkup: Checkup, *, repair: bool, now: datetime) -> None:
        checkup.users += 1
        found, restorable = self._looked(scope, now)
        first = found
        for _ in range(ROUNDS_MAX if repair else 0):
            if not any(one.repairable for one in found):
                break
            failed = self._mend(scope, found, restorable, now)
            found, restorable = self._looked(scope, now)
            if failed is not None:
                found.append(failed)
                break
        still = {_called(one) for one in found}
        checkup.repaired += [one for one in first if one.repairable and _called(one) not in still]
        listed, cut = limited_findings(found, FINDINGS_MAX)
        checkup.found += listed
        checkup.cut += cut

    def _mend(
        self, scope: Scope, found: list[Diagnosis], restorable: dict[str, Memory], now: datetime
    ) -> Diagnosis | None:
        """Repair; what kept it from being done, as a finding."""
        mending = UserRepairs(tending=self.tending, scope=scope, now=now, graphs=self.graphs, feeding=self.feeding)
        try:
            mending.run(found, restorable)
        except StoreClosed:
            raise
        except (ModelError, StoreError, OSError) as error:
            return UserCase(scope=scope, now=now).found(
                Check.ROW_READABLE, f"the repair was broken off: {error}", "run it again when that is mended"
            )
        return None

    def _looked(self, scope: Scope, now: datetime) -> tuple[list[Diagnosis], dict[str, Memory]]:
        """Everything about one user, from one snapshot, and what can be restored of him."""
        found: list[Diagnosis] = []
        restorable: dict[str, Memory] = {}
        try:
            with self.tending.store.reading(scope) as reader, reader.examining() as rows:
                if (lock := rows.locked()) is not None:
                    return [turn_log.locked_user_finding(scope, lock, now)], {}
                case, unread = read_case(scope, rows, now)
                found += unread
                restorable = case.restorable
                for one in self._checks(case, reader, rows):
                    found.append(one)
            if self.graphs is not None:
                found += graphs.check_graph(case, self.tending.store, self.graphs)
        except StoreClosed:
            raise
        except StoreError as error:
            found.append(UserCase(scope=scope, now=now).found(Check.FILE_READABLE, str(error), FROM_BACKUP))
        return found, restorable

    def _checks(self, case: UserCase, reader: Reader, rows: Examination) -> Iterator[Diagnosis]:
        """Every check of a user, in order: history first, since it says what can be restored."""
        embedder = self.tending.embedder
        yield from turn_log.check_user_row(case)
        yield from records.check_histories(case, rows)
        yield from records.check_relations(case, rows)
        yield from records.check_sources(case, rows)
        yield from indexes.check_entries(case, rows, embedder)
        yield from turn_log.check_turns(case)
        yield from turn_log.check_files(case, rows)
        yield from turn_log.check_audit(case, rows)
        yield from turn_log.check_work(case, rows)
        yield from rooms.check_bodies(case)
        if not case.unreadable:
            yield from indexes.check_cached_index(case, reader, self.tending.user_indexes, embedder)
        if self.feeding is not None:
            yield from vectors.check_engine(case, reader, self.feeding)

    def _strays(self, names: set[str], checkup: Checkup, *, repair: bool, now: datetime) -> None:
        assert self.graphs is not None
        for one in graphs.stray_graphs(self.graphs, names, now):
            if repair and one.id is not None:
                self.graphs.delete(one.id)
                checkup.repaired.append(one)
            else:
                checkup.found.append(one)


def _called(one: Diagnosis) -> tuple[object, ...]:
    """By what a finding is known again after repairs."""
    return one.check, one.id, one.row, one.source, one.reason
