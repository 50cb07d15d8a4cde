"""The options with which every command that opens a table names the elections of its house."""

from typing import Annotated

import cyclopts

from punto.clause import Malformed, Refused
from punto.money import parse_dollars
from punto.rulebook import load
from punto.rulebook.elect import DEFAULT_CHIPS_CENTS, Elections, TableRules, elect
from punto.rulebook.policies import Source

Decks = Annotated[int | None, cyclopts.Parameter(help="Number of decks, if the house chooses.")]
Settlement = Annotated[
    str | None, cyclopts.Parameter(help="For example even_money, federal, method_b.")
]
Offer = Annotated[
    list[str] | None,
    cyclopts.Parameter(negative="", help="An optional wager to offer; may be repeated."),
]
Layout = Annotated[str | None, cyclopts.Parameter(help="Layout of the cloth, where it matters.")]
Chips = Annotated[
    str | None, cyclopts.Parameter(help="Chips in the float, in dollars: 1,5,25,100.")
]
Wagers = Annotated[
    list[str] | None,
    cyclopts.Parameter(
        name=["--wager", "-w"], negative="", help='"ann banker 100"; may be repeated.'
    ),
]


def open_table(
    rulebook: str,
    *,
    decks: int | None = None,
    settlement: str | None = None,
    offer: list[str] | None = None,
    layout: str | None = None,
    chips: str | None = None,
    source: Source = Source.CARD_SHOE,
) -> TableRules:
    """Return the rules of a table; an election that is not permitted is a usage error here."""
    edition = load.load(load.known(rulebook))
    elections = Elections(
        decks=decks,
        settlement=settlement or edition.settlement.schemes.value[0],
        offer=tuple(offer or ()),
        layout=layout,
        source=source,
        chips_cents=_chips(chips),
    )
    try:
        return elect(edition, elections)
    except Refused as refusal:
        raise Malformed(str(refusal).removeprefix("refused: "), refusal.hint) from None


def _chips(text: str | None) -> tuple[int, ...]:
    if text is None:
        return DEFAULT_CHIPS_CENTS
    return tuple(parse_dollars(word) for word in text.split(","))
