"""Checks beyond the schema: complete tables, existing names, data that need other data."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from punto.cards import DECK, Rank
from punto.rulebook.finding import Finding, unknown
from punto.rulebook.policies import BurnFurther, CutFirst, CutLater, NoticeRule, TurnedBy
from punto.rulebook.register import ClauseRow
from punto.rulebook.rows import check_rows
from punto.rulebook.schema import Edition
from punto.rulebook.shown_facts import check_shown
from punto.rulebook.vocabulary import Ending

_TABLEAU_TOTALS = list(range(8))

# An edition with the first datum needs the second, because code that uses one relies on the other.
NEEDS = (
    ("instrument.made", "instrument.before_made", "what can be said of days before it was made"),
    ("deal", "powers.deal", "the titles that have it"),
    ("deal", "powers.settle_wagers", "the titles that have it"),
    ("deal", "powers.void_coup", "the titles that have it"),
    ("deal", "powers.cut_in_default", "the titles that have it"),
    ("deal", "deal.methods", "at least one way of dealing"),
    ("shoe", "deal", "how the cards of a shoe are dealt"),
    ("limits.advised", "limits.advice_lasts", "how long advice lasts, exactly where it is given"),
    ("limits.advice_lasts", "limits.advised", "what follows advice, exactly where it lasts"),
    ("no_bet.needed", "powers.call_no_bet_coup", "the titles that have it"),
    ("opening.approvals", "opening.approved_by", "whose approval counts"),
    ("opening.bank_agreement", "opening.bank_held_by", "who may hold the bank"),
    ("opening.inspectors_present", "powers.conduct_game", "the titles that have it"),
    ("opening.low_limit_source", "opening.low_limit_tournament", "both rules of low limit"),
    ("opening.low_limit_tournament", "opening.low_limit_source", "both rules of low limit"),
    ("powers.exclude_from_casino", "powers.exclude_from_game", "the titles that have it"),
    ("says.draw_table", "tableau", "the table that is shown"),
    ("says.nominee", "deal.passing", "the rules about cards in the hands of patrons"),
    ("powers.take_back_cards", "deal.passing", "the rules about cards in the hands of patrons"),
    ("tournament.sets_aside.turning", "tournament.wagers.turning", "who holds the cards instead"),
    ("tournament.sets_aside.over_maximum", "tournament.wagers.over_maximum", "what holds instead"),
    ("tournament.sets_aside.small_wagers", "tournament.wagers.short", "what holds instead"),
    ("tournament.wagers.part_units", "tournament.wagers.units", "the units"),
    ("wagering.closing_call_due", "wagering.closing_call", "what is called"),
)


def check(edition: Edition, clauses: Mapping[str, ClauseRow]) -> Iterator[Finding]:
    """Yield all findings of an edition, each with what was expected."""
    yield from sound(edition)
    yield from _check_titles(edition, clauses)


def sound(edition: Edition) -> Iterator[Finding]:
    """Yield all findings of an edition that do not need its clause register."""
    for given, needed, expected in NEEDS:
        if _value_at(edition, given) and not _value_at(edition, needed):
            yield Finding(needed, f"expected {expected}, since there is {given}")
    yield from _check_combinations(edition)
    yield from _check_checklist(edition)
    yield from _check_cutting(edition)
    yield from _check_methods(edition)
    yield from _check_values(edition)
    yield from _check_tableau(edition)
    yield from _check_wagers(edition)
    yield from check_rows(edition)
    yield from _check_offers(edition)
    yield from _check_shoe(edition)
    yield from _check_settlements(edition)
    yield from check_shown(edition)
    for name, change in edition.changes.items():
        if (change.notice.value is NoticeRule.TIMED) != (change.minutes is not None):
            text = "expected minutes exactly where a notice is timed"
            yield Finding(f"changes.{name}.minutes", text)


def _value_at(edition: Edition, path: str) -> Any:
    """Return the value at a path of an edition, or ``None`` if a part of the path is missing."""
    node: Any = edition
    for name in path.split("."):
        node = getattr(node, name, None)
    return node


def _check_combinations(edition: Edition) -> Iterator[Finding]:
    wagering = edition.wagering
    if edition.deal and not wagering.combinations and not wagering.combinations_free:
        text = "expected which main wagers one patron may have together"
        yield Finding("wagering.combinations", text)
    for index, row in enumerate(wagering.combinations):
        place = f"wagering.combinations[{index}].wagers"
        yield from _unknown_names(place, "a main wager", row.wagers, wagering.main.value)


def _unknown_names(
    place: str, kind: str, names: tuple[str, ...], known_names: tuple[str, ...]
) -> Iterator[Finding]:
    """Yield a finding for each unknown name."""
    for name in names:
        if name not in known_names:
            yield unknown(place, f"expected {kind} of this file, got", name, known_names)


def _check_checklist(edition: Edition) -> Iterator[Finding]:
    items = edition.opening.checklist
    for name, item in items.items():
        others = (other for other in items if other != name and items[other].when == item.when)
        place = f"opening.checklist.{name}.instead_of"
        yield from _unknown_names(place, "another item of the list", item.instead_of, tuple(others))


def _check_cutting(edition: Edition) -> Iterator[Finding]:
    cutting = edition.shoe.cutting if edition.shoe else None
    if cutting is None:
        return
    if cutting.first.value is CutFirst.ANYONE and cutting.later.value is CutLater.ANYONE:
        return
    if cutting.after is None:
        yield Finding("shoe.cutting.after", "expected to whom the cut goes on")
    if edition.table is None or edition.table.seats_run is None:
        yield Finding("table.seats_run", "expected which way the seats run")


def _check_methods(edition: Edition) -> Iterator[Finding]:
    methods = edition.deal.methods.values() if edition.deal else ()
    if methods and all(method.turned_by is not TurnedBy.DEALER for method in methods):
        text = "expected a way of dealing in which the dealer turns the cards"
        yield Finding("deal.methods", text)


def _check_values(edition: Edition) -> Iterator[Finding]:
    tables = {}
    if edition.cards:
        tables["cards.values"] = edition.cards.values
    burn = edition.shoe.burn if edition.shoe else None
    if burn and (
        burn.values
        or any(_burns_by_value(procedure.further) for procedure in burn.procedures.values())
    ):
        tables["shoe.burn.values"] = burn.values
    for key, table in tables.items():
        for rank in Rank:
            if rank not in table:
                yield Finding(key, f"expected a value for rank {rank}")
        for name in table:
            if name not in list(Rank):
                yield Finding(f"{key}.{name}", "expected one of the ranks A23456789TJQK")
    if burn and not burn.procedures:
        yield Finding("shoe.burn.procedures", "expected at least one way of burning")


def _burns_by_value(further: BurnFurther) -> bool:
    return further is BurnFurther.BURN_VALUE


def _check_tableau(edition: Edition) -> Iterator[Finding]:
    order = edition.deal.order.value if edition.deal else ()
    if edition.deal and (len(order) != 4 or any(order.count(side) != 2 for side in order)):
        yield Finding("deal.order", "expected four cards, two for each hand")
    tableau = edition.tableau
    if tableau is None:
        return
    player = sorted(total for row in tableau.player for total in row.totals)
    if player != _TABLEAU_TOTALS:
        yield Finding("tableau.player", f"expected each total 0 to 7 once, got {player}")
    banker = sorted(row.total for row in tableau.banker)
    if banker != _TABLEAU_TOTALS:
        yield Finding("tableau.banker", f"expected a row for each total 0 to 7, got {banker}")
    merit = sorted(total for row in tableau.merit for total in row.totals)
    if tableau.merit and merit != list(range(10)):
        yield Finding("tableau.merit", f"expected each total 0 to 9 once, got {merit}")


def _check_wagers(edition: Edition) -> Iterator[Finding]:
    names = (*edition.settlement.schemes.value, *edition.offers)
    main = edition.wagering.main.value
    for name, wager in edition.wagers.items():
        if name not in main and not any(name in offer.wagers for offer in edition.offers.values()):
            yield Finding(f"wagers.{name}", "expected a main wager or one of an offer")
        for index, row in enumerate(wager.outcomes):
            key = f"wagers.{name}.outcomes[{index}]"
            if (row.then is Ending.WIN) != (row.odds is not None):
                yield Finding(key, "expected odds exactly where the wager wins")
            if row.when is None and (row.unless is not None or row.under):
                text = "expected a row for everything else to have no conditions of its own"
                yield Finding(key, text)
            what = "a settlement or an offer"
            yield from _unknown_names(f"{key}.under", what, row.under, names)
    yield from _unknown_names("wagering.main", "a wager", main, tuple(edition.wagers))


def _check_offers(edition: Edition) -> Iterator[Finding]:
    layouts = edition.table.layouts.value if edition.table and edition.table.layouts else ()
    wagers, decks = tuple(edition.wagers), edition.cards.decks.value if edition.cards else ()
    for name, offer in edition.offers.items():
        yield from _unknown_names(f"offers.{name}.wagers", "a wager", offer.wagers, wagers)
        names = offer.layouts.value if offer.layouts else ()
        yield from _unknown_names(f"offers.{name}.layouts", "a layout", names, layouts)
        yield from _unpermitted_values(
            f"offers.{name}.decks", offer.decks.value if offer.decks else (), decks
        )
    for layout, drawn in (edition.table.drawn if edition.table else {}).items():
        yield from _unknown_names("table.drawn", "a layout", (layout,), layouts)
        yield from _unknown_names(
            f"table.drawn.{layout}", "an offer", drawn.value, tuple(edition.offers)
        )
    one_of = edition.wagering.one_offer_of
    names = one_of.value if one_of else ()
    yield from _unknown_names("wagering.one_offer_of", "an offer", names, tuple(edition.offers))


def _unpermitted_values(
    place: str, values: tuple[Any, ...], permitted: tuple[Any, ...]
) -> Iterator[Finding]:
    """Yield a finding for each value that is not permitted."""
    for value in values:
        if value not in permitted:
            text = f"expected what is permitted, got {value}"
            yield Finding(place, text, tuple(map(str, permitted)))


def _check_shoe(edition: Edition) -> Iterator[Finding]:
    shoe = edition.shoe
    if shoe is None:
        return
    decks = edition.cards.decks.value if edition.cards else ()
    supplies, manual = shoe.supplies.value, shoe.mixing.manual_before_device
    supply_lists = {
        "shoe.shuffled_supplies": shoe.shuffled_supplies,
        "shoe.shuffled_supplies_later": shoe.shuffled_supplies_later,
        "shoe.checked_supplies": shoe.checked_supplies,
        "shoe.mixing.manual_before_device": manual,
    }
    for key, supply_list in supply_lists.items():
        yield from _unpermitted_values(key, supply_list.value if supply_list else (), supplies)
    yield from _unpermitted_values("shoe.mixing.riffle", tuple(shoe.mixing.riffle), supplies)
    for key, sources in (("uncut_sources", shoe.uncut_sources), ("shuffled_in", shoe.shuffled_in)):
        named_sources = sources.value if sources else ()
        yield from _unpermitted_values(f"shoe.{key}", named_sources, shoe.sources.value)
    multishuffler = shoe.multishuffler_decks
    yield from _unpermitted_values(
        "shoe.multishuffler_decks", multishuffler.value if multishuffler else (), decks
    )
    for name, procedure in shoe.burn.procedures.items() if shoe.burn else ():
        titles = (procedure.approval,) if procedure.approval is not None else ()
        place = f"shoe.burn.procedures.{name}.approval"
        yield from _unknown_names(place, "a title in [titles]", titles, tuple(edition.titles))
    cards_min = min(decks, default=1) * len(DECK)
    for key, cards in (
        ("shoe.cut_from_each_end", 2 * shoe.cut_from_each_end.value),
        ("shoe.marker_behind", shoe.marker_behind.value),
    ):
        if cards >= cards_min:
            yield Finding(key, f"expected a number that {cards_min} cards leave room for")


def _check_settlements(edition: Edition) -> Iterator[Finding]:
    schemes = edition.settlement.schemes.value
    for row in edition.sign.settlements if edition.sign else ():
        yield from _unknown_names("sign.settlements", "a settlement", (row.scheme,), schemes)
    bank, needs = edition.opening.bank_held_by, edition.opening.bank_agreement
    if bank and needs:
        yield from _unknown_names("opening.bank_agreement", "a holder", needs.value, bank.value)


def _check_titles(edition: Edition, clauses: Mapping[str, ClauseRow]) -> Iterator[Finding]:
    """Yield a finding for each title that is neither in the file nor in the register."""
    places_by_title = dict(titled(edition))
    if not places_by_title:
        return
    text = " ".join(
        f"{row.actor} {row.rule} {row.parameters} {row.system}" for row in clauses.values()
    ).lower()
    actors = sorted({row.actor.replace(" ", "_") for row in clauses.values()})
    for title, place in places_by_title.items():
        pattern = re.escape(title.replace("_", " "))
        if title not in edition.titles and not re.search(rf"\b{pattern}s?\b", text):
            hint = "no clause of the register names it"
            yield unknown(place, "unknown title", title, [*edition.titles, *actors], hint)


def titled(edition: Edition) -> Iterator[tuple[str, str]]:
    """Yield each title with its place in the file."""
    for name, titles in edition.titles.items():
        yield from ((title, f"titles.{name}") for title in titles.value)
    for name, power in edition.powers.items():
        yield from ((title, f"powers.{name}") for title in power.value)
    for name, item in edition.opening.checklist.items():
        yield from ((title, f"opening.checklist.{name}.by") for title in item.by)
    signed = edition.cards.care.signed_off_by if edition.cards else None
    yield from ((title, "cards.care.signed_off_by") for title in (signed.value if signed else ()))
