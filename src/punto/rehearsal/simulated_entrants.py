"""The field of a rehearsal: people who are made up, each with a strategy."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from punto.clause import Malformed
from punto.error_codes import ErrorCode
from punto.money import parse_stake
from punto.notation.conditions_file import Rehearsal
from punto.notation.suggestions import unknown
from punto.rehearsal.seen import PlannedWager
from punto.rehearsal.strategies import STRATEGIES, Strategy, scripted

ENTRANTS = 12
SCRIPT = "script"
_NAMES = (
    *("ann", "bob", "cleo", "dan", "eve", "finn", "gia", "hal", "ivy", "jon", "kim", "lee"),
    *("mia", "ned", "ola", "pat", "quin", "ruth", "sam", "tia", "uma", "vic", "wes", "xia"),
    *("yan", "zoe"),
)


class Player(Struct, frozen=True):
    """Somebody who is made up: a name, how they wager, and what that is called."""

    name: str
    strategy: str
    wager: Strategy


Field = Mapping[str, Player]


def made_up(number: int) -> list[str]:
    """Return so many names, each once: ann, bob, ... zoe, ann2, bob2."""
    found = []
    for place in range(number):
        again, which = divmod(place, len(_NAMES))
        found.append(_NAMES[which] if not again else f"{_NAMES[which]}{again + 1}")
    return found


def field(plan: Rehearsal, entrants: int | None = None) -> dict[str, Player]:
    """Return who plays in a rehearsal, by name; strategies are given out in turn."""
    names = _names(plan, entrants)
    strategies = plan.strategies or tuple(STRATEGIES)
    for name in strategies:
        if name not in STRATEGIES:
            raise unknown(f"there is no strategy {name!r}", name, STRATEGIES, "strategies")
    scripts = {name: _script(name, lines) for name, lines in plan.scripted.items()}
    found = {}
    for place, name in enumerate(names):
        kind = strategies[place % len(strategies)]
        if name in scripts:
            found[name] = Player(name, SCRIPT, scripts[name])
        else:
            found[name] = Player(name, kind, STRATEGIES[kind])
    return found


def strategy_of(people: Field, name: str) -> Strategy:
    """Return how somebody wagers; the minimum where nobody said how."""
    player = people.get(name)
    return player.wager if player is not None else STRATEGIES["flat"]


def at_random(people: Field) -> Field:
    """Return the same people, each of whom wagers at random."""
    wager = STRATEGIES["random"]
    return {name: Player(name, player.strategy, wager) for name, player in people.items()}


def _names(plan: Rehearsal, entrants: int | None) -> list[str]:
    named = list(dict.fromkeys((*plan.names, *plan.scripted)))
    wanted = entrants if entrants is not None else max(plan.entrants or ENTRANTS, len(named))
    if wanted < 1:
        raise Malformed(
            f"somebody plays: entrants cannot be {wanted}", code=ErrorCode.NO_SUCH_NUMBER
        )
    more = [name for name in made_up(wanted + len(named)) if name not in named]
    return [*named, *more][:wanted]


def _script(name: str, lines: Sequence[str]) -> Strategy:
    """Return the wagers that somebody makes one after the other: ``banker 100``."""
    bets = []
    for line in lines:
        wager, _, stake = line.strip().partition(" ")
        if not wager or not stake.strip():
            said = f"{name}: {line[:40]!r} is no wager"
            raise Malformed(said, "write banker 100", code=ErrorCode.INCOMPLETE)
        bets.append(PlannedWager(wager, parse_stake(stake.strip())))
    if not bets:
        raise Malformed(
            f"{name} wagers nothing", "name one wager or more", code=ErrorCode.INCOMPLETE
        )
    return scripted(bets)
