"""E-mail addresses, as they are and as people hide them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mnemic.domain.regex import Regex
from mnemic.safety.privacy.findings import PrivacyFinding

_EMAIL = Regex(r"@[A-Za-z0-9](?:[A-Za-z0-9-]{0,62})(?:\.[A-Za-z0-9-]{1,63}){1,5}")
_EMAIL_NAME = Regex(r"[A-Za-z0-9._%+-]{1,64}$")
_FILE_ENDING = Regex(r"\.(?:png|jpe?g|gif|svg|webp|pdf|js|ts|css|py|so|md|json|[a-z]*\d[\w-]*)$", re.IGNORECASE)
_EMAIL_SAID = Regex(
    r"(?<![A-Za-z0-9._%+-])[A-Za-z0-9][A-Za-z0-9._%+-]{0,40}"
    r"(?: ?[\[(【(]\s?(?:at|AT|@|艾特)\s?[\])】)] ?| at | ?艾特 ?|#(?=[a-z0-9]+\.(?:com|cn|net|org)\b)| @ | @|@ )"
    r"[A-Za-z0-9-]{1,40}(?:(?: ?[\[(【(]\s?(?:dot|DOT|点|\.)\s?[\])】)] ?| dot | ?点 ?"
    r"|\.)[A-Za-z]{2,12}){1,3}(?![A-Za-z0-9])"
)
_BARE_AT = Regex(r" at [\w-]+\.")


def find_emails(text: str) -> Iterator[PrivacyFinding]:
    """E-mail addresses, found from their @ so that the cost is linear, and those that hide it ("li at mail dot cn")."""
    if "@" in text:
        for at in _EMAIL.finditer(text):
            name = _EMAIL_NAME.search(text[max(0, at.start() - 64) : at.start()])
            domain = at.group().rstrip("-.")
            if name and not _FILE_ENDING.search(domain) and not _an_account_on_a_host(name.group(), text, at):
                start = at.start() - len(name.group().lstrip("."))
                yield PrivacyFinding(kind="EMAIL", start=start, end=at.start() + len(domain))
    if " at " in text or "@" in text or "艾特" in text or "#" in text or "[" in text or "(" in text or "【" in text:
        for said in _EMAIL_SAID.finditer(text):
            if not _BARE_AT.search(said.group()):
                yield PrivacyFinding(kind="EMAIL", start=said.start(), end=said.end())


def _an_account_on_a_host(name: str, text: str, at: re.Match[str]) -> bool:
    """ "git@host:path" is a repository."""
    return name == "git" and text[at.end() : at.end() + 1] in (":", "/")
