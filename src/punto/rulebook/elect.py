"""Checks the elections of the house against an edition, and returns the rules of a table."""

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from punto.clause import Clauses, Malformed, Refused, Unsaid, merged
from punto.error_codes import ErrorCode
from punto.rulebook.elect_table import check_furnishing, furnished, method_of
from punto.rulebook.elections import Elections, Hours, Origin, limits_of
from punto.rulebook.layouts import layout_of
from punto.rulebook.rules import TableRules, entitled, lower
from punto.rulebook.schema import Edition, Offer
from punto.rulebook.vocabulary import Supply

SEATS, SEATS_MAX = 7, 20

__all__ = [
    "Elections",
    "Hours",
    "Origin",
    "TableRules",
    "elect",
    "elected",
    "kept_apart",
    "not_held",
    "offer_of",
    "settling_by",
]


def elect(edition: Edition, elections: Elections) -> TableRules:
    """Return the rules of a table. Refuse an election that the edition does not permit."""
    decks = _decks(edition, elections)
    settlement = _elected_settlement(edition, elections)
    offers = _elected_offers(edition, elections, decks)
    layout = layout_of(edition, elections)
    positions = _elected_positions(edition, elections)
    _check_source(edition, elections, decks)
    check_furnishing(edition, elections)
    if elections.origin is Origin.SCANNED and not elections.scanning_shoe:
        raise Malformed("cards are read by a scanning shoe: elect scanning_shoe as well")
    names = (*edition.wagering.main.value, *(wager for offer in offers for wager in offer.wagers))
    goes_with = {wager: name for name in elections.offer for wager in edition.offers[name].wagers}
    schemes = {
        scheme: {
            name: tuple(
                row
                for row in edition.wagers[name].outcomes
                if {scheme, *elections.offer}.issuperset(row.under)
            )
            for name in names
        }
        for scheme in edition.settlement.schemes.value
    }
    return TableRules(
        edition=edition,
        decks=decks,
        settlement=settlement,
        offers=elections.offer,
        layout=layout,
        seats=_elected_seats(edition, elections),
        source=elections.source,
        supply=elections.supply,
        chips_cents=elections.chips_cents,
        maxima=_sign_maxima(edition, elections, names, goes_with),
        goes_with=goes_with,
        outcomes=schemes[settlement],
        drawing=lower(edition),
        schemes=schemes,
        method=method_of(edition, elections),
        cashless=elections.cashless,
        drop_box=elections.drop_box,
        common_pairs=elections.common_pairs,
        scanning_shoe=elections.scanning_shoe,
        origin=elections.origin,
        positions=positions,
        hours=elections.hours,
        entitled=entitled(edition),
        permits={name: _wager_clauses(edition, offers, name) for name in names},
    )


def _wager_clauses(edition: Edition, offers: list[Offer], wager: str) -> Clauses:
    """Return the clauses that permit a wager at a table with these offers."""
    permitted = edition.wagers[wager].permitted or edition.wagering.main.clause
    its_offers = [offer for offer in offers if wager in offer.wagers]
    own_limits = (offer.own_limits.clause for offer in its_offers if offer.own_limits)
    return merged(permitted, *(offer.clause for offer in its_offers), *own_limits)


def _sign_maxima(
    edition: Edition, elections: Elections, names: Iterable[str], goes_with: Mapping[str, str]
) -> dict[str, int]:
    """Return the maximum of each wager on the sign, for wagers that have one."""
    limits = limits_of(elections)
    maxima = {}
    for name in names:
        offer = goes_with.get(name)
        maxima[name] = limits.span(name, offer, apart=kept_apart(edition, offer))[1]
    return {name: cents for name, cents in maxima.items() if cents is not None}


def kept_apart(edition: Edition, offer: str | None) -> bool:
    """Return whether only its own limits apply to an optional wager."""
    own_limits = edition.offers[offer].own_limits if offer is not None else None
    return own_limits is not None and own_limits.value


def settling_by(rules: TableRules, scheme: str) -> TableRules:
    """Return the rules of a table after a change to another settlement."""
    return replace(rules, settlement=scheme, outcomes=rules.schemes[scheme])


def elected(edition: Edition, elections: Elections) -> Clauses:
    """Return the clauses that permit the elections of a house."""
    table, cards, shoe = edition.table, edition.cards, edition.shoe
    clauses: list[Clauses] = []
    if elections.decks is not None and cards:
        clauses.append(cards.decks.clause)
    if elections.settlement is not None:
        clauses.append(edition.settlement.schemes.clause)
    if elections.layout is not None and table and table.layouts:
        clauses.append(table.layouts.clause)
        drawn = table.drawn.get(elections.layout)
        clauses.append(drawn.clause if drawn and elections.offer else ())
    if elections.seats is not None and table and table.seats:
        clauses.append(table.seats.clause)
    if shoe:
        clauses.append(shoe.sources.clause)
        if elections.supply is not Supply.PLAIN:
            clauses.append(shoe.supplies.clause)
        if elections.multishuffler and shoe.multishuffler_decks:
            clauses.append(shoe.multishuffler_decks.clause)
    clauses.append(furnished(edition, elections))
    for name in elections.offer:
        offer = edition.offers[name]
        clauses += [
            offer.clause,
            *(datum.clause for datum in (offer.decks, offer.layouts) if datum),
        ]
    return merged(*clauses)


def not_held(edition: Edition, topic: str) -> Refused:
    """Return the refusal for a topic that the rulebook does not contain."""
    scope = edition.instrument.scope
    return Unsaid(topic, edition.id, scope.value, scope.clause).refusal


def offer_of(edition: Edition, wager: str) -> Clauses:
    """Return the clauses under which a house may offer a wager."""
    return merged(*(offer.clause for offer in edition.offers.values() if wager in offer.wagers))


def _decks(edition: Edition, elections: Elections) -> int:
    if edition.cards is None:
        if elections.decks is not None:
            raise not_held(edition, "how many decks are used")
        return 0
    permitted = edition.cards.decks
    if elections.decks is None:
        return max(permitted.value)
    if elections.decks not in permitted.value:
        permitted_text = ", ".join(map(str, permitted.value))
        raise Refused(
            ErrorCode.DECKS_NOT_PERMITTED,
            permitted.clause,
            f"{elections.decks} decks are not permitted",
            f"permitted: {permitted_text}",
        )
    return elections.decks


def _elected_settlement(edition: Edition, elections: Elections) -> str:
    rules = edition.settlement
    scheme_text = ", ".join(rules.schemes.value)
    if elections.settlement is None:
        if rules.must_choose and rules.must_choose.value:
            raise Refused(
                ErrorCode.SETTLEMENT_NOT_CHOSEN,
                rules.must_choose.clause,
                "how wagers are settled must be chosen before a coup",
                f"choose one of: {scheme_text}",
            )
        return rules.schemes.value[0]
    if elections.settlement not in rules.schemes.value:
        raise Refused(
            ErrorCode.SETTLEMENT_NOT_PERMITTED,
            rules.schemes.clause,
            f"there is no settlement {elections.settlement!r}",
            f"choose one of: {scheme_text}",
        )
    return elections.settlement


def _elected_offers(edition: Edition, elections: Elections, decks: int) -> list[Offer]:
    offers = []
    for name in elections.offer:
        if elections.offer.count(name) > 1:
            raise Malformed(f"{name} is offered twice")
        offer = edition.offers.get(name)
        if offer is None:
            raise Refused(
                ErrorCode.OFFER_NOT_PERMITTED,
                edition.wagering.unlisted.clause,
                f"there is no optional wager {name!r}",
                f"may be offered: {', '.join(edition.offers) or 'nothing'}",
            )
        if offer.decks and decks not in offer.decks.value:
            decks_text = ", ".join(map(str, offer.decks.value))
            raise Refused(
                ErrorCode.DECKS_NOT_PERMITTED_WITH_OFFER,
                offer.decks.clause,
                f"{offer.title} may not be offered with {decks} decks",
                f"with it: {decks_text}",
            )
        offers.append(offer)
    one_of = edition.wagering.one_offer_of
    together = [name for name in elections.offer if one_of and name in one_of.value]
    if one_of and len(together) > 1:
        titles = " and ".join(edition.offers[name].title for name in together)
        raise Refused(
            ErrorCode.OFFERS_EXCLUDE_EACH_OTHER, one_of.clause, f"{titles} may not run together"
        )
    return offers


def _elected_positions(edition: Edition, elections: Elections) -> dict[str, int]:
    """Return the elected positions. Refuse them if the rulebook does not assign positions."""
    positions = elections.positions or {}
    for name, count in positions.items():
        if name not in elections.offer:
            raise Malformed(f"positions: {name} is not offered")
        if count < 1:
            raise Malformed(f"positions: {name} has at least one, not {count}")
        if edition.offers[name].positions is None:
            raise not_held(edition, "who gets a position for an optional wager")
    return positions


def _elected_seats(edition: Edition, elections: Elections) -> int:
    """Return the number of seats of the table, seven if the rulebook does not state it."""
    permitted = edition.table.seats if edition.table else None
    if permitted is None:
        seats = SEATS if elections.seats is None else elections.seats
        if not 1 <= seats <= SEATS_MAX:
            raise Malformed(f"a table has 1 to {SEATS_MAX} seats, not {seats}")
        return seats
    if elections.seats is None:
        return SEATS if SEATS in permitted.value else max(permitted.value)
    if elections.seats not in permitted.value:
        raise Refused(
            ErrorCode.SEATS_NOT_PERMITTED,
            permitted.clause,
            f"a table with {elections.seats} seats is not permitted",
            f"permitted: {', '.join(map(str, permitted.value))}",
        )
    return elections.seats


def _check_source(edition: Edition, elections: Elections, decks: int) -> None:
    shoe = edition.shoe
    if shoe is None:
        return
    if elections.source not in shoe.sources.value:
        raise Refused(
            ErrorCode.SOURCE_NOT_PERMITTED,
            shoe.sources.clause,
            f"cards may not be dealt from a {elections.source.replace('_', ' ')}",
        )
    if elections.supply not in shoe.supplies.value:
        raise Refused(
            ErrorCode.SUPPLY_NOT_PERMITTED,
            shoe.supplies.clause,
            f"cards may not come {elections.supply.replace('_', ' ')}",
        )
    multishuffler = shoe.multishuffler_decks
    if elections.multishuffler and multishuffler is None:
        raise Refused(
            ErrorCode.MULTISHUFFLER_NOT_PERMITTED,
            shoe.shuffle_first.clause,
            "this rulebook knows no multishuffler",
        )
    if elections.multishuffler and multishuffler and decks not in multishuffler.value:
        decks_text = ", ".join(map(str, multishuffler.value))
        raise Refused(
            ErrorCode.MULTISHUFFLER_DECKS,
            multishuffler.clause,
            f"a multishuffler does not take {decks} decks",
            f"it takes: {decks_text}",
        )
