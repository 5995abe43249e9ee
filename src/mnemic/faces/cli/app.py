"""The command `mnemic`: which commands there are, how one is called, and how it may end.

A command is a function of one of the modules beside this one, loaded when the command is called: its parameters are
the command's, those before `*` its arguments and those after it its options, a plain bool a flag that is off. What is
written about it stands in faces/locale, under its name.
"""

from __future__ import annotations

import inspect
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from itertools import pairwise
from keyword import iskeyword
from typing import Annotated, Any, get_origin

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

import mnemic
from mnemic.errors import MnemicError
from mnemic.faces.cli.call import Call, Place, UsageError
from mnemic.faces.cli.screen import Screen, tolerate
from mnemic.faces.words import Language, Words, language_of

NAME = "mnemic"


def _by_name(*homes: tuple[str, str]) -> dict[str, str]:
    return {name: module for module, names in homes for name in names.split()}


COMMANDS = _by_name(
    ("chat", "chat"),
    ("transfer", "export import backup restore"),
    ("verbs", "add search context list show history why update confirm reject conflicts entities about feedback undo"),
    ("verbs", "forget sessions session"),
    ("profile", "profile start"),
    ("verbs", "stats run-due"),
    ("upkeep", "sweep consolidate distill digest worker reembed jobs letters retry decay"),
    ("verbs", "pin unpin"),
    ("doctor", "doctor users speed"),
    ("verbs", "label"),
    ("transfer", "report"),
    ("encryption", "encrypt decrypt"),
    ("transfer", "migrate"),
    ("serve", "mcp"),
    ("audit", "access"),
    ("serve", "serve"),
    ("trust", "sources rollback check-action"),
)
"""Every command in the order of the help, with the module its function is in."""

ROOMS: dict[str, dict[str, str]] = {
    "api-key": _by_name(("api_keys", "create list show rotate revoke")),
    "audit": _by_name(("audit", "show verify head export")),
    "file": _by_name(("files", "add list get show read forget")),
    "key": _by_name(("encryption", "new rotate status")),
    "permanent": _by_name(("permanent", "list propose confirm reject read")),
    "quarantine": _by_name(("quarantine", "list show release reject scan")),
    "skill": _by_name(("skills", "list show match declare used forget export import")),
    "task": _by_name(("tasks", "start list show set step pause resume complete abandon")),
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
    """The command with all its texts in one language; `commands` of it and of a room loads what is looked up there."""
    app = typer.Typer(name=NAME, cls=_Group, rich_markup_mode="rich", pretty_exceptions_enable=False)
    app.callback()(_root(words))
    group = get_command(app)
    group.commands = _Commands(words)  # type: ignore[attr-defined]
    _explain(group, NAME, words)
    return group


class _Commands(Mapping[str, Any]):
    """The commands of the whole, or of one room, by name; one that is looked up is made."""

    def __init__(self, words: Words, room: str = "") -> None:
        self.words = words
        self._room = room
        self._modules = ROOMS[room] if room else {**COMMANDS, **dict.fromkeys(ROOMS, "")}

    def __getitem__(self, name: str) -> Any:
        if name in ROOMS and not self._room:
            made: Any = _Group(name=name, rich_markup_mode="rich", no_args_is_help=True)
            made.commands = _Commands(self.words, name)
        else:
            made = _command(_function(self._modules[name], name), name, self.words)
        _explain(made, self.path(name), self.words)
        return made

    def __contains__(self, name: object) -> bool:
        return name in self._modules  # without making it

    def __iter__(self) -> Iterator[str]:
        return iter(self._modules)

    def __len__(self) -> int:
        return len(self._modules)

    def path(self, name: str) -> str:
        """A command's name with its room's before it."""
        return f"{self._room} {name}".strip()


class _Group(TyperGroup):
    """Commands of which only the one that is called is loaded: a list of them needs their names and texts alone."""

    commands: Any

    def list_commands(self, ctx: Any) -> list[str]:
        return list(self.commands)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in self.commands:
            return None
        words = self.commands.words
        panel = words.say("panel.commands")
        return TyperCommand(cmd_name, help=words.help(self.commands.path(cmd_name)), rich_help_panel=panel)

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        name, _, rest = super().resolve_command(ctx, args)
        return name, None if name is None else self.commands[name], rest


def _function(module: str, name: str) -> Callable[..., None]:
    """A command's function: named as the command is, with a mark behind it where Python has that name."""
    home, name = import_module(f"mnemic.faces.cli.{module}"), name.replace("-", "_")
    found: Callable[..., None] = getattr(home, f"{name}_" if iskeyword(name) or name in ("list", "set") else name)
    return found


def _command(function: Callable[..., None], name: str, words: Words) -> Any:
    """A command made of a function. The options all commands share are added to its own, and it is handed a call made
    of them."""

    def called(**given: Any) -> None:
        before = given.pop("ctx").obj or Place()
        place = Place(**{name: given.pop(name) for name in _PLACE}).over(before)
        function(Call(place, Screen(words, as_json=place.json)), **given)

    _, *own = inspect.signature(function, eval_str=True).parameters.values()
    app = typer.Typer(add_completion=False, rich_markup_mode="rich", pretty_exceptions_enable=False)
    app.command(name)(_signed(called, (_CONTEXT, *map(_declared, own), *_PLACE.values())))
    return get_command(app)


_PLACE = inspect.signature(Place, eval_str=True).parameters
_CONTEXT = inspect.Parameter("ctx", inspect.Parameter.KEYWORD_ONLY, annotation=typer.Context)


def _declared(parameter: inspect.Parameter) -> inspect.Parameter:
    """A parameter as typer reads it: an option where it can be given by name only, else an argument."""
    hint, option = parameter.annotation, parameter.kind is inspect.Parameter.KEYWORD_ONLY
    if get_origin(hint) is not Annotated:
        name = parameter.name.replace("_", "-")
        names = [f"--{name}"] if hint is bool else []
        metavar = "TEXT" if hint in (str, str | None) else None
        hint = Annotated[hint, typer.Option(*names, metavar=metavar) if option else typer.Argument()]
    return parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY, annotation=hint)


def _root(words: Words) -> Callable[..., None]:
    def version(wanted: bool) -> None:
        if wanted:
            Screen(words, as_json=False).show(mnemic.__version__)
            raise typer.Exit

    def root(**given: Any) -> None:
        context = given.pop("ctx")
        context.obj = Place(**{name: given[name] for name in _PLACE})

    option = typer.Option("--version", callback=version, is_eager=True)
    asked = inspect.Parameter(
        "version", inspect.Parameter.KEYWORD_ONLY, annotation=Annotated[bool, option], default=False
    )
    return _signed(root, (_CONTEXT, *_PLACE.values(), asked))


def _signed(function: Callable[..., None], parameters: Sequence[inspect.Parameter]) -> Callable[..., None]:
    function.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    function.__annotations__ = {}
    return function


def _explain(command: Any, name: str, words: Words) -> None:
    """Put the texts of one language into a command."""
    command.help = words.help(name)
    command.rich_help_panel = words.say("panel.commands")
    command.options_metavar = "[OPTIONS]"
    for parameter in command.get_params(typer.Context(command)):
        parameter.help = words.help(name, parameter.name)
        argument = parameter.param_type_name == "argument"
        shared = parameter.name in _PLACE and name != NAME
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
