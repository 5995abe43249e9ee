"""Words on images, read on this machine by RapidOCR (PP-OCR, Chinese and English); its weights are in its package."""

from __future__ import annotations

import importlib.util
import logging
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from mnemic.domain.blob import BlobInfo, FileText
from mnemic.errors import ModelError, ModelUnavailable

SEEN = frozenset({"image/png", "image/jpeg", "image/bmp", "image/webp", "image/tiff"})
SCORE_MIN = 0.5  # of a line, 0-1: what RapidOCR itself takes for read
BY = "ocr"

_PACKAGES = ("rapidocr", "onnxruntime")


def is_ocr_installed() -> bool:
    """Whether the packages for it are there; they are not loaded to find out."""
    return all(importlib.util.find_spec(package) is not None for package in _PACKAGES)


@dataclass(slots=True)
class RapidOcr:
    """Reads words on images; needs the extra `mnemic[ocr]`. The models are loaded with the first image."""

    _engine: Any = None
    _lock: Lock = field(default_factory=Lock)

    def reads(self, media_type: str) -> bool:
        """Images of the common types."""
        return media_type in SEEN

    def read(self, data: bytes, info: BlobInfo) -> FileText:
        """The lines on an image, from the top; none where nothing is written on it.

        Raises:
            ModelUnavailable: the packages are not installed.
            ModelError: the image cannot be opened.
        """
        with self._lock:
            engine = self._loaded()
            try:
                found = engine(data)
            except (ValueError, TypeError, OSError, RuntimeError) as error:
                raise ModelError(f"The image cannot be opened ({error}).") from error
        lines = zip(found.txts or (), found.scores or (), strict=True)
        return FileText(text="\n".join(text for text, score in lines if score >= SCORE_MIN), by=BY)

    def _loaded(self) -> Any:
        if self._engine is None:
            try:
                import rapidocr
            except ImportError as error:
                raise ModelUnavailable("OCR needs two more packages: pip install 'mnemic[ocr]'.") from error
            logging.getLogger("RapidOCR").setLevel(logging.CRITICAL)  # an image without words is nothing to warn of
            self._engine = rapidocr.RapidOCR(params={"Global.log_level": "critical"})
        return self._engine
