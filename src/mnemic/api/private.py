"""Personal data of one user: what is left of it in what is stored, and placeholders filled in where that is allowed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from hashlib import blake2b

from mnemic.api.owner import Owner
from mnemic.domain.record import Kind
from mnemic.errors import AccessDenied
from mnemic.rooms.placeholders import key_in, make_key, values_in
from mnemic.rooms.session.messages import DEFAULT_SESSION, text_of
from mnemic.rooms.task.record import tasks_of
from mnemic.rooms.task.reference import meant
from mnemic.safety.access.policy import Actor
from mnemic.safety.privacy.masking import redact
from mnemic.safety.privacy.placeholders import KEY_BYTES, Filled, contexts_of, fill
from mnemic.safety.privacy.rules import DROPPED, Rules, rules_of

FILL = "fill"  # how the audit calls it


def rules(owner: Owner, *, session: str | None, task: str | None, stored: bool = True) -> Rules:
    """What becomes of personal data in messages: by the setting `privacy`, and for talk of a task, where the setting
    `minimise` says so, by what the task declares that it needs.

    Args:
        stored: False where nothing will be: placeholders are shown as masks then.

    Raises:
        InvalidSetting: placeholders are set, and this user is not encrypted.
    """
    settings = owner.core.parts.settings
    found = rules_of(settings)
    if found.placeholders and stored:
        found = replace(found, key=_key(owner))
    if settings.minimise == "task":
        needed = _needed(owner, session or DEFAULT_SESSION, task)
        return found if needed is None else found.needed(needed)
    return found


def _key(owner: Owner) -> bytes:
    with owner.reading() as reader:
        if (known := key_in(reader)) is not None:
            return _of_user(known, owner)
    with owner.writing() as writer:
        return _of_user(make_key(writer, owner.core.parts.random(KEY_BYTES), owner.now()), owner)


def _of_user(key: bytes, owner: Owner) -> bytes:
    """The key for this user alone, whatever the randomness of a machine is worth."""
    return blake2b(f"{owner.scope.tenant}\0{owner.scope.user}".encode(), key=key, digest_size=KEY_BYTES).digest()


def _needed(owner: Owner, session: str, task: str | None) -> Sequence[str] | None:
    """Kinds that the task at hand declares; None where the talk is of no task in work."""
    with owner.reading() as reader:
        tasks = tasks_of(reader.rooms([Kind.TASK]), None, every_agent=True)
    if task is not None:
        return next((one.personal for one in tasks if one.id == task), ())
    at_hand = meant("", tasks, session).task
    return None if at_hand is None else at_hand.personal


def filled(owner: Owner, text: str, context: str) -> Filled:
    """A text with the placeholders in it filled in, see `UserMemory.fill`."""
    access, settings = owner.access, owner.core.parts.settings
    text_of(text, "The text", characters_max=settings.text_characters_max)
    if access.actor is Actor.ADMINISTRATOR:
        with owner.writing() as writer:
            writer.audit(at=owner.now(), actor=owner.actor, action="denied", memory_id=None, detail=FILL)
        raise AccessDenied("An administrator may not fill in placeholders: call as the user, or as an agent.")
    allowed = contexts_of(settings.placeholder_contexts, context)
    noted = redact(context, DROPPED).text
    with owner.reading() as reader:
        values = values_in(reader)

    def value_of(kind: str, id: str) -> str | None:
        held = values.get(id)
        return held.value if held is not None and held.kind == kind else None

    made = fill(text, value_of, (lambda _: True) if access.actor is Actor.USER else allowed)
    done = sorted({filling.kind for filling in made.fillings if filling.left is None})
    if done:
        with owner.writing() as writer:
            for kind in done:
                writer.audit(at=owner.now(), actor=owner.actor, action=FILL, memory_id=None, detail=f"{kind} {noted}")
    return made
