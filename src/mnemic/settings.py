"""Every setting, typed, with unit and default. Sources, later wins: mnemic.toml, environment MNEMIC_*, arguments."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict, TomlConfigSettingsSource

from mnemic.errors import InvalidSetting

Share = Annotated[float, Field(ge=0, le=1)]
Weight = Annotated[float, Field(ge=-10, le=10)]
AgentTier = Literal["session", "working", "long_term", "permanent_proposal", "permanent"]
AgentRight = Literal["none", "read", "propose", "write", "delete"]


class Settings(BaseSettings):
    """All settings of one opened memory."""

    model_config = SettingsConfigDict(
        env_prefix="MNEMIC_", toml_file="mnemic.toml", extra="forbid", frozen=True, env_ignore_empty=True
    )

    tenant: str = Field("default", description="Whose data it is, above the user: one organisation of many.")
    zone: str = Field("UTC", description="The user's time zone for calendar words, an IANA name.")

    # Limits: each is reported when met, never silent.
    text_characters_max: int = Field(100_000, ge=1, description="Longest message, in characters.")
    messages_max: int = Field(10_000, ge=1, description="Most messages in one add.")
    metadata_bytes_max: int = Field(16_384, ge=0, description="Largest metadata of a message, as JSON, in bytes.")
    read_characters_max: int = Field(4_000, ge=1, description="Characters of a message that are read for statements.")
    statements_max: int = Field(32, ge=1, description="Most statements taken from one message.")
    candidates_max: int = Field(200, ge=1, description="Most memories looked at in full by one search.")
    results_max: int = Field(200, ge=1, description="Largest k of a search.")
    traces_max: int = Field(1_000, ge=0, description="Traces of searches kept in memory per opened memory.")
    answer_cache_max: int = Field(1_000, ge=0, description="Answers, and vectors of questions, kept at hand; 0: none.")
    answer_cache_mb: int = Field(32, ge=1, description="Memory for those answers, in MB.")
    asked_max: int = Field(
        2_000,
        ge=0,
        description="Questions of a user on record, for feedback and for needs that recur; 0: none.",
    )
    cache_mb: int = Field(256, ge=1, description="Memory for users' search indexes, in MB; least recently used go.")

    hnsw_rows: int = Field(
        500_000,
        ge=0,
        description="Memories of a user from which a graph (HNSW) beside the file says which of them are compared by "
        "vector; it needs the extra `large`. 0: for nobody.",
    )

    # Vector engines: none is needed. Where one is set it says which memories of a user are compared by vector.
    vector_index: Literal["none", "pgvector", "chroma", "qdrant", "qdrant-edge", "milvus", "weaviate", "pinecone"] = (
        Field("none", description="The engine that is told every vector and asked by every search; each is an extra.")
    )
    vector_index_url: str | None = Field(
        None, description="Its address, or the folder or file of an engine in this process; of pinecone, the index."
    )
    vector_index_key: SecretStr | None = Field(None, description="Its key.")
    vector_index_rows: int = Field(0, ge=0, description="Memories of a user from which it is asked; 0: always.")
    vector_index_graph_rows: int = Field(
        100_000, ge=1_000, description="Vectors of a user from which pgvector makes a graph (HNSW) of that user's."
    )
    vector_index_timeout_s: float = Field(5.0, gt=0, description="How long a search waits for it, in seconds.")

    # Sessions (M1, M2): what of a conversation goes into a model's window, and how the rest is summed up.
    tokenizer: str = Field(
        "auto",
        description="Who counts tokens: estimate, tiktoken:o200k_base or tiktoken:cl100k_base, or auto (tiktoken where "
        "it is installed and its vocabulary is there, else the estimate). Nothing is fetched.",
    )
    window_messages: int = Field(12, ge=1, le=1_000, description="Newest messages of a session given word for word.")
    rounds_min: int = Field(
        3, ge=1, le=100, description="Newest rounds given word for word however many messages they have."
    )
    window_share: float = Field(
        0.4, ge=0.1, le=0.6, description="Share of the window for the system text and those messages, at most."
    )
    history_share: float = Field(
        0.3, ge=0, le=0.4, description="Share of the window for memory and summaries; the rest is left for the answer."
    )
    summary_by: Literal["auto", "rules"] = Field(
        "auto", description="Who sums up what was said: auto (the model where one is set) or rules."
    )
    summary_turns: int = Field(20, ge=4, le=200, description="Messages of a session that make one summary.")
    summary_tokens_max: int = Field(240, ge=40, le=2_000, description="Length of one summary, in tokens.")
    summaries_max: int = Field(
        8, ge=4, le=100, description="Summaries of one layer; of more the oldest four become one of the next layer."
    )

    # Files
    file_bytes_max: int = Field(10_000_000, ge=1, description="Largest file, in bytes.")
    files_bytes_max: int = Field(1_000_000_000, ge=1, description="All files of one user, in bytes.")
    file_types: tuple[str, ...] = Field(
        ("image/*", "audio/*", "video/*", "text/*", "application/*"),
        description="Types of files that are kept, of those whose bytes are known: names, or families such as image/*.",
    )
    file_pixels_max: int = Field(100_000_000, ge=1, description="Most pixels of an image, by what its header says.")
    file_piece_characters: int = Field(
        1_200, ge=100, le=4_000, description="Characters of the text of a file that make one episode, at most."
    )
    file_pieces_max: int = Field(500, ge=1, description="Episodes made of the text of one file, at most.")
    file_reader: Literal["auto", "endpoint", "ocr", "none"] = Field(
        "auto",
        description="Who reads files that came without words: endpoint (vision_model, speech_model), ocr (on this "
        "machine, an extra), auto (the endpoint, else ocr where it is installed) or none.",
    )
    vision_model: str | None = Field(None, description="Name of a model that reads images, at the same endpoint.")
    speech_model: str | None = Field(None, description="Name of a model that reads recordings, at the same endpoint.")

    # Store
    lock_wait_s: float = Field(60.0, gt=0, description="How long a writer waits for another, in seconds.")
    background: bool = Field(
        True, description="Whether add(..., wait=False) is understood by a thread of this process."
    )

    # Upkeep: schedules are cron expressions in the zone of the settings; "" or "off" is never.
    sweep_cron: str = Field("0 2 * * *", description="When duplicates, conflicts and vague statements are looked for.")
    consolidate_cron: str = Field("0 2 * * *", description="When fragments become dense memories.")
    distill_cron: str = Field("0 2 * * *", description="When habits are looked for.")
    digest_cron: str = Field("0 2 * * *", description="When weeks and months that are over are summed up.")
    decay_cron: str = Field("0 3 * * *", description="When what is not used goes out of recall.")
    decay_days: int = Field(
        90, ge=0, le=36_500, description="Days without use after which a memory goes cold; 0: never."
    )
    decay_accesses: int = Field(3, ge=0, description="Uses from which a memory is kept twice as long, and longer.")
    purge_days: int = Field(
        180,
        ge=0,
        le=36_500,
        description="Days without use after which turns are removed for good, and statements leave "
        "recall; these are removed after twice as long. 0: never.",
    )
    grace_days: int = Field(
        30, ge=1, le=36_500, description="Days between archiving a memory and removing it for good, at least."
    )
    decay_importance: Share = Field(0.85, description="Importance from which a memory never goes cold by itself.")
    consolidate_after_days: int = Field(
        7, ge=0, description="Days a statement must be untouched before it may become part of a dense memory."
    )
    distill_min: int = Field(
        3, ge=2, le=100, description="How often, on as many distinct days, a wish or deed must come to be a habit."
    )
    digest_turns_min: int = Field(5, ge=1, description="Turns of a week or a month below which it gets no digest.")
    tries_max: int = Field(
        5, ge=1, le=100, description="How often a turn is tried before it is a dead letter, with growing pauses."
    )
    retry_s: float = Field(30.0, ge=0, description="Pause after the first failure in seconds; the next is 4 times it.")
    lease_s: float = Field(600.0, gt=0, description="How long a worker that died keeps others from its work, at most.")

    # Embedding
    embedder: str = Field("builtin", description="builtin (both bundled models) or hashing (for tests).")
    former_embedder: str | None = Field(
        None, description="The embedder used before: its vectors are searched until all are made anew."
    )
    embed_threads: int = Field(2, ge=1, le=64, description="Threads that encode at once, one text each.")
    embed_characters_max: int = Field(4_000, ge=1, description="Characters of a text that are embedded.")

    # Writing
    confidence_min: Share = Field(0.6, description="Statements below this confidence are not kept (W5).")
    relevance_min: Share = Field(0.25, description="Statements below this control relevance are not kept (W6).")
    wide_pass_turns: int = Field(
        5, ge=0, description="Short messages in a row that are read as one where none says enough alone; 0 or 1: none."
    )
    context_turns: int = Field(6, ge=0, description="Earlier turns that a short answer may refer to.")
    neighbours_max: int = Field(24, ge=1, description="Known memories compared with a new statement, at most.")

    entities: Literal["rules", "lac", "spacy"] = Field(
        "rules",
        description="Who finds names: rules; lac (Chinese) or spacy (English) beside the rules, each an extra.",
    )

    # Reading: weights of the terms of a score (R3); a recipe may change them.
    recipe: Literal["balanced", "precise", "broad", "recent", "lasting", "lexical", "semantic"] = Field(
        "balanced", description="The recipe of a search or context that names none."
    )
    neighbour_weight: Weight = Field(0.3, description="Share of the score of the turns before and after (episodes).")
    graph_weight: Weight = Field(0.5, description="Weight of what hangs together with the names in the question.")
    recency_weight: Weight = Field(0.3, description="Weight of freshness 1/(1+a*days since said).")
    recency_decay: float = Field(0.3, ge=0, description="The a of freshness, per day.")
    frequency_weight: Weight = Field(0.1, description="Weight of log(1 + access count).")
    kind_weight: Weight = Field(1.0, description="Weight of the kind prior.")
    confidence_weight: Weight = Field(0.3, description="Weight of confidence.")
    utility_weight: Weight = Field(0.5, description="Weight of feedback, whatever it was given for.")
    helped_weight: Weight = Field(2.0, description="Weight of feedback given for a question like the one asked.")
    learned_weight: Share = Field(1.0, description="How much the learned ranker has to say about the order.")
    diversity: Share = Field(0.3, description="How much likeness to a better hit costs (MMR).")

    # Context
    memory_share: Share = Field(0.3, description="Most of a model's window that memory takes, where that is given.")
    context_items_max: int = Field(10, ge=1, description="Memories in a context block, at most.")
    context_low_value_max: int = Field(3, ge=0, description="Memories of low value among them, at most.")
    context_score_min: Share = Field(0.1, description="Memories below this score are not placed in a prompt.")

    # Permanent memory, access and profile
    permanent_max: int = Field(50, ge=1, description="Most permanent memories of a user; proposing more still works.")
    permanent_agent: Literal["none", "read", "propose"] = Field(
        "propose", description="What a caller with actor='agent' may do to permanent memory."
    )
    long_term_agent: Literal["none", "read", "write", "delete"] = Field(
        "delete", description="What a caller with actor='agent' may do to long-term memory."
    )
    profile_days: int = Field(
        7, ge=0, description="Age of a profile from which run_due() makes a new one, in days; 0: never."
    )

    skill_min: Share = Field(
        0.3, description="Chance that a request asks for a skill below which the skill is not offered (M6)."
    )

    judge: Literal["builtin", "none"] = Field(
        "builtin", description="Who judges what the rules leave of a message: builtin (the bundled heads) or none."
    )

    # Language model: none is needed. Where one is set it reads what is added, and answers in the chat.
    model: str | None = Field(None, description="Name of a chat model behind an OpenAI-compatible endpoint.")
    base_url: str | None = Field(None, description="Its base URL, for example http://127.0.0.1:11434/v1.")
    api_key: SecretStr | None = Field(None, description="Its key.")
    model_timeout_s: float = Field(60.0, gt=0, description="How long to wait for its answer, in seconds.")
    model_tries: int = Field(
        3, ge=1, le=10, description="How often it is asked while it is busy, failing or late, with growing pauses."
    )
    model_characters_max: int = Field(
        24_000, ge=1, description="Characters of messages, earlier turns and known memories in one call."
    )
    extraction: Literal["auto", "model", "rules"] = Field(
        "auto",
        description="Who finds statements: auto (the model where one is set, the rules where it fails), model (where "
        "it fails, messages wait) or rules.",
    )

    # Reranker: none is needed. Where one is set it reads the best candidates of a search together with the question.
    reranker: Literal["none", "endpoint", "cross-encoder"] = Field(
        "none", description="endpoint (POST {rerank_base_url}/rerank), cross-encoder (on this machine) or none."
    )
    rerank_model: str | None = Field(
        None, description="Its name at the endpoint or on the Hugging Face hub, or a folder."
    )
    rerank_base_url: str | None = Field(None, description="What stands before /rerank, as in http://127.0.0.1:8000/v1.")
    rerank_api_key: SecretStr | None = Field(None, description="Its key.")
    rerank_timeout_s: float = Field(10.0, gt=0, description="How long a search waits for it, in seconds.")
    rerank_top: int = Field(30, ge=1, le=1_000, description="How many candidates it reads.")
    rerank_weight: Weight = Field(1.0, description="Weight of one standard deviation of its scores.")

    # Knowing what is not known
    answer_min: Share | None = Field(
        None,
        description="Chance of an answer among the hits below which nothing is said to be remembered; 0: never, none: "
        "what was fitted for the embedder.",
    )
    second_round: Literal["off", "rules", "model"] = Field(
        "off",
        description="Whether names of the question that no hit holds are searched again alone: off, rules, or model "
        "(it says what is missing).",
    )

    # PostgreSQL: where a memory is opened by postgresql://...
    postgres_pool: int = Field(
        10, ge=1, le=1_000, description="Connections a process keeps open to PostgreSQL; as many again in a rush."
    )
    postgres_partitions: int = Field(
        16, ge=1, le=256, description="Parts of every table by a hash of the tenant, when the tables are made."
    )
    postgres_statement_s: float = Field(
        60.0, ge=0, description="How long one statement for a user may take in PostgreSQL, in seconds; 0: any time."
    )
    postgres_trust_role: bool = Field(
        False, description="Whether a role that row-level security does not bind (a superuser) may open PostgreSQL."
    )

    # Server: what `mnemic serve` does.
    serve_host: str = Field("127.0.0.1", description="Address the server listens at; 0.0.0.0 for every network.")
    serve_port: int = Field(8377, ge=0, le=65_535, description="Port it listens at; 0: any that is free.")
    serve_hosts: tuple[str, ...] = Field(
        (),
        description="Names by which the server is called (the header Host); empty: on a loopback address only its "
        "names (localhost and the like), elsewhere any.",
    )
    serve_proxies: tuple[str, ...] = Field(
        (), description="Addresses of proxies whose X-Forwarded-For and -Proto are believed; empty: none."
    )
    cors_origins: tuple[str, ...] = Field(
        (), description="Web pages that may call the server from a browser, as https://example.com; empty: none."
    )
    body_bytes_max: int = Field(20_000_000, ge=1_024, description="Largest body of a request, in bytes.")
    request_timeout_s: float = Field(
        60.0, gt=0, description="How long a request may take until its answer begins, in seconds."
    )
    requests_per_minute: int = Field(
        6_000, ge=1, le=1_000_000, description="Requests a minute of a key that names no rate of its own."
    )
    key_cache_s: float = Field(
        5.0, ge=0, le=60, description="How long a key that was looked at is taken without asking the store, in seconds."
    )
    key_failures_max: int = Field(
        30, ge=1, description="Keys a minute from one address that are not taken before it has to wait."
    )
    page_items: int = Field(100, ge=1, description="Items of a page that names no limit.")
    page_items_max: int = Field(1_000, ge=1, description="Most items of a page.")
    batch_max: int = Field(100, ge=1, description="Most operations of one batch.")
    import_bytes_max: int = Field(2_000_000_000, ge=1, description="Largest file brought in over HTTP, in bytes.")
    idempotency_hours: float = Field(
        24, gt=0, description="How long the answer to a request with an Idempotency-Key is kept."
    )
    idempotency_max: int = Field(1_000, ge=1, description="Most such answers kept of a user; the oldest go.")
    idempotency_bytes_max: int = Field(
        262_144, ge=0, description="Largest such answer that is kept, in bytes; of others, that they were given."
    )
    shutdown_grace_s: float = Field(
        30.0, ge=0, description="How long running requests may go on once the server is told to end, in seconds."
    )
    metrics_open: bool = Field(
        False, description="Whether /metrics needs no key from a loopback address; else it needs an administrator's."
    )
    telemetry: bool = Field(
        False, description="Whether requests become OpenTelemetry spans; it needs the extra `telemetry`."
    )

    # Safety
    guard_model: Literal["off", "model"] = Field(
        "off", description="Whether the model is asked about outside text that the guard is unsure of: off or model."
    )
    encryption: Literal["off", "on"] = Field(
        "off",
        description="Whether whoever begins is encrypted in the memory file; those who are there stay as they are.",
    )
    encryption_key: SecretStr | None = Field(
        None, description="The master key: 32 bytes as base64 or hexadecimal digits. It wraps users' keys."
    )
    encryption_key_file: str | None = Field(
        None, description="A file with the master key, as `mnemic key new FILE` writes it, in its place."
    )
    key_ring: str | None = Field(
        None,
        description="The file with users' wrapped keys; none: beside the memory file, with the ending .keys; of "
        "PostgreSQL it must be named.",
    )
    audit_reads: Literal["batch", "now", "off"] = Field(
        "batch",
        description="When reading permanent memory and memories with personal data is audited: batch (with the next "
        "write, at the latest on closing), now (before the answer is handed out) or off.",
    )
    audit_key: SecretStr | None = Field(
        None,
        min_length=16,
        description="Key that the lines of the audit's chain are hashed with (HMAC); none: without.",
    )
    agents: dict[str, dict[AgentTier, AgentRight]] = Field(
        {},
        description="Rights of single agents by tier, instead of the policy's: "
        '{"planner": {"long_term": "read", "permanent": "none"}}.',
    )
    privacy: dict[str, Literal["mask", "drop", "placeholder"]] = Field(
        {},
        description='What is left of each kind of personal data: {"CN_ID": "drop"}. mask (default: the last four '
        "characters), drop (the kind) or placeholder (the value is kept apart; users must be encrypted). Secrets are "
        "always removed.",
    )
    placeholder_contexts: dict[str, list[str]] = Field(
        {},
        description='In which contexts an agent may fill in placeholders of a kind: {"CN_MOBILE": ["booking"]}.',
    )
    minimise: Literal["off", "task"] = Field(
        "off",
        description="task: of personal data in talk of a task only the kinds are kept, but for those the task declares "
        "that it needs.",
    )
    purposes: tuple[str, ...] = Field(
        (), description="Names of purposes that labels and questions may have; empty: any name."
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
