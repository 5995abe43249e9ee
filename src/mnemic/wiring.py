"""The only file that names an adapter: a target and settings become an opened memory."""

from __future__ import annotations

import logging
import os
import secrets
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from mnemic.core import Core, Parts
from mnemic.domain.diagnosis import Diagnosis
from mnemic.domain.upkeep import Progress
from mnemic.errors import InvalidInput, InvalidSetting, StoreError
from mnemic.language import tokens
from mnemic.memory import OpenMemory
from mnemic.ports import (
    Clock,
    Embedder,
    EntityFinder,
    FileReader,
    Judge,
    KeyService,
    LanguageModel,
    Reranker,
    Sealer,
    Store,
)
from mnemic.safety.access import Actor
from mnemic.safety.audit import key_of
from mnemic.safety.keeping import check_privacy
from mnemic.settings import Settings, load

if TYPE_CHECKING:
    from mnemic.stores.sealing import Sealing

MEMORY = ":memory:"
SQLITE = "sqlite:///"

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
    **settings: Any,
) -> OpenMemory:
    """Open a memory; a file that is not there is made. Nothing is ever deleted by opening.

    Args:
        target: path of the file, `sqlite:///path`, or `:memory:` for one that lives as long as the process.
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
        settings: any setting by name, see docs/reference/settings.md.

    Raises:
        InvalidSetting: an unknown setting, a value out of range, `extraction="model"` or `second_round="model"` with
            no model, a reranker without its `rerank_model` or `rerank_base_url`, `encryption="on"` without a master
            key, or a key file that is none.
        KeyMissing: the key ring's keys were wrapped by another master key.
        ModelUnavailable: a model or reranker is set, and the package for it is not installed.
        NotAMemoryFile, NewerFile, StoreUnavailable: the file cannot be used; it was not changed.
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
    }
    opened, sealer = _given(store, chosen) if store else _store(target, chosen, key_service)
    opened.audit_key = key_of(chosen)
    folder = None if store else _folder(target)
    return OpenMemory(Core(Parts(**parts, store=opened, folder=folder, sealer=sealer)))


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
    from mnemic.stores.sqlite_backup import restored

    def tell(done: int, total: int) -> None:
        if progress is not None:
            progress(Progress(job="restore", user=None, done=done, total=total))

    place = Path(os.path.realpath(str(target).removeprefix(SQLITE)))
    kept = restored(Path(backup), place, overwrite=overwrite, tell=tell)
    _note_restore(place)
    return kept


def _note_restore(place: Path) -> None:
    """Enter in the trail of every tenant that the memory is a backup's by now. The memory is of use without it, so
    where it cannot be entered the log says so."""
    from mnemic.stores.sqlite import SqliteStore

    settings = load()
    try:
        with closing(SqliteStore.open(place, lock_wait_s=settings.lock_wait_s)) as store:
            store.audit_key = key_of(settings)
            for tenant in store.tenants():
                store.note(tenant, at=SystemClock().now(), actor=Actor.ADMINISTRATOR.value, action="restore")
    except StoreError as error:
        log.warning("That %s was restored is not in its audit: %s", place, error)


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
        from mnemic.models.ocr import RapidOcr, installed

        if settings.file_reader == "ocr" or installed():
            readers.append(RapidOcr())
    if not readers:
        return None
    from mnemic.models.file_readers import ByType

    return ByType(tuple(readers))


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
        return tokens.count
    kind, _, encoding = settings.tokenizer.partition(":")
    if settings.tokenizer != "auto" and (kind != "tiktoken" or not encoding):
        raise InvalidSetting(
            f"Setting 'tokenizer' = {settings.tokenizer!r}: use auto, estimate, or tiktoken: and an encoding, as in "
            "tiktoken:o200k_base."
        )
    from mnemic.models.tokenizers import TiktokenTokenizer, best

    if encoding:
        return TiktokenTokenizer(encoding).count
    found = best()
    return tokens.count if found is None else found.count


def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise InvalidSetting(f"There is no time zone {name!r}: use an IANA name such as Asia/Shanghai.") from error


def new_key(path: str | Path) -> KeyService:
    """Write a new master key into a file that only its owner may read, for the setting `encryption_key_file`.

    Raises:
        InvalidSetting: there is a file already, or it cannot be written.
    """
    from mnemic.stores import master_key

    return master_key.new_file(Path(path))


def master_key(path: str | Path) -> KeyService:
    """The master key in a file.

    Raises:
        InvalidSetting: it cannot be read, is no key, or anybody on the machine may read or change it.
    """
    from mnemic.stores import master_key

    return master_key.from_file(Path(path))


def _master(settings: Settings, given: KeyService | None) -> KeyService | None:
    """Who wraps users' keys; None where no master key is named."""
    ways = ("key_service", given), ("encryption_key", settings.encryption_key)
    named = [name for name, value in (*ways, ("encryption_key_file", settings.encryption_key_file)) if value]
    if len(named) > 1:
        raise InvalidSetting(f"Two master keys are given, {' and '.join(named)}: name one.")
    if settings.encryption_key is not None:
        from mnemic.stores import master_key as keys

        return keys.from_text(settings.encryption_key.get_secret_value(), where="Setting 'encryption_key'")
    return master_key(settings.encryption_key_file) if settings.encryption_key_file else given


def _sealing(place: Path, settings: Settings, given: KeyService | None) -> Sealing:
    """Who seals the users of a memory file."""
    from mnemic.stores.keyring import ENDING, Keyring
    from mnemic.stores.sealing import WAYS, Sealing

    service = _master(settings, given)
    if service is None:
        if settings.encryption == "on":
            raise InvalidSetting(
                f"Setting 'encryption' = 'on' needs a master key: {WAYS}. `mnemic key new FILE` makes one."
            )
        return Sealing()
    ring = Path(settings.key_ring) if settings.key_ring else place.with_name(place.name + ENDING)
    keys = Keyring(ring, service, lock_wait_s=settings.lock_wait_s)
    keys.check()
    return Sealing(keys, on=settings.encryption == "on")


def _given(store: Store, settings: Settings) -> tuple[Store, None]:
    """A store of the caller's own, which encrypts by itself or does not."""
    if settings.encryption == "on":
        raise InvalidSetting(
            "Setting 'encryption' = 'on' is for memory files: a store of your own keeps what it is given."
        )
    return store, None


def _store(target: str | Path, settings: Settings, key_service: KeyService | None) -> tuple[Store, Sealer | None]:
    if not isinstance(target, str | Path):
        raise InvalidInput(f"A memory is opened by a path or URL, not {target!r}.")
    place = str(target)
    if place == MEMORY:
        from mnemic.stores.inmemory import InMemoryStore

        return InMemoryStore(), None
    if "://" in place and not place.startswith(SQLITE):
        scheme = place.split("://", 1)[0]
        raise InvalidInput(f"No store is known for {scheme}://. Use a path, sqlite:///path or :memory:.")
    from mnemic.stores.sqlite import SqliteStore
    from mnemic.stores.sqlite_place import place_of
    from mnemic.stores.sqlite_sealing import SqliteSealer

    path = place_of(place.removeprefix(SQLITE))
    sealing = _sealing(path, settings, key_service)
    store = SqliteStore.open(path, lock_wait_s=settings.lock_wait_s, sealing=sealing)
    return store, SqliteSealer(store, sealing)


def file_check(target: str | Path) -> list[Diagnosis]:
    """What is wrong with a memory as a file, before it is opened; nothing where there is no file to look at. It raises
    nothing for what it finds.
    """
    place = str(target)
    if place == MEMORY or ("://" in place and not place.startswith(SQLITE)):
        return []
    from mnemic.stores.sqlite_check import file_check as checked

    return checked(Path(os.path.realpath(place.removeprefix(SQLITE))))


def _folder(target: str | Path) -> Path | None:
    """Where what is derived from a memory file lies: beside it."""
    place = str(target)
    return None if place == MEMORY else Path(os.path.realpath(place.removeprefix(SQLITE)) + ".index")


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
