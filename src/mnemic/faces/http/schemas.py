"""JSON schemas of values: what `shapes` writes and `codec` reads."""

from __future__ import annotations

import inspect
import types
import typing
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from datetime import date, datetime
from enum import Enum
from pathlib import Path
from typing import Any

from mnemic.api.files import FileReport
from mnemic.api.sessions import ChatMessages
from mnemic.domain.blob import FileInfo
from mnemic.domain.changes import WriteReport
from mnemic.domain.query import Hit, Recall, Trace
from mnemic.domain.record import Memory
from mnemic.domain.transfer import Group, Losses
from mnemic.faces.http.codec import LISTS, MAPPINGS, anything
from mnemic.faces.http.shapes import COMPUTED, HIDDEN
from mnemic.safety.access.policy import Right
from mnemic.safety.privacy.placeholders import Filled, Filling

Schema = dict[str, Any]
PLACE = "#/components/schemas/"

_PLAIN: Mapping[Any, Schema] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    type(None): {"type": "null"},
    Path: {"type": "string"},
    datetime: {"type": "string", "format": "date-time"},
    date: {"type": "string", "format": "date"},
}

_OWN: Mapping[Any, tuple[str, Mapping[str, Any]]] = {
    Recall: (
        "The hits of one search, best first, with how they were found.",
        {
            "query": str,
            "hits": list[Hit],
            "permanent": list[Memory],
            "answered": float | None,
            "nothing": bool,
            "degraded": list[str],
            "trace": Trace,
        },
    ),
    ChatMessages: (
        "Messages in the OpenAI chat format, with what went into them.",
        {
            "messages": list[dict[str, Any]],
            "tokens": int,
            "turns": list[str],
            "shortened": int,
            "left_out": int,
            "degraded": list[str],
        },
    ),
    Filled: ("A text with its placeholders filled in.", {"text": str, "fillings": list[Filling]}),
    FileReport: ("What became of a file.", {"file": FileInfo, "report": WriteReport}),
}


@dataclass(slots=True)
class Schemas:
    """Schemas by hint; those of classes are gathered under their names, and referred to."""

    named: dict[str, Schema] = field(default_factory=dict)
    _names: dict[type, str] = field(default_factory=dict)

    def of(self, hint: Any) -> Schema:
        """The schema of a type."""
        if anything(hint):
            return {}
        if hint in _PLAIN:
            return dict(_PLAIN[hint])
        origin, parts = typing.get_origin(hint), typing.get_args(hint)
        if origin in (typing.Union, types.UnionType):
            return self._one_of(parts)
        if origin is typing.Literal:
            return {"enum": list(parts)}
        if origin in LISTS or hint in LISTS:
            return self._list(origin, parts)
        if origin in MAPPINGS or hint in MAPPINGS:
            values = self.of(parts[1]) if parts else {}
            return {"type": "object", "additionalProperties": values or True}
        if hint is Losses:
            return {"type": "array", "items": self.of(Group)}
        return {"$ref": PLACE + self._name(hint)}

    def _one_of(self, parts: tuple[Any, ...]) -> Schema:
        options = [self.of(part) for part in parts]
        if {} in options:
            return {}
        return {"anyOf": options}

    def _list(self, origin: Any, parts: tuple[Any, ...]) -> Schema:
        if origin is tuple and parts and parts[-1] is not Ellipsis:
            items = [self.of(part) for part in parts]
            return {"type": "array", "prefixItems": items, "minItems": len(items), "maxItems": len(items)}
        return {"type": "array", "items": self.of(parts[0]) if parts else {}}

    def _name(self, shape: Any) -> str:
        if shape not in self._names:
            taken = set(self._names.values())
            place = shape.__module__.rpartition(".")[2].title().replace("_", "")
            self._names[shape] = shape.__name__ if shape.__name__ not in taken else f"{place}{shape.__name__}"
            self.named[self._names[shape]] = {}  # a class may hold itself
            self.named[self._names[shape]] = self._made(shape)
        return self._names[shape]

    def _made(self, shape: Any) -> Schema:
        if shape is Right:
            return {"type": "string", "enum": [one.name.lower() for one in Right], "description": _said(shape)}
        if isinstance(shape, type) and issubclass(shape, Enum):
            return {"type": "string", "enum": [one.value for one in shape], "description": _said(shape)}
        if shape in _OWN:
            said, parts = _OWN[shape]
            return self.object(parts, said)
        if not is_dataclass(shape):
            raise TypeError(f"{shape} has no schema.")
        hints = typing.get_type_hints(shape)
        names = [one.name for one in fields(shape) if one.name not in HIDDEN.get(typing.cast(type, shape), ())]
        written = {name: hints[name] for name in names} | dict(COMPUTED.get(typing.cast(type, shape), {}))
        return self.object(written, _said(shape))

    def object(self, parts: Mapping[str, Any], said: str) -> Schema:
        """The schema of an object that has all these fields."""
        return {
            "type": "object",
            "description": said,
            "properties": {name: self.of(hint) for name, hint in parts.items()},
            "required": list(parts),
        }


def _said(shape: Any) -> str:
    return " ".join(inspect.cleandoc(shape.__doc__ or "").split())
