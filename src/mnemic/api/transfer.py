"""A memory out of one place and into another: exports, imports from other systems, backups."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from time import perf_counter

from mnemic.api.core import SYSTEM_ACTOR, Core
from mnemic.api.owner import Owner
from mnemic.api.verb_gate import gated_verbs
from mnemic.domain.record import TurnState
from mnemic.domain.scope import Scope
from mnemic.domain.transfer import ExportReport, FileSurvey, ImportReport
from mnemic.domain.upkeep import Progress
from mnemic.errors import AccessDenied, InvalidFile, InvalidInput
from mnemic.safety.access.policy import Actor
from mnemic.upkeep.forgetting.exported_copies import EXPORT
from mnemic.upkeep.transfer.export import ExportRun
from mnemic.upkeep.transfer.importers import Importer, importer_named, importer_of
from mnemic.upkeep.transfer.importing import ForeignImport, PieceOwner
from mnemic.upkeep.transfer.lines import is_export, whole_file
from mnemic.upkeep.transfer.restore import ROW_BYTES, ROW_S, ExportRestore, names_restored_under
from mnemic.upkeep.transfer.survey import count_file, embedding_seconds, survey_file
from mnemic.upkeep.transfer.verification import verified_export

OWN = "mnemic"
"""The format of our own exports."""

AUTO = "auto"
"""As the file looks."""

Tell = Callable[[Progress], None]


@gated_verbs("transfer")
class Transfer:
    """One user's memory out and in."""

    def __init__(self, core: Core, owner: Owner | None, tenant: str | None = None) -> None:
        self._core = core
        self._owner = owner
        own = core.parts.settings.tenant
        self._tenant = owner.scope.tenant if owner is not None else tenant or own

    def export(
        self,
        path: str | Path,
        *,
        vectors: bool = False,
        overwrite: bool = False,
        progress: Tell | None = None,
    ) -> ExportReport:
        """Write everything that is held into a file of JSON lines, as of one moment for each user; a name ending in .gz
        is compressed. Others may write meanwhile. The file has its name only when it is whole.

        Args:
            vectors: also the vectors, which else are made anew when it is imported.
            overwrite: also where there is a file of that name.
            progress: told now and then how far it has come.

        Raises:
            InvalidInput: the file is there, or its folder is not.
            AccessDenied: whoever calls may not read everything.
            StoreUnavailable: it cannot be written.
        """
        self._check("export")
        self._write_uses()
        exporting = ExportRun(
            store=self._core.parts.store,
            tenant=self._tenant,
            now=self._core.parts.clock.now(),
            tell=self._teller(progress),
            vectors=vectors,
        )
        users = None if self._owner is None else [self._owner.scope.user]
        exported = exporting.run(Path(path), users=users, overwrite=overwrite)
        for scope in exporting.scopes(users):
            self._core.note_files_written(scope, [Path(path)], EXPORT)
        self._audit("export")
        return exported

    def survey(self, path: str | Path, *, format: str = AUTO, progress: Tell | None = None) -> FileSurvey:
        """What a file holds and how long bringing it in would take. Nothing is stored.

        Args:
            format: of the file: mnemic, mem0, letta, graphiti, langgraph, reme, memobase, mcp-memory, chatgpt, claude,
                openai, or auto.

        Raises:
            InvalidInput: the file cannot be used, naming the place and the way out.
            ModelError: the items timed could not be embedded or understood.
        """
        self._core.check_open()
        place, importer = _found(Path(path), format)
        if importer is None:
            return self._survey_of_own(place)
        return survey_file(
            lambda: importer.read(place),
            importer.NAME,
            self._core.writing,
            tenant=self._tenant,
            now=self._core.parts.clock.now(),
            tell=self._teller(progress),
        )

    def import_(
        self,
        path: str | Path,
        *,
        format: str = AUTO,
        user: str | None = None,
        keep_users: bool = False,
        partial: bool = False,
        dry_run: bool = False,
        wait: bool = True,
        progress: Tell | None = None,
    ) -> ImportReport:
        """Bring in what an export of our own or another system's file holds. What is there already stays as it is, so
        it may be done again, and one that was stopped half-way is finished by the next.

        Args:
            format: as for `survey`.
            user: whose memory it becomes. Of an export with several users, and of a file that names several, only what
                is that user's.
            keep_users: each user the file names keeps what is theirs. Of an export that is so without it.
            partial: of a broken export, take what is whole.
            dry_run: store nothing; the report counts what the file holds.
            wait: understand the messages before returning; False leaves them to the worker.
            progress: told now and then how far it has come.

        Raises:
            InvalidInput: the file cannot be used, or nobody is named whose memory it becomes; nothing was stored.
            AccessDenied: whoever calls may not write.
            StoreUnavailable, ModelError: what is stored so far stays; the same call goes on from there.
        """
        self._check("import")
        begun = perf_counter()
        target = self._target(user, keep_users)
        place, importer = _found(Path(path), format)
        tell = self._teller(progress)
        if importer is None:
            report = self._bring_back(place, target, partial=partial, dry_run=dry_run, tell=tell)
        else:
            report = self._bring_in(place, importer, target, keep=keep_users, dry_run=dry_run, wait=wait, tell=tell)
        if not dry_run:
            self._audit("import")
        return replace(report, seconds=perf_counter() - begun)

    def _bring_back(self, place: Path, target: str | None, *, partial: bool, dry_run: bool, tell: Tell) -> ImportReport:
        contents = verified_export(place, tenant=self._tenant, partial=partial)
        into = names_restored_under([line.user for line in contents.users], target)
        if contents.users and not into:
            shown = ", ".join(line.user for line in contents.users[:5])
            raise InvalidInput(f"{place} holds the memory of {shown}, and not of {target!r}.")
        report = ImportReport(format=OWN, dry_run=dry_run, losses=contents.losses)
        if dry_run:
            report.users, report.rows = list(into.values()), dict(contents.rows)
            report.turns, report.statements = contents.rows["turn"], contents.rows["memory"]
            return report
        ExportRestore(writing=self._core.writing, tenant=self._tenant, tell=tell).run(contents, into, report)
        self._wake()
        return report

    def _bring_in(
        self,
        place: Path,
        importer: Importer,
        target: str | None,
        *,
        keep: bool,
        dry_run: bool,
        wait: bool,
        tell: Tell,
    ) -> ImportReport:
        file = count_file(lambda: importer.read(place), tell)
        whose = PieceOwner(user=target, keep=keep, named=frozenset(file.users))
        whose.check()
        report = ImportReport(format=importer.NAME, dry_run=dry_run)
        if dry_run:
            report.turns, report.statements, report.losses = file.turns, file.statements, file.losses
            report.users = list(file.users) if keep else [target or ""]
            return report
        importing = ForeignImport(
            writing=self._core.writing,
            tenant=self._tenant,
            agent=None if self._owner is None else self._owner.agent,
            now=self._core.parts.clock.now(),
            actor=SYSTEM_ACTOR if self._owner is None else self._owner.actor,
            tell=tell,
        )
        importing.run(lambda: importer.read(place), whose, report, total=file.turns + file.statements)
        scopes = [Scope(self._tenant, user) for user in report.users]
        report.pending = self._pending(scopes)
        if wait and report.pending:
            self._understand(scopes, report, tell)
        elif report.pending:
            self._wake()
        return report

    def _understand(self, scopes: list[Scope], report: ImportReport, tell: Tell) -> None:
        """Have the queue understand what waits of these users, and count it. Nobody else's turns, counts and names come
        into the report of an import."""
        total, failed = report.pending, dict[Scope, Exception]()

        def told(progress: Progress) -> None:
            self._core.tell(progress)
            report.understood += progress.done
            tell(Progress(job="import", user=progress.user, done=report.understood, total=total, note="understood"))

        queue = replace(self._core.queue, tell=told)
        for scope in scopes:
            queue.run_of(scope, failed)
        report.pending = self._pending(scopes)
        for scope in scopes:
            if scope in failed:
                raise failed[scope]

    def _pending(self, scopes: list[Scope]) -> int:
        waiting = 0
        for scope in scopes:
            with self._core.parts.store.reading(scope) as reader:
                waiting += len(reader.turns(state=TurnState.PENDING))
        return waiting

    def _survey_of_own(self, place: Path) -> FileSurvey:
        contents = verified_export(place, tenant=self._tenant, partial=True)
        rows = sum(contents.rows.values())
        vectors = 0 if contents.vectors else contents.texts
        return FileSurvey(
            format=OWN,
            turns=contents.rows["turn"],
            statements=contents.rows["memory"],
            rows=rows,
            users=tuple(line.user for line in contents.users),
            sessions=0,
            losses=contents.losses,
            seconds=rows * ROW_S + vectors * embedding_seconds(self._core.writing, contents.sample),
            bytes=rows * ROW_BYTES + 2 * contents.texts * self._core.parts.embedder.size,
        )

    def _target(self, user: str | None, keep: bool) -> str | None:
        if self._owner is None:
            return user
        if keep or user not in (None, self._owner.scope.user):
            raise InvalidInput(f"This is {self._owner.scope.user!r}: bring in others with memory.transfer.")
        return self._owner.scope.user

    def _check(self, verb: str) -> None:
        """Go on only where whoever acts may read and write everything of the user."""
        self._core.check_open()
        if self._owner is None:
            return
        if not self._owner.access.full:
            raise AccessDenied(f"{self._owner.actor} may not {verb} a whole memory. Ask the user, or an administrator.")
        if verb == "export" and self._owner.agent is not None:
            raise InvalidInput("An export holds what was said to every agent: leave agent= out.")

    def _audit(self, action: str) -> None:
        """Enter in the audit that everything was taken out or something brought in: of the user, or of everybody."""
        core, now = self._core, self._core.parts.clock.now()
        if self._owner is None:
            core.parts.store.note(self._tenant, at=now, actor=Actor.ADMINISTRATOR.value, action=action)
            return
        with self._owner.writing() as writer:
            if any(writer.numbers()):
                writer.audit(at=now, actor=self._owner.actor, action=action, memory_id=None, detail="")

    def _write_uses(self) -> None:
        """Counts of use that are still in memory belong to what is exported."""
        scopes = [*self._core.uses.scopes(), *self._core.questions.scopes()]
        for scope in dict.fromkeys(scopes):
            if self._owner is None or scope == self._owner.scope:
                self._core.write_uses(scope)

    def _wake(self) -> None:
        if self._core.parts.settings.background:
            self._core.worker.wake()

    def _teller(self, progress: Tell | None) -> Tell:
        """Whoever called is told, and whoever watches the memory."""

        def tell(said: Progress) -> None:
            if progress is not None:
                progress(said)
            self._core.tell(said)

        return tell


class WholeTransfer(Transfer):
    """The whole memory out and in, with every user in it."""

    def __init__(self, core: Core, tenant: str | None = None) -> None:
        super().__init__(core, None, tenant)

    def backup(self, path: str | Path, *, overwrite: bool = False, progress: Tell | None = None) -> Path:
        """Copy the memory file as of now, while others go on reading and writing. The copy is checked before it gets
        its name, and is a memory file like any other. `mnemic.restore` brings it back.

        Raises:
            InvalidInput: the file is there, or its folder is not.
            StoreError: this memory has no file, or the copy is not sound.
            StoreUnavailable: it cannot be written.
            AccessDenied: this is one tenant of several.
        """
        self._check("back up")
        if self._tenant != self._core.parts.settings.tenant:
            raise AccessDenied(f"A backup holds every tenant, and this is {self._tenant!r} alone: export it instead.")
        self._write_uses()
        tell, target = self._teller(progress), Path(path)
        with whole_file(target, overwrite=overwrite) as beside:
            self._core.parts.store.backup(
                beside,
                tell=lambda done, total: tell(Progress(job="backup", user=None, done=done, total=total)),
            )
        self._audit("backup")
        return target


def _found(path: Path, format: str) -> tuple[Path, Importer | None]:
    """What reads a file; None for an export of our own.

    Raises:
        InvalidInput: there is no such file or format, or the file looks like none.
    """
    if not path.exists():
        raise InvalidFile(f"{path}: there is no such file.")
    if format == OWN or (format == AUTO and path.is_file() and is_export(path)):
        return path, None
    if format != AUTO:
        return path, importer_named(format)
    importer = importer_of(path)
    if importer is None:
        raise InvalidFile(f"{path} looks like no format that is known: name it with format= (--from).")
    return path, importer
