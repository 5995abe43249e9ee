"""The routes of the rooms of a user's memory."""

from __future__ import annotations

from mnemic.faces.http.route import BYTES, EVENTS, JSON, LINES, MARKDOWN, USER, ZIP, Route

SESSION = f"{USER}/sessions/{{session}}"
SESSIONS = (
    Route(
        verb="session.add",
        method="POST",
        path=f"{SESSION}/messages",
        status=201,
        summary="Remember messages of a session",
    ),
    Route(verb="session.turns", method="GET", path=f"{SESSION}/turns", summary="What was said in it", paged=True),
    Route(
        verb="session.messages",
        method="POST",
        path=f"{SESSION}/window",
        summary="The conversation as messages for a model's window",
    ),
    Route(
        verb="session.summary", method="GET", path=f"{SESSION}/summary", summary="What the older part of it comes to"
    ),
)

FILE = f"{USER}/files/{{hash}}"
FILES = (
    Route(
        verb="files.add",
        method="POST",
        path=f"{USER}/files",
        summary="Keep a file and what it says",
        status=201,
        content="data",
        takes=("*/*",),
        left_out=("media_type",),
    ),
    Route(verb="files.list", method="GET", path=f"{USER}/files", summary="The user's files", paged=True),
    Route(verb="files.get", method="GET", path=FILE, summary="A file without its bytes"),
    Route(verb="files.data", method="GET", path=f"{FILE}/data", summary="The bytes of a file", gives=(BYTES,)),
    Route(verb="files.read_again", method="POST", path=f"{FILE}/read-again", summary="Have a file read once more"),
    Route(verb="files.forget", method="DELETE", path=FILE, summary="Forget a file and all that came with it"),
    Route(
        verb="files.of",
        method="GET",
        path=f"{USER}/memories/{{said}}/files",
        summary="The files a memory came with",
        paged=True,
    ),
)

TASKS = f"{USER}/tasks"
TASK = f"{TASKS}/{{id}}"
WORKING = (
    Route(verb="tasks.start", method="POST", path=TASKS, summary="Start a task", status=201),
    Route(verb="tasks.list", method="GET", path=TASKS, summary="The user's tasks", paged=True),
    Route(verb="tasks.meant", method="POST", path=f"{TASKS}/meant", summary="The task a text speaks of"),
    Route(verb="tasks.candidates", method="POST", path=f"{TASKS}/candidates", summary="The tasks a text may speak of"),
    Route(verb="tasks.asks", method="POST", path=f"{TASKS}/asks", summary="Which personal data a schema asks for"),
    Route(
        verb="tasks.register",
        method="POST",
        path=f"{TASKS}/schemas",
        summary="Make a schema known by its title",
        status=204,
    ),
    Route(verb="tasks.get", method="GET", path=TASK, summary="One task"),
    Route(verb="tasks.set", method="PATCH", path=f"{TASK}/values", summary="Fill slots"),
    Route(verb="tasks.clear", method="DELETE", path=f"{TASK}/values/{{slot}}", summary="Empty a slot"),
    Route(verb="tasks.next_step", method="GET", path=f"{TASK}/next-step", summary="The step to do now"),
    Route(verb="tasks.step", method="POST", path=f"{TASK}/steps", summary="Say where a step stands"),
    Route(verb="tasks.constrain", method="POST", path=f"{TASK}/constraints", summary="Add a constraint"),
    Route(verb="tasks.resolve", method="POST", path=f"{TASK}/resolved", summary="Answer a question on the way"),
    Route(verb="tasks.decide", method="POST", path=f"{TASK}/decisions", summary="Note a decision"),
    Route(verb="tasks.pause", method="POST", path=f"{TASK}/pause", summary="Put a task aside"),
    Route(verb="tasks.resume", method="POST", path=f"{TASK}/resume", summary="Take it up again"),
    Route(verb="tasks.complete", method="POST", path=f"{TASK}/complete", summary="End a task with its outcome"),
    Route(verb="tasks.abandon", method="POST", path=f"{TASK}/abandon", summary="Give a task up"),
)

SKILLS = f"{USER}/skills"
SKILL = f"{SKILLS}/{{skill}}"
PROCEDURAL = (
    Route(verb="skills.declare", method="POST", path=SKILLS, summary="Declare a skill", status=201),
    Route(verb="skills.list", method="GET", path=SKILLS, summary="The user's skills", paged=True),
    Route(
        verb="skills.learn", method="POST", path=f"{SKILLS}/learn", summary="Learn a skill from a session", status=201
    ),
    Route(verb="skills.match", method="POST", path=f"{SKILLS}/match", summary="Skills that fit a request"),
    Route(
        verb="skills.export",
        method="GET",
        path=f"{SKILLS}/export",
        summary="Skills as folders with a SKILL.md each, zipped",
        gives=(ZIP,),
        left_out=("folder",),
    ),
    Route(
        verb="skills.import_",
        method="POST",
        path=f"{SKILLS}/import",
        content="path",
        takes=(MARKDOWN, ZIP),
        summary="Read a SKILL.md, or a zip of folders with one each",
    ),
    Route(verb="skills.get", method="GET", path=SKILL, summary="One skill"),
    Route(verb="skills.versions", method="GET", path=f"{SKILL}/versions", summary="A skill as it was", paged=True),
    Route(verb="skills.used", method="POST", path=f"{SKILL}/used", summary="Say how a use of it went"),
    Route(verb="skills.forget", method="DELETE", path=SKILL, summary="Forget a skill"),
)

PERMANENT = f"{USER}/permanent"
LASTING = (
    Route(verb="permanent.list", method="GET", path=PERMANENT, summary="What is always loaded first", paged=True),
    Route(verb="permanent.propose", method="POST", path=PERMANENT, summary="Propose something for it", status=201),
    Route(verb="permanent.keys", method="GET", path=f"{PERMANENT}/keys", summary="Permanent memory by its keys"),
    Route(verb="permanent.read", method="GET", path=f"{PERMANENT}/keys/{{key}}", summary="What stands under a key"),
    Route(
        verb="permanent.proposals",
        method="GET",
        path=f"{PERMANENT}/proposals",
        summary="Proposals that wait for the user",
        paged=True,
    ),
    Route(
        verb="permanent.conflicts",
        method="GET",
        path=f"{PERMANENT}/conflicts",
        summary="Questions it leaves to the user",
        paged=True,
    ),
    Route(verb="permanent.confirm", method="POST", path=f"{PERMANENT}/{{id}}/confirm", summary="Accept a proposal"),
    Route(verb="permanent.reject", method="POST", path=f"{PERMANENT}/{{id}}/reject", summary="Turn a proposal down"),
    Route(verb="permanent.answer", method="POST", path=f"{PERMANENT}/{{id}}/answer", summary="Answer a question"),
    Route(verb="permanent.forget", method="DELETE", path=f"{PERMANENT}/{{id}}", summary="Forget a permanent memory"),
)

PROFILE = f"{USER}/profile"
PORTRAIT = (
    Route(verb="profile.get", method="GET", path=PROFILE, summary="The user's portrait"),
    Route(
        verb="profile.refresh", method="POST", path=f"{PROFILE}/refresh", summary="Make it anew", left_out=("model",)
    ),
    Route(verb="profile.due", method="GET", path=f"{PROFILE}/due", summary="Whether it is time to make it anew"),
    Route(verb="profile.changes", method="GET", path=f"{PROFILE}/changes", summary="What changed since the last one"),
    Route(verb="profile.history", method="GET", path=f"{PROFILE}/history", summary="Earlier portraits", paged=True),
)

UPKEEP = f"{USER}/upkeep"
TENDING = (
    Route(verb="upkeep.jobs", method="GET", path=f"{UPKEEP}/jobs", summary="Where the user's jobs stand", paged=True),
    Route(
        verb="upkeep.letters",
        method="GET",
        path=f"{UPKEEP}/letters",
        summary="Turns that were not understood",
        paged=True,
    ),
    Route(
        verb="upkeep.sweep",
        method="POST",
        path=f"{UPKEEP}/sweep",
        summary="Look for duplicates, conflicts and vague statements",
    ),
    Route(
        verb="upkeep.consolidate",
        method="POST",
        path=f"{UPKEEP}/consolidate",
        summary="Make fragments on one subject one memory",
    ),
    Route(verb="upkeep.distill", method="POST", path=f"{UPKEEP}/distill", summary="Find habits in episodes"),
    Route(verb="upkeep.digest", method="POST", path=f"{UPKEEP}/digest", summary="Sum up weeks and months"),
    Route(verb="upkeep.decay", method="POST", path=f"{UPKEEP}/decay", summary="Let go of what is not used"),
    Route(verb="upkeep.apply", method="POST", path=f"{UPKEEP}/apply", summary="Carry out what a report proposes"),
    Route(verb="upkeep.pin", method="POST", path=f"{UPKEEP}/pins/{{id}}", summary="Keep a memory from decay"),
    Route(verb="upkeep.unpin", method="DELETE", path=f"{UPKEEP}/pins/{{id}}", summary="Keep it no more"),
    Route(verb="upkeep.retry", method="POST", path=f"{UPKEEP}/retry", summary="Try dead letters again"),
)

QUARANTINE = f"{USER}/quarantine"
GUARDED = (
    Route(verb="quarantine.list", method="GET", path=QUARANTINE, summary="What the guard holds", paged=True),
    Route(verb="quarantine.hold", method="POST", path=QUARANTINE, summary="Hold memories for review"),
    Route(
        verb="quarantine.scan",
        method="GET",
        path=f"{QUARANTINE}/scan",
        summary="Memories the guard would hold by now",
        paged=True,
    ),
    Route(verb="quarantine.get", method="GET", path=f"{QUARANTINE}/{{id}}", summary="One that is held, with why"),
    Route(verb="quarantine.release", method="POST", path=f"{QUARANTINE}/{{id}}/release", summary="Release it"),
    Route(verb="quarantine.reject", method="POST", path=f"{QUARANTINE}/{{id}}/reject", summary="Confirm it is bad"),
)

TRUST = (
    Route(
        verb="trust.sources", method="GET", path=f"{USER}/trust/sources", summary="What the memory rests on", paged=True
    ),
    Route(
        verb="trust.rollback",
        method="POST",
        path=f"{USER}/trust/rollbacks",
        summary="Take back everything of one source",
    ),
    Route(verb="trust.undo", method="POST", path=f"{USER}/trust/rollbacks/{{id}}/undo", summary="Undo a rollback"),
)

TRANSFER = (
    Route(
        verb="transfer.export",
        method="GET",
        path=f"{USER}/transfer/export",
        summary="Everything that is held about the user, as lines",
        gives=(LINES,),
        left_out=("path", "overwrite", "progress"),
    ),
    Route(
        verb="transfer.survey",
        method="POST",
        path=f"{USER}/transfer/survey",
        summary="What a file holds",
        content="path",
        takes=(BYTES,),
        left_out=("progress",),
    ),
    Route(
        verb="transfer.import_",
        method="POST",
        path=f"{USER}/transfer/import",
        summary="Bring a file in",
        content="path",
        takes=(BYTES,),
        gives=(JSON, EVENTS),
        left_out=("user", "keep_users", "progress"),
    ),
)

ROUTES = (*SESSIONS, *FILES, *WORKING, *PROCEDURAL, *LASTING, *PORTRAIT, *TENDING, *GUARDED, *TRUST, *TRANSFER)
