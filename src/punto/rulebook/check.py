"""What a schema cannot say: tables without gaps, names that exist, data that need each other."""

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

# Whoever has the first needs the second: code that meets the one relies on the other.
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
    """Yield everything that is wrong with an edition, each with what was expected there."""
    yield from sound(edition)
    yield from _titles(edition, clauses)


def sound(edition: Edition) -> Iterator[Finding]:
    """Yield everything that is wrong with an edition, as far as no register is needed to see it."""
    for given, needed, what in NEEDS:
        if _at(edition, given) and not _at(edition, needed):
            yield Finding(needed, f"expected {what}, since there is {given}")
    yield from _combinations(edition)
    yield from _checklist(edition)
    yield from _cutting(edition)
    yield from _methods(edition)
    yield from _values(edition)
    yield from _tableau(edition)
    yield from _wagers(edition)
    yield from check_rows(edition)
    yield from _offers(edition)
    yield from _shoe(edition)
    yield from _settlements(edition)
    yield from check_shown(edition)
    for name, change in edition.changes.items():
        if (change.notice.value is NoticeRule.TIMED) != (change.minutes is not None):
            text = "expected minutes exactly where a notice is timed"
            yield Finding(f"changes.{name}.minutes", text)


def _at(edition: Edition, path: str) -> Any:
    """Return what stands at a place of an edition, nothing if a part on the way is missing."""
    node: Any = edition
    for name in path.split("."):
        node = getattr(node, name, None)
    return node


def _combinations(edition: Edition) -> Iterator[Finding]:
    wagering = edition.wagering
    if edition.deal and not wagering.combinations and not wagering.combinations_free:
        text = "expected which main wagers one patron may have together"
        yield Finding("wagering.combinations", text)
    for index, row in enumerate(wagering.combinations):
        place = f"wagering.combinations[{index}].wagers"
        yield from _names(place, "a main wager", row.wagers, wagering.main.value)


def _names(
    place: str, what: str, given: tuple[str, ...], known: tuple[str, ...]
) -> Iterator[Finding]:
    """Yield each name that is not one of those known."""
    for name in given:
        if name not in known:
            yield unknown(place, f"expected {what} of this file, got", name, known)


def _checklist(edition: Edition) -> Iterator[Finding]:
    items = edition.opening.checklist
    for name, item in items.items():
        alike = (other for other in items if other != name and items[other].when == item.when)
        place = f"opening.checklist.{name}.instead_of"
        yield from _names(place, "another item of the list", item.instead_of, tuple(alike))


def _cutting(edition: Edition) -> Iterator[Finding]:
    cutting = edition.shoe.cutting if edition.shoe else None
    if cutting is None:
        return
    if cutting.first.value is CutFirst.ANYONE and cutting.later.value is CutLater.ANYONE:
        return
    if cutting.after is None:
        yield Finding("shoe.cutting.after", "expected to whom the cut goes on")
    if edition.table is None or edition.table.seats_run is None:
        yield Finding("table.seats_run", "expected which way the seats run")


def _methods(edition: Edition) -> Iterator[Finding]:
    methods = edition.deal.methods.values() if edition.deal else ()
    if methods and all(method.turned_by is not TurnedBy.DEALER for method in methods):
        text = "expected a way of dealing in which the dealer turns the cards"
        yield Finding("deal.methods", text)


def _values(edition: Edition) -> Iterator[Finding]:
    tables = {}
    if edition.cards:
        tables["cards.values"] = edition.cards.values
    burn = edition.shoe.burn if edition.shoe else None
    if burn and (burn.values or any(_by_value(way.further) for way in burn.procedures.values())):
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


def _by_value(further: BurnFurther) -> bool:
    return further is BurnFurther.BURN_VALUE


def _tableau(edition: Edition) -> Iterator[Finding]:
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


def _wagers(edition: Edition) -> Iterator[Finding]:
    named = (*edition.settlement.schemes.value, *edition.offers)
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
            yield from _names(f"{key}.under", what, row.under, named)
    yield from _names("wagering.main", "a wager", main, tuple(edition.wagers))


def _offers(edition: Edition) -> Iterator[Finding]:
    layouts = edition.table.layouts.value if edition.table and edition.table.layouts else ()
    wagers, decks = tuple(edition.wagers), edition.cards.decks.value if edition.cards else ()
    for name, offer in edition.offers.items():
        yield from _names(f"offers.{name}.wagers", "a wager", offer.wagers, wagers)
        named = offer.layouts.value if offer.layouts else ()
        yield from _names(f"offers.{name}.layouts", "a layout", named, layouts)
        yield from _permitted(
            f"offers.{name}.decks", offer.decks.value if offer.decks else (), decks
        )
    for layout, drawn in (edition.table.drawn if edition.table else {}).items():
        yield from _names("table.drawn", "a layout", (layout,), layouts)
        yield from _names(f"table.drawn.{layout}", "an offer", drawn.value, tuple(edition.offers))
    one_of = edition.wagering.one_offer_of
    named = one_of.value if one_of else ()
    yield from _names("wagering.one_offer_of", "an offer", named, tuple(edition.offers))


def _permitted(place: str, given: tuple[Any, ...], permitted: tuple[Any, ...]) -> Iterator[Finding]:
    """Yield each value that is not one of those permitted."""
    for value in given:
        if value not in permitted:
            text = f"expected what is permitted, got {value}"
            yield Finding(place, text, tuple(map(str, permitted)))


def _shoe(edition: Edition) -> Iterator[Finding]:
    shoe = edition.shoe
    if shoe is None:
        return
    decks = edition.cards.decks.value if edition.cards else ()
    supplies, manual = shoe.supplies.value, shoe.mixing.manual_before_device
    listed = {
        "shoe.shuffled_supplies": shoe.shuffled_supplies,
        "shoe.shuffled_supplies_later": shoe.shuffled_supplies_later,
        "shoe.checked_supplies": shoe.checked_supplies,
        "shoe.mixing.manual_before_device": manual,
    }
    for key, held in listed.items():
        yield from _permitted(key, held.value if held else (), supplies)
    yield from _permitted("shoe.mixing.riffle", tuple(shoe.mixing.riffle), supplies)
    for key, sources in (("uncut_sources", shoe.uncut_sources), ("shuffled_in", shoe.shuffled_in)):
        named_sources = sources.value if sources else ()
        yield from _permitted(f"shoe.{key}", named_sources, shoe.sources.value)
    multi = shoe.multishuffler_decks
    yield from _permitted("shoe.multishuffler_decks", multi.value if multi else (), decks)
    for name, way in shoe.burn.procedures.items() if shoe.burn else ():
        named = (way.approval,) if way.approval is not None else ()
        place = f"shoe.burn.procedures.{name}.approval"
        yield from _names(place, "a title in [titles]", named, tuple(edition.titles))
    least = min(decks, default=1) * len(DECK)
    for key, cards in (
        ("shoe.cut_from_each_end", 2 * shoe.cut_from_each_end.value),
        ("shoe.marker_behind", shoe.marker_behind.value),
    ):
        if cards >= least:
            yield Finding(key, f"expected a number that {least} cards leave room for")


def _settlements(edition: Edition) -> Iterator[Finding]:
    schemes = edition.settlement.schemes.value
    for row in edition.sign.settlements if edition.sign else ():
        yield from _names("sign.settlements", "a settlement", (row.scheme,), schemes)
    bank, needs = edition.opening.bank_held_by, edition.opening.bank_agreement
    if bank and needs:
        yield from _names("opening.bank_agreement", "a holder", needs.value, bank.value)


def _titles(edition: Edition, clauses: Mapping[str, ClauseRow]) -> Iterator[Finding]:
    """Yield each title that neither the file explains nor any clause of the register names."""
    used = dict(titled(edition))
    if not used:
        return
    text = " ".join(
        f"{row.actor} {row.rule} {row.parameters} {row.system}" for row in clauses.values()
    ).lower()
    actors = sorted({row.actor.replace(" ", "_") for row in clauses.values()})
    for title, place in used.items():
        words = re.escape(title.replace("_", " "))
        if title not in edition.titles and not re.search(rf"\b{words}s?\b", text):
            hint = "no clause of the register names it"
            yield unknown(place, "unknown title", title, [*edition.titles, *actors], hint)


def titled(edition: Edition) -> Iterator[tuple[str, str]]:
    """Yield each title with a place at which it stands."""
    for name, held in edition.titles.items():
        yield from ((title, f"titles.{name}") for title in held.value)
    for name, power in edition.powers.items():
        yield from ((title, f"powers.{name}") for title in power.value)
    for name, item in edition.opening.checklist.items():
        yield from ((title, f"opening.checklist.{name}.by") for title in item.by)
    signed = edition.cards.care.signed_off_by if edition.cards else None
    yield from ((title, "cards.care.signed_off_by") for title in (signed.value if signed else ()))
