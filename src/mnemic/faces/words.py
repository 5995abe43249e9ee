"""What the command line says, in English and Chinese: help, questions, tables, messages."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from mnemic.faces import (
    words_audit,
    words_decay,
    words_doctor,
    words_files,
    words_keeping,
    words_keys,
    words_mcp,
    words_migrate,
    words_portrait,
    words_quarantine,
    words_serving,
    words_skills,
    words_tasks,
    words_transfer,
    words_trust,
    words_upkeep,
)


class Language(StrEnum):
    """A language the faces speak."""

    ENGLISH = "en"
    CHINESE = "zh"


LOCALE_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Where POSIX says the language of messages stands; the first that is set and not empty decides."""


def language_of(environment: Mapping[str, str]) -> Language:
    """The language of the locale: Chinese for every zh, else English."""
    locale = next((environment[name] for name in LOCALE_VARIABLES if environment.get(name)), "")
    return Language.CHINESE if locale.lower().startswith("zh") else Language.ENGLISH


class Words:
    """All texts in one language."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self._column = 1 if language is Language.CHINESE else 0

    def help(self, command: str, parameter: str = "") -> str:
        """Help of a command, or of one of its parameters; options shared by all commands have one text.

        Raises:
            KeyError: nothing is written about it.
        """
        if not parameter:
            return COMMANDS[command][self._column]
        own = PARAMETERS.get(f"{command}.{parameter}")
        return (own or PARAMETERS[parameter])[self._column]

    def say(self, key: str, **values: object) -> str:
        """A sentence with its values filled in.

        Raises:
            KeyError: there is no such sentence, or a value of it is missing.
        """
        return SENTENCES[key][self._column].format_map(values)


Texts = Mapping[str, tuple[str, str]]

_TOPICS = (
    words_audit,
    words_decay,
    words_doctor,
    words_files,
    words_keeping,
    words_keys,
    words_mcp,
    words_migrate,
    words_portrait,
    words_quarantine,
    words_serving,
    words_skills,
    words_tasks,
    words_transfer,
    words_trust,
    words_upkeep,
)
"""What has words of its own, a file each."""


def _of_topics(name: str) -> dict[str, tuple[str, str]]:
    return {key: texts for topic in _TOPICS for key, texts in getattr(topic, name).items()}


COMMANDS: Texts = MappingProxyType(
    {
        **_of_topics("COMMANDS"),
        "mnemic": (
            "The memory of AI agents: remembers what matters, forgets what does not, never mixes users. "
            "An id may be shortened to its first characters wherever it is asked for.",
            "AI 智能体的记忆：记住重要的，忘掉不重要的，绝不混淆用户。凡是要填 ID 的地方，都可以只写开头几位。",
        ),
        "chat": (
            "Talk, and see what would be recalled and what is learned, line by line. "
            "Answers come from the model in MNEMIC_MODEL, where one is set.",
            "对话：逐行显示会想起什么、学到什么。设置了 MNEMIC_MODEL 时由该模型作答。",
        ),
        "import": (
            "Import an export, or chats and memories of other systems: ChatGPT, Claude, mem0, Letta, Graphiti and more "
            "(see --from), or JSONL with one message per line. Running it again does no harm.",
            "导入导出文件，或其他系统的对话与记忆：ChatGPT、Claude、mem0、Letta、Graphiti 等（见 --from），"
            "或每行一条消息的 JSONL。重复运行不会重复导入。",
        ),
        "add": ("Remember a text, and report what became of it.", "记住一段文字，并报告结果。"),
        "search": ("Find memories that answer a question, best first.", "查找能回答问题的记忆，最相关的在前。"),
        "context": (
            "Show what to put into a model's prompt for a question.",
            "显示针对一个问题应放进模型提示词的内容。",
        ),
        "list": ("List memories in the order they were stored.", "按存入顺序列出记忆。"),
        "show": ("Show everything about one memory.", "显示一条记忆的全部信息。"),
        "history": (
            "Show every change of a memory: who, when, why.",
            "显示一条记忆的每次变更：谁、何时、为何。",
        ),
        "why": (
            "Say why a memory is, or is not, among the hits of a question.",
            "说明一条记忆为什么在（或不在）某个问题的结果里。",
        ),
        "update": (
            "Replace what a memory says; the old text stays in history.",
            "修改一条记忆的内容；旧内容留在历史里。",
        ),
        "confirm": (
            "Say that a memory is right: a proposal becomes permanent, what was quarantined is released.",
            "确认一条记忆正确：提议的变为永久，隔离的解除隔离。",
        ),
        "reject": (
            "Say that a memory is wrong; it stays in history, and what it had replaced stands again.",
            "指出一条记忆有误；它会留在历史里，被它取代的记忆恢复。",
        ),
        "conflicts": (
            "List what contradicted what, and which stands. Settle one by confirm or reject of the newer, "
            "or by undo of the older, which lets both stand.",
            "列出互相矛盾的记忆，以及现在以哪条为准。对较新的一条用 confirm 或 reject 了结；"
            "对较旧的一条用 undo 则两条并存。",
        ),
        "feedback": (
            "Say whether an answer helped: by its id, which search shows with --explain or --json, "
            "or by the id of one memory.",
            "说明一次回答是否有用：给出回答的 ID（search 加 --explain 或 --json 时显示），或一条记忆的 ID。",
        ),
        "entities": (
            "List who and what the memories speak of, most mentioned first, under all the names they go by.",
            "列出记忆里提到的人和事物，提得最多的在前，附上它们的各种叫法。",
        ),
        "about": (
            "List everything about somebody or something, by any of its names, in order of time.",
            "按时间列出关于某人或某事物的一切，用它的哪个名字都行。",
        ),
        "undo": (
            "Take back the last change of a memory; what it had replaced stands again.",
            "撤销一条记忆的最近一次变更；被它取代的记忆恢复。",
        ),
        "forget": (
            "Forget for good: one memory, one session (--session), or everything (--everything).",
            "彻底忘记：一条记忆、一个会话（--session）或全部（--everything）。",
        ),
        "sessions": ("List the sessions.", "列出会话。"),
        "session": (
            "Show a session as a model would be given it, or what its older part comes to (--summary).",
            "显示一个会话会怎样交给模型，或其前文摘要（--summary）。",
        ),
        "stats": ("Count what is held about the user.", "统计该用户的全部数据。"),
        "run-due": (
            "Understand every turn that still waits, of any user.",
            "处理所有用户尚未理解的消息。",
        ),
    }
)

PARAMETERS: Texts = MappingProxyType(
    {
        **_of_topics("PARAMETERS"),
        # Shared by all commands
        "db": (
            "The memory file, or a server's address (its key in MNEMIC_API_KEY). Default: MNEMIC_DB, else memory.db.",
            "记忆文件，或服务器地址（密钥取 MNEMIC_API_KEY）。默认取 MNEMIC_DB，否则为当前目录下的 memory.db。",
        ),
        "user": ("Whose memory. Default: MNEMIC_USER.", "谁的记忆。默认取 MNEMIC_USER。"),
        "agent": ("Only what was said to this agent.", "只看对这个智能体说过的话。"),
        "session": ("The conversation.", "会话。"),
        "zone": (
            "Time zone for words such as “tomorrow” and for dates shown, e.g. Asia/Shanghai.",
            "用于“明天”等说法和日期显示的时区，例如 Asia/Shanghai。",
        ),
        "json": (
            "One JSON document on standard output and nothing else; errors as JSON on standard error.",
            "只输出一个 JSON 文档。 错误也以 JSON 写到标准错误。",
        ),
        "lang": ("Language of help and messages. Default: the locale's.", "帮助和消息的语言。默认按系统区域设置。"),
        "help": ("Show this help and exit.", "显示帮助并退出。"),
        "version": ("Show the version and exit.", "显示版本并退出。"),
        "install_completion": ("Install completion for this shell.", "为当前 shell 安装自动补全。"),
        "show_completion": (
            "Show completion for this shell, to copy it or adapt it.",
            "显示当前 shell 的补全脚本，便于复制或修改。",
        ),
        # Shared by several
        "id": ("Id of the memory, or its first characters.", "记忆的 ID，或其开头几位。"),
        "query": ("The question.", "问题。"),
        "at": ("The moment of asking, ISO 8601 with zone. Default: now.", "提问的时刻，带时区的 ISO 8601。默认现在。"),
        "as_of": ("What was true at that moment, ISO 8601 with zone.", "当时为真的内容，带时区的 ISO 8601。"),
        "known_at": ("What was known at that moment, ISO 8601 with zone.", "当时已知的内容，带时区的 ISO 8601。"),
        "k": ("Most hits wanted.", "最多返回几条。"),
        "kind": (
            "Only this kind; may be given several times: episode, note, fact, preference, rule, decision, constraint, "
            "plan, event, relationship or skill.",
            "只要这一类，可以多次给出： episode, note, fact, preference, rule, decision, constraint, plan, event, "
            "relationship, skill。",
        ),
        "task": ("The task it belongs to.", "所属任务。"),
        "yes": (
            "Do not ask; also the user's word for permanent memory.",
            "不再询问；对永久记忆也视为用户已同意。",
        ),
        "dry_run": ("Store nothing; report what would happen.", "什么也不存，只报告会发生什么。"),
        "verbose": ("Show each outcome with its reason.", "逐条显示结果及原因。"),
        "budget": ("Most tokens for what is remembered.", "记忆内容最多占多少 token。"),
        # Of one command
        "import.file": ("The file; - is standard input.", "文件；- 表示标准输入。"),
        "import.user": (
            "Import for this user only: lines of others are skipped. Without it, each line's own user.",
            "只导入该用户的行。 默认按每行自己的用户。",
        ),
        "import.session": (
            "Conversation of lines that name none. Default: the file's name.",
            "未注明会话的行归入此会话。默认为文件名。",
        ),
        "add.text": ("What was said; - or nothing reads standard input.", "说的话；写 - 或不写则读标准输入。"),
        "add.role": ("Who said it: user, assistant, tool or system.", "谁说的： user, assistant, tool 或 system。"),
        "add.name": ("Name of the speaker.", "说话人的名字。"),
        "add.time": ("When it was said, ISO 8601 with zone. Default: now.", "何时说的，带时区的 ISO 8601。默认现在。"),
        "add.turn": (
            "Your own id of this message; adding it twice is harmless.",
            "这条消息自己的 ID；重复添加不会有影响。",
        ),
        "add.infer": ("Interpret it, or keep the text as given.", "解读内容，或原样保留。"),
        "add.wait": ("Understand it now, or later with run-due.", "现在理解，或以后用 run-due 理解。"),
        "entities.kind": (
            "Only this kind: person, animal, place, organisation, product or work.",
            "只要这一类： person, animal, place, organisation, product 或 work。",
        ),
        "about.name": ("A name, or a role such as “my sister”.", "名字，或“我姐”这样的称呼。"),
        "about.connected": ("Also what hangs together with it, by which path.", "也列出与它有关联的，以及经由什么。"),
        "search.recipe": (
            "Strategy: balanced, precise, broad, recent, lasting, lexical or semantic. Default: the setting recipe.",
            "策略： balanced, precise, broad, recent, lasting, lexical 或 semantic。默认取设置 recipe。",
        ),
        "search.explain": ("Show the terms of every score.", "显示每个得分的组成。"),
        "context.messages": ("Show it as chat messages.", "以聊天消息的形式显示。"),
        "list.status": (
            "active, dormant, archived, quarantined or any.",
            "active, dormant, archived, quarantined 或 any。",
        ),
        "list.limit": ("Most memories shown.", "最多显示几条。"),
        "list.offset": ("Skip so many first.", "先跳过几条。"),
        "update.text": ("What it says from now on.", "新的内容。"),
        "feedback.about": (
            "Id of the answer, or of a memory or its first characters.",
            "回答的 ID，或记忆的 ID（可只写开头几位）。",
        ),
        "feedback.helpful": ("Whether it helped, or was wrong.", "有用，还是有误。"),
        "feedback.memory": (
            "Only this memory of the answer; may be given several times. Default: its first three.",
            "只针对这条记忆；可多次给出。 默认前三条。",
        ),
        "feedback.reason": ("Why, for the history.", "原因，写入历史。"),
        "conflicts.settled": ("Also those already settled.", "也列出已经了结的。"),
        "hash": ("Hash of the file, or its first eight characters.", "文件的哈希值，或其前八位。"),
        "session.id": ("The session.", "会话的 ID。"),
        "session.budget": ("The model's window, in tokens.", "模型的上下文窗口，按 token 计。"),
        "session.summary": ("Show the summary instead.", "改为显示摘要。"),
        "session.operations": ("With tool calls and their results, or without.", "包含或不含工具调用及其结果。"),
        "forget.session": ("Forget everything said in this session.", "忘记这个会话里说过的一切。"),
        "forget.everything": ("Forget everything about the user.", "忘记该用户的一切。"),
    }
)

SENTENCES: Texts = MappingProxyType(
    {
        **_of_topics("SENTENCES"),
        # Frames
        "error": ("Error: {text}", "出错了：{text}"),
        "usage": ("Usage error: {text}", "用法错误：{text}"),
        "usage.help": ("See: {command} --help", "用法请看：{command} --help"),
        "panel.arguments": ("Arguments", "参数"),
        "panel.options": ("Options", "选项"),
        "panel.shared": ("Options of every command", "通用选项"),
        "panel.commands": ("Commands", "命令"),
        "user.missing": (
            "Whose memory? Give --user ID, or set MNEMIC_USER.",
            "谁的记忆？请用 --user ID 指定，或设置 MNEMIC_USER。",
        ),
        "consent.refused": (
            "This needs the user's consent: run it on a terminal, or pass --yes.",
            "这需要用户同意：请在终端里运行，或加上 --yes。",
        ),
        "consent.no": ("Nothing was changed.", "什么也没有改动。"),
        "ambiguous": (
            "{id!r} is the beginning of {count} ids ({ids}): give more of it.",
            "有 {count} 个 ID 以 {id!r} 开头（{ids}）：请多写几位。",
        ),
        "closed": ("Interrupted.", "已中断。"),
        "not_decoded": (
            "{place} is not {encoding}: byte {byte} at offset {offset}. Convert it first, for example with iconv.",
            "{place} 不是 {encoding} 编码：偏移 {offset} 处的字节是 {byte}。请先转换，例如用 iconv。",
        ),
        "not_read": ("{place} cannot be read: {reason}.", "无法读取 {place}：{reason}。"),
        "input": ("standard input", "标准输入"),
        "none": ("Nothing found.", "没有找到。"),
        "degraded": ("Not the whole answer: {what}", "结果不完整：{what}"),
        "nothing": (
            "Nothing is remembered about this; what is shown only comes nearest (chance of an answer {chance:.0%}).",
            "关于这件事没有记忆；显示的只是最接近的（回答的可能性 {chance:.0%}）。",
        ),
        # Columns
        "id": ("id", "ID"),
        "score": ("score", "得分"),
        "kind": ("kind", "类别"),
        "said": ("said", "日期"),
        "status": ("status", "状态"),
        "tier": ("tier", "层级"),
        "text": ("text", "内容"),
        "terms": ("terms", "组成"),
        "when": ("when", "时间"),
        "action": ("action", "变更"),
        "actor": ("by", "操作者"),
        "reason": ("reason", "原因"),
        "session": ("session", "会话"),
        "turns": ("turns", "消息"),
        "first": ("first", "最早"),
        "last": ("last", "最近"),
        "what": ("what", "项目"),
        "count": ("count", "数量"),
        "name": ("name", "名称"),
        "aliases": ("also", "别名"),
        "outcome": ("outcome", "结果"),
        "user": ("user", "用户"),
        # Outcomes of a write
        "added": ("learned", "学到"),
        "reinforced": ("known already", "已知"),
        "revised": ("made more exact", "更精确"),
        "superseded": ("replaced", "被取代"),
        "retracted": ("taken back", "撤回"),
        "archived": ("laid by", "归档"),
        "feedback": ("judged", "评价"),
        "quarantined": ("quarantined", "隔离"),
        "dropped": ("not kept", "未保留"),
        "redacted": ("masked", "已打码"),
        "learned.none": ("Nothing to remember in it; the words are in the log.", "没有需要记住的；原话已在记录里。"),
        "learned.pending": ("{count} waiting to be understood: mnemic run-due", "{count} 条等待理解：mnemic run-due"),
        "learned.dry": ("Dry run: nothing was stored.", "试运行：什么也没有存。"),
        # Why
        "why.returned": ("Returned, at rank {rank} with score {score}.", "在结果里：第 {rank} 名，得分 {score}。"),
        "why.cut": ("Not returned: {gate}", "不在结果里：{gate}"),
        "understood.completed": ("Read with ({whence}): {what}", "结合{whence}理解：{what}"),
        "understood.windows": ("Time named: {what}", "所指时间：{what}"),
        "understood.entities": ("Names known: {what}", "认得的名字：{what}"),
        "understood.asked_for": ("Asked for: {what}", "问的是：{what}"),
        "understood.scenes": ("Scene: {what}", "场景：{what}"),
        "understood.whose": ("Words of: {what}", "谁说的话：{what}"),
        "why.scored": ("Rank {rank}, score {score}.", "第 {rank} 名，得分 {score}。"),
        # Files
        "hash": ("hash", "哈希"),
        "type": ("type", "类型"),
        "bytes": ("bytes", "字节"),
        "stored": ("stored", "存入"),
        "by": ("text by", "文字来源"),
        # Changes by the user's word
        "updated": ("Updated.", "已修改。"),
        "confirmed": ("Confirmed.", "已确认。"),
        "rejected": ("Taken back; it stays in history.", "已撤回；历史里仍可查到。"),
        "rated": ("Noted.", "已记下。"),
        "rated.none": ("Nothing changed: that was said before.", "没有变化：之前已经说过。"),
        "answer": ("Answer {id}", "回答 {id}"),
        "undone": ("Undone; both changes stay in history.", "已撤销；两次变更都留在历史里。"),
        "newer": ("newer", "较新"),
        "older": ("older", "较旧"),
        "forget.what": (
            "Say what to forget: an ID, --session S or --everything.",
            "请说明要忘记什么：ID、--session S 或 --everything。",
        ),
        "forget.ask": ("Forget for good: {what}?", "彻底忘记：{what}？"),
        "forget.all": ("everything about {user}", "关于 {user} 的一切"),
        "forget.session": ("session {session} ({turns} messages)", "会话 {session}（{turns} 条消息）"),
        "update.ask": ("Change permanent memory: {what}?", "修改永久记忆：{what}？"),
        "forgotten": (
            "Forgotten: {memories} memories, {turns} messages, {history_rows} history rows.",
            "已忘记：{memories} 条记忆、{turns} 条消息、{history_rows} 条历史。",
        ),
        "ran": ("Understood {count} waiting messages.", "处理了 {count} 条等待的消息。"),
        # Import
        "import.progress": ("Importing", "导入中"),
        "import.bad": ("Line {line}: {reason}", "第 {line} 行：{reason}"),
        "import.bad_more": ("... and {count} more; --verbose shows all.", "……还有 {count} 行；--verbose 显示全部。"),
        "import.read": ("messages read", "读取的消息"),
        "import.new": ("new messages", "新消息"),
        "import.there": ("there already", "早已存在"),
        "import.others": ("skipped: of another user", "跳过：其他用户的"),
        "import.failed": ("lines that cannot be used", "无法使用的行"),
        "import.no_user": (
            "no user: give --user ID, set MNEMIC_USER, or put a user into the line",
            "没有用户：请给出 --user ID、设置 MNEMIC_USER，或在行里写明 user",
        ),
        "import.not_json": ("not JSON ({reason})", "不是 JSON（{reason}）"),
        "import.not_object": ("not a JSON object with role and content", "不是含 role 和 content 的 JSON 对象"),
        "import.not_text": ("{field} must be text, not {value}", "{field} 应为文字，而不是 {value}"),
        # Chat
        "chat.hello": (
            "Talking as {user} in session {session}. /help shows what else can be typed.",
            "以 {user} 的身份对话，会话 {session}。/help 查看可用命令。",
        ),
        "chat.no_model": (
            "No model is set (MNEMIC_MODEL, MNEMIC_BASE_URL): no answers, memory only.",
            "没有设置模型（MNEMIC_MODEL、MNEMIC_BASE_URL）：不作答，只演示记忆。",
        ),
        "chat.help": (
            "/context  the whole prompt of the last line\n/forget ID  forget a memory\n/quit  end",
            "/context  上一行的完整提示词\n/forget ID  忘记一条记忆\n/quit  结束",
        ),
        "chat.unknown": ("There is no {command}. /help shows what there is.", "没有 {command}。/help 查看可用命令。"),
        "chat.recalled": ("recalled", "想起"),
        "chat.recalled_none": ("nothing recalled", "没有想起什么"),
        "chat.no_context": ("Nothing was asked yet.", "还没有提过问。"),
        "chat.bye": ("Until next time.", "下次再聊。"),
    }
)
