"""Where in a rulebook file a key stands."""

import re
from collections import Counter
from collections.abc import Callable

_HEADER = re.compile(r"\s*(\[\[?)\s*([^\[\]]+?)\s*\]\]?\s*(#.*)?")
_KEY = re.compile(r"\s*([A-Za-z0-9_-]+)\s*=")
_ROW = re.compile(r"\s*\{")


def lines(text: str) -> Callable[[str], int | None]:
    """Return a function from the place of a datum to the line on which it, or its part, stands."""
    found: dict[str, int] = {}
    count: Counter[str] = Counter()
    section, key, row = "", "", 0
    for number, line in enumerate(text.splitlines(), start=1):
        if header := _HEADER.fullmatch(line):
            section, key = header[2], ""
            if header[1] == "[[":
                section = f"{header[2]}[{count[header[2]]}]"
                count[header[2]] += 1
            found.setdefault(section, number)
        elif named := _KEY.match(line):
            key, row = f"{section}.{named[1]}".lstrip("."), 0
            found.setdefault(key, number)
        elif key and _ROW.match(line):
            found.setdefault(f"{key}[{row}]", number)
            row += 1

    def line_of(place: str) -> int | None:
        while place and place not in found:
            place = re.sub(r"(\[\d+\]|\.?[^.\[\]]+)$", "", place)
        return found.get(place)

    return line_of
