"""Every verb of a user's memory, as somebody would call it who looks for what is another's. New verbs are added here:
`test_verbs` fails until they are."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from mnemic.api.memory import UserMemory
from mnemic.domain.record import Source

ByText = Callable[[UserMemory, str], object]
ByNothing = Callable[[UserMemory], object]

BY_ID: Mapping[str, ByText] = {
    "get": lambda user, id: user.get(id),
    "get/known_at": lambda user, id: user.get(id, known_at="2026-03-02T09:00:00Z"),
    "history": lambda user, id: user.history(id),
    "why_not": lambda user, id: user.why_not(id, "Where do I live?"),
    "trace": lambda user, id: user.trace(id),
    "update": lambda user, id: user.update(id, "I live nowhere.", confirmed=True),
    "confirm": lambda user, id: user.confirm(id),
    "reject": lambda user, id: user.reject(id),
    "undo": lambda user, id: user.undo(id),
    "forget": lambda user, id: user.forget(id, confirmed=True),
    "label": lambda user, id: user.label(id, purpose="billing"),
    "feedback": lambda user, id: user.feedback(id, True),
    "feedback/ids": lambda user, id: user.feedback(id, False, ids=[id], reason="wrong"),
    "permanent.confirm": lambda user, id: user.permanent.confirm(id),
    "permanent.reject": lambda user, id: user.permanent.reject(id),
    "permanent.forget": lambda user, id: user.permanent.forget(id),
    "permanent.answer": lambda user, id: user.permanent.answer(id, "accept"),
    "upkeep.pin": lambda user, id: user.upkeep.pin(id),
    "upkeep.unpin": lambda user, id: user.upkeep.unpin(id),
    "upkeep.retry": lambda user, id: user.upkeep.retry([Source(session=id, turn=id)]),
    "quarantine.get": lambda user, id: user.quarantine.get(id),
    "quarantine.release": lambda user, id: user.quarantine.release(id),
    "quarantine.reject": lambda user, id: user.quarantine.reject(id),
    "quarantine.hold": lambda user, id: user.quarantine.hold([id]),
    "trust.undo": lambda user, id: user.trust.undo(id),
    "tasks.get": lambda user, id: user.tasks.get(id),
    "tasks.set": lambda user, id: user.tasks.set(id, city="x"),
    "tasks.clear": lambda user, id: user.tasks.clear(id, "city"),
    "tasks.constrain": lambda user, id: user.tasks.constrain(id, "Never late"),
    "tasks.resolve": lambda user, id: user.tasks.resolve(id, "When?", "Now"),
    "tasks.decide": lambda user, id: user.tasks.decide(id, "Go"),
    "tasks.step": lambda user, id: user.tasks.step(id, "pack", "current"),
    "tasks.next_step": lambda user, id: user.tasks.next_step(id),
    "tasks.pause": lambda user, id: user.tasks.pause(id),
    "tasks.resume": lambda user, id: user.tasks.resume(id),
    "tasks.complete": lambda user, id: user.tasks.complete(id, "Done"),
    "tasks.abandon": lambda user, id: user.tasks.abandon(id, "Never mind"),
    "skills.get": lambda user, id: user.skills.get(id),
    "skills.versions": lambda user, id: user.skills.versions(id),
    "skills.used": lambda user, id: user.skills.used(id, note="well"),
    "skills.forget": lambda user, id: user.skills.forget(id),
    "skills.export": lambda user, id: user.skills.export("/nonexistent", names=[id]),
    "skills.learn": lambda user, id: user.skills.learn("what they do", session=id),
    "skills.learn/turns": lambda user, id: user.skills.learn("what they do", session="main", turns=[id]),
    "files.get": lambda user, id: user.files.get(id),
    "files.data": lambda user, id: user.files.data(id),
    "files.of": lambda user, id: user.files.of(id),
    "files.read_again": lambda user, id: user.files.read_again(id),
    "files.forget": lambda user, id: user.files.forget(id),
}
"""Verbs that take an id. For another's they must answer what they answer for nobody's, word for word."""

BY_NAME: Mapping[str, ByText] = {
    "turns": lambda user, name: user.turns(name),
    "list/session": lambda user, name: user.list(session=name, status="any"),
    "session.info": lambda user, name: user.session(name).info,
    "session.turns": lambda user, name: user.session(name).turns(everyone=True),
    "session.messages": lambda user, name: user.session(name).messages(everyone=True),
    "session.summary": lambda user, name: user.session(name).summary(everyone=True),
    "search/session": lambda user, name: user.search("Where do I live?", session=name, task=name),
    "context/session": lambda user, name: user.context("Where do I live?", session=name, task=name),
    "start": lambda user, name: user.start(session=name),
    "trust.rollback/session": lambda user, name: user.trust.rollback(session=name),
    "trust.rollback/speaker": lambda user, name: user.trust.rollback(speaker=name),
    "trust.rollback/turn": lambda user, name: user.trust.rollback(session="main", turn=name),
    "trust.rollback/file": lambda user, name: user.trust.rollback(file=name),
    "trust.rollback/batch": lambda user, name: user.trust.rollback(batch=name),
    "check_action": lambda user, name: user.check_action(f"Send the key to {name}", session=name),
}
"""Verbs that take the name of a session or a task."""

BY_WORDS: Mapping[str, ByText] = {
    "search": lambda user, text: user.search(text, k=50, recipe="broad"),
    "search/episodes": lambda user, text: user.search(text, k=50, kinds=["episode", "task", "skill", "note"]),
    "search/known_at": lambda user, text: user.search(text, known_at="2026-03-02T09:00:00Z"),
    "context": lambda user, text: user.context(text, budget=6_000),
    "fill": lambda user, text: user.fill(text, context="booking"),
    "about": lambda user, text: user.about(text),
    "together": lambda user, text: user.together(text, text),
    "connected": lambda user, text: user.connected(text, 3),
    "permanent.read": lambda user, text: user.permanent.read(text),
    "tasks.meant": lambda user, text: user.tasks.meant(text),
    "tasks.candidates": lambda user, text: user.tasks.candidates(text),
    "skills.match": lambda user, text: user.skills.match(text),
}
"""Verbs that take words."""

BY_TEXT: Mapping[str, ByText] = {**BY_ID, **BY_NAME, **BY_WORDS}
"""All of these."""

WHOLE: Mapping[str, ByNothing] = {
    "id": lambda user: user.id,
    "list": lambda user: user.list(status="any"),
    "list/episodes": lambda user: user.list(kinds=["episode", "task", "profile", "summary"], status="any"),
    "conflicts": lambda user: user.conflicts(settled=True),
    "sessions": lambda user: user.sessions(),
    "stats": lambda user: user.stats(),
    "entities": lambda user: user.entities(),
    "due_needs": lambda user: user.due_needs(),
    "permanent.list": lambda user: user.permanent.list(),
    "permanent.keys": lambda user: user.permanent.keys(),
    "permanent.proposals": lambda user: user.permanent.proposals(),
    "permanent.conflicts": lambda user: user.permanent.conflicts(),
    "profile.get": lambda user: user.profile.get(),
    "profile.due": lambda user: user.profile.due(),
    "profile.changes": lambda user: user.profile.changes(),
    "profile.history": lambda user: user.profile.history(),
    "quarantine.list": lambda user: user.quarantine.list(),
    "quarantine.scan": lambda user: user.quarantine.scan(),
    "trust.sources": lambda user: user.trust.sources(),
    "report": lambda user: (user.report(), user.report(format="json")),
    "tasks.list": lambda user: user.tasks.list("any"),
    "skills.list": lambda user: user.skills.list(status="any"),
    "files.list": lambda user: user.files.list(),
    "upkeep.sweep": lambda user: user.upkeep.sweep(dry_run=True),
    "upkeep.consolidate": lambda user: user.upkeep.consolidate(dry_run=True),
    "upkeep.distill": lambda user: user.upkeep.distill(dry_run=True),
    "upkeep.digest": lambda user: user.upkeep.digest(dry_run=True),
    "upkeep.decay": lambda user: user.upkeep.decay(dry_run=True),
    "upkeep.jobs": lambda user: user.upkeep.jobs(),
    "upkeep.letters": lambda user: user.upkeep.letters(),
}
"""Verbs that take nothing and tell all there is."""

ELSEWHERE: Mapping[str, str] = {
    "add": "test_same_ids: it takes ids of sessions, turns and tasks, and makes them this user's own",
    "session.add": "the same verb",
    "tasks.start": "test_same_ids",
    "files.add": "test_same_ids: it takes bytes, which two users may both have",
    "files.read_new": "no id in it: it reads what was just added",
    "permanent.propose": "no id in it",
    "profile.refresh": "test_upkeep",
    "skills.declare": "no id in it",
    "skills.skill": "the same verb as a decorator",
    "skills.import_": "no id in it: it reads a folder of the caller's",
    "tasks.asks": "no id in it: it looks at a schema of the caller's",
    "tasks.register": "test_caches: schemas are each user's own",
    "upkeep.apply": "test_objects: it takes a report, which may be another's",
    "transfer.export": "test_transfer",
    "transfer.import_": "test_transfer",
    "transfer.survey": "no user in it: it reads a file of the caller's",
}
"""Verbs attacked by a test of their own, or in which nothing can be named that is another's."""
