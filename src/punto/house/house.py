"""The state of the house: its promotions, what was done about duties, who is known by a key."""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from punto.clause import Malformed
from punto.error_codes import ErrorCode
from punto.house.promotion import Promotion


class SetUp(Struct, frozen=True, forbid_unknown_fields=True):
    """What a house was set up with: its name, the law it keeps, the zone of its clocks."""

    name: str
    rulebook: str
    digest: str
    zone: str


class Done(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A duty that was done: by whom, under which title, when, and what was done."""

    by: str
    title: str
    at: int
    text: str


class House(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A house. What is past and done with is read from its log."""

    setup: SetUp
    promotions: dict[int, Promotion] = {}
    prescribed: tuple[str, ...] = ()
    wagers_used: tuple[str, ...] = ()
    done: dict[str, Done] = {}
    tables: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    decisions: int = 0

    def promotion(self, number: int) -> Promotion:
        """Return a promotion, or say that there is none of that number."""
        found = self.promotions.get(number)
        if found is None:
            raise Malformed(f"there is no promotion {number}", code=ErrorCode.NO_SUCH_THING)
        return found

    def with_promotion(self, promotion: Promotion) -> "House":
        """Return the house with a promotion as it is now."""
        return replace(self, promotions={**self.promotions, promotion.number: promotion})

    def with_winner(self, number: int, prize: int, **changes: Any) -> "House":
        """Return the house in which something about a winner of a promotion has changed."""
        held = self.promotions[number]
        winner = replace(held.winners[prize], **changes)
        return self.with_promotion(replace(held, winners={**held.winners, prize: winner}))
