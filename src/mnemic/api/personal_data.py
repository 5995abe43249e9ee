"""Personal data of one user: what is left of it in what is stored, and placeholders filled in where that is allowed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from hashlib import blake2b

from mnemic.api.owner import Owner
from mnemic.domain.record import Kind
from mnemic.errors import AccessDenied
from mnemic.rooms.placeholders import make_placeholder_key, placeholder_key_in, placeholder_values_in
from mnemic.rooms.session.messages import DEFAULT_SESSION, checked_text
from mnemic.rooms.task.record import tasks_of
from mnemic.rooms.task.reference import task_meant_by
from mnemic.safety.access.policy import Actor
from mnemic.safety.privacy.masking import redact
from mnemic.safety.privacy.rules import (
    DROP_ALL,
    KEY_BYTES,
    FilledText,
    PrivacyRules,
    contexts_of,
    fill_placeholders,
    privacy_rules_of,
)

FILL = "fill"  # how the audit calls it


def privacy_rules_for(owner: Owner, *, session: str | None, task: str | None, stored: bool = True) -> PrivacyRules:
    """What becomes of personal data in messages: by the setting `privacy`, and for talk of a task, where the setting
    `minimise` says so, by what the task declares that it needs.

    Args:
        stored: False where nothing will be: placeholders are shown as masks then.

    Raises:
        InvalidSetting: placeholders are set, and this user is not encrypted.
    """
    settings = owner.core.parts.settings
    found = privacy_rules_of(settings)
    if found.placeholders and stored:
        found = replace(found, key=_key(owner))
    if settings.minimise == "task":
        needed = _needed(owner, session or DEFAULT_SESSION, task)
        return found if needed is None else found.needed(needed)
    return found


def _key(owner: Owner) -> bytes:
    with owner.reading() as reader:
        if (known := placeholder_key_in(reader)) is not None:
            return _of_user(known, owner)
    with owner.writing() as writer:
        return _of_user(make_placeholder_key(writer, owner.core.parts.random(KEY_BYTES), owner.now()), owner)


def _of_user(key: bytes, owner: Owner) -> bytes:
    """The key for this user alone, whatever the randomness of a machine is worth."""
    return blake2b(f"{owner.scope.tenant}\0{owner.scope.user}".encode(), key=key, digest_size=KEY_BYTES).digest()


def _needed(owner: Owner, session: str, task: str | None) -> Sequence[str] | None:
    """Kinds that the task at hand declares; None where the talk is of no task in work."""
    with owner.reading() as reader:
        tasks = tasks_of(reader.rooms([Kind.TASK]), None, every_agent=True)
    if task is not None:
        return next((one.personal for one in tasks if one.id == task), ())
    at_hand = task_meant_by("", tasks, session).task
    return None if at_hand is None else at_hand.personal


def text_filled_in(owner: Owner, text: str, context: str) -> FilledText:
    """A text with the placeholders in it filled in, see `UserMemory.fill`."""
    access, settings = owner.access, owner.core.parts.settings
    checked_text(text, "The text", characters_max=settings.text_characters_max)
    if access.actor is Actor.ADMINISTRATOR:
        with owner.writing() as writer:
            writer.audit(at=owner.now(), actor=owner.actor, action="denied", memory_id=None, detail=FILL)
        raise AccessDenied("An administrator may not fill in placeholders: call as the user, or as an agent.")
    allowed = contexts_of(settings.placeholder_contexts, context)
    noted = redact(context, DROP_ALL).text
    with owner.reading() as reader:
        values = placeholder_values_in(reader)

    def value_of(kind: str, id: str) -> str | None:
        held = values.get(id)
        return held.value if held is not None and held.kind == kind else None

    made = fill_placeholders(text, value_of, (lambda _: True) if access.actor is Actor.USER else allowed)
    done = sorted({filling.kind for filling in made.fillings if filling.left is None})
    if done:
        with owner.writing() as writer:
            for kind in done:
                writer.audit(at=owner.now(), actor=owner.actor, action=FILL, memory_id=None, detail=f"{kind} {noted}")
    return made
