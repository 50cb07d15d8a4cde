"""The stock of tournament chips: put into stock, handed out, counted after a session."""

from collections.abc import Mapping

from msgspec.structs import replace

from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Register, Unregistered, Visibility
from punto.aggregate.roles import Cents, Count, Number
from punto.aggregate.topic import Topic
from punto.clause import Clauses, Malformed, Reason, Refused
from punto.error_codes import ErrorCode
from punto.money import dollars
from punto.rulebook.elect import TableRules
from punto.rulebook.power import Power
from punto.table.authority import require, require_staff
from punto.tournament.base_classes import Events, TournamentCommand, TournamentEvent
from punto.tournament.context import TournamentContext, changes
from punto.tournament.rules import tournament_section
from punto.tournament.tournament import Stock, Tournament, TournamentStage

stock: Topic[Tournament, TournamentContext] = Topic("stock", changes)


class StockChips(TournamentCommand, frozen=True, tag="stock_chips"):
    """Chips of the tournament are put into stock, with the number of each denomination."""

    group = Group.PLACING
    powers = ()

    pieces: Count[dict[Cents, Number]]


class ReturnChips(TournamentCommand, frozen=True, tag="return_chips"):
    """The chips that came back after a session are counted, by denomination."""

    group = Group.PLACING
    powers = (Power.RETURN_TOURNAMENT_CHIPS,)

    pieces: Count[dict[Cents, Number]]


class ChipsStocked(TournamentEvent, frozen=True, gc=False, tag="chips_stocked"):
    """Chips were put into stock: the number of each denomination."""

    visibility = Visibility.STAFF
    registers = (Register.CHIP_COUNTS,)

    pieces: dict[int, int]


class ChipsTakenIn(TournamentEvent, frozen=True, gc=False, tag="chips_taken_in"):
    """The chips left after a session go back to the house."""

    visibility = Visibility.STAFF
    registers = Unregistered.MONEY

    chips: dict[str, int]


class StockCounted(TournamentEvent, frozen=True, gc=False, tag="stock_counted"):
    """Chips were counted; ``missing`` of each are missing, negative if there are too many."""

    visibility = Visibility.STAFF
    registers = (Register.CHIP_COUNTS,)

    pieces: dict[int, int]
    missing: dict[int, int] = {}


@stock.permits(StockChips)
def may_stock_chips(at: TournamentContext) -> None:
    """Raise an error if this person may not put chips into stock now."""
    rules, by = at.rules, at.by
    require_staff(rules, by, "put chips into stock")


@stock.decides(StockChips)
def stock_chips(at: TournamentContext, command: StockChips) -> Events:
    """Record the chips of a tournament, between its sessions."""
    tournament = at.state
    may_stock_chips(at)
    _check_pieces(tournament, command.pieces)
    if tournament.stock.out and tournament.stock.pieces:
        raise Malformed("the chips of the last session are not counted", code=ErrorCode.NOT_NOW)
    return (ChipsStocked(pieces=dict(sorted(command.pieces.items()))),)


@stock.permits(ReturnChips)
def may_return_chips(at: TournamentContext) -> Clauses:
    """Raise an error if this person may not count chips into stock now."""
    rules, by = at.rules, at.by
    return require(rules, by, Power.RETURN_TOURNAMENT_CHIPS, "count chips into stock")


@stock.decides(ReturnChips)
def return_chips(at: TournamentContext, command: ReturnChips) -> Events:
    """Count the chips that came back after a session, and report missing ones."""
    rules, tournament = at.rules, at.state
    clause = may_return_chips(at)
    _check_pieces(tournament, command.pieces)
    stock = tournament.stock
    if not stock.pieces or not stock.out:
        raise Malformed("no chips of a session are out", code=ErrorCode.NOT_NOW)
    denominations = sorted({*stock.pieces, *command.pieces})
    missing = {
        cents: stock.pieces.get(cents, 0) - command.pieces.get(cents, 0)
        for cents in denominations
        if stock.pieces.get(cents, 0) != command.pieces.get(cents, 0)
    }
    reasons = [Reason("chips counted back into stock", clause)]
    for cents, number in missing.items():
        word = "missing" if number > 0 else "too many"
        text = f"the lead is told: {abs(number)} chips of {dollars(cents)} {word}"
        reasons.append(Reason(text, tournament_section(rules.edition).says.stock_missing))
    counted = StockCounted(
        pieces=dict(sorted(command.pieces.items())), missing=missing, reasons=tuple(reasons)
    )
    return (counted,)


def _check_pieces(tournament: Tournament, pieces: Mapping[int, int]) -> None:
    """Raise an error if no denominations are given, or if chips are in play."""
    if tournament.stage in (TournamentStage.FINISHED, TournamentStage.CANCELLED):
        raise Malformed(f"the tournament is {tournament.stage}", code=ErrorCode.NOT_NOW)
    session = tournament.session
    if session is not None and session.begun_at is not None and not session.ended:
        raise Malformed("a session is on", code=ErrorCode.NOT_NOW)
    if not pieces or any(cents <= 0 or number < 0 for cents, number in pieces.items()):
        raise Malformed("name denominations, and how many of each", code=ErrorCode.NO_SUCH_NUMBER)


def check_chips_in_stock(rules: TableRules, tournament: Tournament) -> None:
    """Refuse a session while chips of the previous session are not back in stock."""
    says, stock = tournament_section(rules.edition).says, tournament.stock
    if says.stock_returned and stock.pieces and stock.out:
        text = "the chips of the last session are not back in stock"
        raise Refused(ErrorCode.CHIPS_NOT_BACK, says.stock_returned, text)


def take_in_chips(tournament: Tournament, chips: Mapping[str, int]) -> Events:
    """Return the event that takes in chips after a session, unless they are worth money."""
    return () if tournament.conditions.live else (ChipsTakenIn(chips=dict(chips)),)


def chip_owner_reasons(rules: TableRules, tournament: Tournament) -> tuple[Reason, ...]:
    """Return the reason that names the owner of the chips left after a session."""
    says = tournament_section(rules.edition).says
    if tournament.conditions.live:
        return (Reason("chips worth money stay the entrants'", says.chips_to_entrant),)
    clause = says.chips_to_house
    return (Reason("chips that are left go back to the house", clause),) if clause else ()


@stock.applies(ChipsStocked)
def chips_stocked(tournament: Tournament, event: ChipsStocked, envelope: Envelope) -> Tournament:
    return replace(tournament, stock=Stock(event.pieces))


@stock.applies(ChipsTakenIn)
def chips_taken_in(tournament: Tournament, event: ChipsTakenIn, envelope: Envelope) -> Tournament:
    return replace(tournament, stock=replace(tournament.stock, out=True))


@stock.applies(StockCounted)
def stock_counted(tournament: Tournament, event: StockCounted, envelope: Envelope) -> Tournament:
    counted = replace(tournament.stock, pieces=event.pieces, out=False, missing=event.missing)
    return replace(tournament, stock=counted)
