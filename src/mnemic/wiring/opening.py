"""The only file that names an adapter: a target and settings become an opened memory."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import uuid4
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from mnemic.api.core import Core, MemoryParts
from mnemic.api.memory import OpenMemory
from mnemic.domain.scope import Scope
from mnemic.domain.upkeep import Job, JobState, Progress
from mnemic.errors import InvalidSetting, StoreError
from mnemic.language import tokens
from mnemic.ports import (
    Clock,
    Embedder,
    EntityFinder,
    FileReader,
    Judge,
    KeyService,
    LanguageModel,
    Reranker,
    Store,
    VectorIndex,
)
from mnemic.safety.access.policy import Actor
from mnemic.safety.audit.verification import audit_key_of
from mnemic.safety.privacy.rules import check_privacy
from mnemic.settings import Settings, load
from mnemic.wiring.stores import caller_store, file_of, folder_of, store_of
from mnemic.wiring.stores import file_check as file_check
from mnemic.wiring.stores import master_key as master_key
from mnemic.wiring.stores import new_key as new_key
from mnemic.wiring.vectors import vector_index_of

RESTORED = "restored"
"""What the job FEED notes of a user whom a backup brought back: an engine has a copy, and not of this."""

log = logging.getLogger("mnemic")


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        """The present moment in UTC."""
        return datetime.now(UTC)


def open(
    target: str | Path = "memory.db",
    *,
    zone: str | None = None,
    clock: Clock | None = None,
    embedder: Embedder | str | None = None,
    former_embedder: Embedder | str | None = None,
    model: LanguageModel | str | None = None,
    reranker: Reranker | str | None = None,
    file_reader: FileReader | str | None = None,
    key_service: KeyService | None = None,
    store: Store | None = None,
    vector_index: VectorIndex | str | None = None,
    **settings: Any,
) -> OpenMemory:
    """Open a memory; a file that is not there is made. Nothing is ever deleted by opening.

    Args:
        target: path of the file, `sqlite:///path`, `postgresql://user:password@host/database`, or `:memory:` for one
            that lives as long as the process.
        zone: the user's time zone for calendar words such as "tomorrow", an IANA name; default the setting, "UTC".
        clock: where `now` comes from; default the machine's clock.
        embedder: an embedder of your own, or the name of one, instead of the one the settings name.
        former_embedder: the embedder that was used before: until its vectors are made anew both are searched.
        model: a language model of your own, or the name of one at the endpoint of the settings, that finds statements
            in what is added; default the one the settings name, else the rules alone. See the setting `extraction`.
        reranker: a reranker of your own, or which one the settings describe: endpoint, cross-encoder or none. It reads
            the best candidates of a search together with the question; default the one the settings name, else none.
        file_reader: who says what files hold that came without words: a reader of your own, or auto, endpoint, ocr or
            none; default the setting.
        key_service: who holds the master key that users' keys are wrapped with, in the place of the settings
            `encryption_key` and `encryption_key_file`.
        store: a store of your own instead of the one `target` names.
        vector_index: a vector engine of your own, which you close yourself, or the name of one, at the address of the
            setting `vector_index_url`; default the one the settings name, else none.
        settings: any setting by name, see docs/reference/settings.md.

    Raises:
        InvalidSetting: an unknown setting, a value out of range, `extraction="model"` or `second_round="model"` with
            no model, a reranker without its `rerank_model` or `rerank_base_url`, `encryption="on"` without a master
            key, a key file that is none, or a vector engine whose package is not installed, or without the address or
            key it needs.
        KeyMissing: the key ring's keys were wrapped by another master key.
        ModelUnavailable: a model or reranker is set, and the package for it is not installed.
        NotAMemoryFile, NewerFile, StoreUnavailable: the file or database cannot be used; it was not changed.
        StoreError: the role a database is opened with is one that row-level security does not bind.
    """
    if zone is not None:
        settings["zone"] = zone
    if isinstance(embedder, str):
        settings["embedder"], embedder = embedder, None
    if isinstance(former_embedder, str):
        settings["former_embedder"], former_embedder = former_embedder, None
    if isinstance(model, str):
        settings["model"], model = model, None
    if isinstance(reranker, str):
        settings["reranker"], reranker = reranker, None
    if isinstance(file_reader, str):
        settings["file_reader"], file_reader = file_reader, None
    if isinstance(vector_index, str):
        settings["vector_index"], vector_index = vector_index, None
    chosen = load(**settings)
    check_privacy(chosen, encrypted=chosen.encryption == "on")
    parts: dict[str, Any] = {  # the store comes last: nothing is made where another part cannot be used
        "embedder": embedder or _embedder(chosen),
        "clock": clock or SystemClock(),
        "settings": chosen,
        "zone": _zone(chosen.zone),
        "new_id": lambda: uuid4().hex,
        "random": secrets.token_bytes,
        "judge": _judge(chosen),
        "finder": _finder(chosen),
        "model": _extractor(chosen, model),
        "reranker": reranker or _reranker(chosen),
        "asked": _asked(chosen, model),
        "second_look": _second_look(chosen, model),
        "count": _count(chosen),
        "file_reader": file_reader or _file_reader(chosen),
        "former": former_embedder or _former(chosen),
        "index": vector_index or vector_index_of(chosen, target),
        "index_ours": vector_index is None,
    }
    opened, sealer = caller_store(store, chosen) if store else store_of(target, chosen, key_service)
    opened.audit_key = audit_key_of(chosen)
    folder = None if store else folder_of(target)
    return OpenMemory(Core(MemoryParts(**parts, store=opened, folder=folder, sealer=sealer)))


def restore(
    backup: str | Path,
    target: str | Path = "memory.db",
    *,
    overwrite: bool = False,
    progress: Callable[[Progress], None] | None = None,
) -> Path | None:
    """Put a backup in the place of a memory file, when nobody has that open. What is derived from the file is dropped,
    and made anew when it is wanted. The audit says that it was done.

    Args:
        overwrite: also where there is a memory; its file gets the ending .before-restore.

    Returns:
        where the file is kept that was there before.

    Raises:
        NotAMemoryFile, NewerFile, StoreError: the backup is not sound; nothing was changed.
        InvalidInput: there is a memory, and it may not be replaced.
        StoreUnavailable: another process has it open, or the folder cannot be written.
    """
    from mnemic.stores.sql.sqlite_backup import restore_backup

    def tell(done: int, total: int) -> None:
        if progress is not None:
            progress(Progress(job="restore", user=None, done=done, total=total))

    place = file_of(target)
    kept = restore_backup(Path(backup), place, overwrite=overwrite, tell=tell)
    _note_restore(place)
    return kept


def _note_restore(place: Path) -> None:
    """Enter in the trail of every tenant that the memory is a backup's by now. The memory is of use without it, so
    where it cannot be entered the log says so."""
    from mnemic.stores.sql.sqlite import SqliteStore

    settings = load()
    try:
        with closing(SqliteStore.open(place, lock_wait_s=settings.lock_wait_s)) as store:
            store.audit_key = audit_key_of(settings)
            _forget_fed(store)
            for tenant in store.tenants():
                store.note(tenant, at=SystemClock().now(), actor=Actor.ADMINISTRATOR.value, action="restore")
    except StoreError as error:
        log.warning("That %s was restored is not in its audit: %s", place, error)


def _forget_fed(store: Store) -> None:
    """Whatever a vector engine was told is not what the backup holds: it is told everything anew. That it has a copy
    stays noted, so that whoever forgets without it leaves word."""
    last: Scope | None = None
    while some := store.users(after=last, limit=200):
        for scope in some:
            with store.reading(scope) as reader:
                fed = bool(reader.job(Job.FEED).note)
            if fed:
                with store.writing(scope) as writer:
                    writer.keep_job(JobState(job=Job.FEED, note=RESTORED))
        last = some[-1]


def language_model(settings: Settings) -> LanguageModel | None:
    """The chat model the settings name, or None where they name none."""
    if settings.model is None:
        return None
    from mnemic.models.openai import ChatModel

    key = settings.api_key.get_secret_value() if settings.api_key else None
    return ChatModel(
        settings.model,
        base_url=settings.base_url,
        api_key=key,
        timeout_s=settings.model_timeout_s,
        tries=settings.model_tries,
    )


def _extractor(settings: Settings, given: LanguageModel | None) -> LanguageModel | None:
    """The model that finds statements, or None where the rules do it alone."""
    if settings.extraction == "rules":
        return None
    model = given or language_model(settings)
    if model is None and settings.extraction == "model":
        raise InvalidSetting("Setting 'extraction' = 'model': there is no model. Set MNEMIC_MODEL, or use 'auto'.")
    return model


def _second_look(settings: Settings, given: LanguageModel | None) -> LanguageModel | None:
    """The model that the guard asks where it is unsure, or None where none is asked."""
    if settings.guard_model != "model":
        return None
    model = given or language_model(settings)
    if model is None:
        raise InvalidSetting("Setting 'guard_model' = 'model': there is no model. Set MNEMIC_MODEL, or use 'off'.")
    return model


def _asked(settings: Settings, given: LanguageModel | None) -> LanguageModel | None:
    """The model that says what a search has missed, or None where none is asked."""
    if settings.second_round != "model":
        return None
    model = given or language_model(settings)
    if model is None:
        raise InvalidSetting("Setting 'second_round' = 'model': there is no model. Set MNEMIC_MODEL, or use 'rules'.")
    return model


def _reranker(settings: Settings) -> Reranker | None:
    if settings.reranker == "none":
        return None
    if settings.rerank_model is None:
        raise InvalidSetting(f"Setting 'reranker' = {settings.reranker!r} needs a model: set MNEMIC_RERANK_MODEL.")
    if settings.reranker == "cross-encoder":
        from mnemic.models.rerank_cross_encoder import CrossEncoderReranker

        return CrossEncoderReranker(settings.rerank_model)
    if settings.rerank_base_url is None:
        raise InvalidSetting("Setting 'reranker' = 'endpoint' needs an address: set MNEMIC_RERANK_BASE_URL.")
    from mnemic.models.rerank_endpoint import RerankEndpoint

    key = settings.rerank_api_key.get_secret_value() if settings.rerank_api_key else None
    return RerankEndpoint(
        settings.rerank_model,
        base_url=settings.rerank_base_url,
        api_key=key,
        timeout_s=settings.rerank_timeout_s,
    )


def _judge(settings: Settings) -> Judge | None:
    if settings.judge == "none":
        return None
    from mnemic.models.heads import SentenceHeads

    return SentenceHeads()


def _finder(settings: Settings) -> EntityFinder | None:
    """Who finds names, or None where the rules do it alone."""
    if settings.entities == "rules":
        return None
    from mnemic.models.entities import LacFinder, SpacyFinder

    return LacFinder() if settings.entities == "lac" else SpacyFinder()


def _file_reader(settings: Settings) -> FileReader | None:
    """Who reads files, or None where nobody does."""
    readers: list[FileReader] = []
    if settings.file_reader in ("auto", "endpoint"):
        readers += _endpoint_readers(settings)
    if settings.file_reader == "endpoint" and not readers:
        raise InvalidSetting(
            "Setting 'file_reader' = 'endpoint': there is no model. Set MNEMIC_VISION_MODEL or MNEMIC_SPEECH_MODEL."
        )
    if settings.file_reader in ("auto", "ocr"):
        from mnemic.models.ocr import RapidOcr, is_ocr_installed

        if settings.file_reader == "ocr" or is_ocr_installed():
            readers.append(RapidOcr())
    if not readers:
        return None
    from mnemic.models.file_readers import ReadersByType

    return ReadersByType(tuple(readers))


def _endpoint_readers(settings: Settings) -> list[FileReader]:
    if settings.vision_model is None and settings.speech_model is None:
        return []
    from mnemic.models.vision import SpeechReader, VisionReader

    endpoint: dict[str, Any] = {
        "base_url": settings.base_url,
        "api_key": settings.api_key.get_secret_value() if settings.api_key else None,
        "timeout_s": settings.model_timeout_s,
        "tries": settings.model_tries,
    }
    vision = settings.vision_model and VisionReader(settings.vision_model, **endpoint)
    speech = settings.speech_model and SpeechReader(settings.speech_model, **endpoint)
    return [reader for reader in (vision, speech) if reader]


def _count(settings: Settings) -> Callable[[str], int]:
    """Who counts tokens of what is put into a prompt."""
    if settings.tokenizer == "estimate":
        return tokens.estimate_tokens
    kind, _, encoding = settings.tokenizer.partition(":")
    if settings.tokenizer != "auto" and (kind != "tiktoken" or not encoding):
        raise InvalidSetting(
            f"Setting 'tokenizer' = {settings.tokenizer!r}: use auto, estimate, or tiktoken: and an encoding, as in "
            "tiktoken:o200k_base."
        )
    from mnemic.models.tokenizers import TiktokenTokenizer, best_tokenizer

    if encoding:
        return TiktokenTokenizer(encoding).count
    found = best_tokenizer()
    return tokens.estimate_tokens if found is None else found.count


def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise InvalidSetting(f"There is no time zone {name!r}: use an IANA name such as Asia/Shanghai.") from error


def _former(settings: Settings) -> Embedder | None:
    """The embedder used before, where one is named and it is another."""
    if settings.former_embedder in (None, settings.embedder):
        return None
    return _embedder(settings, settings.former_embedder)


def _embedder(settings: Settings, named: str | None = None) -> Embedder:
    name = named or settings.embedder
    if name == "builtin":
        from mnemic.models.builtin import BuiltinEmbedder

        return BuiltinEmbedder(threads=settings.embed_threads, characters_max=settings.embed_characters_max)
    if name == "hashing":
        from mnemic.models.hashing import HashingEmbedder

        return HashingEmbedder()
    raise InvalidSetting(f"There is no embedder {name!r}. Known are: builtin, hashing.")
