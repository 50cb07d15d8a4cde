"""Parses declared totals."""

import re

from punto.clause import Malformed


def parse_totals(text: str) -> tuple[int, int]:
    """Return Player's and Banker's total as declared: ``player 5 banker 7``."""
    words = text.split()
    named = dict(zip(words[::2], words[1::2], strict=False))
    if len(words) != 4 or set(named) != {"player", "banker"}:
        raise Malformed(f"{text[:60]!r} declares no totals", "write: player 5 banker 7")
    if not all(re.fullmatch("-?[0-9]{1,3}", value) for value in named.values()):
        raise Malformed(f"{text[:60]!r} declares no totals", "write: player 5 banker 7")
    return int(named["player"]), int(named["banker"])
