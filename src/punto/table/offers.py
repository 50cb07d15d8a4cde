"""Optional wagers: kept for patrons with a main wager, or open to all."""

from msgspec.structs import replace

from punto.clause import Clauses, Malformed, Reason, Refused, merged
from punto.rulebook.elect import TableRules, not_held
from punto.table import commands as do
from punto.table import events as happened
from punto.table.handlers import Events, Handlers
from punto.table.people import Actor, require, says
from punto.table.state import Dealing, Settling, Table


def _has_main(rules: TableRules, table: Table, name: str) -> bool:
    main = rules.edition.wagering.main.value
    return any(one.patron == name and one.wager in main for one in table.wagers)


def _restriction(rules: TableRules, table: Table, wager: str) -> Clauses | None:
    """Return the clause by which an optional wager is kept for main bettors, if it is."""
    for name in table.house.restricted:
        offer = rules.edition.offers[name]
        if wager in offer.wagers and offer.restricted:
            return offer.restricted.clause
    return None


def barred_by(rules: TableRules, table: Table, name: str, wager: str) -> Clauses | None:
    """Return the restriction that keeps somebody without a main wager from a wager, if one does."""
    return None if _has_main(rules, table, name) else _restriction(rules, table, wager)


def check_restricted(rules: TableRules, table: Table, name: str, wager: str) -> None:
    """Refuse a restricted wager of somebody without a main wager."""
    clause = barred_by(rules, table, name, wager)
    if clause is not None:
        text = f"{wager} is for patrons who also have a main wager"
        raise Refused("main_wager_needed", clause, text)


def stranded(rules: TableRules, table: Table, name: str | None = None) -> Events:
    """Return restricted wagers that go back because their owner's main wager is gone."""
    events = []
    for one in table.wagers:
        if name not in (None, one.patron):
            continue
        clause = barred_by(rules, table, one.patron, one.wager)
        if clause is not None:
            reason = Reason(f"{one.patron} {one.wager} goes back: no main wager", clause)
            events.append(happened.WagerWithdrawn(number=one.number, reasons=(reason,)))
    return tuple(events)


def optional(rules: TableRules, table: Table, name: str, wager: str) -> Clauses:
    """Return what permits an optional wager of somebody without any main wager."""
    if wager in rules.edition.wagering.main.value or _has_main(rules, table, name):
        return ()
    return says(rules, "optional_alone")


def restrict_offer(rules: TableRules, table: Table, by: Actor, command: do.RestrictOffer) -> Events:
    """Keep an optional wager for patrons with a main wager, or open it again."""
    if command.offer not in rules.offers:
        raise Malformed(f"{command.offer} is not on offer here", code="no_such_thing")
    offer = rules.edition.offers[command.offer]
    require(rules, by, "restrict_optional_wagers", "restrict an optional wager")
    if offer.restricted is None:
        raise not_held(rules.edition, "whether optional wagers may be restricted")
    if isinstance(table.phase, Dealing | Settling):
        raise Refused("coup_running", offer.restricted.clause, "a coup is on")
    others = tuple(one for one in table.house.restricted if one != command.offer)
    if command.lifted:
        told_again = tuple(o for o in table.house.told if not o.endswith(f": {command.offer}"))
        shown_again = tuple(o for o in table.house.displayed if o != command.offer)
        house = replace(table.house, restricted=others, told=told_again, displayed=shown_again)
        text = f"{offer.title} is open to all"
        reason = Reason(text, offer.restricted.clause)
        return (happened.HouseChanged(what="restrict_offer", house=house, reasons=(reason,)),)
    told, shown = offer.restriction_told, offer.restriction_shown
    if told and told.value and f"surveillance: {command.offer}" not in table.house.told:
        raise Refused("not_told", told.clause, "surveillance is told first")
    if shown and shown.value and command.offer not in table.house.displayed:
        raise Refused("not_displayed", shown.clause, "a sign tells patrons first")
    house = replace(table.house, restricted=(*others, command.offer))
    clause = merged(*(one.clause for one in (offer.restricted, told, shown) if one))
    reason = Reason(f"{offer.title} is for patrons who also have a main wager", clause)
    changed = happened.HouseChanged(what="restrict_offer", house=house, reasons=(reason,))
    return (changed, *stranded(rules, replace(table, house=house)))


HANDLERS: Handlers = {do.RestrictOffer: restrict_offer}
