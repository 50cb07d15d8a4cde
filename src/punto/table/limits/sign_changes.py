"""When what the sign says may change, and what patrons keep of it."""

from collections.abc import Collection

from msgspec.structs import replace

from punto.aggregate.actor import Actor
from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Register, Visibility
from punto.aggregate.permission import anybody
from punto.aggregate.roles import Consent, PatronName
from punto.aggregate.topic import Topic
from punto.clause import Clauses, Malformed, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.rulebook.elections import LeftOpen
from punto.rulebook.policies import NoticeRule
from punto.rulebook.power import Power
from punto.rulebook.schema import Change
from punto.table.base_classes import Events, TableCommand, TableEvent
from punto.table.context import At, changes
from punto.table.guards import check_all_at_table, coup_is_on, wagers_in_coup, wagers_keep_limits
from punto.table.limits.bounds import offer_name_of, sign_limits_of
from punto.table.limits.deferred_changes import (
    LimitsChanged,
    at_any_time,
    may_change_during_play,
    order_change,
    split_change,
    with_ordered_changes,
)
from punto.table.limits.notices import (
    change_rule,
    change_words,
    check_authority,
    check_limits_move_by_notice,
    check_sensible,
    items_of,
    without_notices,
)
from punto.table.limits.sign_requirements import is_open
from punto.table.notice import Notice, SignChange, SignItem, with_item
from punto.table.phase import Betting, Dealing, Settling
from punto.table.table import Table

sign_changes: Topic[Table, At] = Topic("sign_changes", changes)
_MINIMUM: SignItem = (None, "minimum_cents")
_SETTLEMENT: SignItem = (None, "settlement")


class ChangeSign(TableCommand, frozen=True, tag="change_sign"):
    """Limits or the settlement change to what is given; ``agreed`` are patrons who consent."""

    group = Group.LIMITS
    powers = (Power.CHANGE_LIMITS, Power.CHOOSE_SETTLEMENT, Power.SET_TABLE_CAP)

    change: SignChange
    agreed: Consent[tuple[PatronName, ...]] = ()


class SettlementChanged(TableEvent, frozen=True, gc=False, tag="settlement_changed"):
    """Wagers are settled in another way from now on; a coup that is on keeps ``was``."""

    visibility = Visibility.EVERYBODY
    registers = (Register.LIMITS,)

    settlement: str
    done: tuple[int, ...] = ()
    was: str | None = None


def check_change(
    rules: TableRules, table: Table, by: Actor, change: SignChange, agreed: tuple[str, ...]
) -> Clauses:
    """Return the clauses by which a change may be made now, or refuse it."""
    items = items_of(rules, change).items()
    return merged(
        *(_change_clauses(rules, table, by, item_and_value, agreed) for item_and_value in items)
    )


def _change_clauses(
    rules: TableRules,
    table: Table,
    by: Actor,
    item_and_value: tuple[SignItem, object],
    agreed: tuple[str, ...],
) -> Clauses:
    """Return the clauses by which an item may be changed: freely, by consent, or after a notice."""
    item, value = item_and_value
    rule = change_rule(rules, item)
    if rule.notice.value is NoticeRule.NONE:
        return rule.notice.clause
    if rule.for_settlements and value not in rule.for_settlements.value:
        return rule.for_settlements.clause
    if rule.when_empty and rule.when_empty.value and not table.patrons:
        return rule.when_empty.clause
    error = _notice_error(rule, _notice(table, item, value), by)
    if error is None:
        return merged(rule.notice.clause, _kept_end_clauses(rules, table, item))
    raised = _is_raised(rules, table, item, value)
    if rule.raised_only and rule.raised_only.value and not raised:
        return rule.raised_only.clause
    all_agreed = {patron.name for patron in table.patrons} <= set(agreed)
    if rule.consent and rule.consent.value and all_agreed:
        return rule.consent.clause
    keeps = rule.kept_by_those_present
    if keeps and keeps.value and item == _MINIMUM and raised:
        return merged(rule.raised_at_once, keeps.clause if table.patrons else ()) or keeps.clause
    clauses = [rule.notice.clause]
    if rule.consent and rule.consent.value:
        clauses.append(rule.consent.clause)
    raise Refused(error[0], merged(*clauses), error[1])


def _kept_end_clauses(rules: TableRules, table: Table, item: SignItem) -> Clauses:
    """Return the clauses by which a higher minimum also applies to patrons with a kept minimum."""
    kept_rule = rules.edition.changes.kept_minimum
    keeps = any(patron.kept_minimum_cents is not None for patron in table.patrons)
    return kept_rule.notice.clause if item == _MINIMUM and keeps and kept_rule else ()


def _is_raised(rules: TableRules, table: Table, item: SignItem, value: object) -> bool:
    """Return whether an item raises the minimum of the table or of a wager."""
    if item[1] == "kept_minimum_cents":
        return True
    before, after = table.limits, with_item(table.limits, item, value)
    if item == _MINIMUM:
        had_none = is_open(table, LeftOpen.MINIMUM)
        return (after.minimum or 0) > (before.minimum or 0) and not had_none

    def higher(wager: str) -> bool:
        offer = offer_name_of(rules, wager)
        minimum = sign_limits_of(rules, before, wager)[0]
        # The first minimum on a sign that expressly had none does not count as higher.
        open_yet = LeftOpen.MINIMUM if offer is None else LeftOpen.OPTIONAL_MINIMUM
        if minimum is None and is_open(table, open_yet):
            return False
        return (sign_limits_of(rules, after, wager)[0] or 0) > (minimum or 0)

    return any(higher(wager) for wager in rules.outcomes)


def _notice(table: Table, item: SignItem, value: object) -> Notice | None:
    """Return the notice of exactly this change, if one is posted."""
    for notice in table.shown.notices:
        if notice.change.items().get(item) == value:
            return notice
    return None


def _notice_error(rule: Change, notice: Notice | None, by: Actor) -> tuple[ErrorCode, str] | None:
    """Return the error if a notice does not suffice; None if it does."""
    if notice is None or by.at < notice.shown_at:
        return ErrorCode.NO_NOTICE, "no notice of exactly this change is up"
    if notice.effective_at is not None and by.at < notice.effective_at:
        return ErrorCode.NOTICE_TOO_SHORT, "the time on the notice has not come"
    minutes = rule.minutes.value if rule.minutes else 0
    if rule.notice.value is NoticeRule.TIMED and by.at - notice.shown_at < minutes * 60:
        return ErrorCode.NOTICE_TOO_SHORT, f"the notice has not been up for {minutes} minutes"
    return None


sign_changes.permits(ChangeSign)(anybody)


@sign_changes.decides(ChangeSign)
def change_sign(at: At, command: ChangeSign) -> Events:
    """Change limits or the settlement: between coups, or whenever the rulebook permits it."""
    rules, table, by = at.rules, at.state, at.by
    change = command.change
    items = items_of(rules, change)
    if not items or change.closing:
        raise Malformed(
            "say what changes" if not items else "a table is closed by close_table",
            code=ErrorCode.INCOMPLETE,
        )
    check_limits_move_by_notice(rules, items)
    check_sensible(rules, with_ordered_changes(table), change)
    for item in items:
        check_authority(rules, by, item)
    agreed_in_coup = coup_is_on(table) and _all_consent_in_coup(rules, table, items, command.agreed)
    busy = (coup_is_on(table) or bool(table.wagers)) and not agreed_in_coup
    if busy and not may_change_during_play(rules, table, items):
        raise change_must_wait(rules, items, wagers=bool(table.wagers) or wagers_in_coup(table))
    _check_betting_closed(rules, table, items)
    check_all_at_table(table, command.agreed)
    if busy:
        return _split_change(rules, table, by, change, command.agreed)
    cited = check_change(rules, table, by, change, command.agreed)
    words = change_words(change)
    if agreed_in_coup:
        words = f"{words} from the next coup"
    return _change_events(rules, table, by, change, (Reason(words, cited),))


def change_must_wait(rules: TableRules, items: Collection[SignItem], *, wagers: bool) -> Refused:
    """Return the refusal of a change that has to wait for the next coup."""
    text = "changes wait for the next coup"
    if wagers:
        text = f"{text}: wagers were made under the sign shown"
    return Refused(
        ErrorCode.COUP_RUNNING, change_rule(rules, next(iter(items))).notice.clause, text
    )


def _check_betting_closed(rules: TableRules, table: Table, items: Collection[SignItem]) -> None:
    """Refuse a change while betting is open, if it must wait for the next betting period."""
    if not isinstance(table.phase, Betting):
        return
    for item in items:
        window = change_rule(rules, item).next_window
        if window is not None and window.value:
            text = "changes wait for the next coup: betting is open under the sign shown"
            raise Refused(ErrorCode.COUP_RUNNING, window.clause, text)


def _split_change(
    rules: TableRules, table: Table, by: Actor, change: SignChange, agreed: tuple[str, ...]
) -> Events:
    """Return the events of a change: one part at once, the rest ordered for the next coup."""
    events: list[TableEvent] = []
    at_once, later = split_change(rules, change)
    if at_once.items():
        cited = check_change(rules, table, by, at_once, agreed)
        cited = merged(cited, at_any_time(rules, at_once.items()))
        events += _change_events(rules, table, by, at_once, (Reason(change_words(at_once), cited),))
    if later.items():
        events += order_change(rules, later, check_change(rules, table, by, later, agreed))
    return tuple(events)


def _change_events(
    rules: TableRules, table: Table, by: Actor, change: SignChange, reasons: tuple[Reason, ...]
) -> Events:
    """Return the events of a permitted change of the sign."""
    events: list[TableEvent] = []
    notice_places = _finished_notices(rules, table, by, change)
    if any(name not in ("settlement", "closing") for _, name in change.items()):
        kept_minimums = _kept_minimums(rules, table, by, change)
        is_new = any(cents == (table.limits.minimum or 0) for cents in kept_minimums.values())
        events.append(
            LimitsChanged(
                change=change,
                kept=kept_minimums,
                done=notice_places,
                former=table.limits if is_new else None,
                as_made=wagers_keep_limits(table),
                reasons=reasons,
            )
        )
        notice_places = ()
    if change.settlement is not None:
        # A change during a coup applies from the next one.
        old_settlement = rules.settlement if coup_is_on(table) else None
        events.append(
            SettlementChanged(
                settlement=change.settlement,
                done=notice_places,
                was=old_settlement,
                reasons=reasons,
            )
        )
    return tuple(events)


def _all_consent_in_coup(
    rules: TableRules, table: Table, items: Collection[SignItem], agreed: tuple[str, ...]
) -> bool:
    """Return whether all patrons consent to another settlement, which may then change in a coup.

    Nothing else on the sign changes with it, and it applies from the next coup.
    """
    rule = change_rule(rules, _SETTLEMENT) if set(items) == {_SETTLEMENT} else None
    consent = rule is not None and rule.consent is not None and rule.consent.value
    return consent and {patron.name for patron in table.patrons} <= set(agreed)


def _finished_notices(
    rules: TableRules, table: Table, by: Actor, change: SignChange
) -> tuple[int, ...]:
    """Return the places of the notices that are removed because their change is done.

    A notice stays if its minimum rises early and patrons keep the old one until then.
    """
    items = change.items()
    keeps = change_rule(rules, _MINIMUM).kept_by_those_present if _MINIMUM in items else None
    places = []
    for place, notice in enumerate(table.shown.notices):
        shared_items = set(notice.change.items().items()) & set(items.items())
        early = (
            _MINIMUM in dict(shared_items)
            and keeps is not None
            and keeps.value
            and _notice_error(change_rule(rules, _MINIMUM), notice, by) is not None
        )
        if shared_items and not early:
            places.append(place)
    return tuple(places)


def _kept_minimums(
    rules: TableRules, table: Table, by: Actor, change: SignChange
) -> dict[str, int | None]:
    """Return the earlier minimum that each patron keeps after a change; None if it ends."""
    current = {
        patron.name: patron.kept_minimum_cents
        for patron in table.patrons
        if patron.kept_minimum_cents is not None
    }
    before = table.limits.minimum or 0
    if change.kept_minimum_cents is not None:
        raised = {name: max(change.kept_minimum_cents, cents) for name, cents in current.items()}
        # A patron whose kept minimum reaches that of the table no longer keeps one.
        return {name: cents if cents < before else None for name, cents in raised.items()}
    minimum = change.minimum_cents
    if minimum is None or change.wager is not None:
        return {}
    rule = change_rule(rules, _MINIMUM)
    noticed = _notice_error(rule, _notice(table, _MINIMUM, minimum), by) is None
    keeps = rule.kept_by_those_present
    if keeps is None or not keeps.value or noticed:
        return dict.fromkeys(current)
    if minimum <= before:
        return {name: cents if cents < minimum else None for name, cents in current.items()}
    return {patron.name: current.get(patron.name, before) for patron in table.patrons}


@sign_changes.applies(SettlementChanged)
def settlement_changed(table: Table, event: SettlementChanged, envelope: Envelope) -> Table:
    """Settle the next coups in another way; a coup that is on keeps its settlement."""
    phase = table.phase
    if event.was is not None and isinstance(phase, Dealing | Settling):
        phase = replace(phase, settlement=phase.settlement or event.was)
    next_coup = replace(table.next, settlement=event.settlement)
    return replace(
        table, phase=phase, next=next_coup, shown=without_notices(table.shown, event.done)
    )
