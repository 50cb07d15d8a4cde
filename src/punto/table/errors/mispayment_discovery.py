"""Payments found to be other than the books say: of one wager, or of coups on the wrong scale."""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from punto.aggregate.command import Group, Trouble
from punto.aggregate.roles import Cents, Count, CoupNumber, Number, PatronName, WagerName
from punto.aggregate.topic import Topic
from punto.clause import Clauses, Malformed, Reason, merged
from punto.error_codes import ErrorCode
from punto.money import dollars
from punto.rulebook.elect import TableRules, settling_by
from punto.table.authority import provided, require_staff
from punto.table.base_classes import Events, TableCommand, TableEvent
from punto.table.context import At, after, changes
from punto.table.deal.coup_reversal import laid
from punto.table.deal.wager_results import settle_wagers
from punto.table.entries import WrongScaleRecorded
from punto.table.layout_wager import SettledWager
from punto.table.mispayments import Mispaid
from punto.table.phase import PastCoup, Settling
from punto.table.register import record
from punto.table.table import Table

mispayment_discovery: Topic[Table, At] = Topic("mispayment_discovery", changes)
Coups = Mapping[int, PastCoup]


class Found(Struct, frozen=True):
    """A wager as it was really settled, and what the books had it come to."""

    coup: int
    paid_at: int
    really: SettledWager
    known_cents: int


class WrongScale(TableCommand, frozen=True, tag="wrong_scale"):
    """Coups were settled on another scale than the one of the game in play."""

    group = Group.COUP
    trouble = Trouble.MONEY
    powers = ()

    coups: tuple[CoupNumber, ...]


class FindMispayment(TableCommand, frozen=True, tag="find_mispayment"):
    """A wager of an earlier coup is found to have been paid, or collected, otherwise than booked.

    ``bet`` is the number of the wager, where a patron had several of the same kind.
    """

    group = Group.SETTLING
    trouble = Trouble.MONEY
    powers = ()

    coup: CoupNumber
    patron: PatronName
    wager: WagerName
    paid_cents: Count[Cents | None] = None
    collected_cents: Count[Cents | None] = None
    bet: Number | None = None


def _paid(table: Table, past: Coups, number: int) -> Settling | PastCoup:
    """Return a coup whose wagers are settled, or say that it is none."""
    phase = table.phase
    if isinstance(phase, Settling) and phase.collected and phase.paid and number == table.number:
        return phase
    found = past.get(number)
    if found is None or found.void:
        raise Malformed(f"coup {number} is not one that was settled", code=ErrorCode.NO_SUCH_THING)
    return found


@mispayment_discovery.permits(FindMispayment)
def may_find_mispayment(at: At) -> None:
    """Raise an error if this person may not look into payments now."""
    rules, by = at.rules, at.by
    require_staff(rules, by, "look into payments")


@mispayment_discovery.decides(FindMispayment)
def find_mispayment(at: At, command: FindMispayment) -> Events:
    """Enter that a wager was really paid, or collected, otherwise: known now, paid then."""
    rules, table, past = at.rules, at.state, at.past
    may_find_mispayment(at)
    coup = _paid(table, past, command.coup)
    bet = _bet(coup, command)
    if command.paid_cents is None and command.collected_cents is None:
        raise Malformed("say what was really paid, or collected", code=ErrorCode.INCOMPLETE)
    really = bet.really(command.paid_cents, command.collected_cents)
    if min(really.paid_cents, really.collected_cents, really.returned_cents) < 0:
        raise Malformed(
            "no more is taken than lies there, and nothing below nought", code=ErrorCode.INCOMPLETE
        )
    if really.net_cents == bet.net_cents:
        raise Malformed("that is what the books say", code=ErrorCode.ALREADY_SO)
    clause = rules.says.mispaid
    found = Found(command.coup, coup.paid_at, really, bet.net_cents)
    return (_entered(table, found, clause),)


def _bet(coup: Settling | PastCoup, command: FindMispayment) -> SettledWager:
    """Return the wager that is meant."""
    named = (command.patron, command.wager)
    theirs = [
        bet
        for bet in coup.settled
        if (bet.wager.patron, bet.wager.wager) == named and command.bet in (None, bet.number)
    ]
    if not theirs:
        text = f"{command.patron} had no such wager on {command.wager} in coup {command.coup}"
        raise Malformed(text, code=ErrorCode.NO_SUCH_THING)
    if len(theirs) > 1:
        numbers = ", ".join(str(bet.number) for bet in theirs)
        text = f"{command.patron} had several on {command.wager}: say which bet"
        raise Malformed(text, f"bet is one of: {numbers}", code=ErrorCode.INCOMPLETE)
    return theirs[0]


def _entered(table: Table, found: Found, clause: Clauses) -> Mispaid:
    """Return a wrong payment entered, and the chips booked as they really moved."""
    really = found.really
    wager, difference = really.wager, really.net_cents - found.known_cents
    over = "over" if difference > 0 else "under"
    text = f"coup {found.coup}: {wager.patron} {wager.wager} was settled {over}"
    return Mispaid(
        number=table.count.mispayments + 1,
        coup=found.coup,
        patron=wager.patron,
        wager=wager.wager,
        difference_cents=difference,
        bet=wager.number,
        paid_at=found.paid_at,
        paid_cents=really.paid_cents,
        collected_cents=really.collected_cents,
        booked_cents=_bookable(table, wager.patron, difference),
        reasons=(Reason(f"{text} by {dollars(abs(difference))}", clause),),
    )


def _bookable(table: Table, name: str, cents: int) -> int:
    """Return what of a difference the books can follow: nobody holds less than nothing."""
    if cents > table.ledger.float_cents:
        raise Malformed("the float does not hold so many chips", code=ErrorCode.FLOAT_TOO_SMALL)
    patron = table.patron(name)
    return cents if patron is None else max(cents, -patron.chips_cents)


@mispayment_discovery.permits(WrongScale)
def may_wrong_scale(at: At) -> None:
    """Raise an error if this person may not report settlements now."""
    rules, by = at.rules, at.by
    provided(rules, rules.says.wrong_scale, "what the wrong scale does")
    require_staff(rules, by, "report settlements")


@mispayment_discovery.decides(WrongScale)
def wrong_scale(at: At, command: WrongScale) -> Events:
    """Keep which coups were paid on the wrong scale: they stand, and the books say it."""
    rules, table, past = at.rules, at.state, at.past
    may_wrong_scale(at)
    if not command.coups:
        raise Malformed("name the coups", code=ErrorCode.INCOMPLETE)
    events: list[TableEvent] = []
    played: dict[str, None] = {}
    for number in dict.fromkeys(command.coups):
        coup = past.get(number)
        if coup is None or coup.void:
            raise Malformed(
                f"coup {number} is not one that was settled", code=ErrorCode.NO_SUCH_THING
            )
        played[coup.settlement] = None
        for really, known in _otherwise(rules, table, coup):
            then = after(table, events)
            clause = _of_game(rules, coup.settlement)
            found = Found(number, coup.paid_at, really, known)
            events.append(_entered(then, found, clause))
    clause = merged(*(_of_game(rules, scheme) for scheme in played))
    stands = merged(clause, rules.says.wrong_scale_stands, rules.says.wrong_scale_goes_on)
    listed = ", ".join(map(str, command.coups))
    text = f"coups {listed} were settled on the wrong scale and stand; {rules.settlement} goes on"
    return (*events, record(WrongScaleRecorded, table, text, stands))


def _of_game(rules: TableRules, scheme: str) -> Clauses:
    """Return the clauses about a game in play that was settled on another scale."""
    ordinary = rules.edition.settlement.schemes.value[0]
    return rules.says.wrong_scale_other if scheme == ordinary else rules.says.wrong_scale


def _otherwise(
    rules: TableRules, table: Table, past: PastCoup
) -> Iterator[tuple[SettledWager, int]]:
    """Yield each wager as the other scale paid it, unless it is known how it was really paid."""
    entered = {wrong.bet for wrong in table.open.mispayments if wrong.coup == past.number}
    known = {bet.number: bet for bet in past.settled}
    for scheme in rules.schemes:
        if scheme != past.settlement:
            other = settling_by(rules, scheme)
            for came in settle_wagers(other, table, laid(past.settled), past.coup):
                bet = known[came.number]
                really = bet.really(came.paid_cents, came.collected_cents)
                if really.net_cents != bet.net_cents and came.number not in entered:
                    yield really, bet.net_cents
