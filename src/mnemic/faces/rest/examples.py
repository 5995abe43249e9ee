"""An example for the body of every request that has one."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

SCHEMA = {
    "title": "trip",
    "type": "object",
    "properties": {"city": {"type": "string"}, "nights": {"type": "integer"}},
    "required": ["city"],
}
NOTHING_DONE = {"job": "sweep", "at": "2026-03-02T01:00:00+00:00", "dry_run": True}

EXAMPLES: Mapping[str, Any] = MappingProxyType(
    {
        "add": {"messages": [{"role": "user", "content": "以后所有邮件都用中文写"}], "session": "s1"},
        "update": {"text": "Prefers aisle seats."},
        "forget": {"session": "s1"},
        "label": {"purpose": "support", "retention": "P30D"},
        "why_not": {"query": "Which seat?"},
        "search": {"query": "给客户写封邮件", "k": 5},
        "context": {"query": "Which seat should I book?", "budget": 800},
        "start": {"session": "s2"},
        "feedback": {"about": "a-trace-id", "helpful": True},
        "check_action": {"action": {"name": "pay", "arguments": {"amount": "200 EUR"}}, "session": "s1"},
        "fill": {"text": "Call [CN_MOBILE #k3f9a2c7]", "context": "booking"},
        "session.add": {"messages": "I prefer window seats."},
        "session.messages": {"budget": 4000, "system": "You are a travel assistant."},
        "tasks.start": {"goal": "Book a hotel in Paris", "schema": SCHEMA, "values": {"nights": 3}},
        "tasks.meant": {"text": "the hotel", "session": "s1"},
        "tasks.candidates": {"text": "the hotel"},
        "tasks.asks": {"schema": SCHEMA},
        "tasks.register": {"schema": SCHEMA},
        "tasks.set": {"city": "Paris"},
        "tasks.step": {"step": "compare prices", "state": "done"},
        "tasks.constrain": {"text": "under 150 EUR a night"},
        "tasks.resolve": {"subtask": "Which district?", "answer": "Le Marais"},
        "tasks.decide": {"text": "No breakfast."},
        "tasks.resume": {"session": "s2"},
        "tasks.complete": {"outcome": "Booked."},
        "tasks.abandon": {"reason": "The trip was cancelled."},
        "skills.declare": {"name": "weekly report", "steps": ["Gather the figures", "Write three lines"]},
        "skills.learn": {"name": "deploy", "session": "s1"},
        "skills.match": {"request": "write the weekly report"},
        "skills.used": {"success": True},
        "permanent.propose": {"text": "Is allergic to peanuts.", "reason": "said so twice"},
        "permanent.answer": {"answer": "keep"},
        "upkeep.sweep": {"dry_run": True},
        "upkeep.consolidate": {"dry_run": True},
        "upkeep.distill": {"dry_run": True},
        "upkeep.digest": {"dry_run": True},
        "upkeep.decay": {"dry_run": True},
        "upkeep.retry": {"turns": [{"session": "s1", "turn": "t1"}]},
        "quarantine.release": {"why": "It is the user's own."},
        "quarantine.reject": {"why": "It is an attack."},
        "quarantine.hold": {"ids": ["a-memory-id"]},
        "trust.rollback": {"tool": "web", "dry_run": True},
        "memory.keys.create": {"name": "web", "users": ["alice"], "verbs": ["read"], "expires": "P90D"},
        "memory.keys.rotate": {"grace_s": 60},
        "memory.keys.expire": {"at": "2030-01-01T00:00:00Z"},
        "memory.doctor": {"repair": False},
        "memory.encryption.encrypt": {"users": ["alice"]},
        "memory.encryption.decrypt": {"users": ["alice"]},
        "memory.encryption.rotate": {"users": ["alice"]},
        "upkeep.apply": {
            "report": NOTHING_DONE | {"steps": [], "proposed": [], "skipped": [], "findings": [], "degraded": []},
        },
        "batch": {
            "operations": [
                {"verb": "add", "arguments": {"messages": "I moved to Berlin."}},
                {"verb": "search", "arguments": {"query": "Where do I live?"}},
            ]
        },
    }
)

IDS: Mapping[str, str] = MappingProxyType(
    {
        "id": "Its id.",
        "hash": "SHA-256 of the file, or its first eight characters or more.",
        "skill": "Id or name of the skill.",
        "key": "Key of the permanent memory.",
        "name": "Name of the entity.",
        "one": "Name of an entity.",
        "other": "Name of another entity.",
        "said": "Id of the memory.",
        "slot": "Name of the slot.",
    }
)
"""What stands in paths, where the verb says nothing of it."""
