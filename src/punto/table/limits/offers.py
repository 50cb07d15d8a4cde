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
from punto.table.returned_stakes import StakesReturned, whole_stake
from punto.table.table import Patron, Table

offers: Topic[Table, At] = Topic("offers", changes)


class RestrictOffer(TableCommand, frozen=True, tag="restrict_offer"):
    """An optional wager is kept for patrons who have a main wager, or opened again."""

    group = Group.LIMITS
    powers = (Power.RESTRICT_OPTIONAL_WAGERS,)

    offer: OfferName
    lifted: bool = False


class OfferRestricted(TableEvent, frozen=True, gc=False, tag="offer_restricted"):
    """An optional wager is restricted to patrons who have a main wager."""

    visibility = Visibility.EVERYBODY
    registers = (Register.LIMITS,)

    offer: str


class OfferOpened(TableEvent, frozen=True, gc=False, tag="offer_opened"):
    """An optional wager is open to all again."""

    visibility = Visibility.EVERYBODY
    registers = (Register.LIMITS,)

    offer: str


def has_main(rules: TableRules, table: Table, name: str) -> bool:
    """Return whether a patron has a main wager."""
    main = rules.edition.wagering.main.value
    return any(wager.patron == name and wager.wager in main for wager in table.wagers)


def _restriction_clauses(rules: TableRules, table: Table, wager: str) -> Clauses | None:
    """Return the clause that restricts an optional wager to patrons with a main wager, if any."""
    for name in table.shown.restricted:
        offer = rules.edition.offers[name]
        if wager in offer.wagers and offer.restricted:
            return offer.restricted.clause
    return None


def restriction_for(rules: TableRules, table: Table, name: str, wager: str) -> Clauses | None:
    """Return the restriction that forbids a wager to a patron without a main wager, if any."""
    clause = _restriction_clauses(rules, table, wager) if table.shown.restricted else None
    return None if clause is None or has_main(rules, table, name) else clause


def check_restricted(rules: TableRules, table: Table, name: str, wager: str) -> None:
    """Refuse a restricted wager of a patron without a main wager."""
    clause = restriction_for(rules, table, name, wager)
    if clause is not None:
        text = f"{wager} is for patrons who also have a main wager"
        raise Refused(ErrorCode.MAIN_WAGER_NEEDED, clause, text)


def per_patron(rules: TableRules, wager: str) -> tuple[Cited[int] | None, ...]:
    """Return how many wagers of a kind a patron may have, by each offer that contains it."""
    if wager not in rules.goes_with:
        return ()
    offers = (rules.edition.offers[name] for name in rules.offers)
    return tuple(offer.per_patron_max for offer in offers if wager in offer.wagers)


def too_many_clauses(rules: TableRules, table: Table, wager: TableWager) -> Clauses | None:
    """Return the clause by which an optional wager is one too many for its owner, if it is."""
    kind = (wager.patron, wager.wager)
    numbers = [bet.number for bet in table.wagers if (bet.patron, bet.wager) == kind]
    for maximum in per_patron(rules, wager.wager):
        if maximum is not None and len(numbers) > maximum.value and wager.number == max(numbers):
            return maximum.clause
    return None


def return_restricted_wagers(rules: TableRules, table: Table, name: str | None = None) -> Events:
    """Return restricted wagers to owners who no longer have a main wager."""
    events = []
    for wager in table.wagers:
        if name not in (None, wager.patron):
            continue
        clause = restriction_for(rules, table, wager.patron, wager.wager)
        if clause is not None:
            reason = Reason(f"{wager.patron} {wager.wager} goes back: no main wager", clause)
            events.append(StakesReturned(stakes=(whole_stake(wager),), reasons=(reason,)))
    return tuple(events)


def optional_wager_clauses(
    rules: TableRules, table: Table, patron: Patron, wager: str, box: int
) -> Clauses:
    """Return the clauses for an optional wager without a main wager, or in another space."""
    if wager in rules.edition.wagering.main.value:
        return ()
    return merged(
        () if has_main(rules, table, patron.name) else rules.says.optional_alone,
        () if box == patron.seat else rules.says.optional_anywhere,
    )


def _check_may_restrict(rules: TableRules, by: Actor, offer: Offer) -> None:
    """Refuse a person who may not restrict this optional wager, by its own clauses."""
    try:
        require(rules, by, Power.RESTRICT_OPTIONAL_WAGERS, "restrict an optional wager")
    except NotEntitled as error:
        raise NotEntitled(offer.restricted_by or error.clause, error.message) from None


def offer_of_wager(rules: TableRules, wager: str) -> Offer | None:
    """Return the offer of this table that contains a wager; None for a main wager."""
    for name in rules.offers:
        if wager in rules.edition.offers[name].wagers:
            return rules.edition.offers[name]
    return None


offers.permits(RestrictOffer)(anybody)


@offers.decides(RestrictOffer)
def restrict_offer(at: At, command: RestrictOffer) -> Events:
    """Restrict an optional wager to patrons with a main wager, or open it again."""
    rules, table, by = at.rules, at.state, at.by
    if command.offer not in rules.offers:
        raise Malformed(f"{command.offer} is not on offer here", code=ErrorCode.NO_SUCH_THING)
    offer = rules.edition.offers[command.offer]
    if offer.restricted is None:
        raise not_held(rules.edition, "whether optional wagers may be restricted")
    _check_may_restrict(rules, by, offer)
    if coup_is_on(table):
        raise Refused(ErrorCode.COUP_RUNNING, offer.restricted_by, "a coup is on")
    if command.lifted:
        reason = Reason(f"{offer.title} is open to all", offer.restricted_by)
        return (OfferOpened(offer=command.offer, reasons=(reason,)),)
    told_rule, shown_rule = offer.restriction_told, offer.restriction_shown
    if told_rule and told_rule.value and f"surveillance: {command.offer}" not in table.shown.told:
        raise Refused(ErrorCode.NOT_TOLD, told_rule.clause, "surveillance is told first")
    if shown_rule and shown_rule.value and command.offer not in table.shown.displayed:
        raise Refused(ErrorCode.NOT_DISPLAYED, shown_rule.clause, "a sign tells patrons first")
    conditions = [datum.clause for datum in (offer.restricted, told_rule, shown_rule) if datum]
    clause = merged(offer.restricted_by, *conditions)
    reason = Reason(f"{offer.title} is for patrons who also have a main wager", clause)
    restricted = OfferRestricted(offer=command.offer, reasons=(reason,))
    return (restricted, *return_restricted_wagers(rules, after(table, (restricted,))))


@offers.applies(OfferRestricted)
def offer_restricted(table: Table, event: OfferRestricted, envelope: Envelope) -> Table:
    shown = table.shown
    others = tuple(name for name in shown.restricted if name != event.offer)
    return replace(table, shown=replace(shown, restricted=(*others, event.offer)))


@offers.applies(OfferOpened)
def offer_opened(table: Table, event: OfferOpened, envelope: Envelope) -> Table:
    """Open an offer to all. Before it is restricted again, it must be told and shown again."""
    shown = table.shown
    others = tuple(name for name in shown.restricted if name != event.offer)
    still_told = tuple(
        still_told for still_told in shown.told if not still_told.endswith(f": {event.offer}")
    )
    displayed = tuple(subject for subject in shown.displayed if subject != event.offer)
    shown = replace(shown, restricted=others, told=still_told, displayed=displayed)
    return replace(table, shown=shown)
