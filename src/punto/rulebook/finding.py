"""A finding: what is wrong with a rulebook, where, and what is allowed there."""

from collections.abc import Iterable
from difflib import get_close_matches

from msgspec import Struct

# A list of what is allowed that is longer than this is not told in one line.
_LISTED = 12


class Finding(Struct, frozen=True):
    """Something in a rulebook that is not as it must be."""

    place: str
    problem: str
    allowed: tuple[str, ...] = ()
    line: int | None = None

    def __str__(self) -> str:
        allowed = ", ".join(self.allowed) if len(self.allowed) <= _LISTED else ""
        return f"{self.place}: {self.problem}" + (f"; allowed: {allowed}" if allowed else "")


def unknown(place: str, what: str, name: str, allowed: Iterable[str], hint: str = "") -> Finding:
    """Return the finding about a name that is not known, with those that are nearest."""
    names = tuple(dict.fromkeys(map(str, allowed)))
    near = get_close_matches(name, names, n=3)
    text = f"{what} `{name}`" + (f", did you mean {' or '.join(near)}?" if near else "")
    return Finding(place, text + (f" ({hint})" if hint else ""), names)
