"""The commands that are possible in a tournament now, with an example, or the refusal."""

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial
from typing import Any

from msgspec import inspect as shapes

from punto.aggregate.actor import Actor
from punto.aggregate.command import Command
from punto.aggregate.roles import Field, Role
from punto.options import Asking, Option, option, stand_ins
from punto.rulebook.elect import TableRules
from punto.rulebook.word_lists import words_in
from punto.table.views.legal import options_by
from punto.tournament.conditions import Conditions
from punto.tournament.context import LastStep
from punto.tournament.money.stock import ReturnChips, StockChips
from punto.tournament.placing.chip_counts import CountChips
from punto.tournament.registry import decide, may, may_at_table, registry
from punto.tournament.seating.table_designation import DesignateTable, SetTableSize
from punto.tournament.tables import AtTable
from punto.tournament.tournament import Tournament
from punto.tournament.wagers.limits import MoveLimits

# Commands at a table are listed by `table_options`.
KINDS: tuple[type[Command], ...] = tuple(kind for kind in registry.commands if kind is not AtTable)
# Maximum number of entrants to try: of those who play, and of the others.
_ACTIVE, _OTHERS = 18, 4


class Suggestions:
    """Values to fill in the fields of commands, by their roles."""

    def __init__(self, rules: TableRules, tournament: Tournament, by: Actor) -> None:
        self.rules, self.tournament, self.by = rules, tournament, by
        self.conditions = tournament.conditions or Conditions()

    def filled(self, kind: type[Command]) -> Collection[str]:
        """Return the optional fields of a command that are filled in."""
        return _OWN[kind](self) if kind in _OWN else ()

    def of(self, kind: type[Command], field: Field) -> Sequence[Any]:
        """Return values for a field."""
        own = _OWN[kind](self) if kind in _OWN else {}
        if field.name in own:
            return own[field.name]
        if isinstance(field.shape, shapes.StructType) and field.shape.cls is Conditions:
            return (self.conditions,)
        if field.words is not None:
            return words_in(self.rules.edition, field.words) or stand_ins(field)
        found = _BY_ROLE.get(field.role) if not field.many else None
        return (found(self) if found else ()) or stand_ins(field)

    def names(self) -> Sequence[str]:
        """Return the entrants whom a command may be about: the caller, active ones, then others."""
        entrants = self.tournament.entrants
        names = [entrant.name for entrant in entrants]
        mine = [self.by.name] if self.by.name in names else []
        # Most commands are about entrants who still play.
        active = [entrant.name for entrant in entrants if entrant.place is None]
        return list(dict.fromkeys([*mine, *active[:_ACTIVE], *names[:_OTHERS]]))

    def strangers(self) -> Sequence[str]:
        """Return names for a new entrant: the caller's, and one that is not used."""
        names = {entrant.name for entrant in self.tournament.entrants}
        fresh = next(name for n in range(len(names) + 1) if (name := f"entrant {n}") not in names)
        return [*([self.by.name] if self.by.is_patron else []), fresh]


_BY_ROLE: dict[Role | None, Callable[[Suggestions], Sequence[Any]]] = {
    Role.ENTRANT: Suggestions.names,
    Role.NEWCOMER: Suggestions.strangers,
    Role.TABLE: lambda at: list(at.tournament.tables),
    Role.MONEY: lambda at: [at.conditions.entry_fee_cents or at.conditions.buy_in_cents or 10_000],
    Role.STAKE: lambda at: [at.conditions.minimum_cents or 2_500],
    Role.WAGER: lambda at: list(at.rules.outcomes),
    Role.ROUND: lambda at: [stage.name for stage in at.conditions.rounds],
}
_OWN: dict[type[Command], Callable[[Suggestions], dict[str, Sequence[Any]]]] = {
    CountChips: lambda at: {"chips_cents": [at.conditions.chips_cents or 10_000]},
    DesignateTable: lambda at: {"table": [max((*at.tournament.tables, 0)) + 1]},
    MoveLimits: lambda at: {
        "minimum_cents": [(at.conditions.minimum_cents or 100) * 2],
        "maximum_cents": [(at.conditions.maximum_cents or 10_000) * 2],
    },
    ReturnChips: lambda _: {"pieces": [{10_000: 1}]},
    SetTableSize: lambda _: {"entrants": [7]},
    StockChips: lambda _: {"pieces": [{10_000: 1}]},
}


def options(
    rules: TableRules,
    tournament: Tournament,
    actors: tuple[Actor, ...],
    last: LastStep | None = None,
) -> list[Option]:
    """Return every command of a tournament, with an example, or the refusal."""
    asking = Asking(
        actors,
        Suggestions(rules, tournament, actors[0]),
        partial(may, rules, tournament),
        partial(decide, rules, tournament, last=last),
    )
    return [option(kind, asking) for kind in KINDS]


def table_options(
    rules: TableRules, tournament: Tournament, number: int, actors: tuple[Actor, ...]
) -> list[Option]:
    """Return every command at a table of a tournament."""

    def tried(actor: Actor, command: Any) -> Iterable[Any]:
        return decide(rules, tournament, actor, AtTable(number, command))

    permitted = partial(may_at_table, rules, tournament, number)
    return options_by(rules, tournament.tables[number], actors, permitted, tried)
