"""What a schema cannot say: tables without gaps, names that exist, rows that fit together."""

from collections.abc import Iterator

from punto.cards import Rank
from punto.rulebook.policies import CutFirst, Ending, NoticeRule
from punto.rulebook.schema import Edition

Finding = tuple[str, str]

_TABLEAU_TOTALS = list(range(8))


def check(edition: Edition) -> Iterator[Finding]:
    """Yield each key that is wrong, with what was expected there."""
    yield from _whole(edition)
    yield from _values(edition)
    yield from _tableau(edition)
    yield from _wagers(edition)
    yield from _offers(edition)
    yield from _shoe(edition)
    sign = edition.sign
    if sign and (sign.advised is None) != (sign.advice_lasts is None):
        yield "sign.advice_lasts", "how long advice lasts, exactly where it is given"
    for name, change in edition.changes.items():
        if (change.notice.value is NoticeRule.TIMED) != (change.minutes is not None):
            yield f"changes.{name}.minutes", "minutes exactly where a notice is timed"


def _whole(edition: Edition) -> Iterator[Finding]:
    """Yield data without which an edition that deals cards cannot be played."""
    wagering = edition.wagering
    if edition.deal and not wagering.combinations and not wagering.combinations_free:
        yield "wagering.combinations", "which main wagers one patron may have together"
    if edition.deal:
        for power in ("deal", "settle_wagers", "void_coup", "cut_in_default"):
            if power not in edition.powers:
                yield f"powers.{power}", "the titles that have it"
        if not edition.deal.methods:
            yield "deal.methods", "at least one way of dealing"
    cutting = edition.shoe.cutting if edition.shoe else None
    if cutting is None or cutting.first.value is CutFirst.ANYONE:
        return
    if cutting.after is None:
        yield "shoe.cutting.after", "to whom the cut goes on"
    if edition.table is None or edition.table.seats_run is None:
        yield "table.seats_run", "which way the seats run"


def _values(edition: Edition) -> Iterator[Finding]:
    tables = {}
    if edition.cards:
        tables["cards.values"] = edition.cards.values
    if edition.shoe and edition.shoe.burn:
        tables["shoe.burn.values"] = edition.shoe.burn.values
    for key, table in tables.items():
        for rank in Rank:
            if rank not in table:
                yield key, f"a value for rank {rank}"
        for name in table:
            if name not in list(Rank):
                yield f"{key}.{name}", "one of the ranks A23456789TJQK"


def _tableau(edition: Edition) -> Iterator[Finding]:
    tableau = edition.tableau
    if tableau is None:
        return
    player = sorted(total for row in tableau.player for total in row.totals)
    if player != _TABLEAU_TOTALS:
        yield "tableau.player", f"each total 0 to 7 once, got {player}"
    banker = sorted(row.total for row in tableau.banker)
    if banker != _TABLEAU_TOTALS:
        yield "tableau.banker", f"a row for each total 0 to 7, got {banker}"
    merit = sorted(total for row in tableau.merit for total in row.totals)
    if tableau.merit and merit != list(range(10)):
        yield "tableau.merit", f"each total 0 to 9 once, got {merit}"
    if edition.deal and len(edition.deal.order.value) != 4:
        yield "deal.order", "four cards"


def _wagers(edition: Edition) -> Iterator[Finding]:
    named = {*edition.settlement.schemes.value, *edition.offers}
    for name, wager in edition.wagers.items():
        for index, row in enumerate(wager.outcomes):
            key = f"wagers.{name}.outcomes[{index}]"
            if (row.then is Ending.WIN) != (row.odds is not None):
                yield key, "odds exactly where the wager wins"
            if row.when is None and (row.unless is not None or row.under):
                yield key, "a row for everything else to have no conditions of its own"
            for condition in row.under:
                if condition not in named:
                    yield f"{key}.under", f"one of {', '.join(sorted(named))}, got {condition}"
    for name in edition.wagering.main.value:
        if name not in edition.wagers:
            yield "wagering.main", f"a wager of this file, got {name}"


def _offers(edition: Edition) -> Iterator[Finding]:
    layouts = edition.table.layouts.value if edition.table and edition.table.layouts else ()
    for name, offer in edition.offers.items():
        for wager in offer.wagers:
            if wager not in edition.wagers:
                yield f"offers.{name}.wagers", f"a wager of this file, got {wager}"
        for layout in offer.layouts.value if offer.layouts else ():
            if layout not in layouts:
                yield f"offers.{name}.layouts", f"a layout of this file, got {layout}"

    one_of = edition.wagering.one_offer_of
    for name in one_of.value if one_of else ():
        if name not in edition.offers:
            yield "wagering.one_offer_of", f"an offer of this file, got {name}"


def _shoe(edition: Edition) -> Iterator[Finding]:
    shoe = edition.shoe
    for key in ("shuffled_supplies", "checked_supplies"):
        named = getattr(shoe, key, None)
        for supply in named.value if named else ():
            if shoe and supply not in shoe.supplies.value:
                yield f"shoe.{key}", f"a supply that is permitted, got {supply}"
    yield from _mixing(edition)
    permitted = edition.cards.decks.value if edition.cards else ()
    lists = {f"offers.{name}.decks": offer.decks for name, offer in edition.offers.items()}
    lists["shoe.multishuffler_decks"] = shoe.multishuffler_decks if shoe else None
    for key, held in lists.items():
        for decks in held.value if held else ():
            if decks not in permitted:
                yield key, f"a number of decks that is permitted, got {decks}"
    burn = edition.shoe.burn if edition.shoe else None
    for name, procedure in burn.procedures.items() if burn else ():
        if procedure.approval is not None and procedure.approval not in edition.titles:
            yield f"shoe.burn.procedures.{name}.approval", f"a title, got {procedure.approval}"


def _mixing(edition: Edition) -> Iterator[Finding]:
    if edition.shoe is None:
        return
    mixing = edition.shoe.mixing
    manual = mixing.manual_before_device
    for supply in (*mixing.riffle, *(manual.value if manual else ())):
        if supply not in edition.shoe.supplies.value:
            yield "shoe.mixing", f"a supply that is permitted, got {supply}"
