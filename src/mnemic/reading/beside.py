"""What the rooms have for a prompt beside what was found: the session so far, the task at hand, a skill that fits (R7).

In the middle of the prompt, in this order: what the session was about, the task, the skill.
"""

from __future__ import annotations

from mnemic.domain.query import Question
from mnemic.domain.record import Kind, Memory
from mnemic.domain.skill import SkillMatch
from mnemic.domain.task import Task
from mnemic.ports import Reader
from mnemic.reading.place import Section
from mnemic.rooms.start import said
from mnemic.rooms.summary import is_summary, summaries_of
from mnemic.rooms.task import is_task, task_of

DECISIONS_MAX = 3  # the newest key decisions of a task that a prompt shows

WORDS = {
    "en": {
        "summary": "Earlier in this session",
        "task": "The task at hand",
        "goal": "goal",
        "paused": "paused",
        "missing": "still missing",
        "next": "next step",
        "constraint": "constraint",
        "resolved": "settled",
        "decided": "decided",
        "skill": "How the user wants this done",
        "needs": "ask for",
        "before": "first make sure",
        "join": ", ",
    },
    "zh": {
        "summary": "这次会话前面说过",
        "task": "手头的任务",
        "goal": "目标",
        "paused": "已暂停",
        "missing": "还缺",
        "next": "下一步",
        "constraint": "约束",
        "resolved": "已弄清",
        "decided": "已决定",
        "skill": "用户要的做法",
        "needs": "要问",
        "before": "先确认",
        "join": "、",
    },
}


def beside(
    reader: Reader, question: Question, *, language: str, skill: SkillMatch | None = None
) -> tuple[Section, ...]:
    """The rooms' sections for a question, in the order of the prompt. `skill`: the one that fits the request best."""
    if question.known_at is not None or question.as_of is not None:
        return ()
    words = WORDS["zh" if language == "zh" else "en"]
    kept = reader.rooms([Kind.SUMMARY, Kind.TASK]) if question.session or question.task else []
    mine = [one for one in kept if question.agent in (None, one.agent)]
    summaries = [one for one in mine if is_summary(one, question.session or "", one.agent)]
    tasks = [task_of(one) for one in mine if is_task(one) and one.task == question.task]
    sections = [_summary(summaries, words), *(task_section(task, words) for task in tasks if task.unfinished)]
    if skill is not None:
        sections.append(skill_section(skill, words))
    return tuple(section for section in sections if section is not None)


def _summary(summaries: list[Memory], words: dict[str, str]) -> Section | None:
    """The session so far, oldest first; it takes what the memories leave of the budget."""
    standing = summaries_of(summaries)
    lines = tuple(line for one in standing for line in one.text.split("\n") if line.strip())
    if not lines:
        return None
    ids = tuple(one.id for one in standing)
    return Section(place="middle", title=words["summary"], lines=lines, memory_ids=ids, last=True)


def task_section(task: Task, words: dict[str, str]) -> Section:
    """A task as it stands: its goal, what is known and what is missing, what holds it, and the next step."""
    state = "" if task.status.value == "open" else f" ({words['paused']})"
    lines = [f"- {words['goal']}: {task.goal}{state}"]
    lines += [f"- {slot}: {said(value, words['join'])}" for slot, value in task.data.items()]
    lines += [f"- {words['constraint']}: {line.text}" for line in task.constraints]
    lines += [f"- {words['resolved']}: {one.question} → {one.answer}" for one in task.resolved]
    lines += [f"- {words['decided']}: {line.text}" for line in task.decisions[-DECISIONS_MAX:] if not line.automatic]
    if task.missing:
        lines.append(f"- {words['missing']}: {words['join'].join(task.missing)}")
    if task.next_step is not None:
        lines.append(f"- {words['next']}: {task.next_step.name}")
    return Section(place="middle", title=words["task"], lines=tuple(lines), memory_ids=(task.id,))


def skill_section(match: SkillMatch, words: dict[str, str]) -> Section:
    """A skill, whole: what must hold, its steps with what the request says filled in, and what is left to ask."""
    skill = match.skill
    lines = [f"- {skill.name}"]
    lines += [f"- {words['before']}: {condition}" for condition in skill.preconditions]
    lines += [f"{number}. {step.text}" for number, step in enumerate(match.steps, 1)]
    if match.missing:
        lines.append(f"- {words['needs']}: {words['join'].join(match.missing)}")
    return Section(
        place="middle",
        title=words["skill"],
        lines=tuple(lines),
        memory_ids=(skill.id,),
        undivided=True,
        sources=skill.sources,
    )
