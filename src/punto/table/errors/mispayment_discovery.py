"""Payments found to be other than the books say: of one wager, or of coups on the wrong scale."""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from punto.aggregate.command import ErrorArea, Group
from punto.aggregate.roles import Cents, Count, CoupNumber, Number, PatronName, WagerName
from punto.aggregate.topic import Topic
from punto.clause import Clauses, Malformed, Reason, merged
from punto.error_codes import ErrorCode
from punto.money import dollars
from punto.rulebook.elect import TableRules, settling_by
from punto.table.authority import require_clauses, require_staff
from punto.table.base_classes import Events, TableCommand, TableEvent
from punto.table.context import At, after, changes
from punto.table.deal.coup_reversal import original_wagers
from punto.table.deal.wager_results import settle_wagers
from punto.table.entries import WrongScaleRecorded
from punto.table.layout_wager import SettledWager
from punto.table.mispayments import Mispaid
from punto.table.phase import PastCoup, Settling
from punto.table.register import record
from punto.table.table import Table

mispayment_discovery: Topic[Table, At] = Topic("mispayment_discovery", changes)
CoupsByNumber = Mapping[int, PastCoup]


class DiscoveredMispayment(Struct, frozen=True):
    """A wager as it was really settled, and the net amount in the books."""

    coup: int
    paid_at: int
    really: SettledWager
    known_cents: int


class WrongScale(TableCommand, frozen=True, tag="wrong_scale"):
    """Coups were settled on another scale than the one of the game in play."""

    group = Group.COUP
    trouble = ErrorArea.MONEY
    powers = ()

    coups: tuple[CoupNumber, ...]

    @property
    def earlier_coups(self) -> tuple[int, ...]:
        return self.coups


class FindMispayment(TableCommand, frozen=True, tag="find_mispayment"):
    """A wager of an earlier coup is found to have been paid, or collected, otherwise than booked.

    ``bet`` is the number of the wager, if a patron had several of the same kind.
    """

    group = Group.SETTLING
    trouble = ErrorArea.MONEY
    powers = ()

    coup: CoupNumber
    patron: PatronName
    wager: WagerName
    paid_cents: Count[Cents | None] = None
    collected_cents: Count[Cents | None] = None
    bet: Number | None = None

    @property
    def earlier_coups(self) -> tuple[int, ...]:
        return (self.coup,)


def _settled_coup(table: Table, past: CoupsByNumber, number: int) -> Settling | PastCoup:
    """Return a settled coup, or raise an error if there is no such coup."""
    phase = table.phase
    if isinstance(phase, Settling) and phase.collected and phase.paid and number == table.number:
        return phase
    past_coup = past.get(number)
    if past_coup is None or past_coup.void:
        raise Malformed(f"coup {number} is not one that was settled", code=ErrorCode.NO_SUCH_THING)
    return past_coup


@mispayment_discovery.permits(FindMispayment)
def may_find_mispayment(at: At) -> None:
    """Raise an error if this person may not look into payments now."""
    rules, by = at.rules, at.by
    require_staff(rules, by, "look into payments")


@mispayment_discovery.decides(FindMispayment)
def find_mispayment(at: At, command: FindMispayment) -> Events:
    """Record that a wager was really paid, or collected, otherwise than booked."""
    rules, table, past = at.rules, at.state, at.past
    may_find_mispayment(at)
    coup = _settled_coup(table, past, command.coup)
    booked = _named_wager(coup, command)
    if command.paid_cents is None and command.collected_cents is None:
        raise Malformed("say what was really paid, or collected", code=ErrorCode.INCOMPLETE)
    corrected = booked.really(command.paid_cents, command.collected_cents)
    if min(corrected.paid_cents, corrected.collected_cents, corrected.returned_cents) < 0:
        raise Malformed(
            "no more is taken than lies there, and nothing below nought", code=ErrorCode.INCOMPLETE
        )
    if corrected.net_cents == booked.net_cents:
        raise Malformed("that is what the books say", code=ErrorCode.ALREADY_SO)
    clause = rules.says.mispaid
    discovery = DiscoveredMispayment(command.coup, coup.paid_at, corrected, booked.net_cents)
    return (_mispaid_event(table, discovery, clause),)


def _named_wager(coup: Settling | PastCoup, command: FindMispayment) -> SettledWager:
    """Return the wager that the command names."""
    patron_and_wager = (command.patron, command.wager)
    matching = [
        bet
        for bet in coup.settled
        if (bet.wager.patron, bet.wager.wager) == patron_and_wager
        and command.bet in (None, bet.number)
    ]
    if not matching:
        text = f"{command.patron} had no such wager on {command.wager} in coup {command.coup}"
        raise Malformed(text, code=ErrorCode.NO_SUCH_THING)
    if len(matching) > 1:
        numbers = ", ".join(str(bet.number) for bet in matching)
        text = f"{command.patron} had several on {command.wager}: say which bet"
        raise Malformed(text, f"bet is one of: {numbers}", code=ErrorCode.INCOMPLETE)
    return matching[0]


def _mispaid_event(table: Table, discovery: DiscoveredMispayment, clause: Clauses) -> Mispaid:
    """Return the event of a wrong payment; it books the chips as they really moved."""
    corrected = discovery.really
    wager, difference = corrected.wager, corrected.net_cents - discovery.known_cents
    over = "over" if difference > 0 else "under"
    text = f"coup {discovery.coup}: {wager.patron} {wager.wager} was settled {over}"
    return Mispaid(
        number=table.count.mispayments + 1,
        coup=discovery.coup,
        patron=wager.patron,
        wager=wager.wager,
        difference_cents=difference,
        bet=wager.number,
        paid_at=discovery.paid_at,
        paid_cents=corrected.paid_cents,
        collected_cents=corrected.collected_cents,
        booked_cents=_bookable_cents(table, wager.patron, difference),
        reasons=(Reason(f"{text} by {dollars(abs(difference))}", clause),),
    )


def _bookable_cents(table: Table, name: str, cents: int) -> int:
    """Return the part of a difference that can be booked: no balance becomes negative."""
    if cents > table.ledger.float_cents:
        raise Malformed("the float does not hold so many chips", code=ErrorCode.FLOAT_TOO_SMALL)
    patron = table.patron(name)
    return cents if patron is None else max(cents, -patron.chips_cents)


@mispayment_discovery.permits(WrongScale)
def may_wrong_scale(at: At) -> None:
    """Raise an error if this person may not report settlements now."""
    rules, by = at.rules, at.by
    require_clauses(rules, rules.says.wrong_scale, "what the wrong scale does")
    require_staff(rules, by, "report settlements")


@mispayment_discovery.decides(WrongScale)
def wrong_scale(at: At, command: WrongScale) -> Events:
    """Record which coups were paid on the wrong scale. Their results stand."""
    rules, table, past = at.rules, at.state, at.past
    may_wrong_scale(at)
    if not command.coups:
        raise Malformed("name the coups", code=ErrorCode.INCOMPLETE)
    events: list[TableEvent] = []
    settlements: dict[str, None] = {}
    for number in dict.fromkeys(command.coups):
        coup = past.get(number)
        if coup is None or coup.void:
            raise Malformed(
                f"coup {number} is not one that was settled", code=ErrorCode.NO_SUCH_THING
            )
        settlements[coup.settlement] = None
        for corrected, booked_cents in _wagers_on_other_scale(rules, table, coup):
            table_after = after(table, events)
            clause = _game_clauses(rules, coup.settlement)
            discovery = DiscoveredMispayment(number, coup.paid_at, corrected, booked_cents)
            events.append(_mispaid_event(table_after, discovery, clause))
    clause = merged(*(_game_clauses(rules, scheme) for scheme in settlements))
    stands = merged(clause, rules.says.wrong_scale_stands, rules.says.wrong_scale_goes_on)
    listed = ", ".join(map(str, command.coups))
    text = f"coups {listed} were settled on the wrong scale and stand; {rules.settlement} goes on"
    return (*events, record(WrongScaleRecorded, table, text, stands))


def _game_clauses(rules: TableRules, scheme: str) -> Clauses:
    """Return the clauses about coups of a game that were settled on another scale."""
    ordinary = rules.edition.settlement.schemes.value[0]
    return rules.says.wrong_scale_other if scheme == ordinary else rules.says.wrong_scale


def _wagers_on_other_scale(
    rules: TableRules, table: Table, past: PastCoup
) -> Iterator[tuple[SettledWager, int]]:
    """Yield each wager as another scale paid it, unless its real payment was recorded already."""
    recorded = {
        mispayment.bet for mispayment in table.open.mispayments if mispayment.coup == past.number
    }
    booked = {bet.number: bet for bet in past.settled}
    for scheme in rules.schemes:
        if scheme != past.settlement:
            other_rules = settling_by(rules, scheme)
            for result in settle_wagers(
                other_rules, table, original_wagers(past.settled), past.coup
            ):
                bet = booked[result.number]
                corrected = bet.really(result.paid_cents, result.collected_cents)
                if corrected.net_cents != bet.net_cents and result.number not in recorded:
                    yield corrected, bet.net_cents
