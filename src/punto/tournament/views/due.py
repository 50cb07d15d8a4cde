"""What is due in a tournament now: by whom, by which command, with the clause that wants it.

Nothing is reckoned twice: whatever is named here was asked of what decides, and would be taken.
"""

from typing import get_args

from msgspec.structs import replace

from punto.aggregate.actor import DEALER, LATEST, Actor
from punto.cards import DECK
from punto.clause import Reason, Refused
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.rulebook.power import Power
from punto.rulebook.tournament_policies import EqualChips, PlayOffChips
from punto.tournament.conditions import Conditions
from punto.tournament.entrant import ACTIVE, Entrant, EntrantStatus
from punto.tournament.entry.applications import (
    AcceptEntry,
    CheckEligibility,
    RefusalCause,
    RefuseEntry,
)
from punto.tournament.entry.approvals import FileApproval
from punto.tournament.entry.conditions import PublishConditions, SetConditions
from punto.tournament.entry.disclosure import ExplainConditions, GiveConditions, SignApplication
from punto.tournament.money.buy_ins import PayBuyIn
from punto.tournament.money.fees import PayFee, entry_price_cents
from punto.tournament.money.prizes import CloseTournament, PayPrizes
from punto.tournament.money.stock import ReturnChips, StockChips
from punto.tournament.placing.chip_counts import CountChips
from punto.tournament.placing.confirmation import ConfirmPlacings, SetAdvancing
from punto.tournament.placing.play_offs import OrderPlayOff
from punto.tournament.placing.ranking import ties
from punto.tournament.seating.ballot import CommitBallot, DrawBallot
from punto.tournament.seating.sessions import BeginSession, EndSession
from punto.tournament.seating.start_times import TakeSeat, seating_deadline
from punto.tournament.seating.table_designation import DesignateTable
from punto.tournament.session import Session
from punto.tournament.session_length import is_table_finished, session_tables
from punto.tournament.session_queries import current_round, is_final, starts_at
from punto.tournament.tournament import Tournament, TournamentStage
from punto.tournament.views.asking import Asking, Due, told, waits
from punto.tournament.views.due_table import lead_due, table_due
from punto.verifiable_draw import commitment

# A seed that is tried where nobody knows the one that was committed to.
_TRIED = "tried"


def due_now(rules: TableRules, tournament: Tournament) -> tuple[Due, ...]:
    """Return everything that is due now; nothing once the tournament is over."""
    asking, session = Asking(rules, tournament), tournament.session
    match tournament.stage:
        case TournamentStage.FINISHED | TournamentStage.CANCELLED:
            return ()
        case TournamentStage.DRAFT:
            return _draft(asking)
        case _ if session is None:
            return _between(asking)
        case _ if session.begun_at is None:
            return _seating(asking, session)
        case _ if session.ended:
            return _placing(asking, session)
        case _:
            return _playing(asking, session)


def _draft(asking: Asking) -> tuple[Due, ...]:
    """Return what is due before conditions are published."""
    by = asking.staff(Power.SET_TOURNAMENT_CONDITIONS)
    no = asking.no(by, PublishConditions())
    if no is None:
        why = Reason("the conditions are published", ())
        return asking.may(by, PublishConditions(), why)
    why = Reason(no.message, no.clause if isinstance(no, Refused) else ())
    if no.code == ErrorCode.NOT_APPROVED:
        item = "commission" if "commission" in no.message else "conditions"
        cents = asking.tournament.conditions.commission_cents if item == "commission" else None
        held = asking.rules.edition.opening.approved_by
        authority = held.value if held else ""
        filed = FileApproval(item, authority, "a reference", "2000-01-01", cents)  # type: ignore[arg-type]
        return asking.fills(Actor(DEALER, DEALER, asking.at), filed, why) or (waits(no),)
    return asking.fills(by, SetConditions(Conditions()), why) or (waits(no),)


def _between(asking: Asking) -> tuple[Due, ...]:
    """Return what is due while no session is on: entries, seats, or prizes in the end."""
    back = _chips_back(asking)
    if any(entrant.place for entrant in asking.tournament.entrants):
        paying = asking.staff(Power.PAY_PRIZES)
        why = Reason("the prizes are paid", asking.powers[Power.PAY_PRIZES].clause)
        paid = asking.may(paying, PayPrizes(), why)
        over = Reason("the tournament is closed", asking.law.says.pool_paid_out)
        done = (*back, *(paid or asking.may(paying, CloseTournament(), over)))
        no = asking.no(paying, CloseTournament())
        return done or ((waits(no),) if no is not None else ())
    entering = _entering(asking)
    arranged = (*lead_due(asking), *entering, *_arranging(asking), *back)
    if any(due.does for due in entering):
        return arranged
    return (*arranged, *_drawing(asking, arranged))


def _chips_back(asking: Asking) -> tuple[Due, ...]:
    """Return that the chips of a session are counted back into stock."""
    stock = asking.tournament.stock
    if not (stock.pieces and stock.out):
        return ()
    why = Reason("the chips are counted back into stock", asking.law.says.stock_returned)
    by = asking.staff(Power.RETURN_TOURNAMENT_CHIPS)
    return asking.fills(by, ReturnChips(dict(stock.pieces)), why)


def _entering(asking: Asking) -> tuple[Due, ...]:
    """Return what is due of those who applied and those who entered."""
    found, says = list[Due](), asking.law.says
    for entrant in asking.tournament.entrants:
        if entrant.standing is EntrantStatus.APPLIED and not entrant.reserve:
            found += _applied(asking, entrant)
        elif entrant.standing in ACTIVE and says.application_signed and not entrant.signed:
            found += _signed(asking, entrant)
    gives = Reason("the conditions are given to everybody", says.conditions_given)
    tells = Reason("the conditions are explained to everybody", says.conditions_explained)
    entered = [one for one in asking.tournament.entrants if one.standing in ACTIVE]
    if says.conditions_given and any(not one.given_conditions for one in entered):
        found += asking.may(asking.staff(Power.GIVE_CONDITIONS), GiveConditions(), gives)
    if says.conditions_explained and any(not one.told_conditions for one in entered):
        found += asking.may(asking.staff(Power.EXPLAIN_CONDITIONS), ExplainConditions(), tells)
    return tuple(found)


def _signed(asking: Asking, entrant: Entrant) -> tuple[Due, ...]:
    why = Reason(f"{entrant.name} signs the application", asking.law.says.application_signed)
    return asking.may(asking.entrant(entrant.name), SignApplication(entrant.name), why)


def _applied(asking: Asking, entrant: Entrant) -> tuple[Due, ...]:
    """Return what is next for somebody who has applied."""
    name, admits = entrant.name, asking.staff(Power.ADMIT_ENTRANTS)
    no = asking.no(admits, AcceptEntry(name))
    if no is None:
        why = Reason(f"the entry of {name} is accepted", ())
        return asking.may(admits, AcceptEntry(name), why)
    why = Reason(no.message, no.clause if isinstance(no, Refused) else ())
    match no.code:
        case ErrorCode.FEE_UNPAID:
            fee = PayFee(name, entry_price_cents(asking.tournament.conditions))
            return asking.may(asking.entrant(name), fee, why)
        case ErrorCode.ELIGIBILITY_UNCHECKED:
            return asking.fills(admits, CheckEligibility(name, eligible=True), why)
        case ErrorCode.NOT_SIGNED:
            return _signed(asking, entrant)
        case ErrorCode.NOT_ELIGIBLE | ErrorCode.FIELD_FULL:
            for cause in get_args(RefusalCause):
                refusal = RefuseEntry(name, cause)
                found = asking.fills(asking.staff(Power.REFUSE_APPLICATION), refusal, why)
                if found:
                    return found
            return (waits(no),)
        case _:
            return ()


def _arranging(asking: Asking) -> tuple[Due, ...]:
    """Return what is due before seats can be drawn: tables, chips, how many go on."""
    tournament, found = asking.tournament, list[Due]()
    says, stock = asking.law.says, tournament.stock
    designates = asking.staff(Power.DESIGNATE_TABLES)
    if not tournament.floor.tables:
        designated = asking.law.seating.designated
        why = Reason("a table is designated", designated.clause if designated else ())
        found += asking.fills(designates, DesignateTable(1), why)
    if tournament.stage is TournamentStage.OPEN and says.stock_returned and not stock.pieces:
        why = Reason("the chips are put on record", says.stock_returned)
        stocked = StockChips({tournament.conditions.minimum_cents or 100: 1})
        found += asking.fills(asking.staff(Power.RETURN_TOURNAMENT_CHIPS), stocked, why)
    stage = current_round(tournament)
    if stage is not None and not is_final(tournament) and stage.advance is None:
        power = asking.powers.get(Power.SET_ADVANCING)
        why = Reason(f"how many go on from {stage.name}", power.clause if power else ())
        sets = asking.staff(Power.SET_ADVANCING)
        found += asking.fills(sets, SetAdvancing(stage.name, 1), why)
    return tuple(found)


def _drawing(asking: Asking, before: tuple[Due, ...]) -> tuple[Due, ...]:
    """Return that a seed is committed to, or that seats are drawn by it, once that would be."""
    tournament, by = asking.tournament, asking.staff(Power.ALLOCATE_SEATS)
    progress = replace(tournament.progress, committed=commitment(_TRIED))
    tried = replace(tournament, progress=progress)
    no = asking.no(by, DrawBallot(_TRIED), tried)
    if no is not None:
        return () if before else (waits(no),)
    allocation = asking.law.seating.allocation
    if tournament.progress.committed is not None:
        why = Reason("seats are drawn", allocation.clause)
        draws = Asking(asking.plain, tried, asking.at)
        drawn = draws.fills(by, DrawBallot(_TRIED), why)
        # Only whoever committed to it has the seed.
        return tuple(replace(due, example=None) for due in drawn)
    why = Reason("a seed is committed to before seats are drawn", allocation.clause)
    return asking.fills(by, CommitBallot("0" * 64), why)


def _seating(asking: Asking, session: Session) -> tuple[Due, ...]:
    """Return who takes a seat or buys chips, and that the session begins in time."""
    tournament, found = asking.tournament, list(lead_due(asking))
    price, start = tournament.conditions.buy_in_cents, starts_at(tournament)
    people = {entrant.name: entrant for entrant in tournament.entrants}
    clause = asking.law.seating.seated_by.clause
    for name in session.seats:
        if price is not None and not people[name].bought_in:
            why = Reason(f"{name} buys in", asking.law.says.buy_in)
            found += asking.may(asking.entrant(name), PayBuyIn(name, price), why)
        if session.absent(name):
            why = Reason(f"{name} takes the seat", clause)
            found += asking.may(asking.entrant(name), TakeSeat(name), why)
    by = asking.staff(Power.CONDUCT_TOURNAMENT)
    no = asking.no(by, BeginSession())
    if no is None:
        opens = seating_deadline(asking.rules, tournament)
        if opens is None and any(session.absent(name) for name in session.seats):
            # Nobody has said until when those are waited for who are not in their seats.
            return tuple(found)
        why = Reason("the session begins", asking.powers[Power.CONDUCT_TOURNAMENT].clause)
        at, begins = max(start or 0, opens or 0) or None, asking.may(by, BeginSession(), why)
        return (*found, *(replace(due, opens_at=at) for due in begins))
    more = (*_entering(asking), *_arranging(asking), *_chips_back(asking))
    if no.code == ErrorCode.LEAD_ABSENT:
        return (*found, *more)
    return (*found, *more) if more else (*found, waits(no))


def _playing(asking: Asking, session: Session) -> tuple[Due, ...]:
    """Return what is due at every table, and when all are done, that the session ends."""
    ends = session.ends_at
    # Before the clock runs out there is one thing to do, afterwards another.
    before = asking.later(ends - 1) if ends is not None else asking
    found: list[Due] = []
    for number in session_tables(asking.tournament):
        if not is_table_finished(asking.tournament, number, before.at):
            found += [_paused(due, session, ends) for due in table_due(before, number)]
    ending = _ending(before, session)
    if ending or ends is None:
        return (*found, *ending)
    late = _ending(asking.later(LATEST), session)
    return (*found, *(replace(due, opens_at=ends) for due in late))


# What waits for the end of a break, and is not done any more once the session is over.
_PAUSED = frozenset({"open_betting", "draw"})


def _paused(due: Due, session: Session, until: int | None = None) -> Due:
    """Return what is due at a table with the time for it, where a break or the clock stops it."""
    if due.does not in _PAUSED:
        return due
    return replace(due, opens_at=session.resumes_at, until=until)


def _ending(asking: Asking, session: Session) -> tuple[Due, ...]:
    """Return what is due of a session of which every table is done: chips counted, its end."""
    tournament = asking.tournament
    tables = session_tables(tournament)
    if not all(is_table_finished(tournament, number, asking.at) for number in tables):
        return ()
    counted, found = asking.law.placing.counted, list[Due]()
    for number in tables:
        for patron in tournament.tables[number].patrons:
            if counted is not None and patron.name not in session.counts:
                why = Reason(f"the chips of {patron.name} are counted", counted.clause)
                counts = CountChips(patron.name, patron.chips_cents)
                found += asking.fills(asking.staff(Power.COUNT_TOURNAMENT_CHIPS), counts, why)
    ends = Reason("the session ends", asking.powers[Power.CONDUCT_TOURNAMENT].clause)
    by = asking.staff(Power.CONDUCT_TOURNAMENT)
    return tuple(found) or (*lead_due(asking), *asking.may(by, EndSession(), ends))


def _placing(asking: Asking, session: Session) -> tuple[Due, ...]:
    """Return what is due once a session has ended: ties played off, placings confirmed."""
    if session.play_offs:
        return tuple(
            _paused(due, session)
            for number in session.play_offs
            for due in table_due(asking, number)
        )
    tournament, found = asking.tournament, list[Due]()
    for tie in ties(asking.rules, tournament):
        if tie.playable:
            why = Reason(
                f"{', '.join(tie.names)} are level and play on",
                asking.law.placing.equal_chips.clause,
            )
            found += asking.fills(asking.staff(Power.ORDER_PLAY_OFF), _ordered(asking, tie.of), why)
    if found:
        return tuple(found)
    by = asking.staff(Power.AWARD_PLACES)
    why = Reason("the placings are confirmed", asking.powers[Power.AWARD_PLACES].clause)
    no = asking.no(by, ConfirmPlacings())
    if no is None:
        return asking.may(by, ConfirmPlacings(), why)
    if no.code == ErrorCode.TIE_LEFT:
        example = ConfirmPlacings()
        return (replace(told(by, example, why, whole=False), text=no.message, example=None),)
    return (waits(no),)


def _ordered(asking: Asking, number: int) -> OrderPlayOff:
    """Return how a tie may be played off: with some chips, for as many coups as some card gives."""
    placing = asking.law.placing
    drawn = placing.equal_chips.value is EqualChips.DRAWN_COUPS
    given = placing.play_off_chips.value is PlayOffChips.SET_BY_LEAD
    chips = asking.tournament.conditions.chips_cents if given else None
    return OrderPlayOff(number, chips, DECK[0] if drawn else None)
