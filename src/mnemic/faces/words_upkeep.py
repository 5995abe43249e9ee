"""What the command line says about upkeep, in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

_DRY = ("Change nothing; say what would be done.", "不作任何改动，只说明会做什么。")
_APPLY = ("Also carry out what is proposed to you.", "提议的改动也一并执行。")

COMMANDS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "sweep": (
            "Look for duplicates, conflicts and vague statements; settle what is sure, propose the rest.",
            "查找重复、冲突和含糊的记忆；有把握的直接处理，其余提出建议。",
        ),
        "consolidate": (
            "Make fragments on one subject one dense memory; the fragments are archived, and undo restores them.",
            "把同一主题的零散记忆合成一条；原来的归档保存，可用 undo 恢复。",
        ),
        "distill": (
            "Find habits in what was said again and again, with the evidence counted.",
            "从反复出现的话里提炼习惯，并计数依据。",
        ),
        "digest": ("Sum up the weeks and months that are over.", "为已结束的周和月生成摘要。"),
        "worker": (
            "Understand turns and do the upkeep as it becomes due, until stopped by Ctrl-C or SIGTERM.",
            "理解排队的消息，并按时做维护，直到 Ctrl-C 或 SIGTERM 停止。",
        ),
        "reembed": (
            "Make every vector anew that another embedder made; whoever is stopped goes on where it was.",
            "把其他嵌入模型生成的向量全部重新生成；中断后可继续。",
        ),
        "jobs": ("Show where the user's jobs stand.", "显示该用户各项维护任务的状况。"),
        "letters": ("List turns that could not be understood, and why.", "列出未能理解的消息及原因。"),
        "retry": (
            "Put turns that could not be understood back into the queue: those named, those of --session, or all.",
            "把未能理解的消息放回队列：指定的、--session 里的，或全部。",
        ),
    }
)
PARAMETERS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        **{f"{job}.dry_run": _DRY for job in ("sweep", "consolidate", "distill", "digest")},
        **{f"{job}.apply": _APPLY for job in ("sweep", "consolidate", "distill", "digest")},
        "worker.once": ("End when nothing is due any more.", "没有到期的任务时结束。"),
        "worker.processes": ("How many processes work.", "同时工作的进程数。"),
        "retry.turn": ("Ids of turns; default all.", "消息 id；默认全部。"),
    }
)
SENTENCES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "upkeep.done": ("{count} steps carried out.", "已执行 {count} 步。"),
        "upkeep.planned": ("{count} steps would be carried out; nothing was changed.", "将执行 {count} 步；未作改动。"),
        "upkeep.proposed": ("{count} steps are left to you (--apply):", "{count} 步留给您决定（--apply）："),
        "upkeep.skipped": (
            "{count} steps were skipped: a memory was changed meanwhile. The next run plans anew.",
            "跳过 {count} 步：其间有记忆被改动，下次重新计划。",
        ),
        "upkeep.finding": ("Seen: {finding}", "发现：{finding}"),
        "reembedded": ("{count} memories were embedded anew.", "已重新向量化 {count} 条记忆。"),
        "retried": ("{count} turns are back in the queue.", "{count} 条消息已放回队列。"),
        "letter.dead": ("given up after {attempts} tries", "尝试 {attempts} 次后放弃"),
        "letter.tried": ("tried {attempts} times", "已尝试 {attempts} 次"),
        "job": ("job", "任务"),
        "job.ran": ("ran", "上次运行"),
        "letter.last": ("tried", "尝试于"),
        "letter.turn": ("turn", "消息"),
        "job.failures": ("failures", "失败次数"),
        "job.error": ("error", "错误"),
        "letter.state": ("state", "状态"),
        "job.understand": ("Understanding", "理解消息"),
        "job.sweep": ("Sweeping", "清查"),
        "job.consolidate": ("Consolidating", "合并"),
        "job.distill": ("Finding habits", "提炼习惯"),
        "job.digest": ("Summing up", "生成摘要"),
        "job.decay": ("Decay", "淡忘"),
        "job.portrait": ("Profiles", "用户概况"),
        "job.reembed": ("Embedding anew", "重新向量化"),
        "job.feed": ("Telling the vector engine", "告知向量引擎"),
    }
)
