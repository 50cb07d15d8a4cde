"""The resource of a request: a whole stream, or one table of a tournament."""

from collections.abc import Mapping
from typing import Any

from punto import codec
from punto.aggregate.actor import Actor
from punto.aggregate.command import Command
from punto.aggregate.roles import Field
from punto.clause import Malformed, Reason
from punto.error_codes import ErrorCode
from punto.http_api import responses
from punto.http_api.responses import CallerKind
from punto.rulebook.elect import TableRules
from punto.rulebook.word_lists import words_in
from punto.server.caller_roles import acting_as
from punto.server.feeds import FeedEvent
from punto.server.open_stream import OpenStream
from punto.server.people.person import Person
from punto.server.served_table import TABLE_KINDS
from punto.server.served_tournament import ServedTournament
from punto.table.cards.burning import Burn
from punto.table.deal.drawing import Draw
from punto.table.table import Table
from punto.table.views.receipt import receipt
from punto.table.views.sign import sign_lines
from punto.table.views.suggestions import choices
from punto.tournament.audience import TournamentAudience as AtTournament
from punto.tournament.audience import audience_at_table
from punto.tournament.tables import AtTable, TableStepped
from punto.tournament.undo_step import StepUndone

Seat = tuple[str, str | None]


class Resource:
    """A whole stream: a table, a tournament or the house."""

    def __init__(self, live: OpenStream) -> None:
        self.live = live

    @property
    def rules(self) -> TableRules:
        """Return the rules of the resource."""
        return self.live.aggregate.rules

    def looking(self, person: Person) -> Seat:
        """Return the audience of a person, and their name in it."""
        return self.live.aggregate.looking(person, self.live.stream)

    def acting(self, person: Person, title: str | None) -> tuple[Actor, ...]:
        """Return the person under the title they name, or under each of their titles."""
        return acting_as(self.rules, person, self.live.stream, title)

    def view(self, seat: Seat) -> Any:
        """Return the view from a seat."""
        return self.live.aggregate.view(*seat)

    def hears(self, event: Any, seat: Seat) -> Any:
        """Return an event as a seat receives it, or None."""
        return self.live.aggregate.hears(event, *seat)

    def now(self, by: Actor, clock_ms: int) -> Actor:
        """Return an actor at a time, which is never before the last stored event."""
        return Actor(by.name, by.title, max(clock_ms, self.live.last_ms) // 1000)

    def command(self, text: bytes, person: Person) -> bytes:
        """Return a command in the form that the stream accepts; a device may only send cards."""
        if person.kind is CallerKind.DEVICE:
            _check_device(self.live.aggregate.read_command(text))
        return text

    def options(self, actors: tuple[Actor, ...]) -> tuple[Any, ...]:
        """Return the commands that are possible now, and why the others are not."""
        return self.live.aggregate.options(actors)

    def kinds(self) -> Mapping[str, type[Command]]:
        """Return the command types of the resource, by their names."""
        return self.live.aggregate.kinds

    def words(self, field: Field) -> tuple[str, ...]:
        """Return the words that a field of a command accepts, if they are a list."""
        state = self.live.aggregate.state
        if isinstance(state, Table):
            return choices(self.rules, state, field)
        return words_in(self.rules.edition, field.words) if field.words else ()

    def people(self) -> tuple[str, ...]:
        """Return the names of the patrons or entrants, for commands that name a person."""
        state = self.live.aggregate.state
        present = getattr(state, "patrons", ()) or getattr(state, "entrants", ())
        return tuple(person.name for person in present)

    def remembered(self) -> tuple[str, ...]:
        """Return everybody with a part in the table: patrons, the last coup, open disputes."""
        table = self.table()
        lines = receipt(table, None, everybody=True)
        disputants = (dispute.person for dispute in table.open.disputes)
        return (*self.people(), *(line.patron for line in lines), *disputants)

    def table_audience(self, seat: Seat) -> str:
        """Return the audience of a seat at the table."""
        return seat[0]

    def table(self) -> Table:
        """Return the table, or raise an error if the resource is not a table."""
        state = self.live.aggregate.state
        if not isinstance(state, Table):
            raise Malformed("that is no table", code=ErrorCode.NO_SUCH_THING)
        return state

    def at_table(self, event: Any) -> Any:
        """Return the event of this table, or None if it happened elsewhere."""
        return event

    def sign(self) -> tuple[Reason, ...]:
        """Return the lines on the sign of the table."""
        table = self.table()
        return sign_lines(self.rules, table.limits, table)

    def you(
        self, person: Person, csrf: str | None, *, lapsed: bool = False
    ) -> responses.CallerInfo:
        """Return a description of the caller at this resource."""
        audience = self.table_audience(self.looking(person))
        return responses.CallerInfo(person.name, person.kind, person.titles, audience, csrf, lapsed)

    def heard(
        self, seat: Seat, notes: tuple[FeedEvent, ...]
    ) -> tuple[responses.EventResponse[Any], ...]:
        """Return the events that a seat may receive, with their versions."""
        then = self.live.aggregate.seat_then
        heard_events = (
            (note, self.hears(note.event, then(*seat, note.event, note.version))) for note in notes
        )
        return tuple(
            responses.EventResponse(note.version, note.at_ms, event)
            for note, event in heard_events
            if event is not None
        )


class TournamentTable(Resource):
    """One table of a tournament. Its commands and its log are part of the tournament."""

    def __init__(self, live: OpenStream, number: int) -> None:
        super().__init__(live)
        self.number = number
        self.table()

    @property
    def rules(self) -> TableRules:
        """Return the rules of the table, as the conditions of the tournament change them."""
        return self._tournament.table_rules

    @property
    def _tournament(self) -> ServedTournament:
        aggregate = self.live.aggregate
        assert isinstance(aggregate, ServedTournament), "only tournaments have tables inside"
        return aggregate

    def table(self) -> Table:
        """Return the table, or raise an error if there is no table with that number."""
        table = self._tournament.driver.state.tables.get(self.number)
        if table is None:
            text = f"there is no table {self.number} in this tournament"
            raise Malformed(text, code=ErrorCode.NO_SUCH_THING)
        return table

    def view(self, seat: Seat) -> Any:
        """Return the view of the table from a seat."""
        return self._tournament.table_view(self.number, *seat)

    def hears(self, event: Any, seat: Seat) -> Any:
        """Return an event of this table, or the undoing of a step, as a seat receives it."""
        if isinstance(event, StepUndone):
            return super().hears(event, seat)
        mine = isinstance(event, TableStepped) and event.table == self.number
        return super().hears(event, seat) if mine else None

    def command(self, text: bytes, person: Person) -> bytes:
        """Return a command at this table in the form that the tournament accepts."""
        command = self._tournament.read_table_command(text)
        if person.kind is CallerKind.DEVICE:
            _check_device(command)
        return codec.encode(AtTable(self.number, command))

    def options(self, actors: tuple[Actor, ...]) -> tuple[Any, ...]:
        """Return the commands that are possible at this table now."""
        return self._tournament.table_options(self.number, actors)

    def kinds(self) -> Mapping[str, type[Command]]:
        """Return the command types of a table, by their names."""
        return TABLE_KINDS

    def words(self, field: Field) -> tuple[str, ...]:
        """Return the words that a field of a command at this table accepts."""
        return choices(self.rules, self.table(), field)

    def people(self) -> tuple[str, ...]:
        """Return the names of the patrons at this table."""
        return tuple(person.name for person in self.table().patrons)

    def table_audience(self, seat: Seat) -> str:
        """Return the audience of a seat at the table."""
        return audience_at_table(AtTournament(seat[0]))

    def at_table(self, event: Any) -> Any:
        """Return the event of this table, or None if it happened elsewhere."""
        if isinstance(event, TableStepped) and event.table == self.number:
            return event.event
        return None


def _check_device(command: Any) -> None:
    """Raise an error unless the command only reads a card that is dealt or burned."""
    if not isinstance(command, Draw | Burn) or command.card is None:
        raise Malformed(
            "a shoe that reads cards sends cards, and nothing else", code=ErrorCode.NO_CARD
        )
