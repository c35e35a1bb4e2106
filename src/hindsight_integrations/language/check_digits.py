"""Check digits of numbers that identify people and accounts, by their standards; it reads no text."""

from __future__ import annotations

from datetime import date

_WEIGHTS = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
#: First digits of the provinces (GB/T 2260), Hong Kong, Macau and Taiwan with their residents' codes.
_PROVINCES = frozenset(
    {11, 12, 13, 14, 15, 21, 22, 23, 31, 32, 33, 34, 35, 36, 37, 41, 42, 43, 44, 45, 46, 50, 51, 52, 53,
     54, 61, 62, 63, 64, 65, 71, 81, 82, 83, 91}
)  # fmt: skip


def chinese_id(number: str) -> bool:
    """Whether 18 characters are a Chinese identity number: province, birthday and check digit (GB 11643, ISO 7064 MOD 11-2)."""
    if len(number) != 18 or not number[:17].isdecimal() or int(number[:2]) not in _PROVINCES:
        return False
    try:
        born = date(int(number[6:10]), int(number[10:12]), int(number[12:14]))
    except ValueError:
        return False
    total = sum(weight * int(digit) for weight, digit in zip(_WEIGHTS, number, strict=False))
    return 1850 <= born.year <= 2199 and "10X98765432"[total % 11] == number[17].upper()


def luhn(number: str) -> bool:
    """Whether the last digit checks the others (ISO/IEC 7812-1, annex B)."""
    total = 0
    for place, digit in enumerate(reversed(number)):
        value = int(digit) * (1 + place % 2)
        total += value - 9 if value > 9 else value
    return total % 10 == 0 and number.strip("0") != ""


def iban(number: str) -> bool:
    """Whether it is an account number by ISO 13616: 97 divides what is left, less one."""
    if not 15 <= len(number) <= 34 or not number.isalnum():
        return False
    turned = number[4:] + number[:4]
    return int("".join(str(int(character, 36)) for character in turned)) % 97 == 1
