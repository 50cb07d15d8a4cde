"""The base classes and value types of the sections of a rulebook."""

from collections.abc import Iterator
from typing import Annotated, Any, Generic, Literal, TypeVar

from msgspec import Meta, Struct

from punto.clause import Clauses, Unsaid

N = TypeVar("N", bound=str)
T = TypeVar("T")

Count = Annotated[int, Meta(ge=0)]
Days = Annotated[int, Meta(ge=0, le=3650)]
Point = Annotated[int, Meta(ge=0, le=9)]
Decks = Annotated[int, Meta(ge=1, le=12)]
Odds = Annotated[str, Meta(pattern=r"^[1-9][0-9]*:[1-9][0-9]*( less [1-9][0-9]?%)?$")]
Cells = Annotated[str, Meta(pattern=r"^[DS]{10}$")]
Cell = Literal["D", "S"]
RefusedOnly = Literal["refused"]
Key = Annotated[str, Meta(pattern=r"^[a-z]\w*(\.\w+)*$")]
Title = Annotated[str, Meta(min_length=1, title="title")]
Words = Annotated[str, Meta(min_length=1)]
Some = Annotated[tuple[T, ...], Meta(min_length=1)]

# The description of each pattern above, for error messages.
PATTERNS = {
    "[1-9][0-9]*:": "odds in whole numbers, such as 8:1, 19:20 or 1:1 less 5%",
    r"\w*(\.": "names with dots between them, such as tournament.entry.fee",
    "[DS]{10}": "ten letters D or S, one for each value of a third card",
}

# Keys whose value is a list of clauses that belongs to another datum.
CLAUSE_LISTS = frozenset(
    {"plain_total", "reduced_total", "banker_draws", "banker_stands", "banker_no_card"}
    | {"dealt_as_usual", "void_returns", "shows_offer", "taken_in_chips", "then_by_table"}
    | {"keeps_limits", "told_kept", "own_area", "at_settlement", "restricted_by"}
    | {"shows_limits", "shows_steps", "shows_cap", "shows_areas", "shows_wagers"}
    | {"area_exceeded", "combinations_free", "approval_due", "shown_later", "nominee_later"}
    | {"approved", "marker_inside", "last_call_first", "by_staff", "nobody_accepts"}
    | {"empty_only", "empty_called", "empty_dealt"}
    | {"agreed_called", "several", "steps_free", "raised_at_once"}
    | {"called", "turned", "unturned", "handed_back", "handed_over", "third_cards", "dealer_keeps"}
    | {"opening_cards", "exposed", "untouched", "hand_marker"}
    | {"number_cards", "court_cards", "mixed_pair", "red_pair", "black_pair", "perfect_pair"}
    | {"advice_told", "too_late", "void_stakes", "void_payments", "later_stand"}
    | {"exception", "permitted", "burn_due", "forced_cleared", "shows_amount"}
)


class Section(Struct, frozen=True, forbid_unknown_fields=True):
    """A section of a rulebook. An unknown key is an error."""


class Steps(Section, frozen=True):
    """A section in which each key is a step, with its clauses; empty if the text has none."""

    def __iter__(self) -> Iterator[str]:
        """Yield the steps that have clauses."""
        return (name for name in self.__struct_fields__ if getattr(self, name))

    def items(self) -> Iterator[tuple[str, Clauses]]:
        """Return each step that has clauses, with its clauses."""
        return ((name, getattr(self, name)) for name in self)


class ByName(Section, Generic[N, T], frozen=True):
    """A section with a closed set of optional names, that code looks up by name."""

    def get(self, name: N) -> T | None:
        """Return the value of a name, or ``None``."""
        return getattr(self, name) or None

    def __getitem__(self, name: N) -> T:
        value: T | None = getattr(self, name)
        if not value:
            raise KeyError(name)
        return value

    def __contains__(self, name: N) -> bool:
        return bool(getattr(self, name))

    def __iter__(self) -> Iterator[str]:
        return (name for name in self.__struct_fields__ if getattr(self, name))

    def items(self) -> Iterator[tuple[str, T]]:
        """Return each given name with its value."""
        return ((name, getattr(self, name)) for name in self)

    def values(self) -> Iterator[T]:
        """Return all given values."""
        return (getattr(self, name) for name in self)


def unsaid(topic: str) -> Any:
    """Return the default of a datum that not every instrument has. Using it raises `Refused`."""
    return Unsaid(topic)
