"""Proof of a forgetting: what is physically gone, what else changed by it, and which files with it we once wrote."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from types import MappingProxyType

NO_TABLES: Mapping[str, int] = MappingProxyType({})


class CopyState(StrEnum):
    """What became of a file that we wrote with a user's memory in it."""

    THERE = "there"  # it holds what was forgotten here
    GONE = "gone"  # somebody removed it, or it is out of reach
    ELSEWHERE = "elsewhere"  # it was handed out, and is with whoever asked for it
    REMOVED = "removed"  # by this forgetting
    WAITING = "waiting"  # it could not be reached: what was forgotten is removed from it when it is back
    KEPT = "kept"  # it was to be removed, and is not that user's alone, or no longer the file we wrote


@dataclass(frozen=True, slots=True, kw_only=True)
class Copy:
    """A file outside of the memory with a user's memory in it, written by us."""

    path: str
    format: str  # "export", "report", "skills" or "before-restore"
    at: datetime | None = None  # when it was written
    state: CopyState = CopyState.THERE
    reason: str = ""  # why it is kept

    def __str__(self) -> str:
        return f"{self.path} ({self.format}, {self.state}{': ' if self.reason else ''}{self.reason})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """Proof of a forgetting: what is physically gone. It names ids and counts, never content."""

    at: datetime
    actor: str = "user"
    memories: tuple[str, ...] = ()  # removed
    turns: int = 0
    history_rows: int = 0
    files: int = 0
    keys: int = 0  # of an encrypted user, destroyed: no copy of the memory file can be read any more
    everything: bool = False
    tables: Mapping[str, int] = field(default_factory=lambda: NO_TABLES)  # rows fewer than before, by table
    derived: tuple[str, ...] = ()  # of those removed, what the memory had made of the words of others
    revised: tuple[str, ...] = ()  # memories that stay, without what rested on what was forgotten, or made anew
    again: int = 0  # turns that stay and were understood anew
    exports: tuple[Copy, ...] = ()  # files with this user's memory that we wrote
    index: Copy | None = None  # the copy in the vector engine, where one is attached
    digest: str = ""  # SHA-256 of all this but those copies; it stands in the audit of a user who is still there
    mark: str = ""  # of the line in the tenant's trail, where everything was forgotten

    def text(self, language: str = "en") -> str:
        """The receipt in words, "en" or "zh"."""
        words = _WORDS["zh" if language == "zh" else "en"]
        lines = [words["head"].format(at=self.at.isoformat(timespec="seconds"), actor=self.actor)]
        lines.append(words["all"] if self.everything else words["part"])
        for name in ("turns", "history_rows", "files"):
            lines.append(f"- {words[name]}: {getattr(self, name)}")
        lines.insert(2, f"- {words['memories']}: {len(self.memories)}")
        counted = [f"{table} {count}" for table, count in self.tables.items() if count]
        lines += [f"- {words['tables']}: {', '.join(counted)}"] if counted else []
        for name, count in (("derived", len(self.derived)), ("revised", len(self.revised)), ("again", self.again)):
            lines += [f"- {words[name]}: {count}"] if count else []
        lines += [words["keys"].format(keys=self.keys)] if self.keys else []
        lines += [words["exports"], *(f"- {one}" for one in self.exports)] if self.exports else [words["none"]]
        lines += [words[f"index_{self.index.state}"].format(name=self.index.path)] if self.index is not None else []
        lines.append(words["sealed_copies"] if self.keys else words["copies"])
        proof = words["digest"] if self.everything else words["audited"]
        lines += [f"{proof}: {self.digest}"] if self.digest else []
        lines += [f"{words['mark']}: {self.mark}"] if self.mark else []
        return "\n".join(lines)


def receipt_digest(receipt: Receipt) -> str:
    """SHA-256 of what a receipt says, but for the copies: what became of those is found out afterwards."""
    said = {
        "at": receipt.at.isoformat(),
        "actor": receipt.actor,
        "memories": list(receipt.memories),
        "turns": receipt.turns,
        "history_rows": receipt.history_rows,
        "files": receipt.files,
        "keys": receipt.keys,
        "everything": receipt.everything,
        "tables": dict(sorted(receipt.tables.items())),
        "derived": list(receipt.derived),
        "revised": list(receipt.revised),
        "again": receipt.again,
        "mark": receipt.mark,
    }
    return hashlib.sha256(json.dumps(said, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


_WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "head": "Receipt of a forgetting, {at}, by {actor}",
        "all": "Everything about the user was removed.",
        "part": "Removed for good:",
        "memories": "memories",
        "turns": "messages",
        "history_rows": "history rows",
        "files": "files",
        "tables": "rows by table",
        "derived": "of the memories, made by the memory itself of others",
        "revised": "memories that stay, without what rested on it",
        "again": "messages that stay and were understood anew",
        "keys": "Keys destroyed: {keys}. No copy of the memory file can be read any more.",
        "exports": "Files with this user's memory that were written by this library:",
        "none": "No export or report of this user is on record.",
        "index_removed": "The vector engine {name}: removed there too.",
        "index_waiting": "The vector engine {name}: still waiting: it is removed there when the engine can be reached.",
        "copies": "Copies by `backup`, and copies made by others, are not on record: they hold what they held.",
        "sealed_copies": "Copies by `backup` are not on record: without the keys nobody can read this user in them.",
        "digest": "Digest of this receipt",
        "audited": "Digest of this receipt, which stands in the audit",
        "mark": "Mark of the line in the audit trail",
    },
    "zh": {
        "head": "遗忘凭据，{at}，操作者：{actor}",
        "all": "该用户的一切都已删除。",
        "part": "已彻底删除：",
        "memories": "记忆",
        "turns": "消息",
        "history_rows": "历史记录",
        "files": "文件",
        "tables": "各表行数",
        "derived": "其中由记忆自身从其他记忆得出的",
        "revised": "保留但去掉了相关内容的记忆",
        "again": "保留并重新理解的消息",
        "keys": "已销毁密钥：{keys}。任何记忆文件副本都无法再读取。",
        "exports": "本库曾写出的含该用户记忆的文件：",
        "none": "没有该用户的导出或报告记录。",
        "index_removed": "向量引擎 {name}：其中的副本也已删除。",
        "index_waiting": "向量引擎 {name}：等待中：能连接到引擎时即删除其中的副本。",
        "copies": "backup 生成的副本以及他人所做的副本不在记录中：其中的内容仍在。",
        "sealed_copies": "backup 生成的副本不在记录中：没有密钥，谁也读不出其中该用户的内容。",
        "digest": "本凭据的摘要",
        "audited": "本凭据的摘要（记于审计）",
        "mark": "审计链中该行的标记",
    },
}
