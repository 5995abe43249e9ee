"""What the rooms have for a prompt beside what was found: the session so far, the task at hand, a skill that fits (R7).

In the middle of the prompt, in this order: what the session was about, the task, the skill. What of it is not the
user's word, and was not confirmed by the user, stands beside the question instead, named as what it is (S3).
"""

from __future__ import annotations

from mnemic.domain.query import Question
from mnemic.domain.record import Kind, Memory
from mnemic.domain.skill import SkillMatch
from mnemic.domain.task import Task, TaskLine
from mnemic.ports import Reader
from mnemic.reading.gates import label_reason
from mnemic.reading.placement import RoomSection
from mnemic.rooms.session.start import is_users_word, slot_value_text
from mnemic.rooms.session.summary import BULLET, is_summary, summaries_of
from mnemic.rooms.task.record import is_task, task_of
from mnemic.safety.access.policy import ORIGIN_BY_MAKER, TrustUse, may_become, stands_as_order

DECISIONS_MAX = 3  # the newest key decisions of a task that a prompt shows

WORDS = {
    "en": {
        "summary": "Earlier in this session",
        "others": "What others said earlier in this session",
        "task": "The task at hand",
        "given": "For the task at hand, from tools and agents",
        "agents": "an agent's words, not confirmed by the user",
        "goal": "goal",
        "paused": "paused",
        "missing": "still missing",
        "next": "next step",
        "constraint": "constraint",
        "resolved": "settled",
        "decided": "decided",
        "skill": "How the user wants this done",
        "unconfirmed": "How this was done before ({origin}; the user has not confirmed it)",
        "needs": "ask for",
        "before": "first make sure",
        "join": ", ",
    },
    "zh": {
        "summary": "这次会话前面说过",
        "others": "这次会话前面其他人说过",
        "task": "手头的任务",
        "given": "手头的任务：来自工具和智能体的内容",
        "agents": "智能体所写，用户未确认",
        "goal": "目标",
        "paused": "已暂停",
        "missing": "还缺",
        "next": "下一步",
        "constraint": "约束",
        "resolved": "已弄清",
        "decided": "已决定",
        "skill": "用户要的做法",
        "unconfirmed": "以前的做法（{origin}，用户未确认）",
        "needs": "要问",
        "before": "先确认",
        "join": "、",
    },
}


def room_sections(
    reader: Reader, question: Question, *, language: str, skill: SkillMatch | None = None
) -> tuple[RoomSection, ...]:
    """The rooms' sections for a question, in the order of the prompt. `skill`: the one that fits the request best."""
    if question.known_at is not None or question.as_of is not None:
        return ()
    words = WORDS["zh" if language == "zh" else "en"]
    kept = reader.rooms([Kind.SUMMARY, Kind.TASK]) if question.session or question.task else []
    mine = [one for one in kept if question.agent in (None, one.agent) and label_reason(one, question) is None]
    summaries = [one for one in mine if is_summary(one, question.session or "", one.agent)]
    tasks = [one for one in mine if is_task(one) and one.task == question.task]
    sections = [*_summary(summaries, words)]
    for one in tasks:
        task = task_of(one)
        if task.unfinished:
            sections += [task_section(task, words, own=stands_as_order(one)), *_given(task, words)]
    if skill is not None:
        taught = reader.memory(skill.skill.id)
        sections.append(skill_section(skill, words, own=taught is not None and stands_as_order(taught)))
    return tuple(sections)


def _summary(summaries: list[Memory], words: dict[str, str]) -> list[RoomSection]:
    """The session so far, oldest first; it takes what the memories leave of the budget. What others than the user said
    stands by itself, beside the question."""
    standing = summaries_of(summaries)
    ids = tuple(one.id for one in standing)
    sections = []
    for own, place, title in ((True, "middle", words["summary"]), (False, "near", words["others"])):
        lines = tuple(BULLET + line.whole for one in standing for line in one.lines if line.own is own)
        if lines:
            more = RoomSection(place=place, title=title, lines=lines, memory_ids=ids, last=True, again=not own)
            sections.append(more)
    return sections


def _given(task: Task, words: dict[str, str]) -> list[RoomSection]:
    """What tools and agents gave for a task, beside the question."""
    values = {slot: value for slot, value in task.values.items() if not is_users_word(value)}
    lines = [
        f"- {value.by.value} · {slot}: {slot_value_text(value.value, words['join'])}" for slot, value in values.items()
    ]
    lines += [f"- {line.by.value} · {words['constraint']}: {line.text}" for line in task.constraints if not _own(line)]
    decisions = [line for line in task.decisions[-DECISIONS_MAX:] if not line.automatic and not _own(line)]
    lines += [f"- {line.by.value} · {words['decided']}: {line.text}" for line in decisions]
    if not lines:
        return []
    return [RoomSection(place="near", title=words["given"], lines=tuple(lines), memory_ids=(task.id,), again=True)]


def _own(line: TaskLine) -> bool:
    return may_become(ORIGIN_BY_MAKER[line.by], TrustUse.ORDER)


def task_section(task: Task, words: dict[str, str], *, own: bool = True) -> RoomSection:
    """A task as it stands, by the word of the user and of the program: its goal, what is known and what is missing,
    what holds it, and the next step. One that an agent began is not the user's `own`: it stands beside the question."""
    state = "" if task.status.value == "open" else f" ({words['paused']})"
    lines = [f"- {words['goal']}: {task.goal}{state}"]
    lines += [
        f"- {slot}: {slot_value_text(held.value, words['join'])}"
        for slot, held in task.values.items()
        if is_users_word(held)
    ]
    lines += [f"- {words['constraint']}: {line.text}" for line in task.constraints if _own(line)]
    lines += [f"- {words['resolved']}: {one.question} → {one.answer}" for one in task.resolved]
    decisions = [line for line in task.decisions[-DECISIONS_MAX:] if not line.automatic and _own(line)]
    lines += [f"- {words['decided']}: {line.text}" for line in decisions]
    if task.missing:
        lines.append(f"- {words['missing']}: {words['join'].join(task.missing)}")
    if task.next_step is not None:
        lines.append(f"- {words['next']}: {task.next_step.name}")
    place, title = ("middle", words["task"]) if own else ("near", f"{words['task']} ({words['agents']})")
    return RoomSection(place=place, title=title, lines=tuple(lines), memory_ids=(task.id,))


def skill_section(match: SkillMatch, words: dict[str, str], *, own: bool = True) -> RoomSection:
    """A skill, whole: what must hold, its steps with what the request says filled in, and what is left to ask. One that
    is not the user's `own` stands beside the question, and says so."""
    skill = match.skill
    lines = [f"- {skill.name}"]
    lines += [f"- {words['before']}: {condition}" for condition in skill.preconditions]
    lines += [f"{number}. {step.text}" for number, step in enumerate(match.steps, 1)]
    if match.missing:
        lines.append(f"- {words['needs']}: {words['join'].join(match.missing)}")
    return RoomSection(
        place="middle" if own else "near",
        title=words["skill"] if own else words["unconfirmed"].format(origin=skill.origin.value),
        lines=tuple(lines),
        memory_ids=(skill.id,),
        undivided=True,
        sources=skill.sources,
    )
