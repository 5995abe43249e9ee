"""A conversation on the command line that shows what memory does with every line."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import typer

from mnemic import settings
from mnemic.domain.query import Context
from mnemic.errors import InvalidInput, MnemicError, ModelError
from mnemic.faces import wire
from mnemic.faces.cli import tables
from mnemic.faces.cli.call import Call, UsageError
from mnemic.faces.cli.options import Count, Yes
from mnemic.faces.cli.screen import safe
from mnemic.faces.cli.transcript import decoded
from mnemic.wiring import opening

if TYPE_CHECKING:
    from mnemic.api.memory import UserMemory
    from mnemic.ports import LanguageModel

SESSION = "main"
PROMPT = "> "


def chat(call: Call, *, budget: Count = 1500, yes: Yes = False) -> None:
    """Talk, line by line."""
    model = opening.language_model(settings.load())
    # Ctrl-C may also reach the program when its input has just ended, while the memory is being closed.
    with suppress(KeyboardInterrupt), call.user() as memory:
        Chat(call, memory, model=model, budget=budget, yes=yes).run()


class Chat:
    """A conversation of one user, with the model of the settings or with nobody."""

    def __init__(self, call: Call, memory: UserMemory, *, model: LanguageModel | None, budget: int, yes: bool) -> None:
        self._call = call
        self._screen = call.screen
        self._memory = memory
        self._model = model
        self._budget = budget
        self._yes = yes
        self._session = call.session or SESSION
        self._last: Context | None = None
        self._exchanges: list[dict[str, Any]] = []
        self._failed = False

    def run(self) -> None:
        """Talk until /quit, the end of the input, or Ctrl-C.

        Raises:
            typer.Exit: something went wrong in a conversation nobody watched.
        """
        if self._screen.terminal:
            self._screen.say("chat.hello", style="bold", user=self._memory.id, session=self._session)
        if self._model is None:
            self._screen.note("chat.no_model")
        with suppress(KeyboardInterrupt):
            self._talk()
        if self._screen.terminal:
            self._screen.say("chat.bye", style="dim")
        self._screen.document({"session": self._session, "exchanges": self._exchanges})
        if self._failed and not self._screen.terminal:
            raise typer.Exit(1)

    def _talk(self) -> None:
        for line in map(str.strip, self._lines()):
            if line in ("/quit", "/exit"):
                return
            if not line:
                continue
            try:
                self._command(line) if line.startswith("/") else self._exchange(line)
            except (MnemicError, UsageError) as error:
                self._failed = True
                self._screen.fail(error)

    def _lines(self) -> Iterator[str]:
        """What is typed, or comes through a pipe. A line that cannot be decoded is reported and left out."""
        if self._screen.terminal:
            with suppress(ImportError):
                importlib.import_module("readline")  # its import gives input() editing and history
            yield from _typed()
            return
        words, offset = self._screen.words, 0
        for raw in sys.stdin.buffer:
            try:
                yield decoded(raw, words, words.say("input"), sys.stdin.encoding, offset=offset)
            except InvalidInput as error:
                self._failed = True
                self._screen.fail(error)
            offset += len(raw)

    def _exchange(self, line: str) -> None:
        context = self._memory.context(line, session=self._session, budget=self._budget)
        self._last = context
        self._recalled(context)
        exchange: dict[str, Any] = {"said": line, "context": wire.jsonable(context), "answer": None}
        report = self._memory.add(line, session=self._session)
        exchange["report"] = wire.jsonable(report)
        self._exchanges.append(exchange)
        tables.outcomes(self._call, report)
        if self._model is not None:
            exchange["answer"] = self._answer(self._model, context)

    def _answer(self, model: LanguageModel, context: Context) -> str | None:
        """The model's answer, shown and kept as the assistant's turn; None where it gave none."""
        try:
            answer = model.reply(context.messages()).text
        except ModelError as error:
            self._failed = True
            self._screen.fail(error)
            return None
        self._screen.show(safe(answer, "bold"))
        self._memory.add({"role": "assistant", "content": answer}, session=self._session)
        return answer

    def _recalled(self, context: Context) -> None:
        words = self._screen.words
        if not context.text:
            self._screen.say("chat.recalled_none", style="dim")
            return
        self._screen.show(safe(words.say("chat.recalled") + ":", "blue"), safe(context.text, "dim"))

    def _command(self, typed: str) -> None:
        name, _, rest = typed.partition(" ")
        if name == "/help":
            self._screen.say("chat.help")
        elif name == "/context":
            self._whole_context()
        elif name == "/forget" and rest.strip():
            self._forget(rest.strip())
        else:
            self._screen.note("chat.unknown", command=name)

    def _whole_context(self) -> None:
        if self._last is None:
            self._screen.note("chat.no_context")
            return
        tables.chat(self._call, self._last.messages())

    def _forget(self, id: str) -> None:
        found = self._memory.get(self._call.whole_id(self._memory, id))
        with suppress(typer.Exit):  # the answer was no, and the conversation goes on
            self._call.consent(self._screen.words.say("forget.ask", what=found.text), yes=self._yes)
            receipt = self._memory.forget(found.id, confirmed=True)
            self._last = None
            tables.forgotten(self._call, receipt)


def _typed() -> Iterator[str]:
    while True:
        try:
            yield input(PROMPT)
        except EOFError:
            return
