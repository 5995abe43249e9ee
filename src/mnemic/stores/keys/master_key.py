"""The master key as a file or a text: what wraps users' keys where no key service does."""

from __future__ import annotations

import os
import re
from base64 import b64encode, urlsafe_b64decode
from hashlib import sha256
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from mnemic.errors import InvalidSetting, KeyMissing

KEY_BYTES = 32
NONCE_BYTES = 12

_BOUND = b"mnemic user key 1"
_HEX = re.compile(r"[0-9A-Fa-f]{64}")
_OTHERS = 0o007  # what the mode of a key file may not allow anybody


class MasterKey:
    """A key service whose key is in this process: AES-256-GCM with a random nonce."""

    def __init__(self, secret: bytes) -> None:
        self.name = f"key {sha256(b'mnemic master key' + secret).hexdigest()[:16]}"
        self._cipher = AESGCM(secret)

    def wrap(self, secret: bytes) -> bytes:
        """Encrypt a user's key."""
        nonce = os.urandom(NONCE_BYTES)
        return nonce + self._cipher.encrypt(nonce, secret, _BOUND)

    def unwrap(self, wrapped: bytes) -> bytes:
        """Decrypt it.

        Raises:
            KeyMissing: it was wrapped by another master key, or changed.
        """
        try:
            return self._cipher.decrypt(wrapped[:NONCE_BYTES], wrapped[NONCE_BYTES:], _BOUND)
        except (InvalidTag, ValueError) as error:
            raise KeyMissing("A user's key was wrapped by another master key, or changed in the key ring.") from error


def from_text(text: str, *, where: str) -> MasterKey:
    """The master key written as 64 hexadecimal digits, or as base64 of 32 bytes.

    Raises:
        InvalidSetting: it is neither; `where` names it in the message, which does not show it.
    """
    written = text.strip()
    try:
        secret = bytes.fromhex(written) if _HEX.fullmatch(written) else _base64(written)
    except ValueError:
        secret = b""
    if len(secret) != KEY_BYTES:
        raise InvalidSetting(
            f"{where} is no key: it must be {KEY_BYTES} random bytes as base64 or hexadecimal digits, as "
            "`mnemic key new FILE` writes them."
        )
    return MasterKey(secret)


def from_file(path: Path) -> MasterKey:
    """The master key in a file.

    Raises:
        InvalidSetting: it cannot be read, is no key, or anybody on the machine may read or change it.
    """
    try:
        mode, text = path.stat().st_mode, path.read_text(encoding="ascii")
    except (OSError, ValueError) as error:
        raise InvalidSetting(
            f"The key file {path} cannot be read: {error}. `mnemic key new {path}` makes one."
        ) from None
    if os.name == "posix" and mode & _OTHERS:
        raise InvalidSetting(f"Anybody may use the key file {path} (mode {mode & 0o777:o}): chmod 600 {path}")
    return from_text(text, where=f"The key file {path}")


def new_file(path: Path) -> MasterKey:
    """Write a new master key into a file that only its owner may read. A file that is there is left alone.

    Raises:
        InvalidSetting: there is a file, or it cannot be written.
    """
    secret = os.urandom(KEY_BYTES)
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise InvalidSetting(f"{path} is there already: a key file is never written over. Name another.") from None
    except OSError as error:
        raise InvalidSetting(f"The key file {path} cannot be written: {error.strerror}.") from error
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(b64encode(secret).decode("ascii") + "\n")
        file.flush()
        os.fsync(file.fileno())
    return MasterKey(secret)


def _base64(text: str) -> bytes:
    return urlsafe_b64decode(text.replace("+", "-").replace("/", "_") + "=" * (-len(text) % 4))
