"""Tokenizers of real models, where one is installed with its vocabulary. Nothing is ever fetched for one."""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any

from mnemic.errors import TokenizerUnavailable

VOCABULARIES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "o200k_base": (
            "https://openaipublic.blob.core.windows.net/encodings/o200k_base.tiktoken",
            "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
        ),
        "cl100k_base": (
            "https://openaipublic.blob.core.windows.net/encodings/cl100k_base.tiktoken",
            "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
        ),
    }
)
"""Where tiktoken gets the vocabularies of its encodings, and their SHA-256, as tiktoken 0.14 has them. It keeps them in
its cache under the SHA-1 of the address."""

BEST = ("o200k_base", "cl100k_base")
"""Encodings in order of preference where none is named: today's first."""


class TiktokenTokenizer:
    """Counts with a byte-pair encoding of OpenAI.

    tiktoken fetches a vocabulary when it is first used. Here it is used only where its cache (TIKTOKEN_CACHE_DIR,
    DATA_GYM_CACHE_DIR or the folder for temporary files) holds the whole of it already.

    Raises:
        TokenizerUnavailable: there is no such encoding, tiktoken is not installed, or the vocabulary is not there.
    """

    def __init__(self, encoding: str) -> None:
        if encoding not in VOCABULARIES:
            raise TokenizerUnavailable(f"There is no encoding {encoding!r}. Known are: {', '.join(VOCABULARIES)}.")
        if not is_cached(encoding):
            raise TokenizerUnavailable(
                f"The vocabulary of {encoding!r} is not in tiktoken's cache {cache_folder()}, and nothing is fetched: "
                f"run tiktoken.get_encoding({encoding!r}) once with a network, or use 'estimate'."
            )
        try:
            tiktoken: Any = import_module("tiktoken")
        except ImportError as error:
            raise TokenizerUnavailable("tiktoken is not installed: pip install tiktoken, or use 'estimate'.") from error
        self.name = encoding
        self._encoding = tiktoken.get_encoding(encoding)

    def count(self, text: str) -> int:
        """Tokens of a text; what looks like a control token counts as plain text."""
        return len(self._encoding.encode_ordinary(text))


@cache
def best_tokenizer() -> TiktokenTokenizer | None:
    """A real tokenizer, where one is installed with its vocabulary."""
    for encoding in BEST:
        try:
            return TiktokenTokenizer(encoding)
        except TokenizerUnavailable:
            continue
    return None


def cache_folder() -> Path | None:
    """Where tiktoken keeps vocabularies; None where it is told to keep none."""
    named = os.environ.get("TIKTOKEN_CACHE_DIR", os.environ.get("DATA_GYM_CACHE_DIR"))
    if named is None:
        return Path(tempfile.gettempdir()) / "data-gym-cache"
    return Path(named) if named else None


def is_cached(encoding: str) -> bool:
    """Whether the vocabulary is there, whole. tiktoken would fetch a damaged one anew."""
    folder = cache_folder()
    address, digest = VOCABULARIES[encoding]
    if folder is None:
        return False
    file = folder / hashlib.sha1(address.encode(), usedforsecurity=False).hexdigest()
    return file.is_file() and hashlib.sha256(file.read_bytes()).hexdigest() == digest
