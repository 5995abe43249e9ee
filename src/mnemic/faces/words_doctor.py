"""What the command line says about the doctor, and about what is placed in a prompt, in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

COMMANDS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "doctor": (
            "Look whether everything that is stored agrees, of one user (--user) or of all; with --repair, mend what "
            "can be worked out from elsewhere. No memory is removed. Exit code: 0 nothing is wrong, or all of it was "
            "repaired; 3 something is wrong, and --repair mends it; 4 something is wrong that cannot be repaired; "
            "1 an error; 2 wrong usage.",
            "检查所存的一切是否一致：某个用户（--user）或全部；加 --repair 修复能由其他数据推出的部分，"
            "不会删除任何记忆。"
            "退出码：0 没有问题或已全部修复；3 有问题，可用 --repair 修复；4 有无法修复的问题；1 出错；2 用法错误。",
        ),
        "users": (
            "List the users of the file, with ids that look alike: they are different users.",
            "列出文件中的用户，并指出看起来一样的 ID：它们是不同的用户。",
        ),
        "speed": (
            "Say what takes time when a question is answered: opening, the first answer, later ones, a context.",
            "显示回答一个问题的时间花在哪里：打开、第一次回答、之后的回答、生成上下文。",
        ),
    }
)
PARAMETERS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "doctor.repair": ("Mend what can be mended.", "修复可以修复的。"),
        "doctor.user": (
            "Only this user. Default: everybody in the file; MNEMIC_USER does not count here.",
            "只检查该用户。默认检查文件中的所有用户；此处不看 MNEMIC_USER。",
        ),
        "context.explain": (
            "Show what was placed where, and what was found and left out, with the reason.",
            "显示放了什么、放在哪里，什么没放，为什么。",
        ),
    }
)

_WHAT: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "file.readable": ("the file cannot be read", "文件无法读取"),
        "file.pages": ("the file is damaged", "文件已损坏"),
        "file.owner": ("whose file it is", "文件归属"),
        "file.schema": ("schema", "数据表版本"),
        "file.tables": ("tables", "数据表"),
        "file.indexes": ("a database index is gone", "缺少数据库索引"),
        "file.log": ("write-ahead log", "预写日志"),
        "file.space": ("space", "空间"),
        "user.row": ("a user's row is gone", "缺少用户行"),
        "user.epoch": ("a user's epoch", "用户纪元"),
        "user.counters": ("a user's running numbers", "用户计数"),
        "user.key": ("encryption of a user", "用户的加密"),
        "row.readable": ("a row that means nothing", "读不懂的行"),
        "row.orphan": ("a row that belongs to nothing", "没有归属的行"),
        "memory.fields": ("a memory that cannot be", "字段有误的记忆"),
        "memory.history": ("record and history differ", "记录与历史不符"),
        "memory.successor": ("what replaced it is gone", "取代它的记忆不存在"),
        "memory.permanent": ("permanent memory at rest without the user's word", "永久记忆未经用户同意而停用"),
        "memory.sources": ("turns of a memory", "记忆的来源表"),
        "memory.turns": ("a turn it comes from is gone", "来源消息不存在"),
        "history.versions": ("a gap in a history", "历史有缺口"),
        "history.first": ("a history without its beginning", "历史缺少开头"),
        "index.entry": ("search index", "搜索索引"),
        "index.terms": ("words in the index", "索引里的词"),
        "index.vector": ("vector", "向量"),
        "index.fingerprint": ("embedder of a vector", "向量所属的嵌入模型"),
        "index.foreign": ("vectors of another embedder", "其他嵌入模型的向量"),
        "index.shelf": ("cached search index", "缓存的搜索索引"),
        "index.engine": ("vector engine", "向量引擎"),
        "graph.stale": ("graph of a large user", "大用户的近邻图"),
        "graph.orphan": ("a file in the index folder", "索引目录里的文件"),
        "blob.bytes": ("a file that was sent is damaged", "收到的文件已损坏"),
        "blob.orphan": ("a file that nobody names", "无人引用的文件"),
        "blob.missing": ("a file that was sent is gone", "收到的文件不存在"),
        "audit.sequence": ("numbers of the audit", "审计编号"),
        "audit.history": ("changes that are not in the audit", "审计里没有的变更"),
        "audit.text": ("words of a memory in the audit", "审计里有记忆的文字"),
        "audit.trail": ("the audit is not as it was written", "审计与当初写下的不一致"),
        "turn.fields": ("a message that cannot be", "字段有误的消息"),
        "turn.memory": ("what was made of a message", "消息的处理结果"),
        "turn.waiting": ("a message waits", "消息一直在等待"),
        "turn.dead": ("a message was given up", "消息已被放弃"),
        "job.lease": ("work that nobody is at", "无人继续的任务"),
        "room.body": ("what a task, summary, profile or skill holds", "任务、摘要、概况或技能的内容"),
        "room.names": ("what it names is gone", "所引用的不存在"),
    }
)
"""What each check is about."""

_REPAIRS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "reindex": ("indexes are made anew", "重建索引"),
        "user": ("the user's row is set right", "修正用户行"),
        "shred": ("it is removed: its key was destroyed on purpose", "删除：它的密钥是有意销毁的"),
        "strike": ("the row is removed", "删除该行"),
        "restore": ("it is written anew from history", "由历史恢复"),
        "entry": ("it is embedded and filed anew", "重新计算向量并编入索引"),
        "unfile": ("the index entry is removed", "删除索引项"),
        "sources": ("the rows are written anew", "重写来源表"),
        "requeue": ("it is understood now", "重新理解"),
        "done": ("it is taken out of the queue", "移出队列"),
        "release": ("it is taken back", "收回"),
        "blob": ("it is removed", "删除"),
        "shelf": ("it is made anew", "重建"),
        "feed": ("the engine is told again", "重新告知向量引擎"),
        "graph": ("it is deleted, and made anew when wanted", "删除，需要时重建"),
    }
)
"""What each repair does."""

_BACKUP = "无法重建：请从备份恢复"
_WAYS: Mapping[str, str] = MappingProxyType(
    {
        "file.readable": "请确认路径和权限；文件损坏时请从备份恢复，还能读出的可用 mnemic export 导出",
        "file.pages": "请从备份恢复文件；还能读出的可用 mnemic export 导出",
        "file.owner": "请指明正确的文件",
        "file.schema": "请升级：pip install --upgrade mnemic",
        "file.tables": "请从备份恢复文件",
        "index.engine": "恢复之前，搜索会逐条比较全部记忆",
        "user.key": "指明主密钥和密钥环（见设置），或从备份恢复密钥环；未加密的用户用 mnemic encrypt 加密",
        "memory.fields": "用 mnemic update 或 mnemic reject 改写，或从备份恢复",
        "memory.history": "mnemic history 显示两者；用 mnemic update 写入正确的内容",
        "memory.successor": "mnemic undo 让它重新生效；或从备份恢复取代它的那条",
        "memory.permanent": "mnemic undo 让它恢复",
        "history.versions": "缺口中的内容已丢失：忘记该记忆，或从备份恢复",
        "history.first": "开头已丢失：忘记该记忆，或从备份恢复",
        "blob.bytes": "用 mnemic file forget 忘记后重新发送",
        "blob.missing": "重新发送，或从备份恢复",
        "audit.text": "这些文字会留在审计里：忘记该用户，或手工改掉这一行",
        "audit.trail": "有人改动了审计，或文件已损坏：详见 mnemic audit verify；无法重建，请从备份恢复",
        "turn.fields": "从备份恢复，或忘记该会话",
        "turn.memory": "用 mnemic reject 撤回其中一条",
        "turn.dead": "原因见 mnemic letters；再试一次用 mnemic retry",
        "room.body": "mnemic undo 恢复之前的内容；或用 mnemic forget 删除，以后重新生成",
        "room.names": "mnemic forget 删除它，以后重新生成",
    }
)
"""The way out of what cannot be repaired, in Chinese; in English the finding itself says it."""


def way(check: str) -> tuple[str, str]:
    """What a person can do about what a check found."""
    return "    way out: {way}", f"    办法：{_WAYS.get(check, _BACKUP)}"


SENTENCES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        **{f"doctor.{check}": texts for check, texts in _WHAT.items()},
        **{f"doctor.way.{check}": way(check) for check in _WHAT},
        **{f"repair.{repair}": texts for repair, texts in _REPAIRS.items()},
        "doctor.healthy": ("Nothing is wrong ({users} users looked at).", "没有问题（检查了 {users} 个用户）。"),
        "doctor.wrong": (
            "{count} findings, {repairable} of them can be repaired with --repair ({users} users looked at):",
            "{count} 处问题，其中 {repairable} 处可用 --repair 修复（检查了 {users} 个用户）：",
        ),
        "doctor.lost": (
            "{count} findings that cannot be repaired ({users} users looked at):",
            "{count} 处无法修复的问题（检查了 {users} 个用户）：",
        ),
        "doctor.repaired": ("{count} repaired:", "已修复 {count} 处："),
        "doctor.notes": ("To know:", "供参考："),
        "doctor.cut": ("... and {count} more of the same sorts.", "……同类问题还有 {count} 处。"),
        "doctor.line": ("  {severity} {whose}{what}: {reason}", "  {severity} {whose}{what}：{reason}"),
        "doctor.mends": ("    --repair: {way}", "    --repair：{way}"),
        "severity.broken": ("broken  ", "损坏"),
        "severity.degraded": ("degraded", "降级"),
        "severity.note": ("note    ", "提示"),
        "explain.block": ("{place}: {title} ({tokens} tokens)", "{place}：{title}（{tokens} 个 token）"),
        "explain.budget": (
            "{used} of {budget} tokens, {count} memories placed.",
            "用了 {used}/{budget} 个 token，放了 {count} 条记忆。",
        ),
        "explain.left": ("Found, and left out:", "找到但没有放："),
        "explain.cut": ("Looked at, and not returned:", "看过但没有返回："),
        "explain.none": ("Nothing was placed.", "什么也没有放。"),
        "memories": ("memories", "记忆"),
        "alike": ("looks like", "形近的 ID"),
        "speed.open": ("opening the file", "打开文件"),
        "speed.first": ("the first answer, with loading", "第一次回答（含加载）"),
        "speed.later": ("a later answer", "之后的回答"),
        "speed.context": ("a context", "生成上下文"),
        "speed.vectors": ("vectors of this user", "该用户的向量数"),
        "speed.hits": ("hits", "结果数"),
        "place": ("place", "位置"),
    }
)
