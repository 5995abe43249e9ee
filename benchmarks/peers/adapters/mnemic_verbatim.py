"""Mnemic with each turn kept as a note of its own."""

from __future__ import annotations

from benchmarks.peers.adapters import mnemic
from benchmarks.peers.task import Turn


class Memory(mnemic.Memory):
    """One user of a file."""

    def add(self, turn: Turn) -> None:
        """One note. A note has no speaker, so that the text says who spoke, as for every peer."""
        message = {"role": turn.role, "content": turn.line, "id": turn.id, "time": turn.at}
        given = {name: value for name, value in message.items() if value is not None}
        self._user.add(given, session=turn.session, infer=False)
