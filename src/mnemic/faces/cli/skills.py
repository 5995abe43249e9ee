"""Skills as commands: `mnemic skill list`, `show`, `match`, `declare`, `used`, `forget`, `export`, `import`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from mnemic.domain.skill import ImportedSkill, Skill
from mnemic.faces import wire
from mnemic.faces.cli import tables
from mnemic.faces.cli.call import Call
from mnemic.faces.cli.options import Hits, Moment, StatusName, Texts, Yes
from mnemic.faces.cli.screen import safe

SkillName = Annotated[str, typer.Argument(metavar="NAME")]


def list_(call: Call, *, status: StatusName = "active") -> None:
    """List skills."""
    with call.user(writes=False) as memory:
        found = memory.skills.list(status=status)
    _table(call, found)
    call.screen.document({"skills": [wire.jsonable(one) for one in found]})


def show(call: Call, name: SkillName, *, versions: bool = False) -> None:
    """Show one skill."""
    with call.user(writes=False) as memory:
        found = memory.skills.versions(name) if versions else [memory.skills.get(name)]
    for one in found:
        call.screen.show(*map(safe, _lines(call, one)))
    shapes = [wire.jsonable(one) for one in found]
    call.screen.document({"versions": shapes} if versions else shapes[0])


def match(call: Call, request: str, *, k: Hits = 3, at: Moment = None) -> None:
    """Find skills for a request."""
    screen = call.screen
    with call.user(writes=False) as memory:
        found = memory.skills.match(request, k=k, at=at)
    if not found:
        screen.say("skill.no_match", style="dim")
    for one in found:
        values = ", ".join(f"{name} = {value}" for name, value in one.parameters.items())
        open_ = call.words.say("skill.missing", names=", ".join(one.missing)) if one.missing else ""
        screen.show(safe(f"{one.score:.2f}  {one.skill.name}  " + "; ".join(filter(None, (values, open_)))))
        screen.show(*(safe(f"      {number}. {step.text}", "dim") for number, step in enumerate(one.steps, 1)))
    screen.document({"matches": [wire.jsonable(one) for one in found]})


def declare(
    call: Call,
    name: SkillName,
    *,
    step: Texts = None,
    trigger: Texts = None,
    parameter: Annotated[list[str] | None, typer.Option(metavar="NAME[:TYPE]")] = None,
    before: Texts = None,
    description: str = "",
    code: Annotated[str | None, typer.Option(metavar="MODULE:FUNCTION")] = None,
) -> None:
    """Say what a skill is."""
    types = [one.partition(":") for one in parameter or ()]
    with call.user() as memory:
        made = memory.skills.declare(
            name,
            steps=step or (),
            triggers=trigger or (),
            parameters={left: right or "text" for left, _, right in types},
            preconditions=before or (),
            description=description,
            code=code,
        )
    call.screen.say("skill.held" if made.status.value == "quarantined" else "skill.kept", version=made.version)
    _table(call, [made])
    call.screen.document(wire.jsonable(made))


def used(
    call: Call,
    name: SkillName,
    *,
    success: Annotated[bool, typer.Option("--success/--failure")] = True,
    note: str | None = None,
) -> None:
    """Say how a use went."""
    with call.user() as memory:
        made = memory.skills.used(name, success=success, note=note)
    _table(call, [made])
    call.screen.document(wire.jsonable(made))


def forget(call: Call, name: SkillName, *, yes: Yes = False) -> None:
    """Forget a skill for good."""
    with call.user() as memory:
        found = memory.skills.get(name)
        call.consent(call.words.say("forget.ask", what=found.name), yes=yes)
        receipt = memory.skills.forget(found.id)
    tables.forgotten(call, receipt)
    call.screen.document(wire.jsonable(receipt))


def export(call: Call, folder: str, *, name: Texts = None) -> None:
    """Write skills as files."""
    with call.user(writes=False) as memory:
        written = [str(path) for path in memory.skills.export(folder, names=name or None)]
    call.screen.show(*map(safe, written))
    call.screen.document({"written": written})


def import_(call: Call, path: str) -> None:
    """Read skills from files."""
    with call.user() as memory:
        report = memory.skills.import_(path)
    lists = {"added": report.added, "quarantined": report.held, "dropped": report.skipped}
    rows = [(call.words.say(key), _of(one), one.reason, str(one.path)) for key, found in lists.items() for one in found]
    call.screen.table(("outcome", "name", "reason", "text"), rows, bare=True)
    call.screen.document(wire.jsonable(report))
    if report.skipped and not report.added and not report.held and not any(one.skill for one in report.skipped):
        raise typer.Exit(1)


def _of(one: ImportedSkill) -> str:
    return one.skill.name if one.skill else one.path.parent.name


def _table(call: Call, found: Sequence[Skill]) -> None:
    rows = [
        (tables.short(one.id), one.name, str(one.version), f"{one.successes}/{one.uses}", _steps(one)) for one in found
    ]
    call.screen.table(("id", "name", "skill.version", "skill.uses", "text"), rows)


def _steps(one: Skill) -> str:
    return "；".join(s.text for s in one.steps) if one.language == "zh" else "; ".join(s.text for s in one.steps)


def _lines(call: Call, one: Skill) -> list[str]:
    words = call.words
    lines = [f"{one.name}  (v{one.version}, {one.successes}/{one.uses}, {one.origin})"]
    lines += [one.description] if one.description else []
    lines += [f"{words.say('skill.triggers')}: {'; '.join(one.triggers)}"] if one.triggers else []
    lines += [
        f"{{{p.name}}} {p.type}{'' if p.required else '?'}{f': {p.description}' if p.description else ''}"
        for p in one.parameters
    ]
    lines += [f"{words.say('skill.before')}: {'; '.join(one.preconditions)}"] if one.preconditions else []
    lines += [f"{number}. {step.text}" for number, step in enumerate(one.steps, 1)]
    return lines + ([f"{words.say('skill.code')}: {one.code}"] if one.code else [])
