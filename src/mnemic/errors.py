"""Every error Mnemic raises. A class's docstring is its default message.

MnemicError
├── InvalidInput (also ValueError): what was handed in cannot be used; nothing was stored
│   ├── InvalidScope · InvalidMessage · InvalidMetadata · InvalidTime · InvalidQuery · InvalidSetting · InvalidFile
│   ├── InvalidValue · InvalidLabel · TaskClosed
│   └── LimitExceeded
├── MemoryNotFound (also LookupError)
│   └── EntityNotFound · TaskNotFound · SkillNotFound · FileNotFound · ApiKeyNotFound
├── ConfirmationRequired (also PermissionError)
├── AccessDenied (also PermissionError)
├── StoreError
│   ├── StoreUnavailable · StoreClosed · NotAMemoryFile · NewerFile
│   ├── KeyMissing · SealBroken
│   └── VectorEngineUnavailable
├── Unauthenticated (also PermissionError) · RateLimited · PreconditionFailed · ServerUnavailable: over HTTP
└── ModelError
    └── EmbedderUnavailable · WrongVectorSize · ModelUnavailable · TokenizerUnavailable
"""

from __future__ import annotations

import inspect


class MnemicError(Exception):
    """Something in Mnemic went wrong."""

    def __init__(self, message: str | None = None) -> None:
        super().__init__(message or inspect.cleandoc(type(self).__doc__ or ""))


class InvalidInput(MnemicError, ValueError):
    """What was handed in cannot be used, and nothing was stored."""


class InvalidScope(InvalidInput):
    """A tenant, user, agent, session or task id must be a non-blank string without control characters."""


class InvalidMessage(InvalidInput):
    """A message must be text, or a dict with "role" and "content" as in the OpenAI chat format."""


class InvalidMetadata(InvalidInput):
    """Metadata must be a JSON object."""


class InvalidTime(InvalidInput):
    """A time must carry its zone, for example 2026-03-02T09:00:00+08:00."""


class InvalidQuery(InvalidInput):
    """A question must hold at least one visible character."""


class InvalidSetting(InvalidInput):
    """A setting has a value that cannot be used."""


class InvalidValue(InvalidInput):
    """A slot of a task cannot hold that value."""


class InvalidLabel(InvalidInput):
    """A purpose must be a name such as "support", and a retention "P30D", "session" or a moment with a zone."""


class TaskClosed(InvalidInput):
    """A task that is completed or abandoned changes no more."""


class InvalidFile(InvalidInput):
    """A file must be bytes, a path or a data: URL, of a type the setting `file_types` allows."""


class LimitExceeded(InvalidInput):
    """Something is larger than its limit."""


class MemoryNotFound(MnemicError, LookupError):
    """This user has no such memory."""


class EntityNotFound(MemoryNotFound):
    """Nothing this user's memories may answer with mentions that name."""


class SkillNotFound(MemoryNotFound):
    """This user has no such skill."""


class TaskNotFound(MemoryNotFound):
    """This user has no such task."""


class FileNotFound(MemoryNotFound):
    """This user has no such file."""


class ApiKeyNotFound(MemoryNotFound):
    """There is no such API key: `mnemic api-key list` shows those there are."""


class ConfirmationRequired(MnemicError, PermissionError):
    """Permanent memory changes only by the user's own word."""


class AccessDenied(MnemicError, PermissionError):
    """Whoever calls may not do this."""


class StoreError(MnemicError):
    """The store could not do what was asked; nothing of it was kept."""


class StoreUnavailable(StoreError):
    """The store cannot be reached or written at the moment; what was asked can be tried again."""


class StoreClosed(StoreError):
    """This memory has been closed. Open it again with mnemic.open(...)."""


class NotAMemoryFile(StoreError):
    """The file is not a Mnemic memory."""


class NewerFile(StoreError):
    """The file was written by a newer Mnemic. Upgrade with: pip install --upgrade mnemic."""


class KeyMissing(StoreError):
    """This user is encrypted, and the key is not there: name it by the settings, or it was destroyed for good."""


class SealBroken(StoreError):
    """A sealed value cannot be opened: it was changed, or put where another belongs. Restore it from a backup."""


class VectorEngineUnavailable(StoreError):
    """The vector engine cannot be reached: the records are safe, and it is told what it missed when it is back."""


class Unauthenticated(MnemicError, PermissionError):
    """No key, or one that is not taken: send `Authorization: Bearer KEY` with a key of `mnemic api-key create`."""


class RateLimited(MnemicError):
    """Too many requests with this key: try again when the answer's Retry-After says so."""


class PreconditionFailed(MnemicError):
    """The memory has changed since it was read: read it again, and send its new version with If-Match."""


class ServerUnavailable(MnemicError):
    """The server cannot be reached, or not in time: look whether `mnemic serve` runs at that address."""


class ModelError(MnemicError):
    """A model did not give a usable answer."""


class EmbedderUnavailable(ModelError):
    """The embedder cannot be loaded."""


class WrongVectorSize(ModelError):
    """A vector has another length than its embedder promised."""


class ModelUnavailable(ModelError):
    """The language model cannot be reached."""


class TokenizerUnavailable(ModelError):
    """The tokenizer cannot be loaded."""
