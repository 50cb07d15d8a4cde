"""Limits of one patron alone, agreed and withdrawn."""

from msgspec.structs import replace

from punto.aggregate.actor import Actor
from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Register, Visibility
from punto.aggregate.permission import anybody
from punto.aggregate.roles import Cents, Consent, PatronName, WagerName
from punto.aggregate.topic import Topic
from punto.clause import Clauses, Malformed, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.money import dollars
from punto.rulebook import schema
from punto.rulebook.amounts import WagerLimits
from punto.rulebook.elect import TableRules, kept_apart, not_held
from punto.rulebook.policies import LiveRule, PersonalCovers, PersonalDirection
from punto.rulebook.power import Power
from punto.table.authority import require
from punto.table.base_classes import Events, TableCommand, TableEvent
from punto.table.context import At, changes
from punto.table.guards import (
    coup_is_on,
    has_wager,
    locked_clause,
    require_patron,
    wagers_keep_limits,
)
from punto.table.layout_wager import TableWager
from punto.table.limits.bounds import offer_name_of, sign, store_limits_in_wagers
from punto.table.limits.notices import check_named
from punto.table.table import Patron, Table

personal: Topic[Table, At] = Topic("personal", changes)


class AgreeLimits(TableCommand, frozen=True, tag="agree_limits"):
    """A patron gets limits of their own, shown by a marker or a sign.

    They apply where the limits of the table do, or for a single ``wager`` or offer with its own
    limits on the sign. ``agreed`` is whether the patron agrees. A scenario may leave it out.
    """

    group = Group.LIMITS
    powers = (Power.GRANT_PERSONAL_LIMITS,)

    patron: PatronName
    maximum_cents: Cents
    minimum_cents: Cents | None = None
    wager: WagerName | None = None
    agreed: Consent[bool | None] = None


class WithdrawLimits(TableCommand, frozen=True, tag="withdraw_limits"):
    """The limits agreed with a patron end: their marker is taken away. They may end it too."""

    group = Group.LIMITS
    powers = (Power.GRANT_PERSONAL_LIMITS,)

    patron: PatronName


class LimitsAgreed(TableEvent, frozen=True, gc=False, tag="limits_agreed"):
    """A patron has personal limits: for one kind of bet, or wherever the limits of the table apply.

    If ``as_made``, the wagers of the last coup keep the limits before it.
    """

    visibility = Visibility.PERSON_AND_STAFF
    registers = (Register.LIMITS,)
    concerns = "name"

    name: str
    minimum_cents: int | None
    maximum_cents: int
    wager: str | None = None
    as_made: bool = False


class LimitsWithdrawn(TableEvent, frozen=True, gc=False, tag="limits_withdrawn"):
    """The limits of the sign apply to a patron again; ``as_made`` as for `LimitsAgreed`."""

    visibility = Visibility.PERSON_AND_STAFF
    registers = (Register.LIMITS,)
    concerns = "name"

    name: str
    as_made: bool = False


def _check_no_coup(rules: TableRules, table: Table, clause: Clauses) -> None:
    """Refuse new limits during a coup: its wagers keep the limits of their acceptance."""
    if coup_is_on(table):
        text = "limits agreed now would rewrite a coup that is on"
        raise Refused(ErrorCode.COUP_RUNNING, merged(clause, locked_clause(rules)), text)


personal.permits(WithdrawLimits)(anybody)


@personal.decides(WithdrawLimits)
def withdraw_limits(at: At, command: WithdrawLimits) -> Events:
    """End the personal limits of a patron: the sign applies again."""
    rules, table, by = at.rules, at.state, at.by
    clause = _end_clauses(rules, by, command.patron)
    clause = merged(clause, rules.says.personal_marker)
    patron = require_patron(table, command.patron)
    if patron.own_maximum_cents is None and not patron.own_limits:
        raise Malformed(f"{patron.name} has no limits of their own", code=ErrorCode.NO_SUCH_THING)
    if coup_is_on(table) or has_wager(table, patron.name):
        text = f"{patron.name} has a wager that was accepted under these limits"
        raise Refused(ErrorCode.WAGER_ON_LAYOUT, clause, text)
    reason = Reason(f"{patron.name} plays to the limits of the sign again", clause)
    as_made = wagers_keep_limits(table)
    withdrawn = LimitsWithdrawn(name=patron.name, as_made=as_made, reasons=(reason,))
    return (withdrawn,)


def _end_clauses(rules: TableRules, by: Actor, patron: str) -> Clauses:
    """Return the clauses by which a person may end personal limits: a power, or their consent."""
    data = sign(rules)
    mutual = data.personal_agreed if data else None
    if mutual and mutual.value and by.is_patron and by.name == patron:
        return mutual.clause
    return require(rules, by, Power.GRANT_PERSONAL_LIMITS, "agree limits with a patron")


def _agreement_reasons(data: schema.Limits, by: Actor, command: AgreeLimits) -> tuple[Reason, ...]:
    """Return the reason that both sides agree, if they must; refuse if the patron does not."""
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


def _check_personal_permitted(rules: TableRules) -> None:
    """Refuse personal limits if the sign applies to everybody."""
    aside = rules.sets_aside.get(LiveRule.PERSONAL_LIMITS)
    if aside is not None:
        raise Refused(
            ErrorCode.NO_PERSONAL_LIMITS, aside, "everybody plays to the limits of the sign"
        )


@personal.permits(AgreeLimits)
def may_agree_limits(at: At) -> None:
    """Raise an error if this person may not agree limits with a patron now."""
    rules = at.rules
    sign(rules)
    _check_personal_permitted(rules)


@personal.decides(AgreeLimits)
def agree_limits(at: At, command: AgreeLimits) -> Events:
    """Agree personal limits with a patron."""
    rules, table, by = at.rules, at.state, at.by
    may_agree_limits(at)
    data = sign(rules)
    require_patron(table, command.patron)
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
    agreement_reasons = _agreement_reasons(data, by, command)
    _check_no_coup(rules, table, clause)
    sign_maximum = _sign_maximum(rules, table, command.wager)
    only_higher = data.personal_direction.value is PersonalDirection.HIGHER_ONLY
    if only_higher and sign_maximum is not None and command.maximum_cents <= sign_maximum:
        text = f"a personal maximum lies above the posted {dollars(sign_maximum)}"
        raise Refused(ErrorCode.PERSONAL_MAXIMUM_TOO_LOW, data.personal_direction.clause, text)
    wager_text = f" on {command.wager}" if command.wager else ""
    text = f"{command.patron} plays to {dollars(command.maximum_cents)}{wager_text}"
    agreed = LimitsAgreed(
        name=command.patron,
        minimum_cents=command.minimum_cents,
        maximum_cents=command.maximum_cents,
        wager=command.wager,
        as_made=wagers_keep_limits(table),
        reasons=(Reason(text, clause), *agreement_reasons),
    )
    return (agreed,)


def _sign_maximum(rules: TableRules, table: Table, wager: str | None) -> int | None:
    """Return the maximum on the sign that the personal limits replace: of the table or a wager."""
    if wager is None:
        return table.limits.maximum
    offer = wager if wager in rules.offers else offer_name_of(rules, wager)
    return table.limits.span(wager, offer, apart=kept_apart(rules.edition, offer))[1]


def _with_accepted_limits(wagers: tuple[TableWager, ...], name: str) -> tuple[TableWager, ...]:
    """Return the wagers; those of one patron keep the limits under which they were accepted."""
    return tuple(
        replace(wager, accepted=True, maximum=wager.maximum or (wager.stake_cents, 1))
        if wager.patron == name
        else wager
        for wager in wagers
    )


@personal.applies(LimitsAgreed)
def limits_agreed(table: Table, event: LimitsAgreed, envelope: Envelope) -> Table:
    if event.as_made:
        table = store_limits_in_wagers(table)

    def agreed(patron: Patron) -> Patron:
        if patron.name != event.name:
            return patron
        if event.wager is not None:
            own = WagerLimits(event.minimum_cents, event.maximum_cents)
            return replace(patron, own_limits={**patron.own_limits, event.wager: own})
        return replace(
            patron, own_minimum_cents=event.minimum_cents, own_maximum_cents=event.maximum_cents
        )

    patrons = tuple(agreed(patron) for patron in table.patrons)
    return replace(table, patrons=patrons, wagers=_with_accepted_limits(table.wagers, event.name))


@personal.applies(LimitsWithdrawn)
def limits_withdrawn(table: Table, event: LimitsWithdrawn, envelope: Envelope) -> Table:
    if event.as_made:
        table = store_limits_in_wagers(table)
    patrons = tuple(
        replace(patron, own_minimum_cents=None, own_maximum_cents=None, own_limits={})
        if patron.name == event.name
        else patron
        for patron in table.patrons
    )
    return replace(table, patrons=patrons)
