"""The state of the house: its promotions, completed duties, tables and keys of people."""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from punto.clause import Malformed
from punto.error_codes import ErrorCode
from punto.house.promotion import Promotion


class HouseConfig(Struct, frozen=True, forbid_unknown_fields=True):
    """The values from the first event of a house: name, rulebook and time zone."""

    name: str
    rulebook: str
    digest: str
    zone: str


class CompletedDuty(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A completed duty: by whom, under which title, when, and what was done."""

    by: str
    title: str
    at: int
    text: str


class House(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """The state of a house. Past matters are read from its log."""

    setup: HouseConfig
    promotions: dict[int, Promotion] = {}
    prescribed: tuple[str, ...] = ()
    wagers_used: tuple[str, ...] = ()
    done: dict[str, CompletedDuty] = {}
    tables: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    decisions: int = 0

    def promotion(self, number: int) -> Promotion:
        """Return a promotion by its number. Raise an error if there is none."""
        promotion = self.promotions.get(number)
        if promotion is None:
            raise Malformed(f"there is no promotion {number}", code=ErrorCode.NO_SUCH_THING)
        return promotion

    def with_promotion(self, promotion: Promotion) -> "House":
        """Return the house with a promotion added or replaced."""
        return replace(self, promotions={**self.promotions, promotion.number: promotion})

    def with_winner(self, number: int, prize: int, **changes: Any) -> "House":
        """Return the house with fields of a winner of a promotion changed."""
        promotion = self.promotions[number]
        winner = replace(promotion.winners[prize], **changes)
        return self.with_promotion(replace(promotion, winners={**promotion.winners, prize: winner}))
