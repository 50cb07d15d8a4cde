"""Reserves: applicants who get a seat in the first session that an entrant did not take."""

from msgspec.structs import replace

from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Unregistered, Visibility
from punto.aggregate.roles import Cents, EntrantName
from punto.aggregate.topic import Topic
from punto.clause import Clauses, Malformed, Reason, Refused
from punto.error_codes import ErrorCode
from punto.money import dollars
from punto.rulebook.power import Power
from punto.table.authority import require, require_clauses
from punto.table.seats.buying import ChipsBought
from punto.table.seats.joining import PatronJoined
from punto.tournament.base_classes import Events, TournamentCommand, TournamentEvent
from punto.tournament.context import TournamentContext, changes
from punto.tournament.entrant import EntrantStatus
from punto.tournament.entrant_lookup import entrant_named, with_entrant
from punto.tournament.money.fees import entry_price_cents, fee_payment
from punto.tournament.rules import tournament_section
from punto.tournament.session import Seat
from punto.tournament.tables import TableStepped
from punto.tournament.tournament import Tournament

reserves: Topic[Tournament, TournamentContext] = Topic("reserves", changes)


class SeatReserve(TournamentCommand, frozen=True, tag="seat_reserve"):
    """A reserve pays the fee and is given the seat of an entrant who did not take it."""

    group = Group.ENTRY
    powers = (Power.OFFER_RESERVE_SEAT,)

    name: EntrantName
    place_of: EntrantName
    cents: Cents = 0


class ReserveSeated(TournamentEvent, frozen=True, gc=False, tag="reserve_seated"):
    """A reserve got the seat of an entrant who did not take it."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT

    name: str
    place_of: str
    table: int
    seat: int


@reserves.permits(SeatReserve)
def may_seat_reserve(at: TournamentContext) -> Clauses:
    """Raise an error if this person may not offer a seat to a reserve now."""
    rules, by = at.rules, at.by
    clause = require_clauses(
        rules, tournament_section(rules.edition).says.reserve_seat, "whether there are reserves"
    )
    require(rules, by, Power.OFFER_RESERVE_SEAT, "offer a seat to a reserve")
    return clause


@reserves.decides(SeatReserve)
def seat_reserve(at: TournamentContext, command: SeatReserve) -> Events:
    """Give a reserve who pays the fee the seat that an entrant did not take."""
    rules, tournament = at.rules, at.state
    clause = may_seat_reserve(at)
    reserve, absent = (
        entrant_named(tournament, command.name),
        entrant_named(tournament, command.place_of),
    )
    session, chips = tournament.session, tournament.conditions.chips_cents
    if not reserve.reserve or reserve.standing is not EntrantStatus.APPLIED:
        raise Malformed(f"{reserve.name} is no reserve who waits", code=ErrorCode.NOT_NOW)
    if session is None or session.begun_at is None or chips is None:
        raise Malformed("no session has begun", code=ErrorCode.NOT_NOW)
    if session.number != 1:
        text = "a seat goes to a reserve in the first session only"
        raise Refused(ErrorCode.NOT_FIRST_SESSION, clause, text)
    seat = session.seats.get(absent.name)
    if absent.standing is not EntrantStatus.FORFEITED or seat is None:
        raise Refused(
            ErrorCode.SEAT_TAKEN, clause, f"{absent.name} has not lost a seat in this session"
        )
    fee = entry_price_cents(tournament.conditions)
    if command.cents != fee:
        pays = require_clauses(
            rules, tournament_section(rules.edition).says.reserve_pays, "what a reserve pays"
        )
        raise Refused(ErrorCode.FEE_UNPAID, pays, f"a reserve pays the entry fee of {dollars(fee)}")
    seated = ReserveSeated(
        name=reserve.name,
        place_of=absent.name,
        table=seat.table,
        seat=seat.seat,
        reasons=(Reason(f"{reserve.name} takes the seat of {absent.name}", clause),),
    )
    joined = PatronJoined(name=reserve.name, seat=seat.seat)
    bought = ChipsBought(name=reserve.name, cents=chips)
    return (
        *(fee_payment(rules, tournament, reserve.name) if fee else ()),
        seated,
        TableStepped(table=seat.table, event=joined),
        TableStepped(table=seat.table, event=bought),
    )


@reserves.applies(ReserveSeated)
def reserve_seated(tournament: Tournament, event: ReserveSeated, envelope: Envelope) -> Tournament:
    session = tournament.session
    assert session is not None
    seats = {name: seat for name, seat in session.seats.items() if name != event.place_of}
    seats[event.name] = Seat(event.table, event.seat)
    session = replace(session, seats=seats, seated={**session.seated, event.name: envelope.at})
    played = (*tournament.progress.played, event.name)
    progress = replace(tournament.progress, played=played)
    tournament = replace(tournament, session=session, progress=progress)
    return with_entrant(tournament, event.name, standing=EntrantStatus.PLAYING)
