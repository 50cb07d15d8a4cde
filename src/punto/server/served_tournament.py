"""A tournament that is served, with its tables and their cards."""

from collections.abc import Iterable, Mapping, Sequence
from secrets import randbelow
from typing import ClassVar

from msgspec.structs import replace

from punto import codec
from punto.aggregate.actor import Actor
from punto.aggregate.command import Command
from punto.aggregate.envelope import LogEntry
from punto.aggregate.event import Event
from punto.clause import Malformed
from punto.driver.driver import Decided, Shoes
from punto.driver.tournament import TournamentDriver, resumed
from punto.error_codes import ErrorCode
from punto.options import Option
from punto.rulebook.elect import TableRules
from punto.rulebook.elections import Origin
from punto.rulebook.power import Power
from punto.server.aggregate import Aggregate, by_name
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
from punto.tournament.audience import TournamentAudience
from punto.tournament.base_classes import TournamentCommand, TournamentEvent
from punto.tournament.entry.disclosure import DeviceLetIn
from punto.tournament.entry.withdrawal import TournamentCancelled
from punto.tournament.leaving import FormHandedBack
from punto.tournament.money.prizes import TournamentFinished
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
# A device that was admitted later may not receive these events in full.
_FORM_TOPICS = (hand_in, examination, announcement, placed_forms, form_requests, form_effects)
_ABOUT_FORMS: tuple[type[Event], ...] = (
    FormHandedBack,
    FormReopened,
    *(kind for topic in _FORM_TOPICS for kind in topic.events),
)


class ServedTournament(Aggregate):
    """A tournament. Its whole log is in memory, because it is short."""

    kind: ClassVar[str] = TOURNAMENT
    kinds: ClassVar[Mapping[str, type[Command]]] = _BY_NAME
    driver: TournamentDriver

    def __init__(self, driver: TournamentDriver) -> None:
        self.driver = driver
        # The version at which each entrant's device was admitted last, up to ``_events_read``.
        self._let_in: dict[str, int] = {}
        self._events_read = 0
        self._due_of_state: tuple[Tournament, tuple[Due, ...]] | None = None

    @classmethod
    def of(cls, log: Sequence[LogEntry[TournamentEvent]]) -> "ServedTournament":
        """Return a tournament in the state of its log."""
        return cls(resumed(log, randbelow))

    def read_command(self, text: bytes) -> TournamentCommand:
        """Return the command that a client sends."""
        return codec.read_tournament_command(text)

    def decide(
        self, actor: Actor, command: TournamentCommand
    ) -> Decided[Tournament, TournamentEvent]:
        """Return the effects of a command; only this method prepares virtual cards."""
        if isinstance(command, AtTable) and str(command.table) in self.shoes:
            check_unnamed(self.driver.state.tables[command.table], command.command)
        if isinstance(command, DesignateTable) and command.in_play is not None and self._is_virtual:
            raise Malformed(
                "the cards of this table are made ready here", code=ErrorCode.CARD_NAMED
            )
        decided = self.driver.decide(actor, command)
        return replace(decided, shoes=_shuffle_new_cards(decided.events, decided.shoes))

    def over(self, events: Iterable[TournamentEvent]) -> frozenset[str]:
        """Return the tables whose committed cards cannot be dealt any more."""
        events = tuple(events)
        if any(map(is_end, events)):
            return frozenset(self.shoes)
        by_table = _events_by_table(events)
        return frozenset(
            name
            for name, table_events in by_table.items()
            if is_over(self.rules.edition, table_events)
        )

    def hides(self, command: TournamentCommand) -> Malformed | None:
        """Return the refusal if the outcome of a command depends on a hidden card."""
        if not isinstance(command, AtTable) or command.table not in self.state.tables:
            return super().hides(command)
        return hides(self.state.tables[command.table], command.command, sealed=self._is_virtual)

    def take(self, decided: Decided[Tournament, TournamentEvent]) -> None:
        """Apply a stored command; remove the cards of tables that do not exist any more."""
        self.driver.take(decided)
        self.driver.lay(_cards_of_tables(self.driver.state, self.shoes))

    def lay(self, shoes: Shoes) -> None:
        """Set the order of the cards on each table, now and before the last command."""
        driver = self.driver
        driver.lay(_cards_of_tables(driver.state, shoes))
        if driver.last is not None:
            # A command that moves cards cannot be undone. A removed table loses its cards.
            before = driver.last.before
            lay = _cards_of_tables(before.state, shoes)
            driver.last = replace(driver.last, before=replace(before, shoes=lay))

    def virtual_shoes(self, coming: Iterable[TournamentEvent] = ()) -> tuple[str, ...]:
        """Return the shoes of all tables with virtual cards, by table number.

        This includes tables that do not exist any more, because their streams remain.
        """
        if not self._is_virtual:
            return ()
        steps = (step for step in (*self.driver.events, *coming) if isinstance(step, TableStepped))
        laid_out = (str(step.table) for step in steps if isinstance(step.event, TableSetUp))
        return tuple(dict.fromkeys(laid_out))

    def drawn(self, state: Tournament, shoe: str) -> int:
        """Return how many cards have left the shoe of a table."""
        table = state.tables.get(int(shoe))
        return 0 if table is None else table.shoe.drawn

    @property
    def _is_virtual(self) -> bool:
        return self.rules.origin is Origin.VIRTUAL

    def view(self, audience: str, viewer: str | None) -> View:
        """Return the view of an audience."""
        return view(
            self.driver.rules, self.state, TournamentAudience(audience), viewer, self._due()
        )

    def _due(self) -> tuple[Due, ...]:
        """Return what is due in the current state, calculated once for all viewers."""
        if self._due_of_state is None or self._due_of_state[0] is not self.state:
            self._due_of_state = self.state, due_now(self.driver.rules, self.state)
        return self._due_of_state[1]

    def looking(self, person: Person, stream: str) -> tuple[str, str | None]:
        """Return the audience of a person at the tournament, and their name in it.

        A person who examines forms is a supervisor; a leader of the tournament is a director.
        """
        if person.patron:
            mine = person.stream == stream and self.state.entrant(person.name) is not None
            return (
                (TournamentAudience.ENTRANT, person.name)
                if mine
                else (TournamentAudience.PUBLIC, None)
            )
        if _has_power(self.rules, person, Power.EXAMINE_FORMS):
            return TournamentAudience.SUPERVISOR, None
        if person.name in self.state.floor.leaders or _has_power(
            self.rules, person, Power.CONDUCT_TOURNAMENT
        ):
            return TournamentAudience.DIRECTOR, None
        audience = TournamentAudience(looking(self.rules, person, stream)[0])
        # Only people who examine forms may see their content, so other supervisors see less.
        return (
            TournamentAudience.DIRECTOR if audience is TournamentAudience.SUPERVISOR else audience
        ), None

    @property
    def table_rules(self) -> TableRules:
        """Return the rules of its tables, as the conditions change them."""
        return self.driver.rules

    def table_view(self, number: int, audience: str, viewer: str | None) -> TableView:
        """Return the view of an audience of one of its tables."""
        rules, who = self.driver.rules, TournamentAudience(audience)
        visible = table_view(rules, self.state, number, who, viewer, due=self._due())
        return with_edges(rules, visible)

    def read_table_command(self, text: bytes) -> TableCommand:
        """Return the command that a client sends to one of its tables."""
        return codec.read_command(text)

    def options(self, actors: tuple[Actor, ...]) -> tuple[Option, ...]:
        """Return the commands that are possible now, and why the others are not."""
        return tuple(options(self.driver.elected, self.state, actors, self.driver.last_step))

    def table_options(self, number: int, actors: tuple[Actor, ...]) -> tuple[Option, ...]:
        """Return the commands that are possible at one table now, and why the others are not."""
        available = table_options(self.driver.elected, self.state, number, actors)
        return untelling(self.state.tables[number], available, sealed=self._is_virtual)

    def hears(self, event: TournamentEvent, audience: str, viewer: str | None) -> Heard | None:
        """Return an event as an audience receives it, or None."""
        return hears(event, TournamentAudience(audience), viewer)

    def seat_then(
        self, audience: str, viewer: str | None, event: TournamentEvent, version: int
    ) -> tuple[str, str | None]:
        """Return the audience and viewer for an earlier event.

        A device that staff admitted receives the public form of events about earlier forms.
        """
        if viewer is None or not isinstance(event, _ABOUT_FORMS):
            return audience, viewer
        log = self.driver.log
        for number in range(self._events_read, len(log)):
            if isinstance(event_read := log[number].event, DeviceLetIn):
                self._let_in[event_read.name] = number + 1
        self._events_read = len(log)
        sealed = version < self._let_in.get(viewer, 0)
        return (TournamentAudience.PUBLIC, None) if sealed else (audience, viewer)


def _cards_of_tables(tournament: Tournament, shoes: Shoes) -> Shoes:
    """Return the cards of the tables that exist in a tournament."""
    return {name: cards for name, cards in shoes.items() if int(name) in tournament.tables}


def _shuffle_new_cards(events: Iterable[TournamentEvent], shoes: Shoes) -> Shoes:
    """Return the cards of each table, with new cards shuffled."""
    new = {
        name for name, table_events in _events_by_table(events).items() if brought_in(table_events)
    }
    if not new:
        return shoes
    return {
        name: Sealed(shuffled(cards.cards, randbelow)) if name in new else cards
        for name, cards in shoes.items()
    }


def _has_power(rules: TableRules, person: Person, power: Power) -> bool:
    """Return whether one of a person's titles has a power."""
    return any(has_power(rules, title, power) for title in person.titles)


def is_end(event: TournamentEvent) -> bool:
    """Return whether an event ends the tournament, and so every shoe of its tables."""
    return isinstance(event, TournamentFinished | TournamentCancelled)


def _events_by_table(events: Iterable[TournamentEvent]) -> dict[str, list[TableEvent]]:
    """Return the events of each table."""
    by_table: dict[str, list[TableEvent]] = {}
    for event in events:
        if isinstance(event, TableStepped):
            by_table.setdefault(str(event.table), []).append(event.event)
    return by_table
