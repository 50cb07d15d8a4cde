"""When a wager wins, loses or is returned, at which odds, and what is paid for it."""

import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct

from punto.clause import Clauses, Malformed, Reason, Refused, merged
from punto.coup import CoupResult
from punto.error_codes import ErrorCode
from punto.money import dollars, parse_stake, payable, payable_from, payable_up_to
from punto.rulebook.elect import TableRules, offer_of
from punto.rulebook.policies import Rounding, SettlingOrder
from punto.rulebook.rows import facts_asked
from punto.rulebook.schema import Outcome
from punto.rulebook.schema.coup_facts import Basis, CoupState, asked
from punto.rulebook.vocabulary import Ending, PairTest, Side
from punto.wagers.coup_state import coup_state, likeness, outcome
from punto.wagers.payouts import odds_value, winnings

# What is posted where wagers carry their own maximum: nothing more binds them.
_UNPOSTED: Mapping[str, int] = {}
_PATRON = re.compile(r"[^\W\d_][\w.'-]{0,39}")


class Placed(Struct, frozen=True, gc=False):
    """A wager on the layout: ``ann banker 100``; a maximum of its own replaces the table's.

    A share of an area that is over its maximum may be a part of a cent, and stays exact;
    ``bound_by`` are the clauses that give it, where it is not the wager's own maximum alone.
    """

    patron: str
    wager: str
    stake_cents: int
    maximum_cents: int | Fraction | None = None
    bound_by: Clauses = ()


class Settled(Struct, frozen=True, gc=False):
    """What became of a wager: collected, paid and handed back, and by which clauses.

    ``action`` is the part of the stake that was at risk; the rest goes back whatever the
    result. ``due`` is the exact winnings in cents, ``paid_cents`` what is paid after rounding.
    """

    placed: Placed
    action: int | Fraction
    ending: Ending
    outcome: str
    odds: str | None
    due: int | Fraction
    paid_cents: int
    collected_cents: int
    returned_cents: int
    clause: Clauses

    @property
    def reason(self) -> Reason:
        """Return in words what became of the wager, with the clauses that made it so."""
        text = settled_words(
            self.placed,
            outcome=self.outcome,
            ending=self.ending,
            odds=self.odds,
            action=self.action,
            due=self.due,
            moved=self.paid_cents or self.collected_cents,
        )
        return Reason(text, self.clause)

    @property
    def action_cents(self) -> int:
        """Return what was at risk, in whole cents."""
        return self.action // 1

    @property
    def net_cents(self) -> int:
        return self.paid_cents - self.collected_cents


def parse_wager(text: str) -> Placed:
    """Return the wager that a line such as ``ann banker 100`` (dollars) names."""
    words = text.split()
    if len(words) != 3:
        raise Malformed(f"{text!r} is not a wager", "write patron, wager, dollars: ann banker 100")
    patron, wager, stake = words
    if not _PATRON.fullmatch(patron):
        raise Malformed(f"{patron!r} is not the name of a patron", "start with a letter: ann")
    return Placed(patron, wager.lower(), parse_stake(stake))


def accept(rules: TableRules, placed: Placed) -> None:
    """Refuse a wager that this table does not take."""
    wagering = rules.edition.wagering
    if placed.wager not in rules.outcomes:
        offered = f"on offer here: {', '.join(rules.outcomes)}"
        if placed.wager in rules.edition.wagers and wagering.not_offered:
            clause = merged(wagering.not_offered.clause, offer_of(rules.edition, placed.wager))
            raise Refused(
                ErrorCode.WAGER_NOT_OFFERED, clause, f"{placed.wager} is not on offer here", offered
            )
        raise Refused(
            ErrorCode.WAGER_UNKNOWN, wagering.unlisted.clause, f"no wager {placed.wager!r}", offered
        )
    if placed.stake_cents <= 0:
        clause = wagering.in_chips.clause if wagering.in_chips else wagering.main.clause
        raise Refused(ErrorCode.STAKE_WORTH_NOTHING, clause, "a stake must be more than nothing")
    chips = rules.chips_cents
    if wagering.in_chips and not payable(placed.stake_cents, chips):
        optional = (one for one in rules.edition.offers.values() if placed.wager in one.wagers)
        raise Refused(
            ErrorCode.STAKE_NOT_IN_CHIPS,
            merged(wagering.in_chips.clause, *(one.taken_in_chips for one in optional)),
            f"the chips here cannot make a stake of {dollars(placed.stake_cents)}",
            f"chips: {', '.join(dollars(chip) for chip in chips)}",
        )
    rounding = rules.edition.settlement.rounding
    if rounding.value is Rounding.EXACT:
        action, _ = _action(rules, placed, rules.maxima.get(placed.wager))
        for row in rules.outcomes[placed.wager]:
            due = action * odds_value(row.odds) if row.odds else Fraction(0)
            if due.denominator != 1:
                raise Refused(
                    ErrorCode.STAKE_PAYS_PART_OF_A_CENT,
                    row.clause or rounding.clause,
                    f"{dollars(action)} at {row.odds} would win {dollars(due)}, "
                    "and this rulebook has no rounding rule",
                )


def settle(rules: TableRules, placed: Placed, coup: CoupResult) -> Settled:
    """Return what a wager comes to, or refuse one that this table does not take."""
    accept(rules, placed)
    came = _came(rules, placed.wager, coup, coup_state(rules, coup))
    return _settled(rules, placed, came, rules.maxima.get(placed.wager))


def _came(
    rules: TableRules, wager: str, coup: CoupResult, seen: CoupState
) -> tuple[Outcome, Clauses]:
    """Return the row that decides a kind of wager, and what makes it so."""
    if not coup.player:
        _declared(rules, wager)
    row = outcome(rules, wager, seen)
    return row, merged(row.clause, _pair_clauses(rules, row, coup))


def _settled(
    rules: TableRules, placed: Placed, came: tuple[Outcome, Clauses], posted: int | None
) -> Settled:
    """Return what a wager that was accepted comes to."""
    row, why = came
    action, capped = _action(rules, placed, posted)
    due: int | Fraction = 0
    paid, rounded = 0, Clauses()
    if row.odds is not None:
        due = winnings(action, row.odds)
        paid, rounded = _payment(rules, due)
    collected = _collected(rules, action) if row.then is Ending.LOSE else 0
    return Settled(
        placed=placed,
        action=action,
        ending=row.then,
        outcome=row.name,
        odds=row.odds,
        due=due,
        paid_cents=paid,
        collected_cents=collected,
        returned_cents=placed.stake_cents - collected,
        clause=merged(why, capped, rounded) if capped or rounded else why,
    )


def _declared(rules: TableRules, wager: str) -> None:
    """Refuse to settle a wager that asks for cards when only totals are known."""
    for row in rules.outcomes[wager]:
        if any(fact.basis is not Basis.TOTALS for fact in facts_asked([row])):
            text = f"{wager} depends on the cards, and only totals were declared"
            raise Refused(ErrorCode.CARDS_UNKNOWN, row.clause, text)


def settle_all(
    rules: TableRules, wagers: Iterable[Placed], coup: CoupResult, *, accepted: bool = False
) -> tuple[Settled, ...]:
    """Return what every wager of a coup comes to, in the order in which they are settled.

    Wagers that lie on a layout were ``accepted`` when they were placed and are not asked again.
    """
    every = tuple(wagers)
    if not accepted:
        for placed in every:
            accept(rules, placed)
    posted = {} if accepted else rules.maxima
    return tuple([settled for _, settled in settled_in_order(rules, every, coup, posted)])


def settled_in_order(
    rules: TableRules,
    wagers: Sequence[Placed],
    coup: CoupResult,
    posted: Mapping[str, int] = _UNPOSTED,
    *,
    seen: CoupState | None = None,
) -> list[tuple[int, Settled]]:
    """Return what accepted wagers come to in the order of settling, each with its place.

    A wager that has no maximum of its own is held to the one that is ``posted``.
    """
    seen = seen or coup_state(rules, coup)
    # Many lie on one wager, and one row decides them all.
    kinds = {placed.wager for placed in wagers}
    came = {wager: _came(rules, wager, coup, seen) for wager in kinds}
    settled = [
        _settled(rules, placed, came[placed.wager], posted.get(placed.wager)) for placed in wagers
    ]
    return [(place, settled[place]) for place in _settling_order(rules, settled)]


def _settling_order(rules: TableRules, settled: Sequence[Settled]) -> Sequence[int]:
    """Return the places of wagers in the order in which they are settled."""
    places = range(len(settled))
    order = rules.edition.settlement.order
    if order is None or order.value is SettlingOrder.AS_PLACED:
        return places
    pairs_first = order.value is SettlingOrder.PAIRS_FIRST
    main = rules.edition.wagering.main.value
    return sorted(
        places,
        key=lambda place: (
            pairs_first and settled[place].placed.wager in main,
            settled[place].ending is not Ending.LOSE,
        ),
    )


def _action(
    rules: TableRules, placed: Placed, posted: int | None
) -> tuple[int | Fraction, Clauses]:
    """Return the part of a stake that is at risk, and the clause that cut it."""
    over = rules.edition.settlement.over_maximum
    own = placed.maximum_cents
    maximum, stake_cents = posted if own is None else own, placed.stake_cents
    if over is None or maximum is None or stake_cents <= maximum:
        return stake_cents, ()
    whole = maximum.denominator == 1
    return (maximum.numerator if whole else maximum), placed.bound_by or over.clause


def _collected(rules: TableRules, action: int | Fraction) -> int:
    """Return what a lost wager costs; a cut one is collected in whole chips, never more."""
    whole = action // 1
    if rules.edition.settlement.rounding.value is Rounding.EXACT:
        return whole
    return payable_up_to(whole, rules.chips_cents)


def _payment(rules: TableRules, due: int | Fraction) -> tuple[int, Clauses]:
    """Return what is paid for exact winnings, and the clause that rounded them."""
    rounding = rules.edition.settlement.rounding
    if rounding.value is Rounding.EXACT:
        assert due.denominator == 1, "a stake that pays part of a cent is not accepted"
        return due.numerator, ()
    paid = payable_from(due, rules.chips_cents)
    return paid, rounding.clause if paid != due else ()


def _pair_clauses(rules: TableRules, row: Outcome, coup: CoupResult) -> Clauses:
    """Return what makes the opening cards a pair, or none, where a row asks for that."""
    pairs = rules.edition.pairs
    given = asked(row.when) if row.when else ()
    opening = [(fact, value) for fact, value in given if fact.basis is Basis.OPENING]
    if pairs is None or not opening:
        return ()
    alike = [
        likeness(rules, value, coup.player if fact.hand is Side.PLAYER else coup.banker)
        for fact, value in opening
        if fact.hand and isinstance(value, PairTest)
    ]
    return merged(pairs.cards.clause, pairs.judged_by.clause, *alike)


def settled_words(
    placed: Placed,
    *,
    outcome: str,
    ending: Ending,
    odds: str | None,
    action: int | Fraction,
    due: int | Fraction,
    moved: int,
) -> str:
    """Return in words what became of a wager."""
    at_risk = f" (at risk {dollars(action)})" if action != placed.stake_cents else ""
    head = f"{placed.patron} {placed.wager} {dollars(placed.stake_cents)}{at_risk}: {outcome}"
    if ending is Ending.STANDOFF:
        # A wager that no result touches says itself that it goes back.
        return head if outcome.endswith("returned") else f"{head}, stake returned"
    if ending is Ending.LOSE:
        return f"{head}, {dollars(moved)} collected"
    exact = f", {dollars(due)} rounded up" if due != moved else ""
    return f"{head}, {odds}{exact}, paid {dollars(moved)}"
