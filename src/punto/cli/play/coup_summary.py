"""A coup in one line."""

from collections import Counter

from punto.cards import format_cards
from punto.cli.play.told import Told
from punto.money import dollars

BRIEF_HEAD = "coup  Player    Banker    result      won and lost"


def brief_line(number: int, told: Told, width: int) -> str:
    """Return a coup in one line: cards, result, net of each patron, calls."""
    coup = told.coup
    assert coup is not None
    player, banker = format_cards(coup.player), format_cards(coup.banker)
    line = f"{number:>4}  {player:<8}  {banker:<8}  {coup.line:<10}"
    nets: Counter[str] = Counter()
    for settled in sorted(told.settled, key=lambda settled: settled.number):
        nets[settled.placed.patron] += settled.net_cents
    parts = [f"{name} {signed(cents)}" for name, cents in nets.items()]
    parts += [f'"{text}"' for text in told.announced if _is_uncommon(text)]
    return _fit_parts(line, parts, width)


def _is_uncommon(text: str) -> bool:
    """Return whether a call is not made in every coup."""
    return "bets" not in text.lower()


def _fit_parts(line: str, parts: list[str], width: int) -> str:
    """Return a line with as many parts as fit, and the number of the others."""
    shown = line
    for place, part in enumerate(parts):
        gap = ", " if place else "  "
        rest = len(parts) - place - 1
        more = f", +{rest} more" if rest else ""
        if place and len(f"{shown}{gap}{part}{more}") > width:
            return f"{shown}, +{rest + 1} more"
        shown = f"{shown}{gap}{part}"
    return shown.rstrip()


def signed(cents: int) -> str:
    """Return what was won with a plus, what was lost with a minus."""
    return f"{'+' if cents > 0 else ''}{dollars(cents)}"
