"""The options with which every command that opens a table names the elections of its house."""

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Annotated

import cyclopts
from msgspec.structs import replace

from punto.clause import Refused
from punto.cli.unpermitted import Unpermitted
from punto.money import parse_dollars, payable_from
from punto.rulebook import load
from punto.rulebook.elect import Elections, TableRules, elect
from punto.rulebook.elections import DEFAULT_CHIPS_CENTS

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
    str | None, cyclopts.Parameter(help="What chips there are, in dollars: 1,5,25,100.")
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
    chosen: Elections | None = None,
) -> TableRules:
    """Return the rules of a table; an election that is not permitted is a usage error here."""
    elections = replace(
        chosen or Elections(),
        decks=decks,
        settlement=settlement,
        offer=tuple(offer or ()),
        layout=layout,
        chips_cents=chips_of(chips),
    )
    return opened(rulebook, elections)


def opened(rulebook: str, elections: Elections) -> TableRules:
    """Return the rules of a table under elections; one that is not permitted is a usage error."""
    edition = load.load(load.known(rulebook))
    with as_usage():
        return elect(edition, elections)


@contextmanager
def as_usage() -> Iterator[None]:
    """Turn a refusal of an option's value into a usage error."""
    try:
        yield
    except Refused as refusal:
        raise Unpermitted(refusal) from None


def chips_of(text: str | None) -> tuple[int, ...]:
    if text is None:
        return DEFAULT_CHIPS_CENTS
    chips = tuple(parse_dollars(word) for word in text.split(","))
    if min(chips) > 0:
        payable_from(Fraction(1), chips)  # Raises an error if the chips cannot make sums.
    return chips
