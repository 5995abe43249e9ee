"""Personal data and secrets are taken out of a text before it is stored (S5, W10).

Personal data leaves a short marker: with its last characters, so that the user still recognises it
(`[CN_MOBILE …2328]`), with nothing (`[CN_MOBILE]`), or with a name under which the value is kept apart
(`[CN_MOBILE #k3f9a2c7]`), as the setting `privacy` says for each kind. Of a secret nothing is left (`[SECRET]`). Names,
cities and companies stay: a memory without them is none.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from mnemic.domain.record import Json
from mnemic.domain.regex import Regex
from mnemic.safety.privacy.addresses import find_addresses, find_emails
from mnemic.safety.privacy.credentials import SECRET, find_credentials
from mnemic.safety.privacy.findings import PrivacyFinding
from mnemic.safety.privacy.identifiers import IDENTIFIERS
from mnemic.safety.privacy.narrow_text import NarrowText, digits_spelled_out, narrow_text
from mnemic.safety.privacy.rules import (
    MASK_ALL,
    PERSONAL_KINDS,
    HiddenValue,
    PrivacyMode,
    PrivacyRules,
    placeholder_id,
    placeholder_text,
)

__all__ = [
    "PrivacyFinding",
    "RedactedText",
    "WriteRedaction",
    "find_personal_data",
    "marker_kinds_in",
    "redact",
    "redact_values",
]

KEPT_CHARACTERS = 4  # of a masked value (S5), and never more than half of it
NUMBER_MIN = 10_000  # of a JSON value; no number of fewer digits names a person
PASSES_MAX = 6  # each pass looks at what the last one left; the second finds nothing in any text of our own

_HOLE = "\ufffc"  # OBJECT REPLACEMENT CHARACTER: stands for what is masked already
_MARKER = Regex(
    rf"\[((?:{'|'.join(PERSONAL_KINDS)})(?: …[^\]\s{_HOLE}]{{0,{KEPT_CHARACTERS}}}| #[a-z2-7]{{8}})?|{SECRET})\]"
)
_DIGITS = Regex(
    r"\d(?:\D{0,3}\d){3}|wxid|微信|[Vv][Xx信]|[Ww][Xx]|[Ww]e[Cc]hat|weixin|WECHAT|[薇威]|[0-9A-Fa-f]:"
    r"|[\u4e00-\u9fff] ?[A-Za-z]"
)
_STRETCH = Regex(r"\d(?:\D{0,3}\d)*")
_WORTH_A_LOOK = Regex(
    r"[0-9@]|[零〇一二三四五六七八九幺壹贰叁肆伍陆柒捌玖].?[零〇一二三四五六七八九幺壹贰叁肆伍陆柒捌玖]|[A-Za-z]{4}"
    r"|密码|口令"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RedactedText:
    """A text that may be stored, and where the original held what may not."""

    text: str
    findings: tuple[PrivacyFinding, ...]
    hidden: tuple[HiddenValue, ...] = ()  # values that placeholders stand for

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds that were taken out of the text, now or by an earlier redaction, each once, in order."""
        return marker_kinds_in(self.text)


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteRedaction:
    """Redaction of the texts of one write by the same rules, with the values behind placeholders put aside."""

    rules: PrivacyRules = MASK_ALL
    hidden: list[HiddenValue] = field(default_factory=list)

    def of(self, text: str) -> RedactedText:
        """A text, redacted."""
        clean = redact(text, self.rules)
        self.hidden.extend(clean.hidden)
        return clean

    def of_values(self, values: Mapping[str, Json]) -> Mapping[str, Json]:
        """A JSON object, redacted."""
        if not values:
            return values
        clean, hidden = redact_values(dict(values), self.rules)
        self.hidden.extend(hidden)
        return clean if isinstance(clean, dict) else values


def find_personal_data(text: str) -> tuple[PrivacyFinding, ...]:
    """Personal data and secrets in `text`, in order, without overlap; spans count characters of the original.

    Kinds: CN_ID, CN_MOBILE, BANK_CARD (every payment card), USCC, PASSPORT, PLATE, LANDLINE, ADDRESS, EMAIL, WECHAT,
    QQ, IP, PHONE (outside China), SSN, IBAN, SECRET. What an earlier redaction left is passed over.
    """
    reading = narrow_text(text)
    if not _WORTH_A_LOOK.search(reading.text):
        return ()
    covered = [(match.start(), match.end()) for match in _MARKER.finditer(reading.text)]
    findings: list[PrivacyFinding] = []
    for _ in range(PASSES_MAX):
        fresh = _scan_uncovered(reading.text, covered)
        if not fresh:
            break
        findings += fresh
        covered = sorted(covered + [(finding.start, finding.end) for finding in fresh])
    return tuple(_placed(finding, reading) for finding in sorted(findings, key=lambda finding: finding.start))


def marker_kinds_in(text: str) -> tuple[str, ...]:
    """The kinds whose markers stand in a text, each once, in order."""
    if "[" not in text:
        return ()
    return tuple(dict.fromkeys(match.group(1).split(" ")[0] for match in _MARKER.finditer(text)))


def redact(text: str, rules: PrivacyRules = MASK_ALL) -> RedactedText:
    """`text` with every finding replaced by its marker. Redacting twice changes nothing more."""
    return _replaced(text, find_personal_data(text), rules)


def redact_values(value: Json, rules: PrivacyRules = MASK_ALL) -> tuple[Json, tuple[HiddenValue, ...]]:
    """The same for every text and long number inside a JSON value, each read with the name of its field before it,
    which is often its label: `{"password": "..."}`. The names of fields are redacted too."""
    hidden: list[HiddenValue] = []

    def clean(part: Json, name: str) -> Json:
        if isinstance(part, list | tuple):
            return [clean(one, name) for one in part]
        if isinstance(part, dict):
            return {redact(key, rules).text: clean(one, key) for key, one in part.items()}
        if isinstance(part, bool) or not (isinstance(part, str) or (isinstance(part, int) and abs(part) >= NUMBER_MIN)):
            return part
        text = str(part)
        redacted = _replaced(text, _find_labelled(text, name), rules)
        hidden.extend(redacted.hidden)
        return redacted.text if redacted.findings else part

    return clean(value, ""), tuple(hidden)


def _find_labelled(text: str, label: str) -> tuple[PrivacyFinding, ...]:
    if not label:
        return find_personal_data(text)
    before = len(label) + 2
    return tuple(
        PrivacyFinding(kind=finding.kind, start=finding.start - before, end=finding.end - before)
        for finding in find_personal_data(f"{label}: {text}")
        if finding.start >= before
    )


def _replaced(text: str, findings: tuple[PrivacyFinding, ...], rules: PrivacyRules) -> RedactedText:
    if not findings:
        return RedactedText(text=text, findings=())
    parts: list[str] = []
    hidden: list[HiddenValue] = []
    position = 0
    for finding in findings:
        value = text[finding.start : finding.end]
        if finding.kind != SECRET and rules.key is not None and rules.of(finding.kind) is PrivacyMode.PLACEHOLDER:
            hidden.append(
                HiddenValue(kind=finding.kind, id=placeholder_id(rules.key, finding.kind, value), value=value)
            )
            marker = placeholder_text(finding.kind, hidden[-1].id)
        else:
            marker = _marker(finding.kind, value, rules)
        parts += text[position : finding.start], marker
        position = finding.end
    return RedactedText(text="".join([*parts, text[position:]]), findings=findings, hidden=tuple(hidden))


def _marker(kind: str, value: str, rules: PrivacyRules) -> str:
    if kind == SECRET or rules.of(kind) is PrivacyMode.DROP:
        return f"[{kind}]"
    plain = narrow_text(value).text
    kept = min(KEPT_CHARACTERS, len(plain) // 2)
    tail = re.sub(r"[\]\s\ud800-\udfff]", "", plain[len(plain) - kept :])
    return f"[{kind} …{tail}]"


def _scan_uncovered(text: str, covered: list[tuple[int, int]]) -> list[PrivacyFinding]:
    """Findings outside the covered spans, each of which is seen as one hole whatever its length.

    Because a value and its marker look the same from here, the text and its redaction yield the same findings.
    """
    parts: list[str] = []
    holes: list[int] = []  # where each hole stands in the shortened text
    ends: list[int] = []  # where the text goes on behind it, in the original
    position = length = 0
    for start, end in covered:
        parts += text[position:start], _HOLE
        length += start - position + 1
        holes.append(length - 1)
        ends.append(end)
        position = end
    short = "".join([*parts, text[position:]])

    def original(index: int) -> int:
        before = bisect_right(holes, index - 1)
        return index if before == 0 else ends[before - 1] + index - holes[before - 1] - 1

    return [
        PrivacyFinding(kind=finding.kind, start=original(finding.start), end=original(finding.end - 1) + 1)
        for finding in _without_overlap(_scan(short), len(short))
        if _HOLE not in short[finding.start : finding.end]
    ]


def _scan(text: str) -> Iterator[PrivacyFinding]:
    yield from find_credentials(text)
    yield from find_emails(text)
    yield from find_addresses(text)
    yield from _identified(text)
    if (spoken := digits_spelled_out(text)) is not None:
        yield from (_placed(finding, spoken) for finding in _identified(spoken.text))


def _identified(text: str) -> Iterator[PrivacyFinding]:
    """Identifying numbers and names; only the kinds are looked for that the digits of the text are enough for."""
    if not _DIGITS.search(text):
        return
    longest = max((sum(map(str.isdigit, run)) for run in _STRETCH.findall(text)), default=0)
    for identifier in IDENTIFIERS:
        if identifier.digits_min <= longest:
            yield from identifier.find(text)


def _placed(finding: PrivacyFinding, reading: NarrowText) -> PrivacyFinding:
    """A finding in a reading of a text, as a finding in the text."""
    start, end = reading.span(finding.start, finding.end)
    return PrivacyFinding(kind=finding.kind, start=start, end=end)


def _without_overlap(findings: Iterator[PrivacyFinding], length: int) -> list[PrivacyFinding]:
    """Earlier findings win: they come in order of precedence."""
    taken = bytearray(length)
    kept: list[PrivacyFinding] = []
    for finding in findings:
        if not any(taken[finding.start : finding.end]):
            taken[finding.start : finding.end] = b"\1" * (finding.end - finding.start)
            kept.append(finding)
    return kept
