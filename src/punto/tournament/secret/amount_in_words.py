"""Amounts in words, as they stand on a form beside the figures."""

import re

_ONES = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen"),
    *("eighteen", "nineteen"),
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_SMALL = {word: number for number, word in enumerate(_ONES)} | {
    word: number for number, word in zip(range(20, 100, 10), _TENS, strict=True)
}
_LARGE = {"million": 1_000_000, "thousand": 1_000}
_IDLE = frozenset({"and", "only", "a", "dollar", "dollars", "chips"})


def spelled(cents: int) -> str:
    """Return an amount in words: ``five hundred``, and cents only where there are any."""
    if cents <= 0:
        return ""
    whole, rest = divmod(cents, 100)
    words = _number(whole)
    return f"{words} dollars {_number(rest)} cents" if rest else words


def _number(number: int) -> str:
    if number < 20:
        return _ONES[number]
    if number < 100:
        tens, ones = divmod(number, 10)
        return _TENS[tens - 2] + (f" {_ONES[ones]}" if ones else "")
    for word, size in (*_LARGE.items(), ("hundred", 100)):
        if number >= size:
            many, rest = divmod(number, size)
            return f"{_number(many)} {word}" + (f" {_number(rest)}" if rest else "")
    raise AssertionError(number)


def amount_in_words(text: str) -> int | None:
    """Return the cents that words name, or nothing where they name no amount."""
    words = re.findall(r"[a-z]+", text.lower())
    if "cents" in words or "cent" in words:
        cut = next((place for place, word in enumerate(words) if word.startswith("dollar")), -1)
        cents = _read(words[cut + 1 : -1]) if words[-1] in ("cent", "cents") else None
        whole = _read(words[:cut]) if cut > 0 else 0
        if cents is None or whole is None or cents >= 100:
            return None
        return whole * 100 + cents
    whole = _read(words)
    return None if whole is None else whole * 100


def _read(words: list[str]) -> int | None:
    """Return the number that words name: ``one thousand two hundred and fifty``."""
    total, part, seen = 0, 0, False
    for word in words:
        if word in _IDLE:
            continue
        seen = True
        if word in _SMALL:
            part += _SMALL[word]
        elif word == "hundred":
            part = max(part, 1) * 100
        elif word in _LARGE:
            total, part = total + max(part, 1) * _LARGE[word], 0
        else:
            return None
    return total + part if seen else None
