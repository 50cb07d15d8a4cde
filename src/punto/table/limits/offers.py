"""Optional wagers: kept for patrons with a main wager, or open to all."""

from msgspec.structs import replace

from punto.aggregate.actor import Actor
from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Register, Visibility
from punto.aggregate.permission import anybody
from punto.aggregate.roles import OfferName
from punto.aggregate.topic import Topic
from punto.clause import Cited, Clauses, Malformed, NotEntitled, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules, not_held
from punto.rulebook.power import Power
from punto.rulebook.schema import Offer
from punto.table.authority import require
from punto.table.base_classes import Events, TableCommand, TableEvent
from punto.table.context import At, after, changes
from punto.table.guards import coup_is_on
from punto.table.layout_wager import TableWager
from punto.table.returned_stakes import StakesReturned, whole
from punto.table.table import Patron, Table

offers: Topic[Table, At] = Topic("offers", changes)


class RestrictOffer(TableCommand, frozen=True, tag="restrict_offer"):
    """An optional wager is kept for patrons who have a main wager, or opened again."""

    group = Group.LIMITS
    powers = (Power.RESTRICT_OPTIONAL_WAGERS,)

    offer: OfferName
    lifted: bool = False


class OfferRestricted(TableEvent, frozen=True, gc=False, tag="offer_restricted"):
    """An optional wager is kept for patrons who have a main wager."""

    visibility = Visibility.EVERYBODY
    registers = (Register.LIMITS,)

    offer: str


class OfferOpened(TableEvent, frozen=True, gc=False, tag="offer_opened"):
    """An optional wager is open to all again."""

    visibility = Visibility.EVERYBODY
    registers = (Register.LIMITS,)

    offer: str


def has_main(rules: TableRules, table: Table, name: str) -> bool:
    """Return whether somebody has a wager that every table has."""
    main = rules.edition.wagering.main.value
    return any(wager.patron == name and wager.wager in main for wager in table.wagers)


def _restriction(rules: TableRules, table: Table, wager: str) -> Clauses | None:
    """Return the clause by which an optional wager is kept for main bettors, if it is."""
    for name in table.shown.restricted:
        offer = rules.edition.offers[name]
        if wager in offer.wagers and offer.restricted:
            return offer.restricted.clause
    return None


def barred_by(rules: TableRules, table: Table, name: str, wager: str) -> Clauses | None:
    """Return the restriction that keeps somebody without a main wager from a wager, if one does."""
    clause = _restriction(rules, table, wager) if table.shown.restricted else None
    return None if clause is None or has_main(rules, table, name) else clause


def check_restricted(rules: TableRules, table: Table, name: str, wager: str) -> None:
    """Refuse a restricted wager of somebody without a main wager."""
    clause = barred_by(rules, table, name, wager)
    if clause is not None:
        text = f"{wager} is for patrons who also have a main wager"
        raise Refused(ErrorCode.MAIN_WAGER_NEEDED, clause, text)


def per_patron(rules: TableRules, wager: str) -> tuple[Cited[int] | None, ...]:
    """Return how many wagers of one kind a patron may have by the offers that it belongs to."""
    if wager not in rules.goes_with:
        return ()
    offers = (rules.edition.offers[name] for name in rules.offers)
    return tuple(offer.per_patron_max for offer in offers if wager in offer.wagers)


def one_too_many(rules: TableRules, table: Table, wager: TableWager) -> Clauses | None:
    """Return the clause by which an optional wager is one more than its owner may have."""
    kind = (wager.patron, wager.wager)
    same = [bet.number for bet in table.wagers if (bet.patron, bet.wager) == kind]
    for most in per_patron(rules, wager.wager):
        if most is not None and len(same) > most.value and wager.number == max(same):
            return most.clause
    return None


def stranded(rules: TableRules, table: Table, name: str | None = None) -> Events:
    """Return restricted wagers that go back because their owner's main wager is gone."""
    events = []
    for wager in table.wagers:
        if name not in (None, wager.patron):
            continue
        clause = barred_by(rules, table, wager.patron, wager.wager)
        if clause is not None:
            reason = Reason(f"{wager.patron} {wager.wager} goes back: no main wager", clause)
            events.append(StakesReturned(stakes=(whole(wager),), reasons=(reason,)))
    return tuple(events)


def optional(rules: TableRules, table: Table, patron: Patron, wager: str, box: int) -> Clauses:
    """Return what permits an optional wager without any main wager, or in a space not one's own."""
    if wager in rules.edition.wagering.main.value:
        return ()
    return merged(
        () if has_main(rules, table, patron.name) else rules.says.optional_alone,
        () if box == patron.seat else rules.says.optional_anywhere,
    )


def _may_restrict(rules: TableRules, by: Actor, offer: Offer) -> None:
    """Refuse whoever may not restrict an optional wager, by what is said about this one."""
    try:
        require(rules, by, Power.RESTRICT_OPTIONAL_WAGERS, "restrict an optional wager")
    except NotEntitled as no:
        raise NotEntitled(offer.restricted_by or no.clause, no.message) from None


def offer_with(rules: TableRules, wager: str) -> Offer | None:
    """Return the offer of this table that a wager goes with; none for a main wager."""
    for name in rules.offers:
        if wager in rules.edition.offers[name].wagers:
            return rules.edition.offers[name]
    return None


offers.permits(RestrictOffer)(anybody)


@offers.decides(RestrictOffer)
def restrict_offer(at: At, command: RestrictOffer) -> Events:
    """Keep an optional wager for patrons with a main wager, or open it again."""
    rules, table, by = at.rules, at.state, at.by
    if command.offer not in rules.offers:
        raise Malformed(f"{command.offer} is not on offer here", code=ErrorCode.NO_SUCH_THING)
    offer = rules.edition.offers[command.offer]
    if offer.restricted is None:
        raise not_held(rules.edition, "whether optional wagers may be restricted")
    _may_restrict(rules, by, offer)
    if coup_is_on(table):
        raise Refused(ErrorCode.COUP_RUNNING, offer.restricted_by, "a coup is on")
    if command.lifted:
        reason = Reason(f"{offer.title} is open to all", offer.restricted_by)
        return (OfferOpened(offer=command.offer, reasons=(reason,)),)
    told, shown = offer.restriction_told, offer.restriction_shown
    if told and told.value and f"surveillance: {command.offer}" not in table.shown.told:
        raise Refused(ErrorCode.NOT_TOLD, told.clause, "surveillance is told first")
    if shown and shown.value and command.offer not in table.shown.displayed:
        raise Refused(ErrorCode.NOT_DISPLAYED, shown.clause, "a sign tells patrons first")
    conditions = [datum.clause for datum in (offer.restricted, told, shown) if datum]
    clause = merged(offer.restricted_by, *conditions)
    reason = Reason(f"{offer.title} is for patrons who also have a main wager", clause)
    kept = OfferRestricted(offer=command.offer, reasons=(reason,))
    return (kept, *stranded(rules, after(table, (kept,))))


@offers.applies(OfferRestricted)
def offer_restricted(table: Table, event: OfferRestricted, envelope: Envelope) -> Table:
    shown = table.shown
    others = tuple(name for name in shown.restricted if name != event.offer)
    return replace(table, shown=replace(shown, restricted=(*others, event.offer)))


@offers.applies(OfferOpened)
def offer_opened(table: Table, event: OfferOpened, envelope: Envelope) -> Table:
    """Open an offer to all: when it is kept for some again, it is told and shown anew."""
    shown = table.shown
    others = tuple(name for name in shown.restricted if name != event.offer)
    told = tuple(told for told in shown.told if not told.endswith(f": {event.offer}"))
    displayed = tuple(matter for matter in shown.displayed if matter != event.offer)
    shown = replace(shown, restricted=others, told=told, displayed=displayed)
    return replace(table, shown=shown)
