"""Limits of one patron alone, agreed and withdrawn."""

from punto.aggregate.actor import Actor
from punto.clause import Clauses, Malformed, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.money import dollars
from punto.rulebook import schema
from punto.rulebook.elect import TableRules, kept_apart, not_held
from punto.rulebook.policies import LiveRule, PersonalCovers, PersonalDirection
from punto.rulebook.power import Power
from punto.table.authority import require
from punto.table.events import Events
from punto.table.guards import coup_is_on, has_wager, known, locked_clause, wagers_stay
from punto.table.limits import commands as do
from punto.table.limits import events as happened
from punto.table.limits.bounds import offer_with, sign
from punto.table.limits.notices import check_named
from punto.table.table import Table


def _check_running(rules: TableRules, table: Table, clause: Clauses) -> None:
    """Refuse limits that would rewrite a coup that is on; wagers that lie there stay as judged."""
    if coup_is_on(table):
        text = "limits agreed now would rewrite a coup that is on"
        raise Refused(ErrorCode.COUP_RUNNING, merged(clause, locked_clause(rules)), text)


def withdraw_limits(
    rules: TableRules, table: Table, by: Actor, command: do.WithdrawLimits
) -> Events:
    """Take the marker of a patron away: the sign binds them again."""
    clause = _may_end(rules, by, command.patron)
    clause = merged(clause, rules.says.personal_marker)
    patron = known(table, command.patron)
    if patron.own_maximum_cents is None and not patron.own_limits:
        raise Malformed(f"{patron.name} has no limits of their own", code=ErrorCode.NO_SUCH_THING)
    if coup_is_on(table) or has_wager(table, patron.name):
        text = f"{patron.name} has a wager that was accepted under these limits"
        raise Refused(ErrorCode.WAGER_ON_LAYOUT, clause, text)
    reason = Reason(f"{patron.name} plays to the limits of the sign again", clause)
    stay = wagers_stay(table)
    gone = happened.LimitsWithdrawn(name=patron.name, as_made=stay, reasons=(reason,))
    return (gone,)


def _may_end(rules: TableRules, by: Actor, patron: str) -> Clauses:
    """Return what lets somebody end limits of a patron: a power, or that it took two to agree."""
    data = sign(rules)
    mutual = data.personal_agreed if data else None
    if mutual and mutual.value and by.is_patron and by.name == patron:
        return mutual.clause
    return require(rules, by, Power.GRANT_PERSONAL_LIMITS, "agree limits with a patron")


def _agreed(data: schema.Limits, by: Actor, command: do.AgreeLimits) -> tuple[Reason, ...]:
    """Return that both sides agree to limits, where they must, or refuse limits of one side."""
    mutual = data.personal_agreed
    if mutual is None or not mutual.value:
        return ()
    if command.agreed is None:
        raise Malformed(
            f"say whether {command.patron} agrees",
            "agreed=yes, or agreed=no",
            code=ErrorCode.INCOMPLETE,
        )
    if not command.agreed:
        text = f"{command.patron} does not agree to limits of their own"
        raise Refused(ErrorCode.NOT_AGREED, mutual.clause, text)
    return (Reason(f"{command.patron} and {by.name} agree", mutual.clause),)


def _check_held(rules: TableRules) -> None:
    """Refuse limits of one patron where the sign binds everybody."""
    aside = rules.sets_aside.get(LiveRule.PERSONAL_LIMITS)
    if aside is not None:
        raise Refused(
            ErrorCode.NO_PERSONAL_LIMITS, aside, "everybody plays to the limits of the sign"
        )


def agree_limits(rules: TableRules, table: Table, by: Actor, command: do.AgreeLimits) -> Events:
    """Give one patron limits of their own."""
    data = sign(rules)
    _check_held(rules)
    known(table, command.patron)
    if data is None:
        raise not_held(rules.edition, "which limits bind")
    clause = require(rules, by, Power.GRANT_PERSONAL_LIMITS, "agree limits with a patron")
    clause = merged(clause, rules.says.personal_marker)
    if command.wager is not None:
        check_named(rules, command.wager)
    if data.personal_covers.value is PersonalCovers.MAXIMUM and command.minimum_cents is not None:
        text = "only the maximum may be agreed with a patron"
        raise Refused(ErrorCode.NO_PERSONAL_MINIMUM, data.personal_covers.clause, text)
    if data.personal_covers.value is not PersonalCovers.MAXIMUM and command.minimum_cents is None:
        text = "both limits of the patron are shown"
        raise Refused(ErrorCode.PERSONAL_MINIMUM_MISSING, data.personal_covers.clause, text)
    if (command.minimum_cents or 0) > command.maximum_cents or command.maximum_cents <= 0:
        raise Refused(ErrorCode.LIMITS_UPSIDE_DOWN, clause, "the maximum lies above the minimum")
    both = _agreed(data, by, command)
    _check_running(rules, table, clause)
    posted = _posted(rules, table, command.wager)
    higher = data.personal_direction.value is PersonalDirection.HIGHER_ONLY
    if higher and posted is not None and command.maximum_cents <= posted:
        text = f"a personal maximum lies above the posted {dollars(posted)}"
        raise Refused(ErrorCode.PERSONAL_MAXIMUM_TOO_LOW, data.personal_direction.clause, text)
    on = f" on {command.wager}" if command.wager else ""
    text = f"{command.patron} plays to {dollars(command.maximum_cents)}{on}"
    agreed = happened.LimitsAgreed(
        name=command.patron,
        minimum_cents=command.minimum_cents,
        maximum_cents=command.maximum_cents,
        wager=command.wager,
        as_made=wagers_stay(table),
        reasons=(Reason(text, clause), *both),
    )
    return (agreed,)


def _posted(rules: TableRules, table: Table, wager: str | None) -> int | None:
    """Return the maximum on the sign above which a patron is let: the table's, or of one kind."""
    if wager is None:
        return table.limits.maximum
    offer = wager if wager in rules.offers else offer_with(rules, wager)
    return table.limits.span(wager, offer, apart=kept_apart(rules.edition, offer))[1]
