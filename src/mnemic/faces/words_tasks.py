"""What the command line says about tasks, in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

COMMANDS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "task": (
            "Tasks in work: a goal, slots, steps and constraints; talk fills them.",
            "进行中的任务：目标、要填的信息、步骤和约束；对话会自动填写。",
        ),
        "task start": (
            "Begin a task; finished tasks like it are named. With --session it is the task in hand there.",
            "开始一个任务，并列出以往相似的任务。带 --session 时，它就是该会话手上的任务。",
        ),
        "task list": ("List tasks in the order they were started.", "按开始的顺序列出任务。"),
        "task show": ("Show everything about a task.", "显示一个任务的全部信息。"),
        "task set": ("Fill slots of a task; each is checked first.", "填写任务的信息；先检查再写入。"),
        "task step": (
            "Say that a step is done, or put it into another state.",
            "标记某一步已完成，或改为其他状态。",
        ),
        "task pause": ("Set a task aside; talk does not fill it.", "搁置一个任务；对话不再填写它。"),
        "task resume": (
            "Take a task up again; with --session it is the task in hand there.",
            "重新开始一个任务；带 --session 时，它就是该会话手上的任务。",
        ),
        "task complete": (
            "End a task; its summary goes into long-term memory.",
            "完成一个任务；它的总结进入长期记忆。",
        ),
        "task abandon": ("Give a task up; it stays in history.", "放弃一个任务；历史里仍可查到。"),
    }
)

_ID = ("Id of the task, or its first characters.", "任务的 ID，或其开头几位。")

PARAMETERS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        **{f"task {verb}.id": _ID for verb in ("show", "set", "step", "pause", "resume", "complete", "abandon")},
        "task start.goal": ("What is to be done.", "要做的事。"),
        "task start.schema": (
            "A file with the JSON schema of the slots.",
            "存放 JSON schema 的文件，说明要填哪些信息。",
        ),
        "task start.id": ("An id of your own. Default: a new one.", "自己取的 ID。默认自动生成。"),
        "task start.step": ("Name of a step; may be given several times, in order.", "步骤名；可按顺序给出多个。"),
        "task start.constraint": ("What must hold; may be given several times.", "必须满足的条件；可给出多个。"),
        "task start.value": (
            "A value known already: slot=value, as JSON or text.",
            "已知的信息：名称=值，值可以是 JSON 或文字。",
        ),
        "task list.status": (
            "open, paused, completed, abandoned or any.",
            "open、paused、completed、abandoned 或 any。",
        ),
        "task set.values": (
            "slot=value, as JSON or text; slot=null empties one.",
            "名称=值，值可以是 JSON 或文字；名称=null 表示清空。",
        ),
        "task step.name": ("Name of the step.", "步骤名。"),
        "task step.state": ("pending, current, done or skipped.", "pending、current、done 或 skipped。"),
        "task step.result": ("What came of it.", "这一步的结果。"),
        "task complete.outcome": ("How it ended.", "结果如何。"),
        "task abandon.reason": ("Why.", "为什么。"),
    }
)
SENTENCES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "tasks": ("task", "任务"),
        "understood.task": ("About the task: {what}", "关于任务：{what}"),
        "task.pair": ("{pair!r} is no slot=value.", "{pair!r} 不是“名称=值”的形式。"),
        "task.head": ("{goal} ({status}, {id})", "{goal}（{status}，{id}）"),
        "task.value": ("  {slot}: {value} ({by})", "  {slot}：{value}（{by}）"),
        "task.missing": ("  still missing: {slots}", "  还缺：{slots}"),
        "task.step": ("  step {name}, {state}: {result}", "  步骤 {name}，{state}：{result}"),
        "task.constraint": ("  constraint: {text}", "  约束：{text}"),
        "task.decision": ("  decided: {text}", "  决定：{text}"),
        "task.entities": ("  about: {names}", "  涉及：{names}"),
        "task.resolved": ("  {question} - {answer}", "  {question} —— {answer}"),
        "task.outcome": ("  outcome: {text}", "  结果：{text}"),
        "task.similar": ("  like an earlier task: {goal} ({id})", "  与以前的任务相似：{goal}（{id}）"),
    }
)
