"""``punto settle``: one coup, dealt or declared, settled and explained."""

from typing import Annotated

import cyclopts

from punto.cards import parse_cards
from punto.clause import Malformed
from punto.cli import coup_table
from punto.cli.coup_json import record
from punto.cli.election_options import Chips, Decks, Layout, Offer, Settlement, Wagers, open_table
from punto.cli.options import Json, Rulebook
from punto.cli.output import console, emit
from punto.coup import CoupResult, declare, play
from punto.notation.totals import parse_totals
from punto.rulebook.elect import TableRules
from punto.shoe import check_composition
from punto.wagers.settle import parse_wager, settle_all


def settle(
    rulebook: Rulebook,
    *,
    cards: Annotated[
        str | None, cyclopts.Parameter(help="Cards in dealing order: 2H 6S 3D KD KC.")
    ] = None,
    totals: Annotated[
        str | None, cyclopts.Parameter(help="Declared totals: player 5 banker 7.")
    ] = None,
    wager: Wagers = None,
    decks: Decks = None,
    settlement: Settlement = None,
    offer: Offer = None,
    layout: Layout = None,
    chips: Chips = None,
    json: Json = False,
) -> None:
    """Settle one coup: every draw, refusal and payment with its clause."""
    rules = open_table(
        rulebook, decks=decks, settlement=settlement, offer=offer, layout=layout, chips=chips
    )
    placed = [parse_wager(text) for text in wager or []]
    coup = _coup(rules, cards, totals)
    settled = settle_all(rules, placed, coup)
    if json:
        emit(record(rules, 1, coup, settled))
        return
    screen = console()
    if coup.player:
        screen.print(coup_table.hands(coup))
        screen.print(coup_table.why(coup.reasons))
    screen.print(coup_table.announcement(coup))
    if settled:
        screen.print(coup_table.payments(rules, settled))


def _coup(rules: TableRules, cards: str | None, totals: str | None) -> CoupResult:
    if (cards is None) == (totals is None):
        raise Malformed("give the cards of one coup or its totals", '--cards "2H 6S 3D KD KC"')
    if cards is None:
        assert totals is not None
        return declare(rules, *parse_totals(totals))
    parsed = parse_cards(cards)
    if rules.edition.cards is not None:
        check_composition(rules, parsed, whole=False)
    return play(rules, parsed)
