"""Changes of the sign while wagers are placed or a coup is on: at once, or from the next coup."""

from collections.abc import Collection

from msgspec.structs import asdict, replace

from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Register, Visibility
from punto.aggregate.topic import Topic
from punto.clause import Clauses, Reason, merged
from punto.rulebook.elect import TableRules
from punto.rulebook.policies import LiveRule
from punto.table.base_classes import Events, TableEvent
from punto.table.context import At, after, changes
from punto.table.guards import coup_is_on, wagers_keep_limits
from punto.table.limits.bounds import store_limits_in_wagers
from punto.table.limits.notices import change_rule, change_words, without_notices
from punto.table.notice import Limits, SignChange, SignItem, limits_after
from punto.table.table import Table

deferred_changes: Topic[Table, At] = Topic("deferred_changes", changes)


class LimitsChanged(TableEvent, frozen=True, gc=False, tag="limits_changed"):
    """The sign changed; ``kept`` is the earlier minimum that patrons keep, or None if they lose it.

    ``done`` are the places of the notices that announced this change and were removed; ``former``
    are the limits before it, which stay on the sign as long as a patron keeps their minimum. The
    change may have been ``ordered`` earlier, during a coup. If ``as_made``, the wagers of the
    current or last coup keep the limits before it.
    """

    visibility = Visibility.EVERYBODY
    registers = (Register.LIMITS,)

    change: SignChange
    kept: dict[str, int | None] = {}
    done: tuple[int, ...] = ()
    former: Limits | None = None
    ordered: bool = False
    as_made: bool = False


class LimitsOrdered(TableEvent, frozen=True, gc=False, tag="limits_ordered"):
    """The sign will change once the coup is over."""

    visibility = Visibility.EVERYBODY
    registers = (Register.LIMITS,)

    change: SignChange


def may_change_during_play(rules: TableRules, table: Table, items: Collection[SignItem]) -> bool:
    """Return whether all these items may be changed in the current situation of the table."""
    times = [change_rule(rules, item).any_time for item in items]
    during_coup = coup_is_on(table) and LiveRule.NOTICES not in rules.sets_aside
    return all(time is not None and (during_coup or time.value != "in_coup") for time in times)


def at_any_time(rules: TableRules, items: Collection[SignItem]) -> Clauses:
    """Return the clauses by which items may be changed at any time."""
    rows = (change_rule(rules, item).any_time for item in items)
    return merged(*(row.clause for row in rows if row is not None))


def split_change(rules: TableRules, change: SignChange) -> tuple[SignChange, SignChange]:
    """Split a change into the part that applies at once and the part from the next coup."""
    later = {item[1] for item in change.items() if _waits_for_next_coup(rules, item)}
    names = {item[1] for item in change.items()}
    return _part_of_change(change, names - later), _part_of_change(change, later)


def _waits_for_next_coup(rules: TableRules, item: SignItem) -> bool:
    any_time = change_rule(rules, item).any_time
    return any_time is not None and any_time.value == "next_coup"


def _part_of_change(change: SignChange, names: Collection[str]) -> SignChange:
    """Return the part of a change with these items."""
    values = {name: value for name, value in asdict(change).items() if name in names}
    removed = tuple(word for word in change.off if word in names or f"{word}_cents" in names)
    return replace(SignChange(**values), wager=change.wager if names else None, off=removed)


def order_change(rules: TableRules, change: SignChange, cited: Clauses) -> Events:
    """Return the event that the sign changes when the coup is over."""
    clause = merged(cited, at_any_time(rules, change.items()))
    reason = Reason(f"{change_words(change)} from the next coup", clause)
    return (LimitsOrdered(change=change, reasons=(reason,)),)


def with_ordered_changes(table: Table) -> Table:
    """Return the table with the sign after all ordered changes."""
    limits = table.limits
    for change in table.next.ordered:
        limits = limits_after(limits, change)
    return replace(table, limits=limits)


def ordered_changes_due(rules: TableRules, table: Table) -> Events:
    """Return the ordered changes of the sign, if no coup is on and no wager is placed."""
    if coup_is_on(table) or table.wagers:
        return ()
    events: list[TableEvent] = []
    for change in table.next.ordered:
        items = change.items()
        notice_places = tuple(
            place
            for place, notice in enumerate(table.shown.notices)
            if set(notice.change.items().items()) & set(items.items())
        )
        reason = Reason(change_words(change), at_any_time(rules, items))
        events.append(
            LimitsChanged(
                change=change,
                done=notice_places,
                ordered=True,
                as_made=wagers_keep_limits(table),
                reasons=(reason,),
            )
        )
        table = after(table, events[-1:])
    return tuple(events)


@deferred_changes.applies(LimitsChanged)
def limits_changed(table: Table, event: LimitsChanged, envelope: Envelope) -> Table:
    if event.as_made:
        table = store_limits_in_wagers(table)
    patrons = tuple(
        replace(patron, kept_minimum_cents=event.kept[patron.name])
        if patron.name in event.kept
        else patron
        for patron in table.patrons
    )
    limits = limits_after(table.limits, event.change)
    kept_minimums = {patron.kept_minimum_cents for patron in patrons}
    signs = (*table.shown.earlier, event.former) if event.former else table.shown.earlier
    earlier = tuple(sign for sign in signs if (sign.minimum or 0) in kept_minimums)
    shown = replace(without_notices(table.shown, event.done), earlier=earlier)
    next_coup = replace(table.next, ordered=table.next.ordered[1:]) if event.ordered else table.next
    return replace(table, limits=limits, patrons=patrons, shown=shown, next=next_coup)


@deferred_changes.applies(LimitsOrdered)
def limits_ordered(table: Table, event: LimitsOrdered, envelope: Envelope) -> Table:
    next_coup = replace(table.next, ordered=(*table.next.ordered, event.change))
    return replace(table, next=next_coup)
