"""Checks that the rulebook permits conditions."""

from punto.aggregate.actor import Actor
from punto.clause import Clauses, Refused, merged
from punto.error_codes import ErrorCode
from punto.money import dollars
from punto.rulebook.elect import TableRules, not_held
from punto.rulebook.power import Power
from punto.rulebook.tournament_policies import HouseKeeps, Refunds
from punto.table.authority import require, require_clauses
from punto.tournament.conditions import Conditions
from punto.tournament.entry.overrides import check_overrides
from punto.tournament.rules import tournament_section
from punto.tournament.session_length import check_length

# The whole pool, in hundredths of a percent. Prize shares use this unit.
WHOLE = 10_000


def check_permitted(rules: TableRules, by: Actor, conditions: Conditions) -> Clauses:
    """Return the clauses that permit the conditions. Refuse what they do not permit."""
    clauses = [
        *_fee_clauses(rules, by, conditions),
        *_pool_clauses(rules, by, conditions),
        *_second_chance_clauses(rules, conditions),
        _cash_chip_clauses(rules, conditions),
        check_overrides(rules, conditions),
    ]
    if conditions.session is not None:
        check_length(rules, conditions.session)
    _check_withdrawal_time(rules, conditions)
    check_prizes(rules, conditions)
    return merged(*clauses)


def _fee_clauses(rules: TableRules, by: Actor, conditions: Conditions) -> list[Clauses]:
    """Return the clauses that permit an entry fee, a commission and a buy-in."""
    clauses: list[Clauses] = []
    if conditions.entry_fee_cents:
        clauses.append(require(rules, by, Power.SET_ENTRY_FEE, "charge an entry fee"))
    if conditions.commission_cents:
        keeps = tournament_section(rules.edition).money.keeps
        if keeps.value is not HouseKeeps.APPROVED_COMMISSION:
            text = "no commission is kept of an entry fee here"
            raise Refused(ErrorCode.NO_COMMISSION, keeps.clause, text)
        clauses.append(keeps.clause)
    if conditions.buy_in_cents:
        clauses.append(
            require_clauses(
                rules,
                tournament_section(rules.edition).says.buy_in,
                "whether chips of a session may be bought",
            )
        )
    return clauses


def _pool_clauses(rules: TableRules, by: Actor, conditions: Conditions) -> list[Clauses]:
    """Return the clauses that permit added value, a guaranteed pool and a reserved cancellation."""
    clauses: list[Clauses] = []
    if conditions.added_cents or any(prize.goods for prize in conditions.prizes):
        clauses.append(require(rules, by, Power.ADD_PRIZE_VALUE, "add value to the pool"))
    if conditions.guarantee_cents is not None:
        clauses.append(require(rules, by, Power.GUARANTEE_POOL, "guarantee the pool"))
    if conditions.reserves_cancel:
        topic = "whether a house may reserve to call a small tournament off"
        clauses.append(
            require_clauses(rules, tournament_section(rules.edition).says.guarantee_short, topic)
        )
    return clauses


def _second_chance_clauses(rules: TableRules, conditions: Conditions) -> list[Clauses]:
    """Return the clauses that permit buy-backs and second chances."""
    clauses: list[Clauses] = []
    if conditions.buy_back is not None and conditions.buy_back.times:
        one_entry = tournament_section(rules.edition).says.one_entry
        if one_entry:
            raise Refused(
                ErrorCode.ONE_ENTRY_ONLY, one_entry, "nobody buys back: everybody has one entry"
            )
        clauses.append(
            require_clauses(
                rules,
                tournament_section(rules.edition).says.buy_back,
                "whether somebody who is out may buy back",
            )
        )
    if conditions.secondary_places:
        clauses.append(
            require_clauses(
                rules,
                tournament_section(rules.edition).says.secondary_winners,
                "whether a second chance leads back",
            )
        )
    if conditions.secondary_for:
        clauses.append(
            require_clauses(
                rules,
                tournament_section(rules.edition).says.secondary,
                "whether there are second chances",
            )
        )
    return clauses


def _check_withdrawal_time(rules: TableRules, conditions: Conditions) -> None:
    """Refuse a withdrawal deadline if the rulebook does not leave it to the conditions."""
    refunds = tournament_section(rules.edition).money.refunds
    if conditions.withdraw_until is None or refunds.value is Refunds.IF_CONDITIONS_ALLOW:
        return
    text = "when an entry fee goes back is not for the conditions to say"
    clause = merged(refunds.clause, tournament_section(rules.edition).says.conditions_yield)
    raise Refused(ErrorCode.REFUND_NOT_PERMITTED, clause, text)


def _cash_chip_clauses(rules: TableRules, conditions: Conditions) -> Clauses:
    """Return the clauses that permit chips worth money. Refuse if they are not permitted."""
    if not conditions.live:
        return ()
    cash = tournament_section(rules.edition).money.cash_chips
    if cash:
        text = "the chips of a tournament are worth no money"
        raise Refused(ErrorCode.CHIPS_WORTH_MONEY, cash.clause, text)
    return require_clauses(
        rules,
        tournament_section(rules.edition).says.cash_value,
        "whether a tournament is played with chips worth money",
    )


def check_prizes(rules: TableRules, conditions: Conditions) -> None:
    """Refuse prizes that do not add up to the whole pool."""
    prizes = conditions.prizes
    if not prizes:
        return
    shares = sum(prize.share or 0 for prize in prizes)
    amounts = sum(prize.cents or 0 for prize in prizes)
    out_of_fees = bool(conditions.entry_fee_cents or conditions.buy_in_cents)
    if shares == WHOLE:
        return
    if shares == 0 and not out_of_fees and amounts == conditions.added_cents:
        return
    clause = tournament_section(rules.edition).says.pool_paid_out
    if not clause:
        raise not_held(rules.edition, "how much of the pool is paid out")
    if shares or out_of_fees:
        text = f"the shares come to {shares // 100}.{shares % 100:02d}% of the pool, not to all"
    else:
        text = f"the prizes come to {dollars(amounts)} of {dollars(conditions.added_cents)}"
    raise Refused(ErrorCode.PRIZES_DO_NOT_ADD_UP, clause, text)
