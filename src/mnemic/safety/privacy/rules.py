"""What becomes of each kind of personal data before a text is stored, and the placeholders that stand for it.

Placeholders: short names that stand for personal data in what is stored, and are filled in where that is allowed.

`[CN_MOBILE #k3f9a2c7]`: a keyed hash names the value, so the same value of the same user has the same name, and without
the user's key nobody can try out which number has it. 40 bits: among a thousand values of a user the chance that two
share a name is below one in two million.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType

from mnemic.domain.regex import Regex
from mnemic.errors import InvalidInput, InvalidSetting
from mnemic.safety.privacy.narrow_text import narrow_text
from mnemic.settings import Settings

PERSONAL_KINDS = (
    "CN_ID",
    "CN_MOBILE",
    "BANK_CARD",
    "USCC",
    "PASSPORT",
    "PLATE",
    "LANDLINE",
    "ADDRESS",
    "EMAIL",
    "WECHAT",
    "QQ",
    "IP",
    "PHONE",
    "SSN",
    "NINO",
    "LICENCE",
    "IBAN",
)
"""The kinds of personal data that are recognised. Secrets are none of them: they are always removed."""


class PrivacyMode(StrEnum):
    """What is left of a value."""

    MASK = "mask"  # its kind and its last four characters
    DROP = "drop"  # its kind
    PLACEHOLDER = "placeholder"  # its kind and a name under which the value is kept apart, for encrypted users


@dataclass(frozen=True, slots=True, kw_only=True)
class PrivacyRules:
    """What becomes of each kind; a kind that is not named is masked."""

    kinds: Mapping[str, PrivacyMode] = field(default_factory=lambda: MappingProxyType({}))
    key: bytes | None = None  # of the user's placeholders; without one a placeholder is a mask

    def of(self, kind: str) -> PrivacyMode:
        """What becomes of a kind."""
        return self.kinds.get(kind, PrivacyMode.MASK)

    @property
    def placeholders(self) -> bool:
        """Whether any kind is replaced by placeholders."""
        return PrivacyMode.PLACEHOLDER in self.kinds.values()

    def needed(self, kinds: Collection[str]) -> PrivacyRules:
        """The same for a task that needs these kinds only: of the others nothing is left but the kind (S5)."""
        return replace(
            self, kinds={kind: self.of(kind) if kind in kinds else PrivacyMode.DROP for kind in PERSONAL_KINDS}
        )


MASK_ALL = PrivacyRules()
"""Every kind is masked."""

DROP_ALL = PrivacyRules(kinds=dict.fromkeys(PERSONAL_KINDS, PrivacyMode.DROP))
"""Of every kind only the kind is left: for what is kept for the memory's own use, and never needs the value."""


def privacy_rules_of(settings: Settings, *, key: bytes | None = None) -> PrivacyRules:
    """The rules by the setting `privacy`."""
    if not settings.privacy:
        return MASK_ALL
    return PrivacyRules(kinds={kind: PrivacyMode(keep) for kind, keep in settings.privacy.items()}, key=key)


def check_privacy(settings: Settings, *, encrypted: bool) -> None:
    """Check the settings of privacy when a memory is opened.

    Raises:
        InvalidSetting: there is no such kind; or placeholders are asked for where users are not encrypted.
    """
    for setting, named in (("privacy", settings.privacy), ("placeholder_contexts", settings.placeholder_contexts)):
        for kind in named:
            if kind not in PERSONAL_KINDS:
                raise InvalidSetting(
                    f"Setting {setting!r}: there is no kind {kind!r}. Known are: {', '.join(PERSONAL_KINDS)}."
                )
    if privacy_rules_of(settings).placeholders and not encrypted:
        raise InvalidSetting(
            "Setting 'privacy': a placeholder needs encryption, since the values behind placeholders are kept for "
            "encrypted users only. Set encryption, or use 'mask' or 'drop'. See docs/security/privacy.md."
        )


def checked_kinds(given: object, where: str) -> tuple[str, ...]:
    """Kinds of personal data as a caller names them.

    Raises:
        InvalidInput: there is no such kind.
    """
    if isinstance(given, str) or not isinstance(given, Collection):
        raise InvalidInput(f"{where} must be a list of kinds, not {given!r}. Known are: {', '.join(PERSONAL_KINDS)}.")
    for kind in given:
        if kind not in PERSONAL_KINDS:
            raise InvalidInput(f"{where}: there is no kind {kind!r}. Known are: {', '.join(PERSONAL_KINDS)}.")
    return tuple(dict.fromkeys(given))


KEY_BYTES = 32
_HASH_BYTES = 5  # 8 characters of base32
_SEPARATORS = Regex(r"[\s\-./_·•~()]+")
_NAMED = Regex(r"\[([A-Z_]{2,12}) #([a-z2-7]{8})\]")


@dataclass(frozen=True, slots=True, kw_only=True)
class HiddenValue:
    """A value that was replaced by a placeholder."""

    kind: str
    id: str
    value: str


class UnfilledReason(StrEnum):
    """Why a placeholder stays as it is."""

    CONTEXT = "its kind may not be filled in here: see the setting placeholder_contexts"
    UNKNOWN = "no value is kept for it: it was forgotten, is another user's, or was never one"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceholderFilling:
    """One placeholder of a text, and what became of it."""

    kind: str
    id: str
    left: UnfilledReason | None = None  # None: it was filled in


class FilledText(str):
    """A text with its placeholders filled in as far as that was allowed; `fillings` says what became of each."""

    __slots__ = ("fillings",)

    fillings: tuple[PlaceholderFilling, ...]

    def __new__(cls, text: str, fillings: Iterable[PlaceholderFilling] = ()) -> FilledText:
        made = super().__new__(cls, text)
        made.fillings = tuple(fillings)
        return made


def placeholder_text(kind: str, id: str) -> str:
    """How a placeholder stands in a text."""
    return f"[{kind} #{id}]"


def placeholder_id(key: bytes, kind: str, value: str) -> str:
    """The id of a value: the same for every way of writing it that differs in separators, width or case only."""
    plain = _SEPARATORS.sub("", narrow_text(value).text).casefold()
    digest = hmac.new(key, f"{kind}\0{plain}".encode("utf-8", "surrogatepass"), hashlib.sha256).digest()
    return base64.b32encode(digest[:_HASH_BYTES]).decode().lower()


def placeholder_ids_in(text: str) -> set[str]:
    """Ids of the placeholders that stand in a text."""
    return {match.group(2) for match in _NAMED.finditer(text)} if "[" in text else set()


def fill_placeholders(
    text: str, value_of: Callable[[str, str], str | None], allowed: Callable[[str], bool]
) -> FilledText:
    """`text` with its placeholders replaced by their values.

    Args:
        value_of: the value of a kind and an id, None where there is none.
        allowed: whether a kind may be filled in.
    """
    fillings: list[PlaceholderFilling] = []

    def filled(match: re.Match[str]) -> str:
        kind, id = match.groups()
        value = value_of(kind, id) if allowed(kind) else None
        why = None if value is not None else UnfilledReason.UNKNOWN if allowed(kind) else UnfilledReason.CONTEXT
        fillings.append(PlaceholderFilling(kind=kind, id=id, left=why))
        return match.group() if value is None else value

    return FilledText(_NAMED.sub(filled, text), fillings)


def contexts_of(settings: Mapping[str, Collection[str]], context: str) -> Callable[[str], bool]:
    """Which kinds the setting `placeholder_contexts` lets an agent fill in in a context."""
    return lambda kind: context in settings.get(kind, ())
