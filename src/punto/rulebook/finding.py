"""A finding: an error in a rulebook, its place, and the allowed values."""

from collections.abc import Iterable
from difflib import get_close_matches

from msgspec import Struct

# Longer lists of allowed values are not shown in the message.
_ALLOWED_MAX = 12


class Finding(Struct, frozen=True):
    """An error in a rulebook."""

    place: str
    problem: str
    allowed: tuple[str, ...] = ()
    line: int | None = None

    def __str__(self) -> str:
        allowed = ", ".join(self.allowed) if len(self.allowed) <= _ALLOWED_MAX else ""
        return f"{self.place}: {self.problem}" + (f"; allowed: {allowed}" if allowed else "")


def unknown(place: str, what: str, name: str, allowed: Iterable[str], hint: str = "") -> Finding:
    """Return the finding about an unknown name, with the nearest allowed names."""
    names = tuple(dict.fromkeys(map(str, allowed)))
    nearest = get_close_matches(name, names, n=3)
    text = f"{what} `{name}`" + (f", did you mean {' or '.join(nearest)}?" if nearest else "")
    return Finding(place, text + (f" ({hint})" if hint else ""), names)
