"""What the command line says about the audit and about who may do what, in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

_EXPECT = (
    "What `mnemic audit head` gave earlier: it must lie on the chain.",
    "之前 mnemic audit head 给出的值：它必须在链上。",
)

COMMANDS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "audit": (
            "Who read or changed what and when, as a chain that shows when it was changed.",
            "谁在何时读了、改了什么：一条改动过就看得出来的链。",
        ),
        "audit show": (
            "Show the audit; with --user only what is about that user.",
            "显示审计；加 --user 只看该用户的。",
        ),
        "audit verify": (
            "Find whether anything in the audit was changed, removed, added or reordered. Exit code 3: yes.",
            "检查审计是否被改动、删除、添加或调换顺序。退出码 3 表示有。",
        ),
        "audit head": (
            "Print the newest line as number and hash, to be noted elsewhere and expected later.",
            "打印最新一行的编号和哈希：请另行记下，以后核对。",
        ),
        "audit export": (
            "Write the chain into a file that can be verified anywhere.",
            "把链写入文件，可在任何地方核对。",
        ),
        "access": ("Show who may do what, as the settings have it.", "按当前设置显示谁可以做什么。"),
    }
)
PARAMETERS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "audit show.since": ("Only from this moment on (ISO 8601).", "只看此刻之后的（ISO 8601）。"),
        "audit show.actor": (
            "Only what this actor did: user, administrator, agent:planner, mnemic.",
            "只看谁做的：user、agent:planner 等。",
        ),
        "audit show.action": (
            "Only this: add, forget, denied, read and so on",
            "只看这一类：add、forget、denied、read 等。",
        ),
        "audit show.limit": ("Only the newest that many lines.", "只看最新的若干行。"),
        "audit verify.file": (
            "An exported audit to be verified in the place of the memory.",
            "要核对的导出文件；不给则核对记忆本身。",
        ),
        "audit verify.expect": _EXPECT,
        "audit export.file": ("The file to write.", "要写入的文件。"),
        "audit export.rows": (
            "Also users, memories and details; such a file outlives a user who is forgotten.",
            "连同用户和细节；忘记用户后文件里仍有。",
        ),
        "access.verbs": ("Also verb by verb.", "逐个动词列出。"),
        "access.actor": ("user, agent or administrator.", "user、agent 或 administrator。"),
    }
)
SENTENCES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "audit.sound": (
            "Sound: {lines} lines, {rows} with their audit rows, {gone} of users who were forgotten. Head {head}",
            "完好：共 {lines} 行，{rows} 行有对应的审计记录，{gone} 行属于已被忘记的用户。链头 {head}",
        ),
        "audit.unsound": (
            "{count} findings in {lines} lines: the audit is not as it was written.",
            "{lines} 行中发现 {count} 处问题：审计与当初写下的不一致。",
        ),
        "audit.exported": ("Written to {place}.", "已写入 {place}。"),
        "audit.fault.line.changed": ("a line was changed", "一行被改动"),
        "audit.fault.line.missing": ("lines are gone", "有行被删除"),
        "audit.fault.row.changed": ("an audit row was changed", "一条审计记录被改动"),
        "audit.fault.row.missing": ("an audit row is gone", "一条审计记录被删除"),
        "audit.fault.row.added": ("an audit row was added", "多出一条审计记录"),
        "audit.fault.row.returned": ("rows of a forgotten user are there", "已忘记用户的审计记录又出现"),
        "audit.fault.head": ("the newest line is another than named", "最新一行与记录的链头不符"),
        "audit.fault.mended": ("the chain was broken when this was written", "写入这一行时链已断开"),
        "audit.fault.unkeyed": ("a line was entered without the key", "有一行写入时没有用密钥"),
        "audit.fault.expected": ("the head that was noted is not on the chain", "记下的链头不在链上"),
        "audit.user": ("whose", "用户"),
        "audit.number": ("no.", "编号"),
        "audit.at": ("when", "时间"),
        "audit.actor": ("who", "谁"),
        "audit.action": ("what", "做了什么"),
        "audit.detail": ("detail", "细节"),
        "access.tier": ("tier", "层级"),
        "access.right": ("right", "权限"),
        "access.verb": ("verb", "动词"),
        "access.allowed": ("allowed", "允许"),
        "access.releases": ("May let go what the guard holds.", "可以放行被隔离的内容。"),
        "access.holds": ("May not let go what the guard holds.", "不可以放行被隔离的内容。"),
    }
)
