"""What the command line says, in English and Chinese: texts of a gettext catalogue, each found by its key.

The catalogues stand in locale/: a .po file for each language, and what is compiled from it (docs/decisions/0027).
"""

from __future__ import annotations

import gettext
from collections.abc import Mapping
from contextlib import suppress
from enum import StrEnum
from pathlib import Path


class Language(StrEnum):
    """A language the faces speak."""

    ENGLISH = "en"
    CHINESE = "zh"


LOCALE_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Where POSIX says the language of messages stands; the first that is set and not empty decides."""

CATALOGUES = Path(__file__).parent / "locale"
LOCALES = {Language.ENGLISH: "en", Language.CHINESE: "zh_CN"}
"""The folder of each language's catalogue."""


def language_of(environment: Mapping[str, str]) -> Language:
    """The language of the locale: Chinese for every zh, else English."""
    locale = next((environment[name] for name in LOCALE_VARIABLES if environment.get(name)), "")
    return Language.CHINESE if locale.lower().startswith("zh") else Language.ENGLISH


class Words:
    """All texts in one language."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self._texts = gettext.translation("mnemic", CATALOGUES, [LOCALES[language]])
        self._texts.add_fallback(_Unwritten())

    def help(self, command: str, parameter: str = "") -> str:
        """Help of a command, or of one of its parameters: its own, its room's, or the one all commands share.

        Raises:
            KeyError: nothing is written about it.
        """
        if not parameter:
            return self._texts.pgettext("command", command)
        room, _, _ = command.partition(" ")
        for key in (f"{command}.{parameter}", f"{room}.{parameter}"):
            with suppress(KeyError):
                return self._texts.pgettext("parameter", key)
        return self._texts.pgettext("parameter", parameter)

    def say(self, key: str, **values: object) -> str:
        """A sentence with its values filled in, in the form its `count` asks for where it has one.

        Raises:
            KeyError: there is no such sentence, or a value of it is missing.
        """
        count = values.get("count")
        text = self._texts.ngettext(key, key, count) if isinstance(count, int) else self._texts.gettext(key)
        return text.format_map(values)


class _Unwritten(gettext.NullTranslations):
    """What is asked where the catalogue has no text; gettext itself would print the key."""

    def gettext(self, message: str) -> str:
        raise KeyError(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        raise KeyError(msgid1)

    def pgettext(self, context: str, message: str) -> str:
        raise KeyError(message)
