"""The least and the most that somebody may stake: by the sign, or by limits of their own."""

from punto.clause import Clauses, Malformed, Reason, Refused, merged
from punto.money import dollars
from punto.rulebook import schema
from punto.rulebook.elect import TableRules, not_held
from punto.rulebook.policies import (
    LiveRule,
    OutsideLimits,
    PersonalCovers,
    PersonalDirection,
)
from punto.table.authority import Actor, require, says
from punto.table.events import Events
from punto.table.guards import coup_is_on, has_wager, known, locked_clause
from punto.table.limits import commands as do
from punto.table.limits import events as happened
from punto.table.table import Patron, Table


def sign(rules: TableRules) -> schema.Limits | None:
    """Return the rules about the sign, if the edition has any."""
    return rules.edition.limits


def bounds(rules: TableRules, table: Table, patron: Patron, wager: str) -> tuple[int, int | None]:
    """Return the least and the most that a patron may stake on a wager."""
    limits = table.limits
    if wager not in rules.edition.wagering.main.value:
        least, most = limits.optional_minimum, limits.optional_maximum
        if least is not None or most is not None:
            return least or 0, most
    least, most = limits.minimum or 0, limits.maximum
    if patron.kept_minimum_cents is not None:
        least = min(least, patron.kept_minimum_cents)
    if patron.own_maximum_cents is not None:
        data = sign(rules)
        lifts = data is not None and (
            data.personal_direction.value is PersonalDirection.HIGHER_ONLY
        )
        posted, most = most, patron.own_maximum_cents
        if lifts and posted is not None:
            # A limit that lets somebody above the sign never holds them below it.
            most = max(posted, most)
        least = patron.own_minimum_cents if patron.own_minimum_cents is not None else least
    return least, most


def check(
    rules: TableRules,
    table: Table,
    patron: Patron,
    wager: str,
    stake_cents: int,
    *,
    elsewhere_cents: int = 0,
) -> tuple[Reason, ...]:
    """Refuse a stake outside the limits, or warn of it, as the rulebook has it.

    What the patron has on the same wager elsewhere counts where the maximum is per patron.
    """
    data = sign(rules)
    if data is None or LiveRule.LIMITS in rules.sets_aside:
        return ()
    least, most = bounds(rules, table, patron, wager)
    clause = _clause(rules, wager)
    if table.limits.per_patron and data.per_patron:
        clause = merged(clause, data.per_patron.clause)
        most = None if most is None else most - elsewhere_cents
    if stake_cents < least or (most is not None and stake_cents > most):
        shown = f"{dollars(least)} to {dollars(most)}" if most else f"from {dollars(least)}"
        text = f"{dollars(stake_cents)} on {wager} is outside the limits, {shown}"
        if data.outside.value is OutsideLimits.REFUSED:
            raise Refused("outside_limits", (*data.outside.clause, *clause), text)
        return (Reason(f"warning: {text}", (*data.outside.clause, *clause)),)
    step = table.limits.step
    if step and data.steps and (stake_cents - least) % step:
        text = f"{dollars(stake_cents)} is not {dollars(least)} and a number of {dollars(step)}"
        raise Refused("not_a_step", data.steps.clause, text)
    return ()


def _clause(rules: TableRules, wager: str) -> Clauses:
    if wager in rules.edition.wagering.main.value:
        return ()
    offers = (rules.edition.offers[name] for name in rules.offers)
    return merged(*(offer.shows_offer for offer in offers if wager in offer.wagers))


def _check_running(rules: TableRules, table: Table, clause: Clauses) -> None:
    """Refuse limits that would rewrite a coup that is on; wagers that lie there stay as judged."""
    if coup_is_on(table):
        text = "limits agreed now would rewrite a coup that is on"
        raise Refused("coup_running", merged(clause, locked_clause(rules)), text)


def _check_held(rules: TableRules) -> None:
    """Refuse limits of one patron where the sign binds everybody."""
    aside = rules.sets_aside.get(LiveRule.PERSONAL_LIMITS)
    if aside is not None:
        raise Refused("no_personal_limits", aside, "everybody plays to the limits of the sign")


def withdraw_limits(
    rules: TableRules, table: Table, by: Actor, command: do.WithdrawLimits
) -> Events:
    """Take the marker of a patron away: the sign binds them again."""
    clause = require(rules, by, "grant_personal_limits", "agree limits with a patron")
    clause = merged(clause, says(rules, "personal_marker"))
    patron = known(table, command.patron)
    if patron.own_maximum_cents is None:
        raise Malformed(f"{patron.name} has no limits of their own", code="no_such_thing")
    if coup_is_on(table) or has_wager(table, patron.name):
        text = f"{patron.name} has a wager that was accepted under these limits"
        raise Refused("wager_on_layout", clause, text)
    reason = Reason(f"{patron.name} plays to the limits of the sign again", clause)
    return (happened.LimitsWithdrawn(name=patron.name, reasons=(reason,)),)


def agree_limits(rules: TableRules, table: Table, by: Actor, command: do.AgreeLimits) -> Events:
    """Give one patron limits of their own."""
    data = sign(rules)
    _check_held(rules)
    known(table, command.patron)
    if data is None:
        raise not_held(rules.edition, "which limits bind")
    clause = require(rules, by, "grant_personal_limits", "agree limits with a patron")
    clause = merged(clause, says(rules, "personal_marker"))
    if data.personal_covers.value is PersonalCovers.MAXIMUM and command.minimum_cents is not None:
        text = "only the maximum may be agreed with a patron"
        raise Refused("no_personal_minimum", data.personal_covers.clause, text)
    if data.personal_covers.value is not PersonalCovers.MAXIMUM and command.minimum_cents is None:
        text = "both limits of the patron are shown"
        raise Refused("personal_minimum_missing", data.personal_covers.clause, text)
    if (command.minimum_cents or 0) > command.maximum_cents or command.maximum_cents <= 0:
        raise Refused("limits_upside_down", clause, "the maximum lies above the minimum")
    _check_running(rules, table, clause)
    posted = table.limits.maximum
    higher = data.personal_direction.value is PersonalDirection.HIGHER_ONLY
    if higher and posted is not None and command.maximum_cents <= posted:
        text = f"a personal maximum lies above the posted {dollars(posted)}"
        raise Refused("personal_maximum_too_low", data.personal_direction.clause, text)
    agreed = happened.LimitsAgreed(
        name=command.patron,
        minimum_cents=command.minimum_cents,
        maximum_cents=command.maximum_cents,
        reasons=(Reason(f"{command.patron} plays to {dollars(command.maximum_cents)}", clause),),
    )
    return (agreed,)
