"""Amounts in words, as an entrant writes them on a form beside the figures."""

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
_IGNORED_WORDS = frozenset({"and", "only", "a", "dollar", "dollars", "chips"})


def spell_amount(cents: int) -> str:
    """Return an amount in words: ``five hundred``, with cents only if there are any."""
    if cents <= 0:
        return ""
    whole, rest = divmod(cents, 100)
    words = _number_in_words(whole)
    return f"{words} dollars {_number_in_words(rest)} cents" if rest else words


def _number_in_words(number: int) -> str:
    if number < 20:
        return _ONES[number]
    if number < 100:
        tens, ones = divmod(number, 10)
        return _TENS[tens - 2] + (f" {_ONES[ones]}" if ones else "")
    for word, size in (*_LARGE.items(), ("hundred", 100)):
        if number >= size:
            count, rest = divmod(number, size)
            return f"{_number_in_words(count)} {word}" + (
                f" {_number_in_words(rest)}" if rest else ""
            )
    raise AssertionError(number)


def parse_amount(text: str) -> int | None:
    """Return the amount in words as cents, or ``None`` if the words are not an amount."""
    words = re.findall(r"[a-z]+", text.lower())
    if "cents" in words or "cent" in words:
        dollar_index = next(
            (index for index, word in enumerate(words) if word.startswith("dollar")), -1
        )
        cents = (
            _parse_number(words[dollar_index + 1 : -1]) if words[-1] in ("cent", "cents") else None
        )
        whole = _parse_number(words[:dollar_index]) if dollar_index > 0 else 0
        if cents is None or whole is None or cents >= 100:
            return None
        return whole * 100 + cents
    whole = _parse_number(words)
    return None if whole is None else whole * 100


def _parse_number(words: list[str]) -> int | None:
    """Return the number in words as an integer: ``one thousand two hundred and fifty``."""
    total, group, has_number = 0, 0, False
    for word in words:
        if word in _IGNORED_WORDS:
            continue
        has_number = True
        if word in _SMALL:
            group += _SMALL[word]
        elif word == "hundred":
            group = max(group, 1) * 100
        elif word in _LARGE:
            total, group = total + max(group, 1) * _LARGE[word], 0
        else:
            return None
    return total + group if has_number else None
