"""What becomes of each kind of personal data before a text is stored: the setting `privacy`, as a value."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType

from mnemic.errors import InvalidInput, InvalidSetting
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
