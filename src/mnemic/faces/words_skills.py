"""What the command line says about skills, in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

COMMANDS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "skill": (
            "Procedures: taught in talk, recorded from tool calls, or declared.",
            "技能：在对话中教会的、从工具调用中记下的，或直接声明的做事步骤。",
        ),
        "skill list": ("List skills with version, uses and steps.", "列出技能及其版本、使用情况和步骤。"),
        "skill show": ("Show everything about one skill.", "显示一个技能的全部内容。"),
        "skill match": (
            "Find the skills a request asks for, best first, with the parameters it fills.",
            "查找一个请求要用的技能，最合适的在前，并填入请求里给出的参数。",
        ),
        "skill declare": (
            "Say what a skill is; one of the same name gives way to it.",
            "声明一个技能；同名的旧版本由它取代。",
        ),
        "skill used": ("Say whether a use of a skill went well.", "记录一次使用是成功还是失败。"),
        "skill forget": (
            "Forget a skill for good, with every version of it.",
            "彻底忘记一个技能及其所有版本。",
        ),
        "skill export": (
            "Write skills as folders with a SKILL.md each.",
            "把技能导出为文件夹，每个里面一份 SKILL.md。",
        ),
        "skill import": (
            "Read skills from a SKILL.md or a folder of them; what is suspect is held for confirm.",
            "从 SKILL.md 或其文件夹导入技能；可疑的先隔离，等待 confirm 确认。",
        ),
    }
)
PARAMETERS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "skill list.status": ("active, quarantined or any.", "active, quarantined 或 any。"),
        "skill show.name": ("Name or id of the skill.", "技能的名称或 ID。"),
        "skill show.versions": ("Every version, the oldest first.", "所有版本，最早的在前。"),
        "skill match.request": ("What is wanted, in either language.", "想做的事，中英文均可。"),
        "skill match.k": ("Most skills shown.", "最多显示几个技能。"),
        "skill declare.name": ("Name of the skill.", "技能的名称。"),
        "skill declare.step": (
            "One step; may be given several times. {month} in it is a parameter.",
            "一个步骤；可多次给出。其中的 {month} 是参数。",
        ),
        "skill declare.trigger": ("A request it is for; may be given several times.", "适用的请求；可多次给出。"),
        "skill declare.parameter": (
            "A parameter, e.g. month or people:integer; may be given several times.",
            "一个参数，例如 month 或 people:integer；可多次给出。",
        ),
        "skill declare.before": ("What must hold first; may be given several times.", "前提条件；可多次给出。"),
        "skill declare.description": ("What it does.", "它做什么。"),
        "skill declare.code": (
            "Name of the function that does it; it is never run here.",
            "执行它的函数名；这里从不运行它。",
        ),
        "skill used.name": ("Name or id of the skill.", "技能的名称或 ID。"),
        "skill used.success": ("Whether it went well.", "是否成功。"),
        "skill used.note": ("Why, for the history.", "原因，写入历史。"),
        "skill forget.name": ("Name or id of the skill.", "技能的名称或 ID。"),
        "skill export.folder": ("Where the folders go.", "导出到哪个文件夹。"),
        "skill export.name": ("Only this skill; may be given several times.", "只导出这个技能；可多次给出。"),
        "skill import.path": (
            "A SKILL.md, a folder with one, or a folder of such folders.",
            "一份 SKILL.md、含有它的文件夹，或这类文件夹的上级文件夹。",
        ),
    }
)
SENTENCES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "skill.no_match": ("No skill is asked for.", "没有要用的技能。"),
        "skill.missing": ("still needed: {names}", "还需要：{names}"),
        "skill.kept": ("Kept, version {version}.", "已保存，第 {version} 版。"),
        "skill.held": (
            "Held for review: mnemic confirm releases it.",
            "已隔离待审：用 mnemic confirm 放行。",
        ),
        "skill.version": ("version", "版本"),
        "skill.uses": ("went well", "成功"),
        "skill.triggers": ("For", "用于"),
        "skill.before": ("First", "前提"),
        "skill.code": ("Code", "代码"),
    }
)
