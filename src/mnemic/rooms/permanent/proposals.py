"""The room of permanent memory (M5): what may be proposed, under which key it stands, and what the user is asked."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, tzinfo
from types import MappingProxyType

from mnemic.domain.permanent import OpenQuestion
from mnemic.domain.record import OWN_KEY, TRUST, Json, Kind, Memory, Origin, Sensitivity, Slot, Status, Tier
from mnemic.domain.regex import Regex
from mnemic.domain.validity import is_current
from mnemic.errors import InvalidInput
from mnemic.language import detect
from mnemic.language.segment import normal_form
from mnemic.reader import en, zh
from mnemic.reader.statement import USER, MessageSetting, Statement
from mnemic.safety.access.policy import Actor
from mnemic.safety.guard import screen
from mnemic.safety.guard.screen import as_quarantined
from mnemic.safety.privacy.masking import redact
from mnemic.safety.privacy.rules import DROP_ALL, MASK_ALL, PrivacyRules

BODY = f"{OWN_KEY}permanent"
"""The key of the metadata under which a permanent memory's own key and the reason of its proposal stand."""

KEY_CHARACTERS_MAX = 64
REASON_CHARACTERS_MAX = 200
DROPPABLE_SHOWN = 3  # memories named as ones to drop where the room is full

_KEY = Regex(r"[^\W_][\w-]*(?:\.[^\W_][\w-]*)*")
_NOT_OF_A_KEY = Regex(r"[^\w.-]+")
_ACCOUNT = Regex(r"(?P<whose>.+?)[ _]?(?:account|username|handle|账号|账户|帐号|用户名)")

READERS = {"zh": zh.read_chinese, "en": en.read_english}
ASKING = {
    "en": "You told me for good: “{old}”. Now {who}: “{new}”. Shall I change it?",
    "zh": "您让我长期记住：“{old}”。现在{who}：“{new}”。要改吗？",
}
YOU = {"en": "you said", "zh": "您说"}
SOMEBODY = {"en": "the {name} proposes", "zh": "{name}提议"}
ACTORS = {
    "en": {Actor.AGENT: "agent", Actor.ADMINISTRATOR: "administrator"},
    "zh": {Actor.AGENT: "智能体", Actor.ADMINISTRATOR: "管理员"},
}
_STOP = "。.！!"


def checked_key(key: object) -> str | None:
    """The key a caller gives, as it is kept: lower case, parts joined by full stops.

    Raises:
        InvalidInput: not text, too long, or not made of letters, digits, _ and -.
    """
    if key is None:
        return None
    kept = unicodedata.normalize("NFKC", key).strip().casefold() if isinstance(key, str) else ""
    if len(kept) > KEY_CHARACTERS_MAX or not _KEY.fullmatch(kept):
        raise InvalidInput(
            f"The key must be a name such as 'language' or 'email.tone', of at most {KEY_CHARACTERS_MAX} letters, "
            f"digits, _, - and full stops between them, not {key!r}."
        )
    return kept


def checked_proposal_reason(reason: object) -> str:
    """The reason given with a proposal, masked.

    Raises:
        InvalidInput: not text, or longer than REASON_CHARACTERS_MAX.
    """
    if reason is None:
        return ""
    if not isinstance(reason, str) or len(reason) > REASON_CHARACTERS_MAX:
        raise InvalidInput(f"The reason must be a text of at most {REASON_CHARACTERS_MAX} characters, not {reason!r}.")
    return redact(reason.replace("\0", " ").encode("utf-8", "replace").decode("utf-8"), DROP_ALL).text.strip()


def derived_key(slot: Slot | None) -> str | None:
    """The key a statement has by its slot: "rule:email language" is `email.language`, "value:github account" is
    `account.github`, an allergy to peanuts `allergy.peanuts`. None where there is no slot to go by."""
    if slot is None:
        return None
    kind, _, what = slot.attribute.partition(":")
    if kind == "value" and (account := _ACCOUNT.fullmatch(what)):
        parts = ["account", account["whose"]]
    elif kind in ("rule", "value"):
        parts = what.split(" ", 1)
    else:
        parts = [kind, what] if what else [kind]
    if slot.subject != USER:
        parts = [slot.subject, *parts]
    if not slot.single:
        parts.append(slot.value)
    named = [_NOT_OF_A_KEY.sub("_", unicodedata.normalize("NFKC", part).casefold()).strip("_.-") for part in parts]
    key = ".".join(part for part in named if part)[:KEY_CHARACTERS_MAX].rstrip("_.-")
    return key or None


def permanent_key_of(memory: Memory) -> str | None:
    """The key a memory stands under in the room: the one given with it, else that of its slot."""
    given = proposal_body_of(memory).get("key")
    return given if isinstance(given, str) else derived_key(memory.slot)


def proposal_body_of(memory: Memory) -> Mapping[str, Json]:
    """What the room keeps of a memory beside what it says."""
    body = memory.metadata.get(BODY)
    return body if isinstance(body, Mapping) else MappingProxyType({})


def make_proposal(
    text: str,
    *,
    key: str | None,
    reason: str,
    blank: Memory,
    actor: Actor,
    zone: tzinfo,
    rules: PrivacyRules = MASK_ALL,
) -> tuple[Memory, tuple[str, ...]]:
    """A text as a proposal, and why it is held for review where it is.

    Args:
        text: checked; personal data is masked and secrets are removed here.
        blank: whose memory it is, and when it is proposed; what it says is set here.
    """
    clean = redact(text, rules)
    found = _statement(clean.text, blank.said_at, zone)
    origin = Origin.ASSISTANT if actor is Actor.AGENT else Origin.USER
    verdict = screen.judge_text(clean.text, origin)
    held = verdict.reasons if verdict.decision is screen.GuardDecision.QUARANTINE else ()
    kind = found.kind if found else Kind.FACT
    if not held and actor is not Actor.USER and (kind is Kind.RULE or verdict.reasons):
        held = ("a standing order that the user did not give",)
    slot = found.slot if found else None
    named = key or derived_key(slot)
    made = replace(
        blank,
        kind=kind,
        tier=Tier.PROPOSED,
        text=clean.text,
        language=detect.language(clean.text),
        slot=slot,
        confidence=TRUST[origin],
        importance=0.9,
        control_relevance=0.9,
        relevance_reasons=("proposed for permanent memory",),
        sensitivity=Sensitivity.PERSONAL if clean.kinds else Sensitivity.NORMAL,
        origin=origin,
        trust=TRUST[origin],
        quote=clean.text if origin is Origin.USER else "",
        metadata={BODY: {"key": named, "reason": reason, "by": actor.value}},
    )
    return (as_quarantined(made, verdict.score, held) if held else made), held


def _statement(text: str, said: datetime, zone: tzinfo) -> Statement | None:
    """What the rules read in a text, where they read it as one lasting statement."""
    reader = READERS.get(detect.language(text))
    found = reader(text, MessageSetting(said=said, zone=zone)).statements if reader else ()
    return found[0] if len(found) == 1 and not found[0].retracts and not found[0].once else None


def is_in_force(memory: Memory) -> bool:
    """Whether a memory is permanent and in force."""
    return memory.tier is Tier.PERMANENT and is_current(memory)


def is_proposal(memory: Memory) -> bool:
    """Whether a memory waits for the user's word: proposed, or held for review before it may even act."""
    held = memory.status is Status.QUARANTINED and memory.superseded_at is None
    return memory.tier is Tier.PROPOSED and (held or is_current(memory))


def rivals_by_key(memory: Memory, held: Sequence[Memory]) -> list[Memory]:
    """What stands, or waits, under the key of a memory, and for the same agent."""
    key = permanent_key_of(memory)
    return [
        other
        for other in held
        if key is not None
        and other.id != memory.id
        and other.agent == memory.agent
        and (is_in_force(other) or is_proposal(other))
        and permanent_key_of(other) == key
    ]


def same_as_proposed(made: Memory, held: Sequence[Memory]) -> Memory | None:
    """What stands or waits already with the same words, under the same key and for the same agent."""
    there = (one for one in held if (is_in_force(one) or is_proposal(one)) and one.agent == made.agent)
    same = (
        one
        for one in there
        if normal_form(one.text) == normal_form(made.text) and permanent_key_of(one) == permanent_key_of(made)
    )
    return next(same, None)


def permanent_of(memory: Memory, *, now: datetime) -> Memory:
    """A proposal as permanent memory: the user's own word from now on, whoever proposed it."""
    return replace(
        memory,
        tier=Tier.PERMANENT,
        status=Status.ACTIVE,
        origin=Origin.USER,
        trust=TRUST[Origin.USER],
        confidence=1.0,
        metadata=dict(memory.metadata) | {BODY: dict(proposal_body_of(memory)) | {"key": permanent_key_of(memory)}},
        updated_at=now,
        version=memory.version + 1,
    )


def least_missed(held: Sequence[Memory]) -> list[Memory]:
    """The permanent memories that would be missed least: least used, said longest ago."""
    ordered = sorted(held, key=lambda memory: (memory.access_count, memory.said_at, memory.id))
    return ordered[:DROPPABLE_SHOWN]


def conflict_question(permanent: Memory, newer: Memory, *, reason: str, at: datetime) -> OpenQuestion:
    """The question whether a newer statement takes the place of a permanent memory."""
    texts = {
        language: words.format(
            old=(permanent.quote or permanent.text).rstrip(_STOP),
            who=_who(newer, language),
            new=(newer.quote or newer.text).rstrip(_STOP),
        )
        for language, words in ASKING.items()
    }
    return OpenQuestion(
        id=newer.id,
        permanent=permanent,
        newer=newer,
        text=texts["zh" if newer.language == "zh" else "en"],
        texts=MappingProxyType(texts),
        reason=reason,
        at=at,
    )


def _who(newer: Memory, language: str) -> str:
    """Who said it, as the user is told: the user, or who proposed it in the user's name."""
    by = proposal_body_of(newer).get("by", Actor.USER)
    name = ACTORS[language].get(Actor(str(by)))
    return YOU[language] if name is None else SOMEBODY[language].format(name=name)
