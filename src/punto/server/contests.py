"""A tournament that is served: its tables with their cards, and its own steps."""

from collections.abc import Iterable
from secrets import randbelow
from typing import ClassVar

from punto import codec
from punto.clause import Malformed
from punto.contest import Contest
from punto.notation.tournament import Meant
from punto.rulebook.elections import Origin
from punto.rulebook.load import load
from punto.server.aggregate import Aggregate, Cards, Decided, Past
from punto.server.shoes import is_over
from punto.store.kinds import TOURNAMENT
from punto.table.authority import Actor
from punto.table.events import AnyEvent as TableEvent
from punto.table.views.feed import Heard
from punto.tournament.birth import TournamentSetUp
from punto.tournament.commands import AnyCommand, AtTable, DesignateTable
from punto.tournament.events import AnyEvent
from punto.tournament.rules import tournament_rules
from punto.tournament.step import after
from punto.tournament.tables import TableStepped
from punto.tournament.tournament import Tournament
from punto.tournament.undoing.decide import Taken
from punto.tournament.views.audience import Audience
from punto.tournament.views.feed import hears
from punto.tournament.views.view import View, view


class ServedTournament(Aggregate):
    """A tournament; it is played in memory with its whole log, which is short."""

    kind: ClassVar[str] = TOURNAMENT
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

    def hears(self, event: AnyEvent, audience: str, viewer: str | None) -> Heard | None:
        """Return what an audience hears of an event."""
        return hears(event, Audience(audience), viewer)


def _over(events: Iterable[AnyEvent]) -> frozenset[str]:
    """Return the tables whose cards were all mixed or replaced."""
    at_tables: dict[str, list[TableEvent]] = {}
    for event in events:
        if isinstance(event, TableStepped):
            at_tables.setdefault(str(event.table), []).append(event.event)
    return frozenset(name for name, inside in at_tables.items() if is_over(inside))
