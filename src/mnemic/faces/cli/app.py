"""The command `mnemic`: its commands and the options all of them share, in the language of the locale."""

from __future__ import annotations

import inspect
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from itertools import pairwise
from typing import Annotated, Any

import typer
from typer.main import get_command

import mnemic
from mnemic.errors import MnemicError
from mnemic.faces.cli import (
    api_keys,
    audit,
    commands,
    decay,
    doctor,
    files,
    inspecting,
    keeping,
    keys,
    mcp,
    migrate,
    permanent,
    profile,
    quarantine,
    serving,
    session,
    skills,
    tasks,
    transfer,
    trust,
    upkeep,
)
from mnemic.faces.cli.call import Call, Place, UsageError
from mnemic.faces.cli.screen import Screen, tolerate
from mnemic.faces.words import Language, Words, language_of

NAME = "mnemic"
COMMANDS: dict[str, Callable[..., None]] = {
    "chat": commands.chat,
    **transfer.COMMANDS,
    "add": commands.add,
    "search": commands.search,
    "context": commands.context,
    "list": commands.list_,
    "show": commands.show,
    "history": commands.history,
    "why": commands.why,
    "update": commands.update,
    "confirm": commands.confirm,
    "reject": commands.reject,
    "conflicts": commands.conflicts,
    "entities": commands.entities,
    "about": commands.about,
    "feedback": commands.feedback,
    "undo": commands.undo,
    "forget": commands.forget,
    "sessions": commands.sessions,
    "session": session.session,
    "profile": profile.profile,
    "start": profile.start,
    "stats": commands.stats,
    "run-due": commands.run_due,
    **upkeep.COMMANDS,
    **decay.COMMANDS,
    **doctor.COMMANDS,
    **inspecting.COMMANDS,
    **keeping.COMMANDS,
    **keys.COMMANDS,
    **migrate.COMMANDS,
    **mcp.COMMANDS,
    **audit.COMMANDS,
    **serving.COMMANDS,
    **trust.COMMANDS,
}
GROUPS: dict[str, Mapping[str, Callable[..., None]]] = {
    "api-key": api_keys.GROUP,
    "audit": audit.GROUP,
    "file": files.COMMANDS,
    "key": keys.GROUP,
    "permanent": permanent.COMMANDS,
    "quarantine": quarantine.COMMANDS,
    "skill": skills.COMMANDS,
    "task": tasks.COMMANDS,
}
"""Commands of a room, each under its room's name."""

# typer names only one of its usage errors; the two classes above it are what all of them share, wherever this version
# of typer keeps them.
_CLICK_USAGE_ERROR: type[Exception] = typer.BadParameter.mro()[1]
_CLICK_ERROR: type[Exception] = typer.BadParameter.mro()[2]


def main(arguments: Sequence[str] | None = None) -> None:
    """Run one command and end the process: 0 fine, 1 an error of ours, 2 called in a way that cannot be meant."""
    tolerate()
    sys.exit(run(list(sys.argv[1:] if arguments is None else arguments)))


def run(arguments: list[str]) -> int:
    """Run one command; its exit code."""
    words = Words(_language(arguments))
    screen = Screen(words, as_json="--json" in _options(arguments))
    try:
        code = build(words).main(args=arguments or ["--help"], prog_name=NAME, standalone_mode=False)
    except MnemicError as error:
        screen.fail(error)
        return 1
    except UsageError as error:
        screen.fail(error, key="usage")
        return 2
    except typer.Abort:
        screen.note("closed")
        return 130
    except _CLICK_ERROR as error:
        return _misused(screen, error)
    return code if isinstance(code, int) else 0


def build(words: Words) -> Any:
    """The command with all its texts in one language. Cheap: nothing of the library but its values is loaded."""
    app = typer.Typer(name=NAME, rich_markup_mode="rich", pretty_exceptions_enable=False)
    app.callback()(_root(words))
    for name, command in COMMANDS.items():
        app.command(name)(_with_place(command, words))
    for name, verbs in GROUPS.items():
        room = typer.Typer(rich_markup_mode="rich", no_args_is_help=True)
        for verb, command in verbs.items():
            room.command(verb)(_with_place(command, words))
        app.add_typer(room, name=name)
    group = get_command(app)
    _tell(group, NAME, words)
    for name, command in group.commands.items():  # type: ignore[attr-defined]
        _tell(command, name, words)
        for verb, inner in getattr(command, "commands", {}).items():
            _tell(inner, f"{name} {verb}", words)
    return group


def place_options(
    *,
    db: Annotated[str | None, typer.Option("--db", metavar="PATH")] = None,
    user: Annotated[str | None, typer.Option("--user", metavar="ID")] = None,
    agent: Annotated[str | None, typer.Option("--agent", metavar="ID")] = None,
    session: Annotated[str | None, typer.Option("--session", metavar="ID")] = None,
    purpose: Annotated[str | None, typer.Option("--purpose", metavar="NAME")] = None,
    zone: Annotated[str | None, typer.Option("--zone", metavar="ZONE")] = None,
    json: Annotated[bool, typer.Option("--json")] = False,
    lang: Annotated[Language | None, typer.Option("--lang")] = None,
) -> Place:
    """The options every command has."""
    return Place(db=db, user=user, agent=agent, session=session, purpose=purpose, zone=zone, json=json, lang=lang)


_PLACE = tuple(inspect.signature(place_options, eval_str=True).parameters.values())
_PLACE_NAMES = frozenset(field.name for field in fields(Place))
_CONTEXT = inspect.Parameter("ctx", inspect.Parameter.KEYWORD_ONLY, annotation=typer.Context)


def _root(words: Words) -> Callable[..., None]:
    def version(wanted: bool) -> None:
        if wanted:
            Screen(words, as_json=False).show(mnemic.__version__)
            raise typer.Exit

    def root(**given: Any) -> None:
        context = given.pop("ctx")
        context.obj = place_options(**{name: given[name] for name in _PLACE_NAMES})

    option = typer.Option("--version", callback=version, is_eager=True)
    asked = inspect.Parameter(
        "version", inspect.Parameter.KEYWORD_ONLY, annotation=Annotated[bool, option], default=False
    )
    return _signed(root, (_CONTEXT, *_PLACE, asked))


def _with_place(command: Callable[..., None], words: Words) -> Callable[..., None]:
    """The command with the shared options added to its own; it is handed a call made of them."""

    def called(**given: Any) -> None:
        before = given.pop("ctx").obj or Place()
        place = place_options(**{name: given.pop(name) for name in _PLACE_NAMES}).over(before)
        command(Call(place, Screen(words, as_json=place.json)), **given)

    _, *own = inspect.signature(command, eval_str=True).parameters.values()
    own = [parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY) for parameter in own]
    return _signed(called, (_CONTEXT, *own, *_PLACE))


def _signed(function: Callable[..., None], parameters: Sequence[inspect.Parameter]) -> Callable[..., None]:
    function.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    function.__annotations__ = {}
    return function


def _tell(command: Any, name: str, words: Words) -> None:
    """Put the texts of one language into a command."""
    command.help = words.help(name)
    command.rich_help_panel = words.say("panel.commands")
    command.options_metavar = "[OPTIONS]"
    for parameter in command.get_params(typer.Context(command)):
        parameter.help = words.help(name, parameter.name)
        argument = parameter.param_type_name == "argument"
        shared = parameter.name in _PLACE_NAMES and name != NAME
        panel = "panel.arguments" if argument else "panel.shared" if shared else "panel.options"
        parameter.rich_help_panel = words.say(panel)


def _misused(screen: Screen, error: Any) -> int:
    """Report an error of the parser, and where help is."""
    usage = isinstance(error, _CLICK_USAGE_ERROR)
    screen.fail(error, key="usage" if usage else "error", text=error.format_message())
    context = getattr(error, "ctx", None)
    if context is not None:
        screen.note("usage.help", command=context.command_path)
    return int(error.exit_code)


def _options(arguments: Sequence[str]) -> Sequence[str]:
    """The arguments that may be options: those before `--`."""
    return arguments[: arguments.index("--")] if "--" in arguments else arguments


def _language(arguments: Sequence[str]) -> Language:
    """The language asked for, else the locale's. Read before parsing, since the parser's own texts depend on it."""
    options = _options(arguments)
    asked = [value for option, value in pairwise(options) if option == "--lang"]
    asked += [option.removeprefix("--lang=") for option in options if option.startswith("--lang=")]
    wanted = next((value for value in reversed(asked) if value in list(Language)), None)
    return language_of(os.environ) if wanted is None else Language(wanted)
