"""What the whole table may have on a hand or an area, and how wagers are cut to it."""

from fractions import Fraction

from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Unregistered, Visibility
from punto.aggregate.topic import Topic
from punto.clause import Clauses, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.money import dollars, payable_up_to
from punto.rulebook import schema
from punto.rulebook.elect import TableRules, not_held
from punto.rulebook.policies import CapExceeded, CapMeasure, LiveRule
from punto.rulebook.power import Power
from punto.table.authority import require
from punto.table.base_classes import Events, TableCommand, TableEvent
from punto.table.context import At, after, changes
from punto.table.guards import locked_clause
from punto.table.layout_wager import TableWager
from punto.table.limits.areas import Area, areas_with_wagers, counted_stake_cents
from punto.table.limits.bounds import sign
from punto.table.limits.offers import return_restricted_wagers
from punto.table.phase import Betting
from punto.table.returned_stakes import (
    ReturnedStake,
    StakesReturned,
    part_of_stake,
    return_stakes,
    whole_stake,
)
from punto.table.table import Table

caps: Topic[Table, At] = Topic("caps", changes)
HANDS = ("player", "banker")


class WagerReduction:
    """Cuts wagers to what the sign allows: first to the areas, then to the cap.

    Each wager counts with at most its own maximum, is scaled exactly and rounded once.
    """

    def __init__(self, rules: TableRules, data: schema.Limits, table: Table) -> None:
        self.rules, self.data, self.table = rules, data, table
        cut_wagers = data.cut_wagers.value if data.cut_wagers else HANDS
        self.wagers = tuple(wager for wager in table.wagers if wager.wager in cut_wagers)
        self.counted = {
            wager.number: counted_stake_cents(rules, table, wager) for wager in self.wagers
        }
        self.share = {number: Fraction(cents) for number, cents in self.counted.items()}
        self.areas: dict[Area, int] = {}
        self.hands: dict[str, int] = {}

    def cut_cents(self) -> dict[int, int]:
        """Return the amount cut from each wager, by wager number."""
        self._cut_areas()
        cap = self.table.limits.cap
        if cap is None:
            pass
        elif self.data.cap_measure.value is CapMeasure.TOTAL_OF_ONE_HAND:
            for hand in HANDS:
                self._cut_hand(hand, cap)
        else:
            # The chips after rounding count, not the exact shares.
            light, heavy = sorted(
                HANDS, key=lambda hand: (self._hand_chips(hand), self._hand_share(hand))
            )
            if self._hand_chips(heavy) > self._hand_chips(light) + cap:
                self._cut_hand(heavy, self._hand_chips(light) + cap)
        cut_by_number = {
            wager.number: wager.stake_cents - self._rounded_cents(wager) for wager in self.wagers
        }
        return {number: cents for number, cents in cut_by_number.items() if self._is_cut(number)}

    def _cut_areas(self) -> None:
        for area, maximum, wagers in areas_with_wagers(self.rules, self.table, self.wagers):
            total = sum(self.counted[wager.number] for wager in wagers)
            if total > maximum:
                self.areas[area] = maximum
                for wager in wagers:
                    self.share[wager.number] *= Fraction(maximum, total)

    def _cut_hand(self, hand: str, maximum: int) -> None:
        total = self._hand_share(hand)
        if total > maximum:
            self.hands[hand] = maximum
            for wager in self.wagers:
                if wager.wager == hand:
                    self.share[wager.number] *= Fraction(maximum) / total

    def _hand_share(self, hand: str) -> Fraction:
        shares = (self.share[wager.number] for wager in self.wagers if wager.wager == hand)
        return sum(shares, Fraction(0))

    def _hand_chips(self, hand: str) -> int:
        return sum(self._rounded_cents(wager) for wager in self.wagers if wager.wager == hand)

    def _is_cut(self, number: int) -> bool:
        return self.share[number] < self.counted[number]

    def _rounded_cents(self, wager: TableWager) -> int:
        """Return what remains of a wager: the counted stake, or its share in whole chips."""
        if not self._is_cut(wager.number):
            return self.counted[wager.number]
        return payable_up_to(self.share[wager.number] // 1, self.rules.chips_cents)

    def clause(self) -> Clauses:
        """Return the clauses by which wagers were cut."""
        hands = (self.data.cap_exceeded.clause, self.data.cap_measure.clause)
        wager_clause = self.data.cut_wagers.clause if self.data.cut_wagers else ()
        return merged(
            *(hands if self.hands else ()),
            (self.data.area_exceeded or self.data.cap_exceeded.clause) if self.areas else (),
            wager_clause,
        )

    def words(self) -> str:
        """Return in words the amounts to which hands and areas were cut."""
        areas = [f"{area} to {dollars(maximum)}" for area, maximum in self.areas.items()]
        hands = [f"{hand} to {dollars(maximum)}" for hand, maximum in self.hands.items()]
        return "; ".join((*areas, *hands))


class ReduceWagers(TableCommand, frozen=True, tag="reduce_wagers"):
    """The dealer cuts wagers pro rata until no cap is exceeded."""

    group = Group.LIMITS
    powers = (Power.REDUCE_WAGERS,)


class HandBackLatest(TableCommand, frozen=True, tag="hand_back_latest"):
    """The latest wager on the heavier hand goes back, because a cap stops the deal."""

    group = Group.LIMITS
    powers = (Power.HAND_BACK_WAGERS,)


class WagersReduced(TableEvent, frozen=True, gc=False, tag="wagers_reduced"):
    """The part of each wager that is returned so that no cap is exceeded."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.MONEY

    stakes: tuple[ReturnedStake, ...]


def hand_totals(table: Table) -> dict[str, int]:
    """Return the stakes on each hand over the whole table."""
    return {
        hand: sum(wager.stake_cents for wager in table.wagers if wager.wager == hand)
        for hand in HANDS
    }


def cap_is_exceeded(rules: TableRules, table: Table) -> bool:
    """Return whether the cap of the sign is exceeded now; equality does not exceed it."""
    data, cap = sign(rules), table.limits.cap
    if data is None or cap is None:
        return False
    totals = hand_totals(table)
    if data.cap_measure.value is CapMeasure.DIFFERENCE_OF_HANDS:
        return abs(totals["player"] - totals["banker"]) > cap
    return max(totals.values()) > cap


def check_cap(rules: TableRules, table: Table) -> None:
    """Refuse to deal over a cap if the rulebook provides no other remedy."""
    data = sign(rules)
    if not data or not cap_is_exceeded(rules, table):
        return
    if data.cap_exceeded.value is CapExceeded.DEAL_BLOCKED:
        totals = hand_totals(table)
        player, banker = dollars(totals["player"]), dollars(totals["banker"])
        cap = dollars(table.limits.cap or 0)
        text = f"Player {player} and Banker {banker} are further apart than {cap}"
        clause = merged(data.cap_exceeded.clause, data.cap_measure.clause)
        raise Refused(ErrorCode.CAP_EXCEEDED, clause, text)


@caps.permits(ReduceWagers)
def may_reduce_wagers(at: At) -> None:
    """Raise an error if this person may not reduce wagers now."""
    rules = at.rules
    sign(rules)
    aside = rules.sets_aside.get(LiveRule.CAPS)
    if aside is not None:
        raise Refused(ErrorCode.NO_REDUCTION, aside, "a wager on the layout stays as it is")


@caps.decides(ReduceWagers)
def reduce_wagers(at: At, command: ReduceWagers) -> Events:
    """Cut wagers pro rata until no cap is exceeded, each rounded down to a chip."""
    rules, table, by = at.rules, at.state, at.by
    may_reduce_wagers(at)
    data = sign(rules)
    if Power.REDUCE_WAGERS in rules.edition.powers:
        require(rules, by, Power.REDUCE_WAGERS, "cut wagers")
    if data is None:
        raise not_held(rules.edition, "which limits bind")
    if data.cap_exceeded.value is not CapExceeded.REDUCED_PRO_RATA:
        raise Refused(
            ErrorCode.NO_REDUCTION, data.cap_exceeded.clause, "wagers may not be cut here"
        )
    if not isinstance(table.phase, Betting):
        text = "wagers are cut while betting is open, never once the first card is out"
        raise Refused(ErrorCode.WAGER_LOCKED, data.cap_late.clause, text)
    cutting = WagerReduction(rules, data, table)
    cents = cutting.cut_cents()
    if not cents:
        text = "no cap that the sign shows is exceeded"
        clause = merged(data.cap_measure.clause, data.area_exceeded)
        raise Refused(ErrorCode.CAP_NOT_EXCEEDED, clause, text)
    stakes = tuple(
        part_of_stake(wager, cents[wager.number])
        for wager in table.wagers
        if cents.get(wager.number)
    )
    reason = Reason(f"cut {cutting.words()}", cutting.clause())
    return (WagersReduced(stakes=stakes, reasons=(reason,)),)


def area_shares(
    rules: TableRules, table: Table, wagers: tuple[TableWager, ...]
) -> dict[int, Fraction]:
    """Return the amounts at risk of wagers in areas over their maximum, by wager number.

    Each wager is first cut to its own maximum, then scaled exactly to the area.
    """
    data = sign(rules)
    if data is None or data.area_late is None or LiveRule.OVER_MAXIMUM in rules.sets_aside:
        return {}
    shares: dict[int, Fraction] = {}
    for _, maximum, area_wagers in areas_with_wagers(rules, table, wagers):
        counted = {wager.number: counted_stake_cents(rules, table, wager) for wager in area_wagers}
        total = sum(counted.values())
        if total > maximum:
            shares |= {
                number: Fraction(cents * maximum, total) for number, cents in counted.items()
            }
    return shares


@caps.permits(HandBackLatest)
def may_hand_back_latest(at: At) -> Clauses:
    """Raise an error if this person may not hand wagers back now."""
    rules, table, by = at.rules, at.state, at.by
    clause = require(rules, by, Power.HAND_BACK_WAGERS, "hand wagers back")
    data = sign(rules)
    if data is None or data.cap_exceeded.value is not CapExceeded.DEAL_BLOCKED:
        raise not_held(rules.edition, "whether wagers are handed back")
    if not isinstance(table.phase, Betting):
        text = "wagers are handed back while betting is open, never once the first card is out"
        raise Refused(ErrorCode.WAGER_LOCKED, merged(clause, locked_clause(rules)), text)
    if not cap_is_exceeded(rules, table):
        text = "no cap that the sign shows is exceeded"
        raise Refused(ErrorCode.CAP_NOT_EXCEEDED, data.cap_measure.clause, text)
    return clause


@caps.decides(HandBackLatest)
def hand_back_latest(at: At, command: HandBackLatest) -> Events:
    """Return the whole latest wager on the heavier hand while a cap stops the deal."""
    rules, table = at.rules, at.state
    clause = may_hand_back_latest(at)
    totals = hand_totals(table)
    heavy = max(totals, key=lambda hand: totals[hand])
    latest = max(
        (wager for wager in table.wagers if wager.wager == heavy), key=lambda wager: wager.number
    )
    text = f"{latest.patron} {heavy} {dollars(latest.stake_cents)} goes back: the latest on {heavy}"
    returned = StakesReturned(stakes=(whole_stake(latest),), reasons=(Reason(text, clause),))
    return (returned, *return_restricted_wagers(rules, after(table, (returned,)), latest.patron))


@caps.applies(WagersReduced)
def wagers_reduced(table: Table, event: WagersReduced, envelope: Envelope) -> Table:
    return return_stakes(table, event.stakes, reduced=True)
