"""The line number of each key in a rulebook file."""

import re
from collections import Counter
from collections.abc import Callable

_HEADER = re.compile(r"\s*(\[\[?)\s*([^\[\]]+?)\s*\]\]?\s*(#.*)?")
_KEY = re.compile(r"\s*([A-Za-z0-9_-]+)\s*=")
_ROW = re.compile(r"\s*\{")


def lines(text: str) -> Callable[[str], int | None]:
    """Return a function that returns the line number of a datum, or of the section around it."""
    line_by_place: dict[str, int] = {}
    table_counts: Counter[str] = Counter()
    section, key, row = "", "", 0
    for number, line in enumerate(text.splitlines(), start=1):
        if header := _HEADER.fullmatch(line):
            section, key = header[2], ""
            if header[1] == "[[":
                section = f"{header[2]}[{table_counts[header[2]]}]"
                table_counts[header[2]] += 1
            line_by_place.setdefault(section, number)
        elif key_match := _KEY.match(line):
            key, row = f"{section}.{key_match[1]}".lstrip("."), 0
            line_by_place.setdefault(key, number)
        elif key and _ROW.match(line):
            line_by_place.setdefault(f"{key}[{row}]", number)
            row += 1

    def line_of(place: str) -> int | None:
        while place and place not in line_by_place:
            place = re.sub(r"(\[\d+\]|\.?[^.\[\]]+)$", "", place)
        return line_by_place.get(place)

    return line_of
