"""How many tokens a text costs a model: an estimate that needs no tokenizer and errs on the high side.

Measured with `python -m benchmarks.tokens` on 1,291 texts of the project itself (talk, pages, code, JSON), the estimate
over the count, all texts of a kind together, and the share of single texts that are underestimated:

    tokenizer   Chinese talk  English talk  pages, mixed  code         JSON
    o200k       1.13 (3 %)    1.08 (11 %)   1.09-1.19     1.10 (4 %)   1.06 (0 %)
    Qwen        1.31 (0 %)    1.03 (25 %)   1.07-1.24     1.10 (5 %)   0.97 (69 %)
    DeepSeek    1.42 (0 %)    1.04 (22 %)   1.07-1.30     1.05 (8 %)   1.05 (13 %)
    cl100k      0.77 (99 %)   1.04 (20 %)   1.00-1.09     1.10 (3 %)   1.01 (31 %)

cl100k, of models up to 2023, spends half as much again on Chinese as those after it; with such a model, count with it
(setting `tokenizer`).
"""

from __future__ import annotations

from mnemic.domain.regex import Regex
from mnemic.language.detect import HAN, HANGUL, KANA

_IDEOGRAPH = f"{HAN}{KANA}{HANGUL}"
_PIECES = Regex(
    f"([{_IDEOGRAPH}])|([A-Za-z]+)|([^\\W\\d_A-Za-z{_IDEOGRAPH}]+)|(\\d+)|([!-/:-@\\[-`{{-~]+)|(\\n\\s*)|(\\S)"
)

LETTERS_PER_TOKEN = 7  # English words average 1.1 tokens with byte-pair vocabularies of 100,000 and more
LETTERS_ABROAD_PER_TOKEN = 2  # of any other alphabet: such vocabularies hold few of its words
DIGITS_PER_TOKEN = 3  # such vocabularies cut numbers in groups of three
SIGNS_PER_TOKEN = 2  # ASCII signs in a row, as in code and JSON
TOKENS_PER_PICTURE = 3  # of an emoji or a rare ideograph, beyond the first 65,536 characters


def estimate_tokens(text: str) -> int:
    """Estimated tokens: one per Chinese, Japanese or Korean character, per begun 7 English letters, 3 digits, 2 signs,
    and line. The parts of a text never count less than the whole."""
    total = 0
    for ideograph, word, abroad, number, signs, line, other in _PIECES.findall(text):
        if ideograph or line:
            total += 1
        elif word:
            total += -(-len(word) // LETTERS_PER_TOKEN)
        elif number:
            total += -(-len(number) // DIGITS_PER_TOKEN)
        elif signs:
            total += -(-len(signs) // SIGNS_PER_TOKEN)
        elif abroad:
            total += -(-len(abroad) // LETTERS_ABROAD_PER_TOKEN)
        else:
            total += TOKENS_PER_PICTURE if other > "\uffff" else 1
    return total
