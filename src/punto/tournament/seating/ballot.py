"""The ballot: seats drawn from a committed seed, so that anybody can verify the draw."""

from collections.abc import Sequence

from msgspec.structs import replace

from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Unregistered, Visibility
from punto.aggregate.roles import Commitment, EntrantName, Text
from punto.aggregate.topic import Topic
from punto.clause import Clauses, Malformed, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.rulebook.power import Power
from punto.rulebook.tournament_policies import Allocation
from punto.table.authority import require
from punto.tournament.base_classes import Events, TournamentCommand, TournamentEvent
from punto.tournament.conditions import SessionLength
from punto.tournament.conduct.lead import check_director
from punto.tournament.context import TournamentContext, changes
from punto.tournament.entry.start_checks import check_disclosed
from punto.tournament.rules import tournament_section
from punto.tournament.session import Seat, SeatDraw, Session
from punto.tournament.session_queries import current_round, is_final, names_to_play
from punto.tournament.tournament import Tournament, TournamentStage
from punto.verifiable_draw import check_commitment, check_seed, lots

ballot: Topic[Tournament, TournamentContext] = Topic("ballot", changes)

_DRAW = "draw tables and seats"


class CommitBallot(TournamentCommand, frozen=True, tag="commit_ballot"):
    """The digest of the seed is published before seats are drawn: SHA-256 in hexadecimal."""

    group = Group.SESSION
    powers = (Power.ALLOCATE_SEATS,)

    commitment: Commitment


class DrawBallot(TournamentCommand, frozen=True, tag="draw_ballot"):
    """Seats are drawn by lot from the committed seed, so that anybody can verify the draw."""

    group = Group.SESSION
    powers = (Power.ALLOCATE_SEATS,)

    seed: Text


class AllocateSeats(TournamentCommand, frozen=True, tag="allocate_seats"):
    """Staff choose the entrants of the next session, with their tables and seats."""

    group = Group.SESSION
    powers = (Power.ALLOCATE_SEATS,)

    seats: dict[EntrantName, Seat]


class BallotCommitted(TournamentEvent, frozen=True, gc=False, tag="ballot_committed"):
    """The digest of the seed of the next ballot was published."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT
    final = "the lots are fixed, and another seed would be another draw"

    commitment: str


class BallotDrawn(TournamentEvent, frozen=True, gc=False, tag="ballot_drawn"):
    """The seats drawn for the next session, and the seed of the draw.

    ``commitment`` is the digest of the seed, as it was published before. Anybody can repeat the
    draw from the seed and the names. The order of lots is: entrants with seats in the order of
    ``seats``, then those who wait for another session of the round.
    """

    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT
    final = "lots were drawn, and everybody has seen them"

    session: int
    round: int
    length: SessionLength
    seed: str
    seats: dict[str, Seat]
    waiting: tuple[str, ...] = ()
    commitment: str | None = None


class SeatsAllocated(TournamentEvent, frozen=True, gc=False, tag="seats_allocated"):
    """The seats of the next session as staff chose them."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT

    session: int
    round: int
    length: SessionLength
    seats: dict[str, Seat]


def table_sizes(people: int, tables: Sequence[int], seats: int) -> dict[int, int]:
    """Return the number of people at each table, as even as possible. Others have no seat."""
    per_table, extra = divmod(min(people, len(tables) * seats), len(tables))
    return {table: per_table + (index < extra) for index, table in enumerate(tables)}


@ballot.permits(CommitBallot)
def may_commit_ballot(at: TournamentContext) -> Clauses:
    """Raise an error if this person may not fix the seed of a ballot now."""
    rules, tournament, by = at.rules, at.state, at.by
    clause = require(rules, by, Power.ALLOCATE_SEATS, _DRAW)
    check_director(rules, tournament, by)
    _check_not_drawn(rules, tournament)
    return clause


@ballot.decides(CommitBallot)
def commit_ballot(at: TournamentContext, command: CommitBallot) -> Events:
    """Publish the digest of the seed of the next ballot."""
    tournament = at.state
    clause = may_commit_ballot(at)
    check_commitment(command.commitment, tournament.progress.committed)
    reason = Reason("the lots are fixed, and nobody knows them", clause)
    return (BallotCommitted(commitment=command.commitment, reasons=(reason,)),)


def _check_not_drawn(rules: TableRules, tournament: Tournament) -> None:
    """Refuse a draw for a session whose seats are drawn already."""
    if tournament.session is None:
        return
    allocation = tournament_section(rules.edition).seating.allocation
    if allocation.value is Allocation.BALLOT:
        text = "the seats of this session are drawn, and a ballot is drawn once"
        raise Refused(ErrorCode.BALLOT_DRAWN, allocation.clause, text)
    raise Malformed("seats are drawn already", code=ErrorCode.ALREADY_SO)


@ballot.permits(DrawBallot)
def may_draw_ballot(at: TournamentContext) -> Clauses:
    """Raise an error if this person may not draw the seats now."""
    rules, tournament, by = at.rules, at.state, at.by
    clause = require(rules, by, Power.ALLOCATE_SEATS, _DRAW)
    check_director(rules, tournament, by)
    _check_not_drawn(rules, tournament)
    return clause


@ballot.decides(DrawBallot)
def draw_ballot(at: TournamentContext, command: DrawBallot) -> Events:
    """Draw the tables and seats of the next session."""
    rules, tournament = at.rules, at.state
    clause = may_draw_ballot(at)
    length = _next_length(rules, tournament)
    check_seed(command.seed, tournament.progress.committed)
    names = names_to_play(tournament)
    if not names:
        raise Malformed("nobody is there to draw for", code=ErrorCode.NOT_NOW)
    places = _next_seats(rules, tournament, len(names))
    drawn = lots(command.seed, names)
    seats = dict(zip(drawn, places, strict=False))
    seated, waiting = len(seats), drawn[len(seats) :]
    allocation = tournament_section(rules.edition).seating.allocation
    reason = Reason(f"{seated} seats drawn by lot", merged(clause, allocation.clause))
    ballot = BallotDrawn(
        session=tournament.progress.sessions + 1,
        round=tournament.progress.round,
        length=length,
        seed=command.seed,
        seats=seats,
        waiting=waiting,
        commitment=tournament.progress.committed,
        reasons=(reason,),
    )
    return (ballot,)


def _next_length(rules: TableRules, tournament: Tournament) -> SessionLength:
    """Return the length of the next session. Raise an error if a session cannot be arranged."""
    if tournament.stage not in (TournamentStage.OPEN, TournamentStage.RUNNING):
        raise Malformed(f"the tournament is {tournament.stage}", code=ErrorCode.NOT_NOW)
    if any(entrant.place for entrant in tournament.entrants):
        raise Malformed("the places are confirmed", code=ErrorCode.NOT_NOW)
    length = tournament.conditions.session
    if length is None:
        check_disclosed(rules, tournament)
    if length is None or not tournament.floor.tables:
        raise Malformed("there are no tables or no sessions to draw for", code=ErrorCode.NOT_NOW)
    return length


def _next_seats(rules: TableRules, tournament: Tournament, people: int) -> list[Seat]:
    """Return the seats of the next session in order: table sizes as set, or as even as possible."""
    floor, round_ = tournament.floor, current_round(tournament)
    sizes = floor.sizes
    if not sizes:
        table_count = round_.tables if round_ else None
        if table_count is None and round_ is not None and is_final(tournament):
            table_count = 1
        sizes = table_sizes(people, floor.tables[:table_count], rules.seats)
    return [Seat(table, seat + 1) for table, size in sizes.items() for seat in range(size)]


@ballot.permits(AllocateSeats)
def may_allocate_seats(at: TournamentContext) -> None:
    """Raise an error if this person may not allocate seats now."""
    rules, tournament, by = at.rules, at.state, at.by
    require(rules, by, Power.ALLOCATE_SEATS, _DRAW)
    check_director(rules, tournament, by)
    seating = tournament_section(rules.edition).seating
    allocation = seating.allocation
    if allocation.value is Allocation.BALLOT:
        raise Refused(
            ErrorCode.BALLOT_ONLY, allocation.clause, "tables and seats are drawn by ballot"
        )
    _next_length(rules, tournament)
    if tournament.session is not None and tournament.session.begun_at is not None:
        raise Malformed("the session has begun", code=ErrorCode.NOT_NOW)


@ballot.decides(AllocateSeats)
def allocate_seats(at: TournamentContext, command: AllocateSeats) -> Events:
    """Assign chosen entrants to seats of the next session."""
    rules, tournament = at.rules, at.state
    may_allocate_seats(at)
    seating = tournament_section(rules.edition).seating
    allocation = seating.allocation
    length = _next_length(rules, tournament)
    _check_seats(rules, tournament, command.seats)
    reasons = [Reason("tables and seats are chosen", allocation.clause)]
    if seating.one_session:
        reasons.append(Reason("those who play are chosen", seating.one_session.clause))
    allocated = SeatsAllocated(
        session=tournament.progress.sessions + 1,
        round=tournament.progress.round,
        length=length,
        seats=command.seats,
        reasons=tuple(reasons),
    )
    return (allocated,)


def _check_seats(rules: TableRules, tournament: Tournament, seats: dict[str, Seat]) -> None:
    """Refuse seats that do not exist or are used twice, and entrants who may not play."""
    seating, waiting = tournament_section(rules.edition).seating, names_to_play(tournament)
    if not seats:
        raise Malformed("say who sits where", code=ErrorCode.INCOMPLETE)
    for name, seat in seats.items():
        if name in tournament.progress.played and seating.one_session:
            text = f"{name} has played in this round"
            raise Refused(ErrorCode.PLAYED_ALREADY, seating.one_session.clause, text)
        if name not in waiting:
            raise Malformed(f"{name} is not to play", code=ErrorCode.UNKNOWN_ENTRANT)
        if seat.table not in tournament.floor.tables or not 1 <= seat.seat <= rules.seats:
            raise Malformed(
                f"there is no seat {seat.seat} at {seat.table}", code=ErrorCode.NO_SUCH_THING
            )
    positions = [(seat.table, seat.seat) for seat in seats.values()]
    if len(set(positions)) < len(positions):
        raise Refused(ErrorCode.SEAT_TAKEN, seating.allocation.clause, "two people have one seat")


@ballot.applies(BallotCommitted)
def ballot_committed(
    tournament: Tournament, event: BallotCommitted, envelope: Envelope
) -> Tournament:
    progress = replace(tournament.progress, committed=event.commitment)
    return replace(tournament, progress=progress)


@ballot.applies(BallotDrawn)
def ballot_drawn(tournament: Tournament, event: BallotDrawn, envelope: Envelope) -> Tournament:
    drawn = None
    if event.commitment is not None:
        drawn = SeatDraw(event.commitment, event.seed, event.waiting)
    session = Session(event.session, event.round, event.length, seats=event.seats, drawn=drawn)
    return _with_seats(tournament, session)


@ballot.applies(SeatsAllocated)
def seats_allocated(
    tournament: Tournament, event: SeatsAllocated, envelope: Envelope
) -> Tournament:
    session = Session(event.session, event.round, event.length, seats=event.seats)
    return _with_seats(tournament, session)


def _with_seats(tournament: Tournament, session: Session) -> Tournament:
    """Return the tournament with the seats of its next session."""
    progress = replace(tournament.progress, committed=None)
    floor = replace(tournament.floor, sizes={})
    return replace(tournament, session=session, progress=progress, floor=floor)
