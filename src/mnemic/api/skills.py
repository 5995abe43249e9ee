"""The skill room: procedures that were taught, recorded or declared, matched, counted and handed on (M6)."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from mnemic.api.owner import Owner
from mnemic.api.verb_gate import gated_verbs
from mnemic.domain.changes import Action, Change
from mnemic.domain.receipt import Receipt
from mnemic.domain.record import Kind, Memory, Origin, Source, Status, Tier, Turn
from mnemic.domain.scope import checked_name
from mnemic.domain.skill import ImportedSkill, Skill, SkillImport, SkillMatch
from mnemic.domain.validity import utc
from mnemic.errors import InvalidInput, SkillNotFound
from mnemic.ports import Reader, Writer
from mnemic.reading.question import Moment
from mnemic.rooms.session.messages import checked_text
from mnemic.rooms.skill import match as skill_match
from mnemic.rooms.skill import procedure as language_steps
from mnemic.rooms.skill.arguments import skill_match_of
from mnemic.rooms.skill.declaration import StepGiven, declared_skill
from mnemic.rooms.skill.file import SKILL_FILE, folder_names, parsed_skill, rendered_skill
from mnemic.rooms.skill.folder import FoundSkillFile, skill_files_in, write_skill_file
from mnemic.rooms.skill.parameters import ParametersGiven
from mnemic.rooms.skill.procedure.action_request import asks_for_action
from mnemic.rooms.skill.record import (
    KEY,
    can_be_offered,
    has_skill_name,
    named_skill,
    new_skill_memory,
    skill_body_of,
    skill_of,
    skill_text_of,
)
from mnemic.rooms.skill.trace import generalised_steps, skill_trace_of, traced_request, values_in_trace
from mnemic.safety.access.policy import Right
from mnemic.safety.privacy.masking import redact
from mnemic.safety.privacy.rules import DROP_ALL
from mnemic.upkeep.forgetting.exported_copies import SKILLS
from mnemic.upkeep.forgetting.forget import forget_memories
from mnemic.upkeep.forgetting.receipts import forget_with_receipt
from mnemic.writing.commit import commit, mentions_by_text, with_mentioned_entities
from mnemic.writing.skill_change import guarded_skill, skill_succession

NOTE_CHARACTERS_MAX = 1_000
K_MAX = 50
TRIGGER_CHARACTERS_MAX = 120  # of a request that becomes the trigger of what was recorded for it

Function = TypeVar("Function", bound=Callable[..., Any])


@gated_verbs("skills")
class Skills:
    """One user's skills. What is taught in talk comes here by `add`; the verbs below are for programs."""

    def __init__(self, owner: Owner) -> None:
        self._owner = owner

    def declare(
        self,
        name: str,
        *,
        steps: Sequence[StepGiven] = (),
        triggers: Sequence[str] = (),
        parameters: ParametersGiven | None = None,
        description: str = "",
        preconditions: Sequence[str] = (),
        code: Callable[..., Any] | str | None = None,
        origin: str | None = None,
    ) -> Skill:
        """Say what a skill is. One of this name gives way to it, one version on and with its uses; the same again
        changes nothing.

        Args:
            steps: texts, or dicts with "text", "tool" and "arguments"; `{month}` in them is a parameter.
            triggers: requests it is for; default its name.
            parameters: names with types, a pydantic model, a function whose signature tells, or `Parameter`s.
            preconditions: what must hold before it is run.
            code: a function, or "module:function". Only the name is kept; the memory never runs it.
            origin: whose word it is; default whoever acts. What is from a tool or a document is held until `confirm`
                (S3).

        Raises:
            InvalidInput, InvalidMessage, LimitExceeded: naming what cannot be used; nothing was stored.
        """
        skill = declared_skill(
            name,
            description=description,
            given_steps=steps,
            triggers=triggers,
            parameters=parameters,
            preconditions=preconditions,
            code=code,
            origin=self._origin(origin),
            agent=self._owner.agent,
        )
        return self._put(skill, "declared", self._owner.now())

    def skill(
        self,
        *,
        name: str | None = None,
        triggers: Sequence[str] = (),
        steps: Sequence[StepGiven] = (),
        description: str = "",
        preconditions: Sequence[str] = (),
    ) -> Callable[[Function], Function]:
        """Declare the function below as a skill: its name, signature and docstring tell what is not given. The function
        is handed back as it is.

        Raises:
            InvalidInput, LimitExceeded: as for `declare`.
        """

        def decorate(function: Function) -> Function:
            self.declare(
                name or function.__name__.replace("_", " "),
                steps=steps,
                triggers=triggers,
                description=description,
                preconditions=preconditions,
                code=function,
            )
            return function

        return decorate

    def learn(
        self,
        name: str,
        *,
        session: str | Sequence[str],
        turns: Sequence[str] | None = None,
        triggers: Sequence[str] = (),
        description: str = "",
        preconditions: Sequence[str] = (),
    ) -> Skill:
        """Record a skill from what an agent did: the tool calls of a session that went well, in order. Failed calls are
        left out. What comes from the user's words, from an earlier result, or differs from session to session becomes
        a parameter; the rest stays as it was.

        Args:
            session: the session, or several in which the same was done, the one to follow last.
            turns: ids of the turns to take; default all of them.
            triggers: requests it is for; default what the user asked.

        Raises:
            InvalidInput: no call in it went well, or no user asked for it; nothing was stored.
        """
        named = [session] if isinstance(session, str) else list(session)
        with self._owner.reading() as reader:
            said = [self._turns(reader, one, turns) for one in named]
        traces = [skill_trace_of(one) for one in said]
        if not traces or not traces[-1].calls:
            raise InvalidInput(
                f"No tool call in {', '.join(named)!r} went well: there is nothing to learn {name!r} from."
            )
        if not traces[-1].asked:
            raise InvalidInput(f"No user asked for what was done in {named[-1]!r}: a skill is the user's (S3).")
        found, parameters = generalised_steps(traces, self._owner.core.parts.zone)
        asked = traced_request(traces[-1], parameters, values_in_trace(traces[-1], found))
        skill = declared_skill(
            name,
            description=description,
            given_steps=found,
            triggers=list(triggers) or ([asked] if len(asked) <= TRIGGER_CHARACTERS_MAX else []),
            parameters=parameters,
            preconditions=preconditions,
            origin=Origin.INFERRED,
            agent=self._owner.agent,
        )
        sources = dict.fromkeys(source for trace in traces for source in trace.sources)
        return self._put(skill, "recorded", self._owner.now(), list(sources))

    def list(self, *, status: str = "active") -> builtins.list[Skill]:
        """Skills in the order they were stored.

        Args:
            status: "active", "quarantined" (held for review), or "any", which gives every version.

        Raises:
            InvalidInput: there is no such status.
        """
        if status not in ("active", "quarantined", "any"):
            raise InvalidInput(f"There is no status {status!r} of skills. Known are: active, quarantined, any.")
        return [skill_of(memory) for memory in self._held() if _shows(memory, status)]

    def get(self, skill: str) -> Skill:
        """One skill, by its id or its name, or by most of the words of its name.

        Raises:
            SkillNotFound: this user has none of that name.
        """
        with self._owner.reading() as reader:
            return skill_of(self._one(reader, skill))

    def versions(self, skill: str) -> builtins.list[Skill]:
        """Every version of a skill, the oldest first: what was taught anew, and what was amended.

        Raises:
            SkillNotFound: this user has none of that name.
        """
        with self._owner.reading() as reader:
            one = self._one(reader, skill)
            kin = [
                memory
                for memory in self._seen(reader)
                if has_skill_name(skill_of(one).name, memory) or memory.id == one.id
            ]
            after = [row.after for memory in kin for row in reader.history(memory.id) if row.after is not None]
        found: dict[int, Skill] = {}
        for memory in [*(memory for memory in after if memory.kind is Kind.SKILL), *kin]:
            version = skill_of(memory)
            if version.agent == one.agent:
                found[version.version] = version
        return [found[number] for number in sorted(found)]

    def match(self, request: str, *, k: int = 3, at: Moment | None = None) -> builtins.list[SkillMatch]:
        """Skills for a request, best first; none where nothing scores `skill_min`, or where nothing is asked for: "what
        did I write in the last weekly report?" asks about it.

        Args:
            request: the user's words, in either language, whichever the skill was taught in.
            k: most skills wanted, 1 to 50.
            at: the moment of asking, for "next Friday"; default now.

        Raises:
            InvalidInput, InvalidMessage, InvalidTime: naming what cannot be used.
        """
        if not isinstance(k, int) or isinstance(k, bool) or not 1 <= k <= K_MAX:
            raise InvalidInput(f"k must be a number from 1 to {K_MAX}, not {k!r}.")
        settings = self._owner.core.parts.settings
        text = checked_text(request, "The request", characters_max=settings.text_characters_max)
        now = self._owner.now() if at is None else utc(at, "at")
        if (
            not asks_for_action(text)
            or language_steps.find_amendment(text)
            or language_steps.find_taught_procedure(text)
        ):
            return []
        scored = [one for one in self._scored(text) if one.score >= settings.skill_min]
        scored.sort(key=lambda one: (-one.score, -one.skill.uses, one.skill.name, one.skill.id))
        zone = self._owner.core.parts.zone
        return [skill_match_of(one, text, said=now, zone=zone) for one in scored[:k]]

    def used(self, skill: str, *, success: bool = True, note: str | None = None) -> Skill:
        """Say how a use of a skill went; it is offered the sooner for what went well.

        Args:
            note: why, for the history.

        Raises:
            SkillNotFound: this user has none of that name.
            AccessDenied, StoreUnavailable.
        """
        told = "" if note is None else checked_text(note, "The note", characters_max=NOTE_CHARACTERS_MAX)
        said = redact(told, DROP_ALL).text
        now = self._owner.now()
        with self._owner.guarded("use", Right.WRITE) as writer:
            before = self._one(writer, skill)
            known = skill_of(before)
            counted = replace(known, successes=known.successes + success, failures=known.failures + (not success))
            turns = () if before.sources else known.sources
            body = skill_body_of(counted, before.text, turns)
            after = replace(before, metadata={**before.metadata, KEY: body}, updated_at=now, version=before.version + 1)
            reason = ("used, and it went well" if success else "used, and it failed") + (f": {said}" if said else "")
            change = Change(action=Action.REVISE, memory=after, before=before, reason=reason)
            commit(writer, [change], [], now=now, actor=self._owner.actor, entries={})
        return skill_of(after)

    def forget(self, skill: str) -> Receipt:
        """Forget a skill for good, with every version of it and the turns it was taught in. What it was recorded from
        stays in the log.

        Raises:
            SkillNotFound: this user has none of that name.
            AccessDenied, StoreUnavailable.
        """
        now, core = self._owner.now(), self._owner.core
        core.write_uses(self._owner.scope)
        actor = self._owner.actor
        with self._owner.guarded("forget", Right.DELETE) as writer:
            one = self._one(writer, skill)
            name = skill_of(one).name
            kin = [
                memory for memory in self._seen(writer) if has_skill_name(name, memory) and memory.agent == one.agent
            ]
            ids = [one.id, *(memory.id for memory in kin)]
            gone = forget_with_receipt(writer, partial(forget_memories, writer, ids, now=now, actor=actor), actor=actor)
        return core.finish_forgetting(self._owner.scope, gone, now=now)

    def export(self, folder: str | Path, *, names: Iterable[str] | None = None) -> builtins.list[Path]:
        """Write skills as folders with a SKILL.md each, in the public shape of Agent Skills. A file of an earlier
        export is replaced.

        Args:
            names: only these, by id or name; default every active skill.

        Returns:
            the files written.

        Raises:
            SkillNotFound: there is none of that name; nothing was written.
            InvalidInput: the folder cannot be written to.
        """
        chosen = self.list() if names is None else [self.get(one) for one in names]
        files = [
            write_skill_file(Path(folder) / place / SKILL_FILE, rendered_skill(one, folder=place))
            for place, one in folder_names(chosen).items()
        ]
        self._owner.core.note_files_written(self._owner.scope, files, SKILLS)
        return files

    def import_(self, path: str | Path) -> SkillImport:
        """Read skills from a SKILL.md, a folder with one, or a folder of such folders; ours or anybody's.

        What the guard suspects is held until `confirm`. A skill of the user's own is never replaced by a file. Reading
        the same again changes nothing.

        Raises:
            InvalidInput: there is no such file or folder, or no SKILL.md in it.
        """
        self._owner.check_tier("import", Right.WRITE, Tier.LONG_TERM)
        lists: dict[str, builtins.list[ImportedSkill]] = {"added": [], "skipped": [], "held": []}
        for file in skill_files_in(Path(path)):
            into, one = self._take(file)
            lists[into].append(one)
        return SkillImport(**{into: tuple(found) for into, found in lists.items()})

    def _take(self, file: FoundSkillFile) -> tuple[str, ImportedSkill]:
        """One file taken in, with the list of the report it belongs to."""
        if file.text is None:
            return "skipped", ImportedSkill(path=file.path, reason=file.trouble)
        now = self._owner.now()
        try:
            read = parsed_skill(file.text)
            said = read.skill
            skill = declared_skill(
                said.name,
                description=said.description,
                given_steps=said.steps,
                triggers=said.triggers,
                parameters=said.parameters,
                preconditions=said.preconditions,
                code=said.code,
                origin=Origin.IMPORTED,
                agent=self._owner.agent,
            )
        except InvalidInput as error:
            return "skipped", ImportedSkill(path=file.path, reason=str(error))
        skill = replace(skill, version=said.version, successes=said.successes, failures=said.failures)
        skill = replace(skill, language=said.language if said.language in ("en", "zh") else skill.language)
        if twin := self._twin(skill):
            return "skipped", ImportedSkill(path=file.path, reason=twin[0], skill=twin[1])
        skill, why = guarded_skill(skill, f"imported: {read.cut}" if read.cut else "imported")
        into = "held" if skill.status is Status.QUARANTINED else "added"
        return into, ImportedSkill(path=file.path, reason=why, skill=self._put(skill, why, now))

    def _twin(self, skill: Skill) -> tuple[str, Skill] | None:
        """A skill that a file may not add again or replace, and why."""
        own = [memory for memory in self._held() if memory.agent == skill.agent and has_skill_name(skill.name, memory)]
        for memory in own:
            known = skill_of(memory)
            if known.content == skill.content and (can_be_offered(memory) or memory.status is Status.QUARANTINED):
                return ("held already" if memory.status is Status.QUARANTINED else "known already"), known
        for memory in own:
            if can_be_offered(memory) and memory.origin is not Origin.IMPORTED:
                return f"the user has a skill named {skill.name!r}: rename the one in the file", skill_of(memory)
        return None

    def _put(self, skill: Skill, reason: str, now: datetime, turns: Sequence[Source] = ()) -> Skill:
        """Store a skill in the place of the one of its name. The new text is embedded before any lock is taken."""
        owner, parts = self._owner, self._owner.core.parts
        owner.check_tier("declare", Right.WRITE, Tier.LONG_TERM)
        text, writing = skill_text_of(skill), owner.core.writing
        skill, reason = guarded_skill(skill, reason)
        entries, found = writing.embedded([text]), mentions_by_text([text], writing.finder)
        with owner.guarded("declare", Right.WRITE) as writer:
            olds = [m for m in writer.rooms({Kind.SKILL}) if m.agent == owner.agent and has_skill_name(skill.name, m)]
            there = next((memory for memory in reversed(olds) if can_be_offered(memory)), None)
            held = next((m for m in olds if m.status is Status.QUARANTINED and m.text == text), None)
            same = held if skill.status is Status.QUARANTINED else there
            if same is not None and skill_of(same).content == skill.content:
                return skill_of(same)
            new = new_skill_memory(
                skill, id=parts.new_id(), tenant=owner.scope.tenant, user=owner.scope.user, now=now, turns=turns
            )
            changes, links = skill_succession(with_mentioned_entities(new, found), there, reason, now)
            commit(writer, changes, links, now=now, actor=owner.actor, entries=entries)
        return skill_of(changes[0].memory)

    def _scored(self, request: str) -> builtins.list[skill_match.ScoredSkill]:
        """Every standing skill with its score; of many only those nearest by their whole text."""
        core, owner = self._owner.core, self._owner
        embedder = core.kept.vectors.of(owner.scope)
        vector = embedder.questions([request])[0]
        with owner.reading() as reader:
            held = [memory for memory in self._seen(reader) if can_be_offered(memory) and owner.recalls(memory)]
            if len(held) > skill_match.LOOKED_AT_MAX:
                with core.user_indexes.use(reader) as user_index:
                    held = skill_match.nearest_skills(held, request, vector, user_index.vector_of)
        skills = [skill_of(memory) for memory in held]
        phrases = list(
            dict.fromkeys(language_steps.distinctive_phrase(p) for s in skills for p in skill_match.phrases_of(s))
        )
        vectors = dict(zip(phrases, embedder.questions(phrases), strict=True)) if phrases else {}
        return [skill_match.scored_skill(request, vector, skill, vectors, embedder.signals) for skill in skills]

    def _held(self) -> builtins.list[Memory]:
        with self._owner.reading() as reader:
            return self._seen(reader)

    def _seen(self, reader: Reader) -> builtins.list[Memory]:
        """The memories of skills that this agent may see, of any status and version."""
        return [memory for memory in reader.rooms({Kind.SKILL}) if self._owner.sees(memory)]

    def _one(self, reader: Reader | Writer, skill: str) -> Memory:
        seen = self._seen(reader)
        by_id = next((memory for memory in seen if memory.id == skill), None)
        found = by_id or (named_skill(skill, filter(can_be_offered, seen)) if isinstance(skill, str) else None)
        if found is None:
            raise SkillNotFound(
                f"{self._owner.scope.user!r} has no skill {skill!r}. skills.list() shows which there are."
            )
        return found

    def _origin(self, given: str | None) -> Origin:
        if given is None:
            return self._owner.origin
        try:
            return Origin(given)
        except ValueError as error:
            raise InvalidInput(f"There is no origin {given!r}. Known are: {', '.join(Origin)}.") from error

    def _turns(self, reader: Reader, session: str, wanted_ids: Sequence[str] | None) -> builtins.list[Turn]:
        said = reader.turns(session=checked_name(session, "The session"))
        own = [turn for turn in said if self._owner.agent in (None, turn.agent)]
        if wanted_ids is None:
            return own
        if missing_ids := sorted(set(wanted_ids) - {turn.id for turn in own}):
            raise InvalidInput(f"The session {session!r} has no turn {missing_ids[0]!r}.")
        return [turn for turn in own if turn.id in set(wanted_ids)]


def _shows(memory: Memory, status: str) -> bool:
    if status == "any":
        return True
    return can_be_offered(memory) if status == "active" else memory.status is Status.QUARANTINED
