"""The part of a writer that is about the outbox, the same for every SQL database."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any

from mnemic.domain.record import UNINDEXED, Memory
from mnemic.domain.vector_entry import OutboxRow
from mnemic.stores.sql import rows, side_tables
from mnemic.stores.sql.reader import IDS_MAX, SqlReader, lists_of


class SqlOutboxWriter(SqlReader):
    """Enters in the outbox what a vector engine is to be told: where one is attached, and of users of whom one has a
    copy though this process does not know it. Of a sealed user it is told nothing but that everything goes."""

    owing = False
    """Something was entered."""

    _feeding = False
    _fed: bool | None = None  # an engine is attached, or has a copy; None: not looked at yet
    _outbox_number: int | None = None

    def enqueue_in_outbox(self, ids: Sequence[str]) -> None:
        """Enter memories in the outbox as they are; "" is that everything goes."""
        if ids:
            self._run(
                self._statements["outbox"], [self._mine | side_tables.outbox_values(id, self._number()) for id in ids]
            )
            self.owing = True

    def settle(self, fed: Sequence[OutboxRow]) -> list[str]:
        """Take rows out of the outbox; one that has another number by now stays. Returns ids whose row was gone."""
        there: set[str] = set()
        for part in lists_of([row.memory_id for row in fed], IDS_MAX):
            there |= {id for id, _ in self._rows(side_tables.NUMBERS, ids=part)}
        known = [row for row in fed if row.memory_id in there]
        self._run(side_tables.SETTLE, [self._mine | {"of": row.memory_id, "read": row.number} for row in known])
        return [row.memory_id for row in fed if row.memory_id not in there]

    def _owe_changed(self, memory: Memory, *, entered: bool) -> None:
        """A memory was written; what no search finds is no business of an engine's."""
        if self._seal is None and (entered or memory.kind not in UNINDEXED) and self._owes():
            self._owe_gathered([memory.id])

    def _owe_gone(self, ids: Sequence[str]) -> None:
        """Memories were removed."""
        if self._seal is None and self._owes():
            self._owe_gathered(ids)

    def _owe_everything(self) -> None:
        """Everything the engine has of the user goes; what is held of him now, in plain, comes after."""
        if not self._owes():
            return
        self._run(side_tables.CLEAR, self._mine)
        ids = [] if self._seal is not None else [id for (id,) in self._rows(side_tables.EVERY_ID)]
        self.enqueue_in_outbox([side_tables.EVERYTHING, *ids])

    def _owes(self) -> bool:
        if self._fed is None:
            self._fed = self._feeding or bool(
                SqlReader._rows(self, side_tables.EVERYTHING_FED)
            )  # without what is gathered
        return self._fed

    def _owe_gathered(self, ids: Sequence[str]) -> None:
        self.owing = True
        for id in ids:
            self._gather("outbox", side_tables.outbox_values(id, self._number()))

    def _number(self) -> int:
        """The number of this transaction's rows."""
        if self._outbox_number is None:
            self._outbox_number = side_tables.new_outbox_number()
        return self._outbox_number

    _statements: Any

    @abstractmethod
    def _run(self, statement: Any, parameters: rows.RowValues | list[rows.RowValues]) -> int: ...

    @abstractmethod
    def _gather(self, name: str, values: rows.RowValues) -> None: ...
