"""A tournament that is served: its tables with their cards, and its own steps."""

from collections.abc import Iterable, Mapping, Sequence
from secrets import randbelow
from typing import ClassVar

from punto import codec
from punto.aggregate.actor import Actor
from punto.aggregate.command import Command
from punto.aggregate.envelope import Envelope, LogEntry
from punto.aggregate.event import Event
from punto.clause import Malformed
from punto.contest import Contest
from punto.error_codes import ErrorCode
from punto.notation.tournament_commands import Meant
from punto.options import Option
from punto.rulebook.elect import TableRules
from punto.rulebook.elections import Origin
from punto.rulebook.load import load
from punto.rulebook.power import Power
from punto.server.aggregate import Aggregate, Cards, Decided, Past, by_name
from punto.server.caller_roles import looking
from punto.server.house_edge import with_edges
from punto.server.people.person import Person
from punto.server.served_table import check_unnamed, hides, untelling
from punto.server.virtual_shoes.sealed_order import brought_in, is_over
from punto.shoe import shuffled
from punto.store.stream_kinds import TOURNAMENT
from punto.table.authority import has_power
from punto.table.base_classes import TableCommand, TableEvent
from punto.table.opening.creation import TableSetUp
from punto.table.views.feed import Heard
from punto.table.views.view import View as TableView
from punto.tournament.audience import Audience
from punto.tournament.base_classes import TournamentCommand, TournamentEvent
from punto.tournament.context import LastStep
from punto.tournament.creation import TournamentSetUp
from punto.tournament.entry.disclosure import DeviceLetIn
from punto.tournament.entry.withdrawal import TournamentCancelled
from punto.tournament.leaving import FormHandedBack
from punto.tournament.money.prizes import TournamentFinished
from punto.tournament.registry import after, applied
from punto.tournament.rules import tournament_rules
from punto.tournament.seating.table_designation import DesignateTable
from punto.tournament.secret.announcement import announcement
from punto.tournament.secret.examination import examination
from punto.tournament.secret.form_effects import form_effects
from punto.tournament.secret.form_requests import form_requests
from punto.tournament.secret.hand_in import hand_in
from punto.tournament.secret.placed_forms import placed_forms
from punto.tournament.tables import AtTable, TableStepped
from punto.tournament.tournament import Tournament
from punto.tournament.views.asking import Due
from punto.tournament.views.due import due_now
from punto.tournament.views.feed import hears
from punto.tournament.views.legal import KINDS, options, table_options
from punto.tournament.views.view import View, table_view, view
from punto.tournament.wagers.time_limit import FormReopened
from punto.virtual_cards import Sealed

_BY_NAME = by_name(KINDS)
# Of these a device that was let in since may not tell everything.
_FORM_TOPICS = (hand_in, examination, announcement, placed_forms, form_requests, form_effects)
_ABOUT_FORMS: tuple[type[Event], ...] = (
    FormHandedBack,
    FormReopened,
    *(kind for topic in _FORM_TOPICS for kind in topic.events),
)


class ServedTournament(Aggregate):
    """A tournament; it is played in memory with its whole log, which is short."""

    kind: ClassVar[str] = TOURNAMENT
    kinds: ClassVar[Mapping[str, type[Command]]] = _BY_NAME
    state: Tournament

    def __init__(self, contest: Contest) -> None:
        super().__init__(contest.elected, contest.tournament)
        self.contest = contest
        self._last: LastStep | None = None
        # At which version a device of an entrant was let in last, as far as the log was read.
        self._let_in: dict[str, int] = {}
        self._read = 0
        self._known_due: tuple[Tournament, tuple[Due, ...]] | None = None

    @classmethod
    def of(cls, log: Sequence[LogEntry[TournamentEvent]]) -> "ServedTournament":
        """Return a tournament that stands as its log says."""
        begun, *rest = log
        first = begun.event
        assert isinstance(first, TournamentSetUp), "a log begins with the tournament being set up"
        rules = tournament_rules(load(first.rulebook), first.elections)
        contest = Contest(rules, first, randbelow)
        contest.log = [begun, *rest]
        contest.tournament = applied(contest.tournament, rest)
        return cls(contest)

    def begun(self) -> Decided:
        """Return the birth of the tournament."""
        return Decided(tuple(self.contest.events), self.contest.tournament)

    def read_command(self, text: bytes) -> TournamentCommand:
        """Return the command that a client sends."""
        return codec.read_tournament_command(text)

    def decide(self, actor: Actor, command: TournamentCommand, log: Past) -> Decided:
        """Return what a command brings about; the tournament stands as before until it is kept."""
        del log
        if isinstance(command, AtTable) and str(command.table) in self.cards:
            check_unnamed(self.state.tables[command.table], command.command)
        if isinstance(command, DesignateTable) and command.in_play is not None and self._virtual:
            raise Malformed(
                "the cards of this table are made ready here", code=ErrorCode.CARD_NAMED
            )
        contest = self.contest
        mark = contest.mark()
        try:
            events = contest.carry_out(actor, Meant(command))
            cards = {str(number): sealed for number, sealed in contest.cards.items()}
            # What somebody may take back is what comes last, once it is kept.
            self._last = contest.last
            return Decided(
                events, contest.tournament, self._mixed(events, cards), self._over(events)
            )
        finally:
            contest.back_to(mark)

    def hides(self, command: TournamentCommand) -> Malformed | None:
        """Return the no where what a command would do hangs on cards that nobody may know yet."""
        if not isinstance(command, AtTable) or command.table not in self.state.tables:
            return super().hides(command)
        return hides(self.state.tables[command.table], command.command, sealed=self._virtual)

    def take(self, decided: Decided) -> None:
        """Take over what was kept."""
        if decided.state is not self.contest.tournament:
            assert self._last is not None
            self.contest.book(self._last.by, decided.events)
            self.contest.last = self._last
        self.contest.tournament = decided.state
        self.hold(decided.cards)
        self.state = decided.state

    def hold(self, cards: Cards) -> None:
        """Take cards over that lie on its tables."""
        contest = self.contest
        here = {name: lie for name, lie in cards.items() if int(name) in contest.tournament.tables}
        super().hold(here)
        contest.cards = {int(name): sealed for name, sealed in here.items()}
        # What moves cards is not taken back; a table that was laid out goes with its cards.
        before = contest.last.before.tables if contest.last is not None else {}
        contest.cards_before = {
            number: lie for number, lie in contest.cards.items() if number in before
        }

    def shoes(self, coming: Iterable[TournamentEvent] = ()) -> tuple[str, ...]:
        """Return the shoes of its tables by their numbers, where cards are virtual.

        Also those of tables that are gone: their streams are there.
        """
        if not self._virtual:
            return ()
        told = (one for one in (*self.contest.events, *coming) if isinstance(one, TableStepped))
        laid_out = (str(one.table) for one in told if isinstance(one.event, TableSetUp))
        return tuple(dict.fromkeys(laid_out))

    def drawn(self, state: Tournament, shoe: str) -> int:
        """Return how many cards have left the shoe of a table."""
        table = state.tables.get(int(shoe))
        return 0 if table is None else table.shoe.drawn

    @property
    def _virtual(self) -> bool:
        return self.rules.origin is Origin.VIRTUAL

    def after(self, events: Iterable[TournamentEvent], envelope: Envelope) -> Tournament:
        """Return the tournament after the events of one command."""
        return after(self.state, events, envelope)

    def follow(self, actor: Actor, events: tuple[TournamentEvent, ...]) -> None:
        """Take over a command that another process has kept; it can be taken back here too."""
        contest = self.contest
        before = contest.tournament
        contest.tournament = self.state = contest.book(actor, events)
        # The log does not keep what a command was called; its first event says it as well.
        step = str(events[0].__struct_config__.tag)
        contest.last = LastStep(actor, step, before, events)

    def view(self, audience: str, viewer: str | None) -> View:
        """Return what an audience may see of the tournament."""
        return view(self.contest.rules, self.state, Audience(audience), viewer, self._due())

    def _due(self) -> tuple[Due, ...]:
        """Return what is due; everybody who looks at one state is told of the same."""
        if self._known_due is None or self._known_due[0] is not self.state:
            self._known_due = self.state, due_now(self.contest.rules, self.state)
        return self._known_due[1]

    def looking(self, person: Person, stream: str) -> tuple[str, str | None]:
        """Return as whom somebody looks at the tournament.

        Whoever examines forms looks as a supervisor, whoever leads it as its director.
        """
        if person.patron:
            mine = person.stream == stream and self.state.entrant(person.name) is not None
            return (Audience.ENTRANT, person.name) if mine else (Audience.PUBLIC, None)
        if _has(self.rules, person, Power.EXAMINE_FORMS):
            return Audience.SUPERVISOR, None
        if person.name in self.state.floor.leaders or _has(
            self.rules, person, Power.CONDUCT_TOURNAMENT
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
        rules, who = self.contest.rules, Audience(audience)
        seen = table_view(rules, self.state, number, who, viewer, due=self._due())
        return with_edges(rules, seen)

    def read_table_command(self, text: bytes) -> TableCommand:
        """Return the command that a client sends to one of its tables."""
        return codec.read_command(text)

    def options(self, actors: tuple[Actor, ...]) -> tuple[Option, ...]:
        """Return what somebody may do in the tournament now, and why not the rest."""
        return tuple(options(self.contest.elected, self.state, actors, self.contest.last))

    def table_options(self, number: int, actors: tuple[Actor, ...]) -> tuple[Option, ...]:
        """Return what somebody may do at one of its tables now, and why not the rest."""
        found = table_options(self.contest.elected, self.state, number, actors)
        return untelling(self.state.tables[number], found, sealed=self._virtual)

    def hears(self, event: TournamentEvent, audience: str, viewer: str | None) -> Heard | None:
        """Return what an audience hears of an event."""
        return hears(event, Audience(audience), viewer)

    def seat_then(
        self, audience: str, viewer: str | None, event: TournamentEvent, version: int
    ) -> tuple[str, str | None]:
        """Return as whom somebody hears of an event of before.

        A device that staff let in hears of forms handed in before that as everybody does.
        """
        if viewer is None or not isinstance(event, _ABOUT_FORMS):
            return audience, viewer
        log = self.contest.log
        for number in range(self._read, len(log)):
            if isinstance(told := log[number].event, DeviceLetIn):
                self._let_in[told.name] = number + 1
        self._read = len(log)
        sealed = version < self._let_in.get(viewer, 0)
        return (Audience.PUBLIC, None) if sealed else (audience, viewer)

    def _mixed(self, events: Iterable[TournamentEvent], cards: Cards) -> Cards:
        """Return the cards with those mixed that were brought in."""
        new = {name for name, told in _at_tables(events).items() if brought_in(told)}
        if not new:
            return cards
        return {
            name: Sealed(shuffled(lie.cards, randbelow)) if name in new else lie
            for name, lie in cards.items()
        }

    def _over(self, events: Iterable[TournamentEvent]) -> frozenset[str]:
        """Return the tables of whose cards nothing can be dealt any more."""
        if any(map(is_end, events)):
            return frozenset(self.cards)
        told = _at_tables(events)
        return frozenset(
            name for name, inside in told.items() if is_over(self.rules.edition, inside)
        )


def _has(rules: TableRules, person: Person, power: Power) -> bool:
    """Return whether one of somebody's titles has a power."""
    return any(has_power(rules, title, power) for title in person.titles)


def is_end(event: TournamentEvent) -> bool:
    """Return whether a tournament is over, and with it every shoe of its tables."""
    return isinstance(event, TournamentFinished | TournamentCancelled)


def _at_tables(events: Iterable[TournamentEvent]) -> dict[str, list[TableEvent]]:
    """Return what happened at each table."""
    found: dict[str, list[TableEvent]] = {}
    for event in events:
        if isinstance(event, TableStepped):
            found.setdefault(str(event.table), []).append(event.event)
    return found
