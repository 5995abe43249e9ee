"""What a report says besides what is held, in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

WORDS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "title": ("Everything held about {user}", "关于 {user} 保存的一切"),
        "none": ("Nothing.", "无。"),
        "facts.none": ("none", "无"),
        "overview": ("Overview", "概览"),
        "overview.text": (
            "This file holds everything that is stored about {user}, as of {at}: {counts}.",
            "本文件包含截至 {at} 保存的关于 {user} 的一切：{counts}。",
        ),
        "processing": ("How it is processed", "如何处理"),
        "place": ("where the data lies", "数据存放处"),
        "encryption": ("encryption", "加密"),
        "on": ("on", "开启"),
        "off": ("off", "关闭"),
        "permanent": ("Permanent memory and proposals for it", "永久记忆与待确认的提议"),
        "remembered": ("What is remembered now", "现在记得的"),
        "profile": ("Portrait", "用户概况"),
        "tasks": ("Tasks", "任务"),
        "skills": ("Skills", "技能"),
        "habits": ("Habits", "习惯"),
        "digests": ("Digests and summaries", "周期回顾与摘要"),
        "held": ("Held for review by the guard", "被守卫拦下待审"),
        "former": ("No longer remembered: replaced, taken back or archived", "不再记得：已替换、撤回或归档"),
        "turns": ("Everything that was said", "说过的一切"),
        "history": ("Every change", "每一次变更"),
        "questions": ("Questions on record", "记录的提问"),
        "questions.note": (
            "Of a question that does not recur no words are kept, only keyed hashes of them.",
            "不重复的提问不保留文字，只保留带密钥的哈希。",
        ),
        "feedback": ("Feedback", "反馈"),
        "files": ("Files", "文件"),
        "files.note": (
            "Their contents stand in the report in JSON, as base64.",
            "文件内容见 JSON 格式的报告（base64）。",
        ),
        "letters": ("Messages that could not be understood", "未能理解的消息"),
        "audit": ("Who read or changed what", "谁读取或更改了什么"),
        "registers": ("Registers", "登记"),
        "registers.lessons": ("lessons of the guard (hashes of words only)", "守卫的经验（只有词的哈希）"),
        "registers.exports": ("files that were written with this memory", "写出的含此记忆的文件"),
        "registers.placeholders": ("values behind placeholders, of the kinds", "占位符背后的值，种类为"),
        "registers.idempotency": ("answers kept for requests that are repeated", "为重复请求保留的应答"),
        "said": ("said", "说于"),
        "true": ("true", "有效"),
        "known": ("known since", "得知于"),
        "until": ("until", "至"),
        "origin": ("whose word", "来源"),
        "speaker": ("speaker", "说话人"),
        "trust": ("trust", "可信度"),
        "confidence": ("confidence", "置信度"),
        "kind": ("kind", "类型"),
        "status": ("status", "状态"),
        "tier": ("tier", "层级"),
        "agent": ("agent", "智能体"),
        "task": ("task", "任务"),
        "session": ("session", "会话"),
        "purpose": ("for", "用途"),
        "retention": ("kept until", "保留至"),
        "entities": ("names", "提到"),
        "used": ("used", "使用次数"),
        "summary": ("summary", "摘要"),
        "metadata": ("noted with it", "附注"),
        "replaced": ("replaced by", "被替换为"),
        "reasons": ("reasons", "原因"),
        "reason": ("reason", "原因"),
        "id": ("id", "编号"),
        "version": ("version", "版本"),
        "steps": ("steps", "步骤"),
        "triggers": ("for requests like", "适用于"),
        "values": ("values", "值"),
        "constraints": ("limits", "约束"),
        "decisions": ("decisions", "决定"),
        "resolved": ("settled", "已弄清"),
        "outcome": ("outcome", "结果"),
        "calls": ("tool calls", "工具调用"),
        "redacted": ("masked in it", "已遮盖"),
        "before": ("before", "之前"),
        "after": ("after", "之后"),
        "actor": ("by", "操作者"),
        "size": ("bytes", "字节"),
        "type": ("type", "类型"),
        "helpful": ("helpful", "有帮助"),
        "yes": ("yes", "是"),
        "no": ("no", "否"),
        "answer": ("answered with", "答案"),
        "attempts": ("attempts", "次数"),
    }
)
"""English and Chinese, by key."""


class ReportWords:
    """The words of one language."""

    def __init__(self, language: str) -> None:
        self._place = 1 if language == "zh" else 0

    def __call__(self, key: str, **values: object) -> str:
        """The words of a key, with values put into them."""
        said = WORDS[key][self._place]
        return said.format(**values) if values else said
