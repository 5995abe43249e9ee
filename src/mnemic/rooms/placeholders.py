"""The values behind placeholders: in a register of their own, of encrypted users only, and found by no search."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from mnemic.domain.register import Register, RegisterEntry
from mnemic.errors import InvalidSetting
from mnemic.ports import Reader, Writer
from mnemic.safety.privacy.rules import KEY_BYTES, HiddenValue, placeholder_ids_in

KEY = "key"
"""Under this id stands the key by which the user's placeholders are named; no placeholder has so short an id."""

NOT_SEALED = (
    "This user is not encrypted, so no value can be kept behind a placeholder. Encrypt the user, or set 'privacy' to "
    "'mask' or 'drop'."
)


def placeholder_key_in(reader: Reader) -> bytes | None:
    """The key of the user's placeholders, or None where none was made."""
    found = next((one for one in reader.register_entries(Register.PLACEHOLDERS) if one.id == KEY), None)
    return None if found is None else bytes.fromhex(str(found.body["key"]))


def make_placeholder_key(writer: Writer, fresh: bytes, now: datetime) -> bytes:
    """The key of the user's placeholders, made where there is none.

    Args:
        fresh: KEY_BYTES random bytes.

    Raises:
        InvalidSetting: the user is not encrypted; undo the transaction.
    """
    if (known := placeholder_key_in(writer)) is not None:
        return known
    writer.register(
        RegisterEntry(register=Register.PLACEHOLDERS, id=KEY, at=now, body={"key": fresh[:KEY_BYTES].hex()})
    )
    if not writer.sealed():
        raise InvalidSetting(NOT_SEALED)
    return fresh[:KEY_BYTES]


def keep_hidden(writer: Writer, hidden: Iterable[HiddenValue], now: datetime) -> None:
    """Enter the values behind placeholders; one that is known stays as it was first written.

    Raises:
        InvalidSetting: the user is not encrypted any more; undo the transaction.
    """
    values = {one.id: one for one in reversed(list(hidden))}
    if not values:
        return
    if not writer.sealed():
        raise InvalidSetting(NOT_SEALED)
    known = {one.id for one in writer.register_entries(Register.PLACEHOLDERS)}
    for id in values.keys() - known:
        body = {"kind": values[id].kind, "value": values[id].value}
        writer.register(RegisterEntry(register=Register.PLACEHOLDERS, id=id, at=now, body=body))


def placeholder_values_in(reader: Reader) -> dict[str, HiddenValue]:
    """The values behind the user's placeholders, by id."""
    return {
        one.id: HiddenValue(kind=str(one.body["kind"]), id=one.id, value=str(one.body["value"]))
        for one in reader.register_entries(Register.PLACEHOLDERS)
        if one.id != KEY
    }


def forget_unnamed_values(writer: Writer) -> int:
    """Remove the values behind placeholders that nothing held about the user names any more. Returns how many."""
    left = {one.id for one in writer.register_entries(Register.PLACEHOLDERS)} - {KEY}
    if not left:
        return 0
    unnamed = set(left)
    for text in _texts(writer):
        unnamed -= placeholder_ids_in(text)
        if not unnamed:
            return 0
    return writer.deregister(Register.PLACEHOLDERS, sorted(unnamed))


def _texts(reader: Reader) -> Iterator[str]:
    """Every text that may name a placeholder: talk, memories with their history, and what stands beside them."""
    for memory in reader.memories():
        yield from _of(memory.text, memory.quote, memory.summary, memory.metadata)
    for turn in reader.turns():
        yield from _of(turn.text, turn.metadata, turn.tool_calls)


def _of(*parts: object) -> Sequence[str]:
    return [part if isinstance(part, str) else json.dumps(part, ensure_ascii=False, default=dict) for part in parts]
