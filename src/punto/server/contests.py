"""A tournament that is served: its tables with their cards, and its own steps."""

from collections.abc import Iterable, Mapping
from secrets import randbelow
from typing import ClassVar

from punto import codec
from punto.clause import Malformed
from punto.contest import Contest
from punto.notation.tournament import Meant
from punto.options import Option
from punto.rulebook.elect import TableRules
from punto.rulebook.elections import Origin
from punto.rulebook.load import load
from punto.server.aggregate import Aggregate, Cards, Decided, Past, by_name
from punto.server.edges import with_edges
from punto.server.people.person import Person
from punto.server.person import looking
from punto.server.shoes import is_over
from punto.server.tables import faceless
from punto.store.kinds import TOURNAMENT
from punto.table.authority import Actor, has_power
from punto.table.commands import AnyCommand as TableCommand
from punto.table.events import AnyEvent as TableEvent
from punto.table.views.feed import Heard
from punto.table.views.view import View as TableView
from punto.table.views.view import view as view_table
from punto.tournament.birth import TournamentSetUp
from punto.tournament.commands import AnyCommand, AtTable, DesignateTable
from punto.tournament.events import AnyEvent
from punto.tournament.rules import tournament_rules
from punto.tournament.step import after
from punto.tournament.tables import TableStepped
from punto.tournament.tournament import Tournament
from punto.tournament.undoing.decide import Taken
from punto.tournament.views.audience import Audience, at_table
from punto.tournament.views.feed import hears
from punto.tournament.views.legal import KINDS, options, table_options
from punto.tournament.views.view import View, view

_BY_NAME = by_name(KINDS)


class ServedTournament(Aggregate):
    """A tournament; it is played in memory with its whole log, which is short."""

    kind: ClassVar[str] = TOURNAMENT
    kinds: ClassVar[Mapping[str, type]] = _BY_NAME
    state: Tournament

    def __init__(self, contest: Contest) -> None:
        super().__init__(contest.elected, contest.tournament)
        self.contest = contest
        self._last: Taken | None = None

    @classmethod
    def of(cls, events: Iterable[AnyEvent]) -> "ServedTournament":
        """Return a tournament that stands as its log says."""
        first, *rest = events
        assert isinstance(first, TournamentSetUp), "a log begins with the tournament being set up"
        rules = tournament_rules(load(first.rulebook), first.elections)
        contest = Contest(rules, first, randbelow)
        contest.log += rest
        contest.tournament = after(contest.tournament, rest)
        return cls(contest)

    def begun(self) -> Decided:
        """Return the birth of the tournament."""
        return Decided(tuple(self.contest.log), self.contest.tournament)

    def read_command(self, text: bytes) -> AnyCommand:
        """Return the command that a client sends."""
        return codec.read_tournament_command(text)

    def decide(self, actor: Actor, command: AnyCommand, log: Past) -> Decided:
        """Return what a command brings about; the tournament stands as before until it is kept."""
        del log
        if isinstance(command, AtTable):
            named = getattr(command.command, "card", None) is not None
            if named and str(command.table) in self.cards:
                raise Malformed("cards of this shoe name themselves", code="card_named")
        if isinstance(command, DesignateTable) and command.in_play is not None and self._virtual:
            raise Malformed("the cards of this table are made ready here", code="card_named")
        contest = self.contest
        mark = contest.mark()
        try:
            events = contest.carry_out(actor, Meant(command))
            cards = {str(number): sealed for number, sealed in contest.cards.items()}
            # What somebody may take back is what comes last, once it is kept.
            self._last = contest.last
            return Decided(events, contest.tournament, cards, _over(events))
        finally:
            contest.back_to(mark)

    def take(self, decided: Decided) -> None:
        """Take over what was kept."""
        if decided.state is not self.contest.tournament:
            self.contest.log += decided.events
            self.contest.last = self._last
        self.contest.tournament = decided.state
        self.hold(decided.cards)
        self.state = decided.state

    def hold(self, cards: Cards) -> None:
        """Take cards over that lie on its tables."""
        super().hold(cards)
        self.contest.cards = {int(name): sealed for name, sealed in cards.items()}

    def shoes(self) -> tuple[str, ...]:
        """Return the shoes of its tables by their numbers, where cards are virtual."""
        return tuple(str(number) for number in self.state.tables) if self._virtual else ()

    @property
    def _virtual(self) -> bool:
        return self.rules.origin is Origin.VIRTUAL

    def after(self, events: Iterable[AnyEvent]) -> Tournament:
        """Return the tournament after further events, which another process has written."""
        told = list(events)
        self.contest.log += told
        self.contest.tournament = after(self.contest.tournament, told)
        return self.contest.tournament

    def view(self, audience: str, viewer: str | None) -> View:
        """Return what an audience may see of the tournament."""
        return view(self.contest.rules, self.state, Audience(audience), viewer)

    def looking(self, person: Person, stream: str) -> tuple[str, str | None]:
        """Return as whom somebody looks at the tournament.

        Whoever examines forms looks as a supervisor, whoever leads it as its director.
        """
        if person.patron:
            mine = person.stream == stream and self.state.entrant(person.name) is not None
            return (Audience.ENTRANT, person.name) if mine else (Audience.PUBLIC, None)
        if _has(self.rules, person, "examine_forms"):
            return Audience.SUPERVISOR, None
        if person.name in self.state.floor.leaders or _has(
            self.rules, person, "conduct_tournament"
        ):
            return Audience.DIRECTOR, None
        seen = Audience(looking(self.rules, person, stream)[0])
        # What is on a form is for whoever examines it: others of the staff look like a dealer.
        return (Audience.DIRECTOR if seen is Audience.SUPERVISOR else seen), None

    @property
    def table_rules(self) -> TableRules:
        """Return the rules of its tables, with what the conditions put in their place."""
        return self.contest.rules

    def table_view(self, number: int, audience: str, viewer: str | None) -> TableView:
        """Return what an audience may see of one of its tables."""
        rules, table = self.contest.rules, self.state.tables[number]
        seen = view_table(rules, table, at_table(Audience(audience)), viewer)
        return with_edges(rules, seen)

    def read_table_command(self, text: bytes) -> TableCommand:
        """Return the command that a client sends to one of its tables."""
        return codec.read_command(text)

    def options(self, actor: Actor) -> tuple[Option, ...]:
        """Return what somebody may do in the tournament now, and why not the rest."""
        return tuple(options(self.contest.elected, self.state, actor, self.contest.last))

    def table_options(self, number: int, actor: Actor) -> tuple[Option, ...]:
        """Return what somebody may do at one of its tables now, and why not the rest."""
        found = table_options(self.contest.elected, self.state, number, actor)
        return tuple(faceless(one) for one in found) if self._virtual else tuple(found)

    def hears(self, event: AnyEvent, audience: str, viewer: str | None) -> Heard | None:
        """Return what an audience hears of an event."""
        return hears(event, Audience(audience), viewer)


def _has(rules: TableRules, person: Person, power: str) -> bool:
    """Return whether one of somebody's titles has a power."""
    return any(has_power(rules, title, power) for title in person.titles)


def _over(events: Iterable[AnyEvent]) -> frozenset[str]:
    """Return the tables whose cards were all mixed or replaced."""
    at_tables: dict[str, list[TableEvent]] = {}
    for event in events:
        if isinstance(event, TableStepped):
            at_tables.setdefault(str(event.table), []).append(event.event)
    return frozenset(name for name, inside in at_tables.items() if is_over(inside))
