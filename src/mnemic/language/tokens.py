"""How many tokens a text costs a model: an estimate that needs no tokenizer and errs on the high side."""

from __future__ import annotations

import re

from mnemic.language.detect import HAN, HANGUL, KANA

_PIECES = re.compile(f"([{HAN}{KANA}{HANGUL}])|([^\\W\\d_{HAN}{KANA}{HANGUL}]+)|(\\d+)|(\\S)")

LETTERS_PER_TOKEN = 6  # English words average 1.3 tokens with byte-pair vocabularies of 100,000 and more
DIGITS_PER_TOKEN = 3  # such vocabularies cut numbers in groups of three


def count(text: str) -> int:
    """Estimated tokens: one per Chinese, Japanese or Korean character, per begun 6 letters, 3 digits, and sign."""
    total = 0
    for ideograph, word, number, _ in _PIECES.findall(text):
        if ideograph:
            total += 1
        elif word:
            total += -(-len(word) // LETTERS_PER_TOKEN)
        elif number:
            total += -(-len(number) // DIGITS_PER_TOKEN)
        else:
            total += 1
    return total
