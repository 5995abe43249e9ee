"""A field as the rules read it: which slot it is, what words name it, which choices it has."""

from __future__ import annotations

import re
from dataclasses import dataclass

from mnemic.domain.cached import cached
from mnemic.domain.regex import Regex
from mnemic.language.detect import HAN
from mnemic.rooms.task.slot_filling.field import FieldType, TaskField
from mnemic.rooms.task.slot_filling.slots import SlotKind, TypeFamily, known_slot

FIELDS_CACHED_MAX = 1_024  # fields whose reading is kept, some dozens of schemas

_CAMEL = Regex(r"(?<=[a-z0-9])(?=[A-Z])|[_.\-]+")
_HAN = Regex(f"[{HAN}]")
_TRAILING = Regex(r" (?:name|date|day|time|count|number|text|value|list|type|mode|max|min|limit|at|on)$")
_HAN_TRAILING = Regex(r"(?<=..)(?:日期|时间|名称|数量|方式)$")
_LEADING = Regex(
    r"^(?:is|has|have|needs?|wants?|with|include[sd]?|requires?|allows?|should|the|number of|max|min|preferred|target) "
)
_SHORT = {
    "temp": "temperature",
    "qty": "quantity",
    "dest": "destination",
    "dept": "department",
    "addr": "address",
    "num": "number",
}
_NEVER = frozenset(
    "name date day time count number text value list type mode max min limit data info is has to from on at"
    " item note id 的 是".split()
)
_TIMES = frozenset({FieldType.DATE, FieldType.MOMENT, FieldType.TIME})
_NUMBERS = frozenset({FieldType.NUMBER, FieldType.INTEGER})


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldSense:
    """A field with what the rules need of it."""

    field: TaskField
    slot: SlotKind
    named: tuple[str, ...]  # all its names in lower case, words apart
    label: Regex[str] | None  # any words that name it

    @property
    def kind(self) -> FieldType:
        """The type of one value: of a list, of its items."""
        if self.field.type is not FieldType.LIST:
            return self.field.type
        return FieldType.CHOICE if self.field.choices else self.field.item or FieldType.TEXT

    @property
    def many(self) -> bool:
        """Whether it is a list."""
        return self.field.type is FieldType.LIST


@cached(maxsize=FIELDS_CACHED_MAX)
def field_sense(field: TaskField) -> FieldSense:
    """What a field is about, by its name, its title, its aliases and, where those do not tell, its description."""
    named = tuple(dict.fromkeys(_plain(name) for name in (field.name, field.title, *field.aliases) if name.strip()))
    known = known_slot(named, _family(field))
    if known.slot in (SlotKind.OTHER, SlotKind.DATE) and field.description:
        known = (
            known_slot((*named, _plain(field.description)), _family(field)) if len(field.description) < 60 else known
        )
    words = [word for name in named for word in _names(name)]
    parts = [re.escape(word).replace(r"\ ", r"[ _-]?") for word in words]
    patterns = [part if _HAN.search(part) else rf"(?<![A-Za-z]){part}(?:s|es)?(?![A-Za-z])" for part in parts]
    if known.label and field.type is not FieldType.BOOLEAN:
        patterns += [
            part if _HAN.search(part) else rf"(?<![A-Za-z])(?:{part})(?![A-Za-z])"
            for part in pattern_alternatives(known.label)
        ]
    label = Regex("|".join(sorted(set(patterns), key=len, reverse=True)), re.IGNORECASE) if patterns else None
    return FieldSense(field=field, slot=known.slot, named=named, label=label)


def pattern_alternatives(pattern: str) -> list[str]:
    """The alternatives of a pattern at its top level, so that English ones can be bounded by words."""
    found, depth, held = [], 0, ""
    for sign in pattern:
        depth += (sign == "(") - (sign == ")")
        if sign == "|" and not depth:
            found.append(held)
            held = ""
        else:
            held += sign
    return [*found, held]


def _family(field: TaskField) -> TypeFamily:
    kind = field.item or FieldType.TEXT if field.type is FieldType.LIST else field.type
    if kind in _TIMES:
        return TypeFamily.TIME
    return TypeFamily.NUMBER if kind in _NUMBERS else TypeFamily.WORDS


def _plain(name: str) -> str:
    return re.sub(r"\s+", " ", _CAMEL.sub(" ", name)).strip().casefold()


def _names(name: str) -> list[str]:
    """A name with its shorter forms: "kiln temp", "fired on" and "fired"."""
    found = list(dict.fromkeys([name, " ".join(_SHORT.get(word, word) for word in name.split(" "))]))
    for rule in (_LEADING, _TRAILING, _HAN_TRAILING):
        found += [shorter for each in found if (shorter := rule.sub("", each)) != each]
    return [each for each in dict.fromkeys(found) if (each not in _NEVER and len(each) > 1) or _HAN.fullmatch(each)]
