"""What somebody may do in a tournament now, with an example of each, and why the rest may not."""

from collections.abc import Iterable
from typing import Any

from punto.aggregate.actor import Actor
from punto.options import Option, option
from punto.rulebook.elect import TableRules
from punto.table.views.legal import options_by
from punto.tournament.base_classes import TournamentCommand
from punto.tournament.conditions import Conditions
from punto.tournament.context import LastStep
from punto.tournament.entrant import Entrant
from punto.tournament.entry.applications import CheckEligibility
from punto.tournament.money.retained_fees import RetainFees
from punto.tournament.registry import decide, registry
from punto.tournament.seating.table_designation import DesignateTable
from punto.tournament.tables import AtTable
from punto.tournament.tournament import Tournament

# What is done at a table is asked for at that table.
KINDS: tuple[type, ...] = tuple(kind for kind in registry.commands if kind is not AtTable)

# Fields that have a default, but without which the command would not be accepted.
_EXTRA: dict[type, tuple[str, ...]] = {
    CheckEligibility: ("eligible",),
    RetainFees: ("purpose",),
}
_WORDS: dict[str, Any] = {
    "authority": "the authority",
    "reference": "T-1",
    "given": "2015-02-11",
    "reason": "said why",
    "cause": "no_wager",
    "text": "what happened",
    "facts": "what is disputed",
    "decision": "what is decided",
    "commitment": "0" * 64,
    "seed": "seed",
    "found": True,
    "eligible": True,
    "purpose": "administration",
    "number": 1,
    "advance": 1,
    "seconds": 30,
    "entrants": 7,
    "time": 0,
}


class Fillings:
    """What the fields of commands may sensibly be filled with."""

    def __init__(self, rules: TableRules, tournament: Tournament, by: Actor) -> None:
        self.rules, self.tournament, self.by = rules, tournament, by
        laid_down = tournament.conditions or Conditions()
        self._by_name: dict[str, list[Any]] = {
            "name": self._names(),
            "substitute": ["a substitute"],
            "place_of": [one.name for one in tournament.entrants][:24] or ["ann"],
            "table": list(tournament.tables) or [1],
            "cents": [laid_down.entry_fee_cents or laid_down.buy_in_cents or 10_000],
            "chips_cents": [laid_down.chips_cents or 10_000],
            "stake_cents": [laid_down.minimum_cents or 2_500],
            "minimum_cents": [(laid_down.minimum_cents or 100) * 2],
            "maximum_cents": [(laid_down.maximum_cents or 10_000) * 2],
            "wager": list(rules.outcomes),
            "round": [one.name for one in laid_down.rounds] or ["final"],
            "item": ["conditions", "commission"],
            "kind": ["collusion"],
            "conditions": [laid_down],
            "seats": [{}],
            "pieces": [{10_000: 1}],
        }

    def _names(self) -> list[str]:
        """Return whom a command may be about: whoever asks first, then everybody."""
        names = [one.name for one in self.tournament.entrants]
        mine = [self.by.name] if self.by.name in names else []
        fresh = next(name for n in range(len(names) + 1) if (name := f"entrant {n}") not in names)
        # Those who may still play are those whom most commands are about.
        active = [one.name for one in self.tournament.entrants if _still(one)]
        return list(dict.fromkeys([*mine, *active[:18], *names[:4], fresh]))

    def of(self, kind: type, name: str) -> list[Any]:
        """Return what a field may be filled with."""
        if kind is DesignateTable and name == "table":
            return [max((*self.tournament.tables, 0)) + 1]
        if name in self._by_name:
            return self._by_name[name]
        return [_WORDS.get(name, "x")]

    def beside(self, kind: type) -> tuple[str, ...]:
        """Return the fields without which a command would not be accepted."""
        return _EXTRA.get(kind, ())


def _still(entrant: Entrant) -> bool:
    return entrant.place is None


def options(
    rules: TableRules,
    tournament: Tournament,
    actors: tuple[Actor, ...],
    last: LastStep | None = None,
) -> list[Option]:
    """Return every command of a tournament, with an example of it or why it may not be given."""
    fillings = Fillings(rules, tournament, actors[0])

    def tried(actor: Actor, command: TournamentCommand) -> Iterable[Any]:
        return decide(rules, tournament, actor, command, last=last)

    return [option(kind, fillings, actors, tried, lambda command: command) for kind in KINDS]


def table_options(
    rules: TableRules, tournament: Tournament, number: int, actors: tuple[Actor, ...]
) -> list[Option]:
    """Return every command at one of its tables."""

    def tried(actor: Actor, command: Any) -> Iterable[Any]:
        return decide(rules, tournament, actor, AtTable(number, command))

    return options_by(rules, tournament.tables[number], actors, tried)
