"""Personal data and secrets are masked before a turn is stored (SPEC S5, W10).

Personal data leaves a short marker with its last characters, so that the user still recognises it
(`[CN_MOBILE …2328]`); of a secret nothing is left (`[SECRET]`). Names, cities and companies are not masked: a memory
without them is none.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from mnemic.safety.addresses import addresses
from mnemic.safety.credentials import SECRET, credentials
from mnemic.safety.findings import Finding
from mnemic.safety.identifiers import IDENTIFIERS, emails, spoken_mobiles

__all__ = ["Finding", "Redacted", "find", "redact"]

KEPT_CHARACTERS = 4  # of a masked value (SPEC S5), and never more than half of it
PASSES_MAX = 6  # each pass looks at what the last one left; the second finds nothing in any text of our own

_HOLE = "\ufffc"  # OBJECT REPLACEMENT CHARACTER: stands for what is masked already
_NARROW = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {
    0x3000: 0x20,
    0x2010: 0x2D,
    0x2011: 0x2D,
    0x2013: 0x2D,
}
_MARKER = re.compile(rf"\[(?:[A-Z_]{{2,12}} …[^\]\s{_HOLE}]{{0,{KEPT_CHARACTERS}}}|{SECRET})\]")
_WORTH_A_LOOK = re.compile(r"[0-9@]|[零〇一二三四五六七八九幺]{3}|[A-Za-z]{4}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Redacted:
    """A text that may be stored, and where the original held what may not."""

    text: str
    findings: tuple[Finding, ...]


def find(text: str) -> tuple[Finding, ...]:
    """Personal data and secrets in `text`, in order, without overlap; spans count characters of the original.

    Kinds: CN_ID, CN_MOBILE, BANK_CARD (every payment card), USCC, PASSPORT, PLATE, LANDLINE, ADDRESS, EMAIL, WECHAT,
    QQ, IP, PHONE (outside China), SSN, IBAN, SECRET. What an earlier redaction left is passed over.
    """
    narrow = text if text.isascii() else text.translate(_NARROW)
    if not _WORTH_A_LOOK.search(narrow):
        return ()
    covered = [(match.start(), match.end()) for match in _MARKER.finditer(narrow)]
    findings: list[Finding] = []
    for _ in range(PASSES_MAX):
        fresh = _scan_uncovered(narrow, covered)
        if not fresh:
            break
        findings += fresh
        covered = sorted(covered + [(finding.start, finding.end) for finding in fresh])
    return tuple(sorted(findings, key=lambda finding: finding.start))


def redact(text: str) -> Redacted:
    """`text` with every finding replaced by its marker. Redacting twice changes nothing more."""
    findings = find(text)
    parts: list[str] = []
    position = 0
    for finding in findings:
        parts += text[position : finding.start], _marker(finding.kind, text[finding.start : finding.end])
        position = finding.end
    return Redacted(text="".join([*parts, text[position:]]), findings=findings)


def _marker(kind: str, value: str) -> str:
    if kind == SECRET:
        return f"[{SECRET}]"
    kept = min(KEPT_CHARACTERS, len(value) // 2)
    tail = re.sub(r"[\]\s]", "", value[len(value) - kept :])
    return f"[{kind} …{tail}]"


def _scan_uncovered(text: str, covered: list[tuple[int, int]]) -> list[Finding]:
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
        Finding(kind=finding.kind, start=original(finding.start), end=original(finding.end - 1) + 1)
        for finding in _without_overlap(_scan(short), len(short))
        if _HOLE not in short[finding.start : finding.end]
    ]


def _scan(text: str) -> Iterator[Finding]:
    yield from credentials(text)
    if "@" in text:
        yield from emails(text)
    yield from addresses(text)
    for identifier in IDENTIFIERS:
        yield from identifier.find(text)
    yield from spoken_mobiles(text)


def _without_overlap(findings: Iterator[Finding], length: int) -> list[Finding]:
    """Earlier findings win: they come in order of precedence."""
    taken = bytearray(length)
    kept: list[Finding] = []
    for finding in findings:
        if not any(taken[finding.start : finding.end]):
            taken[finding.start : finding.end] = b"\1" * (finding.end - finding.start)
            kept.append(finding)
    return kept
