"""The kinds of values a rulebook is made of, and what every part of one has in common."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

Count = Annotated[int, Meta(ge=0)]
Point = Annotated[int, Meta(ge=0, le=9)]
Decks = Annotated[int, Meta(ge=1, le=12)]
Odds = Annotated[str, Meta(pattern=r"^[1-9][0-9]*:[1-9][0-9]*( less [1-9][0-9]?%)?$")]
Cells = Annotated[str, Meta(pattern=r"^[DS]{10}$")]
Cell = Literal["D", "S"]
RefusedOnly = Literal["refused"]

# Keys whose value is a list of clauses that go with another datum.
CLAUSE_LISTS = frozenset(
    {"plain_total", "reduced_total", "banker_draws", "banker_stands", "banker_no_card"}
    | {"dealt_as_usual", "void_returns", "shows_offer", "taken_in_chips"}
    | {"shows_limits", "shows_steps", "shows_cap", "combinations_free"}
    | {"called", "turned", "handed_back", "handed_over", "third_cards", "dealer_keeps"}
)


class Section(Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a rulebook; every key is known, or the file does not load."""
