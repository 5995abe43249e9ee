"""Every setting, typed, with unit and default. Sources, later wins: mnemic.toml, environment MNEMIC_*, arguments."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypeVar

from pydantic import Field, SecretStr, ValidationError
from pydantic.config import JsonDict
from pydantic.fields import FieldInfo
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict, TomlConfigSettingsSource

from mnemic.errors import InvalidSetting

T = TypeVar("T")
Share = Annotated[float, Field(ge=0, le=1)]
Weight = Annotated[float, Field(ge=-10, le=10)]
AgentTier = Literal["session", "working", "long_term", "permanent_proposal", "permanent"]
AgentRight = Literal["none", "read", "propose", "write", "delete"]


@dataclass(frozen=True, slots=True)
class Topic:
    """What settings are for, as a heading of the reference; it makes the fields of the settings under it."""

    title: str
    note: str = ""

    def everyday(self, default: T, description: str, **bounds: Any) -> T:
        """A setting that many will want to change, with its limits (`ge`, `lt`, `min_length`, ...)."""
        return self._field(default, description, everyday=True, **bounds)

    def further(self, default: T, description: str, **bounds: Any) -> T:
        """A setting for the few who need it: a limit, a weight, a wait."""
        return self._field(default, description, everyday=False, **bounds)

    def _field(self, default: T, description: str, *, everyday: bool, **bounds: Any) -> T:
        place: JsonDict = {"topic": self.title, "everyday": everyday}
        field: T = Field(default, description=description, json_schema_extra=place, **bounds)
        return field


OPENING = Topic("Open a memory")
MODEL = Topic(
    "Use a language model", note="None is needed. Where one is set, it reads what is added, and answers in the chat."
)
REMEMBERING = Topic("Say what is remembered", note="Each limit is reported when it is met, never silent.")
RECALLING = Topic(
    "Find memories",
    note="A reranker, where one is set, reads the best candidates of a search together with the question.",
)
RANKING = Topic("Weigh what is found", note="Weights of the terms of a score; a recipe may change them.")
PROMPTING = Topic(
    "Fill a prompt",
    note="What of a conversation and of memory goes into a model's window, and how the rest is summed up.",
)
ROOMS = Topic("Keep permanent memory, a profile and skills")
FILES = Topic("Remember files")
UPKEEP = Topic(
    "Tidy up and let go", note='Schedules are cron expressions in the zone of the settings; "" or "off" is never.'
)
PROTECTING = Topic("Protect a memory")
STORING = Topic(
    "Store very many memories",
    note="No vector engine is needed. Where one is set, it says which memories of a user are compared by vector.",
)
SERVING = Topic("Serve a memory over HTTP")
TOPICS = (
    OPENING,
    MODEL,
    REMEMBERING,
    RECALLING,
    RANKING,
    PROMPTING,
    ROOMS,
    FILES,
    UPKEEP,
    PROTECTING,
    STORING,
    SERVING,
)


class Settings(BaseSettings):
    """All settings of one opened memory, as keywords of `mnemic.open(...)` or in mnemic.toml. Those of every day:"""

    model_config = SettingsConfigDict(
        env_prefix="MNEMIC_", toml_file="mnemic.toml", extra="forbid", frozen=True, env_ignore_empty=True
    )

    tenant: str = OPENING.everyday("default", "Whose data it is, above the user: one organisation of many.")
    zone: str = OPENING.everyday("UTC", "The user's time zone for calendar words, an IANA name.")
    embedder: str = OPENING.everyday("builtin", "builtin (both bundled models) or hashing (for tests).")
    background: bool = OPENING.everyday(True, "Whether add(..., wait=False) is understood by a thread of this process.")
    cache_mb: int = OPENING.everyday(256, "Memory for users' search indexes, in MB; least recently used go.", ge=1)
    lock_wait_s: float = OPENING.further(60.0, "How long a writer waits for another, in seconds.", gt=0)
    former_embedder: str | None = OPENING.further(
        None, "The embedder used before: its vectors are searched until all are made anew."
    )
    embed_threads: int = OPENING.further(2, "Threads that encode at once, one text each.", ge=1, le=64)
    embed_characters_max: int = OPENING.further(4_000, "Characters of a text that are embedded.", ge=1)

    model: str | None = MODEL.everyday(None, "Name of a chat model behind an OpenAI-compatible endpoint.")
    base_url: str | None = MODEL.everyday(None, "Its base URL, for example http://127.0.0.1:11434/v1.")
    api_key: SecretStr | None = MODEL.everyday(None, "Its key.")
    model_timeout_s: float = MODEL.further(60.0, "How long to wait for its answer, in seconds.", gt=0)
    model_tries: int = MODEL.further(
        3, "How often it is asked while it is busy, failing or late, with growing pauses.", ge=1, le=10
    )
    model_characters_max: int = MODEL.further(
        24_000, "Characters of messages, earlier turns and known memories in one call.", ge=1
    )

    extraction: Literal["auto", "model", "rules"] = REMEMBERING.everyday(
        "auto",
        "Who finds statements: auto (the model where one is set, the rules where it fails), model (where "
        "it fails, messages wait) or rules.",
    )
    judge: Literal["builtin", "none"] = REMEMBERING.further(
        "builtin", "Who judges what the rules leave of a message: builtin (the bundled heads) or none."
    )
    entities: Literal["rules", "lac", "spacy"] = REMEMBERING.further(
        "rules", "Who finds names: rules; lac (Chinese) or spacy (English) beside the rules, each an extra."
    )
    text_characters_max: int = REMEMBERING.further(100_000, "Longest message, in characters.", ge=1)
    messages_max: int = REMEMBERING.further(10_000, "Most messages in one add.", ge=1)
    metadata_bytes_max: int = REMEMBERING.further(16_384, "Largest metadata of a message, as JSON, in bytes.", ge=0)
    read_characters_max: int = REMEMBERING.further(4_000, "Characters of a message that are read for statements.", ge=1)
    statements_max: int = REMEMBERING.further(32, "Most statements taken from one message.", ge=1)
    confidence_min: Share = REMEMBERING.further(0.6, "Statements below this confidence are not kept.")
    relevance_min: Share = REMEMBERING.further(0.25, "Statements below this control relevance are not kept.")
    wide_pass_turns: int = REMEMBERING.further(
        5, "Short messages in a row that are read as one where none says enough alone; 0 or 1: none.", ge=0
    )
    context_turns: int = REMEMBERING.further(6, "Earlier turns that a short answer may refer to.", ge=0)
    neighbours_max: int = REMEMBERING.further(24, "Known memories compared with a new statement, at most.", ge=1)
    purposes: tuple[str, ...] = REMEMBERING.further(
        (), "Names of purposes that labels and questions may have; empty: any name."
    )

    recipe: Literal["balanced", "precise", "broad", "recent", "lasting", "lexical", "semantic"] = RECALLING.everyday(
        "balanced", "The recipe of a search or context that names none."
    )
    answer_min: Share | None = RECALLING.everyday(
        None,
        "Chance of an answer among the hits below which nothing is said to be remembered; 0: never, none: "
        "what was fitted for the embedder.",
    )
    reranker: Literal["none", "endpoint", "cross-encoder"] = RECALLING.everyday(
        "none", "endpoint (POST {rerank_base_url}/rerank), cross-encoder (on this machine) or none."
    )
    rerank_base_url: str | None = RECALLING.everyday(
        None, "What stands before /rerank, as in http://127.0.0.1:8000/v1."
    )
    rerank_model: str | None = RECALLING.everyday(
        None, "Its name at the endpoint or on the Hugging Face hub, or a folder."
    )
    rerank_api_key: SecretStr | None = RECALLING.further(None, "Its key.")
    rerank_timeout_s: float = RECALLING.further(10.0, "How long a search waits for it, in seconds.", gt=0)
    rerank_top: int = RECALLING.further(30, "How many candidates it reads.", ge=1, le=1_000)
    rerank_weight: Weight = RECALLING.further(1.0, "Weight of one standard deviation of its scores.")
    second_round: Literal["off", "rules", "model"] = RECALLING.further(
        "off",
        "Whether names of the question that no hit holds are searched again alone: off, rules, or model "
        "(it says what is missing).",
    )
    results_max: int = RECALLING.further(200, "Largest k of a search.", ge=1)
    candidates_max: int = RECALLING.further(200, "Most memories looked at in full by one search.", ge=1)
    traces_max: int = RECALLING.further(1_000, "Traces of searches kept in memory per opened memory.", ge=0)
    answer_cache_max: int = RECALLING.further(1_000, "Answers, and vectors of questions, kept at hand; 0: none.", ge=0)
    answer_cache_mb: int = RECALLING.further(32, "Memory for those answers, in MB.", ge=1)
    asked_max: int = RECALLING.further(
        2_000, "Questions of a user on record, for feedback and for needs that recur; 0: none.", ge=0
    )

    neighbour_weight: Weight = RANKING.further(0.3, "Share of the score of the turns before and after (episodes).")
    graph_weight: Weight = RANKING.further(0.5, "Weight of what hangs together with the names in the question.")
    recency_weight: Weight = RANKING.further(0.3, "Weight of freshness 1/(1+a*days since said).")
    recency_decay: float = RANKING.further(0.3, "The a of freshness, per day.", ge=0)
    frequency_weight: Weight = RANKING.further(0.1, "Weight of log(1 + access count).")
    kind_weight: Weight = RANKING.further(1.0, "Weight of the kind prior.")
    confidence_weight: Weight = RANKING.further(0.3, "Weight of confidence.")
    utility_weight: Weight = RANKING.further(0.5, "Weight of feedback, whatever it was given for.")
    helped_weight: Weight = RANKING.further(2.0, "Weight of feedback given for a question like the one asked.")
    learned_weight: Share = RANKING.further(1.0, "How much the learned ranker has to say about the order.")
    diversity: Share = RANKING.further(0.3, "How much likeness to a better hit costs (MMR).")

    window_messages: int = PROMPTING.everyday(12, "Newest messages of a session given word for word.", ge=1, le=1_000)
    context_items_max: int = PROMPTING.everyday(10, "Memories in a context block, at most.", ge=1)
    memory_share: Share = PROMPTING.further(0.3, "Most of a model's window that memory takes, where that is given.")
    context_low_value_max: int = PROMPTING.further(3, "Memories of low value among them, at most.", ge=0)
    context_score_min: Share = PROMPTING.further(0.1, "Memories below this score are not placed in a prompt.")
    tokenizer: str = PROMPTING.further(
        "auto",
        "Who counts tokens: estimate, tiktoken:o200k_base or tiktoken:cl100k_base, or auto (tiktoken where "
        "it is installed and its vocabulary is there, else the estimate). Nothing is fetched.",
    )
    rounds_min: int = PROMPTING.further(
        3, "Newest rounds given word for word however many messages they have.", ge=1, le=100
    )
    window_share: float = PROMPTING.further(
        0.4, "Share of the window for the system text and those messages, at most.", ge=0.1, le=0.6
    )
    history_share: float = PROMPTING.further(
        0.3, "Share of the window for memory and summaries; the rest is left for the answer.", ge=0, le=0.4
    )
    summary_by: Literal["auto", "rules"] = PROMPTING.further(
        "auto", "Who sums up what was said: auto (the model where one is set) or rules."
    )
    summary_turns: int = PROMPTING.further(20, "Messages of a session that make one summary.", ge=4, le=200)
    summary_tokens_max: int = PROMPTING.further(240, "Length of one summary, in tokens.", ge=40, le=2_000)
    summaries_max: int = PROMPTING.further(
        8, "Summaries of one layer; of more the oldest four become one of the next layer.", ge=4, le=100
    )

    permanent_max: int = ROOMS.further(50, "Most permanent memories of a user; proposing more still works.", ge=1)
    profile_days: int = ROOMS.further(
        7, "Age of a profile from which run_due() makes a new one, in days; 0: never.", ge=0
    )
    skill_min: Share = ROOMS.further(
        0.3, "Chance that a request asks for a skill below which the skill is not offered."
    )

    file_reader: Literal["auto", "endpoint", "ocr", "none"] = FILES.everyday(
        "auto",
        "Who reads files that came without words: endpoint (vision_model, speech_model), ocr (on this "
        "machine, an extra), auto (the endpoint, else ocr where it is installed) or none.",
    )
    vision_model: str | None = FILES.everyday(None, "Name of a model that reads images, at the same endpoint.")
    speech_model: str | None = FILES.everyday(None, "Name of a model that reads recordings, at the same endpoint.")
    file_bytes_max: int = FILES.further(10_000_000, "Largest file, in bytes.", ge=1)
    files_bytes_max: int = FILES.further(1_000_000_000, "All files of one user, in bytes.", ge=1)
    file_types: tuple[str, ...] = FILES.further(
        ("image/*", "audio/*", "video/*", "text/*", "application/*"),
        "Types of files that are kept, of those whose bytes are known: names, or families such as image/*.",
    )
    file_pixels_max: int = FILES.further(100_000_000, "Most pixels of an image, by what its header says.", ge=1)
    file_piece_characters: int = FILES.further(
        1_200, "Characters of the text of a file that make one episode, at most.", ge=100, le=4_000
    )
    file_pieces_max: int = FILES.further(500, "Episodes made of the text of one file, at most.", ge=1)

    decay_days: int = UPKEEP.everyday(90, "Days without use after which a memory goes cold; 0: never.", ge=0, le=36_500)
    purge_days: int = UPKEEP.everyday(
        180,
        "Days without use after which turns are removed for good, and statements leave "
        "recall; these are removed after twice as long. 0: never.",
        ge=0,
        le=36_500,
    )
    consolidate_cron: str = UPKEEP.everyday("0 2 * * *", "When fragments become consolidated memories.")
    sweep_cron: str = UPKEEP.further("0 2 * * *", "When duplicates, conflicts and vague statements are looked for.")
    distill_cron: str = UPKEEP.further("0 2 * * *", "When habits are looked for.")
    digest_cron: str = UPKEEP.further("0 2 * * *", "When weeks and months that are over are summed up.")
    decay_cron: str = UPKEEP.further("0 3 * * *", "When what is not used goes out of recall.")
    decay_accesses: int = UPKEEP.further(3, "Uses from which a memory is kept twice as long, and longer.", ge=0)
    decay_importance: Share = UPKEEP.further(0.85, "Importance from which a memory never goes cold by itself.")
    grace_days: int = UPKEEP.further(
        30, "Days between archiving a memory and removing it for good, at least.", ge=1, le=36_500
    )
    consolidate_after_days: int = UPKEEP.further(
        7, "Days a statement must be untouched before it may become part of a consolidated memory.", ge=0
    )
    distill_min: int = UPKEEP.further(
        3, "How often, on as many distinct days, a wish or deed must come to be a habit.", ge=2, le=100
    )
    digest_turns_min: int = UPKEEP.further(5, "Turns of a week or a month below which it gets no digest.", ge=1)
    tries_max: int = UPKEEP.further(
        5, "How often a turn is tried before it is a dead letter, with growing pauses.", ge=1, le=100
    )
    retry_s: float = UPKEEP.further(30.0, "Pause after the first failure in seconds; the next is 4 times it.", ge=0)
    lease_s: float = UPKEEP.further(600.0, "How long a worker that died keeps others from its work, at most.", gt=0)

    permanent_agent: Literal["none", "read", "propose"] = PROTECTING.everyday(
        "propose", "What a caller with actor='agent' may do to permanent memory."
    )
    long_term_agent: Literal["none", "read", "write", "delete"] = PROTECTING.everyday(
        "delete", "What a caller with actor='agent' may do to long-term memory."
    )
    encryption: Literal["off", "on"] = PROTECTING.everyday(
        "off", "Whether whoever begins is encrypted in the memory file; those who are there stay as they are."
    )
    encryption_key_file: str | None = PROTECTING.everyday(
        None, "A file with the master key, as `mnemic key new FILE` writes it, in its place."
    )
    privacy: dict[str, Literal["mask", "drop", "placeholder"]] = PROTECTING.everyday(
        {},
        'What is left of each kind of personal data: {"CN_ID": "drop"}. mask (default: the last four '
        "characters), drop (the kind) or placeholder (the value is kept apart; users must be encrypted). Secrets are "
        "always removed.",
    )
    agents: dict[str, dict[AgentTier, AgentRight]] = PROTECTING.further(
        {},
        "Rights of single agents by tier, instead of the policy's: "
        '{"planner": {"long_term": "read", "permanent": "none"}}.',
    )
    encryption_key: SecretStr | None = PROTECTING.further(
        None, "The master key: 32 bytes as base64 or hexadecimal digits. It wraps users' keys."
    )
    key_ring: str | None = PROTECTING.further(
        None,
        "The file with users' wrapped keys; none: beside the memory file, with the ending .keys; of "
        "PostgreSQL it must be named.",
    )
    placeholder_contexts: dict[str, list[str]] = PROTECTING.further(
        {}, 'In which contexts an agent may fill in placeholders of a kind: {"CN_MOBILE": ["booking"]}.'
    )
    minimise: Literal["off", "task"] = PROTECTING.further(
        "off",
        "task: of personal data in talk of a task only the kinds are kept, but for those the task declares "
        "that it needs.",
    )
    guard_model: Literal["off", "model"] = PROTECTING.further(
        "off", "Whether the model is asked about outside text that the guard is unsure of: off or model."
    )
    audit_reads: Literal["batch", "now", "off"] = PROTECTING.further(
        "batch",
        "When reading permanent memory and memories with personal data is audited: batch (with the next "
        "write, at the latest on closing), now (before the answer is handed out) or off.",
    )
    audit_key: SecretStr | None = PROTECTING.further(
        None, "Key that the lines of the audit's chain are hashed with (HMAC); none: without.", min_length=16
    )

    vector_index: Literal["none", "pgvector", "chroma", "qdrant", "qdrant-edge", "milvus", "weaviate", "pinecone"] = (
        STORING.everyday("none", "The engine that is told every vector and asked by every search; each is an extra.")
    )
    vector_index_url: str | None = STORING.everyday(
        None, "Its address, or the folder or file of an engine in this process; of pinecone, the index."
    )
    vector_index_key: SecretStr | None = STORING.further(None, "Its key.")
    vector_index_rows: int = STORING.further(0, "Memories of a user from which it is asked; 0: always.", ge=0)
    vector_index_graph_rows: int = STORING.further(
        100_000, "Vectors of a user from which pgvector makes a graph (HNSW) of that user's.", ge=1_000
    )
    vector_index_timeout_s: float = STORING.further(5.0, "How long a search waits for it, in seconds.", gt=0)
    hnsw_rows: int = STORING.further(
        500_000,
        "Memories of a user from which a graph (HNSW) beside the file says which of them are compared by "
        "vector; it needs the extra `large`. 0: for nobody.",
        ge=0,
    )
    postgres_pool: int = STORING.further(
        10, "Connections a process keeps open to PostgreSQL; as many again in a rush.", ge=1, le=1_000
    )
    postgres_partitions: int = STORING.further(
        16, "Parts of every table by a hash of the tenant, when the tables are made.", ge=1, le=256
    )
    postgres_statement_s: float = STORING.further(
        60.0, "How long one statement for a user may take in PostgreSQL, in seconds; 0: any time.", ge=0
    )
    postgres_trust_role: bool = STORING.further(
        False, "Whether a role that row-level security does not bind (a superuser) may open PostgreSQL."
    )

    serve_host: str = SERVING.everyday("127.0.0.1", "Address the server listens at; 0.0.0.0 for every network.")
    serve_port: int = SERVING.everyday(8377, "Port it listens at; 0: any that is free.", ge=0, le=65_535)
    requests_per_minute: int = SERVING.everyday(
        6_000, "Requests a minute of a key that names no rate of its own.", ge=1, le=1_000_000
    )
    cors_origins: tuple[str, ...] = SERVING.further(
        (), "Web pages that may call the server from a browser, as https://example.com; empty: none."
    )
    serve_hosts: tuple[str, ...] = SERVING.further(
        (),
        "Names by which the server is called (the header Host); empty: on a loopback address only its "
        "names (localhost and the like), elsewhere any.",
    )
    serve_proxies: tuple[str, ...] = SERVING.further(
        (), "Addresses of proxies whose X-Forwarded-For and -Proto are believed; empty: none."
    )
    body_bytes_max: int = SERVING.further(20_000_000, "Largest body of a request, in bytes.", ge=1_024)
    request_timeout_s: float = SERVING.further(
        60.0, "How long a request may take until its answer begins, in seconds.", gt=0
    )
    key_cache_s: float = SERVING.further(
        5.0, "How long a key that was looked at is taken without asking the store, in seconds.", ge=0, le=60
    )
    key_failures_max: int = SERVING.further(
        30, "Keys a minute from one address that are not taken before it has to wait.", ge=1
    )
    page_items: int = SERVING.further(100, "Items of a page that names no limit.", ge=1)
    page_items_max: int = SERVING.further(1_000, "Most items of a page.", ge=1)
    batch_max: int = SERVING.further(100, "Most operations of one batch.", ge=1)
    import_bytes_max: int = SERVING.further(2_000_000_000, "Largest file brought in over HTTP, in bytes.", ge=1)
    idempotency_hours: float = SERVING.further(
        24, "How long the answer to a request with an Idempotency-Key is kept.", gt=0
    )
    idempotency_max: int = SERVING.further(1_000, "Most such answers kept of a user; the oldest go.", ge=1)
    idempotency_bytes_max: int = SERVING.further(
        262_144, "Largest such answer that is kept, in bytes; of others, that they were given.", ge=0
    )
    shutdown_grace_s: float = SERVING.further(
        30.0, "How long running requests may go on once the server is told to end, in seconds.", ge=0
    )
    metrics_open: bool = SERVING.further(
        False, "Whether /metrics needs no key from a loopback address; else it needs an administrator's."
    )
    telemetry: bool = SERVING.further(
        False, "Whether requests become OpenTelemetry spans; it needs the extra `telemetry`."
    )

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Arguments first, then the environment, then mnemic.toml in the working folder."""
        return init_settings, env_settings, TomlConfigSettingsSource(settings_cls)


def fields_under(topic: Topic, *, everyday: bool) -> dict[str, FieldInfo]:
    """The settings under a topic that many will want to change, or the others."""
    place = {"topic": topic.title, "everyday": everyday}
    return {name: field for name, field in Settings.model_fields.items() if field.json_schema_extra == place}


def _listing() -> str:
    """The settings of every day, each on a line, for the docstring."""
    lines = []
    for topic in TOPICS:
        fields = fields_under(topic, everyday=True)
        if fields:
            lines += ["", f"{topic.title}:", *(f"    {name}: {field.description}" for name, field in fields.items())]
    return "\n".join(lines)


Settings.__doc__ = f"{Settings.__doc__}\n{_listing()}\n\nThe others are in docs/reference/settings.md."


def load(**given: object) -> Settings:
    """Read the settings, `given` arguments over environment over file.

    Raises:
        InvalidSetting: an unknown name or a value out of range, naming both and where to look.
    """
    try:
        return Settings(**given)  # type: ignore[arg-type]
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"]) or "settings"
        raise InvalidSetting(
            f"Setting {where!r} = {first.get('input')!r}: {first['msg']}. See docs/reference/settings.md."
        ) from error
