"""Numbers as Chinese and English write them in front of a unit of time."""

from __future__ import annotations

from fractions import Fraction

ZH_DIGITS = {"〇": 0, "零": 0, "一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9}
ZH_TENS = {"十": 10, "百": 100}
EN_WORDS = {
    word: number
    for number, word in enumerate(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
            "twenty",
        ]
    )
} | {"a": 1, "an": 1, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "ninety": 90, "couple": 2}
EN_NUMBER = r"(?:\d{1,4}(?:\.\d)?|(?:a )?couple(?: of)?|" + "|".join(sorted(EN_WORDS, key=len, reverse=True)) + ")"
ZH_NUMBER = r"(?:\d{1,4}(?:\.\d)?|[一二两三四五六七八九十百]{1,5})"


def chinese_number(text: str) -> int:
    """`二十三` → 23, `一百零五` → 105, `二〇二六` → 2026 (figures read one by one), `12` → 12.

    Raises:
        ValueError: not a number, or a vague one (`三四`: three or four).
    """
    if text.isdecimal():
        return int(text)
    if len(text) in (2, 3) and all(ZH_DIGITS.get(sign) for sign in text):
        raise ValueError(f"{text!r} is a vague number")
    if not any(sign in ZH_TENS for sign in text):
        return int("".join(str(_digit(sign)) for sign in text))
    total = held = 0
    for sign in text:
        if sign in ZH_TENS:
            total += (held or 1) * ZH_TENS[sign]
            held = 0
        else:
            held = _digit(sign)
    return total + held


def _digit(sign: str) -> int:
    if sign.isdecimal():
        return int(sign)
    if sign not in ZH_DIGITS:
        raise ValueError(f"{sign!r} is no Chinese figure")
    return ZH_DIGITS[sign]


def chinese_amount(text: str) -> Fraction:
    """A Chinese number that may be a half or have a decimal: `半` → 1/2, `2.5` → 5/2."""
    if text == "半":
        return Fraction(1, 2)
    return Fraction(text) if "." in text else Fraction(chinese_number(text))


def english_amount(text: str) -> Fraction:
    """`two` → 2, `a couple of` → 2, `2.5` → 5/2."""
    word = text.lower()
    if "couple" in word:
        return Fraction(2)
    return Fraction(EN_WORDS[word]) if word in EN_WORDS else Fraction(word)
