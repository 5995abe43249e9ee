"""The check digits of identifying numbers, each after its standard."""

from __future__ import annotations

from datetime import date


def decimal_digits(value: str) -> str:
    """Only the decimal digits of `value`."""
    return "".join(character for character in value if character.isdigit())


def letters_and_digits(value: str) -> str:
    """Only the letters and digits of `value`, in upper case."""
    return "".join(character for character in value if character.isalnum()).upper()


def luhn(value: str) -> bool:
    """The check of ISO/IEC 7812-1, annex B, on a string that may hold separators."""
    total = 0
    for index, character in enumerate(reversed(decimal_digits(value))):
        doubled = int(character) * (1 + index % 2)
        total += doubled - 9 if doubled > 9 else doubled
    return total % 10 == 0


def is_identity_card(value: str) -> bool:
    """The check character of GB 11643-1999 (ISO 7064 MOD 11-2) on eighteen characters."""
    weighted = sum(int(character) * (1 << (17 - index)) for index, character in enumerate(value[:17]))
    return "10X98765432"[weighted % 11] == value[17].upper()


_CREDIT_CODE = "0123456789ABCDEFGHJKLMNPQRTUWXY"


def is_credit_code(value: str) -> bool:
    """The check character of GB 32100-2015 (modulus 31) on eighteen characters."""
    ranks = [_CREDIT_CODE.find(character) for character in value.upper()]
    if min(ranks) < 0:
        return False
    return (31 - sum(rank * pow(3, index, 31) for index, rank in enumerate(ranks[:17])) % 31) % 31 == ranks[17]


def is_iban(value: str) -> bool:
    """The check of ISO 13616 (modulus 97) on a value that may hold separators."""
    compact = letters_and_digits(value)
    if not 15 <= len(compact) <= 34 or not compact.isascii():
        return False
    return int("".join(str(int(character, 36)) for character in compact[4:] + compact[:4])) % 97 == 1


_PROVINCE_CODES = frozenset(
    "11 12 13 14 15 21 22 23 31 32 33 34 35 36 37 41 42 43 44 45 46 50 51 52 53 54 61 62 63 64 65 71 81 82 83".split()
)


def has_province_code(value: str) -> bool:
    """Whether a number begins with the code of a province (GB/T 2260), as identity cards do."""
    return value[:2] in _PROVINCE_CODES


def is_birth_date(value: str) -> bool:
    """Whether eight digits are a day on which a living person may have been born."""
    try:
        born = date(int(value[:4]), int(value[4:6]), int(value[6:8]))
    except ValueError:
        return False
    return 1900 <= born.year <= 2099
