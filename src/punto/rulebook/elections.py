"""The elections of a house for one table."""

from enum import StrEnum

from msgspec import UNSET, Struct, UnsetType

from punto.rulebook.amounts import Limits, WagerLimits
from punto.rulebook.vocabulary import Source, Supply

DEFAULT_CHIPS_CENTS = (100, 500, 2_500, 10_000, 50_000, 100_000, 500_000)


class Origin(StrEnum):
    """The source of card faces: a sealed virtual order, a scanning shoe, or staff."""

    VIRTUAL = "virtual"
    SCANNED = "scanned"
    KEYED = "keyed"


class LeftOpen(StrEnum):
    """What a house may leave open: not elected yet, or not on the sign yet."""

    MINIMUM = "minimum"
    MAXIMUM = "maximum"
    OPTIONAL_MINIMUM = "optional_minimum"
    OPTIONAL_MAXIMUM = "optional_maximum"
    STEP = "step"
    METHOD = "method"


class Hours(Struct, frozen=True, forbid_unknown_fields=True):
    """The hours of the house, in minutes after local midnight, and the decision that set them.

    If ``closes`` is before ``opens``, the hours continue past midnight.
    """

    opens: int
    closes: int
    source: str
    utc_offset_minutes: int = 0


class Elections(Struct, frozen=True, forbid_unknown_fields=True):
    """The choices of a house for one table. Omitted values are the default of the rulebook.

    An omitted limit does not apply. What is ``left_open`` is expressly not on the sign, or not
    chosen yet. ``limits`` are limits of single wagers, or of all wagers of an offer;
    ``area_per_box`` if each box is an area. ``backs`` are the backs of the packs: one, or one for
    each pack. ``positions`` is the number of positions in each area of an optional wager, if it is
    limited.
    """

    decks: int | None = None
    settlement: str | None = None
    offer: tuple[str, ...] = ()
    layout: str | None = None
    seats: int | None = None
    source: Source = Source.CARD_SHOE
    supply: Supply = Supply.PLAIN
    multishuffler: bool = False
    chips_cents: tuple[int, ...] = DEFAULT_CHIPS_CENTS
    maximum_cents: int | None = None
    minimum_cents: int | None = None
    optional_minimum_cents: int | None = None
    optional_maximum_cents: int | None = None
    step_cents: int | None = None
    cap_cents: int | None = None
    area_maximum_cents: int | None = None
    maximum_per_patron: bool = False
    method: str | None = None
    cashless: bool = False
    drop_box: bool = True
    low_limit: bool = False
    tournament: bool = False
    common_pairs: bool = False
    scanning_shoe: bool = False
    origin: Origin = Origin.VIRTUAL
    hours: Hours | None = None
    # Not written if unset, so that logs without these elections do not change.
    left_open: tuple[LeftOpen, ...] | UnsetType = UNSET
    positions: dict[str, int] | UnsetType = UNSET
    limits: dict[str, WagerLimits] | UnsetType = UNSET
    area_per_box: bool | UnsetType = UNSET
    backs: tuple[str, ...] | UnsetType = UNSET

    def leaves_open(self, name: str) -> bool:
        """Return whether the house left an election open."""
        return self.left_open is not UNSET and name in self.left_open


def limits_of(elected: Elections) -> Limits:
    """Return the limits on the sign that a house elected."""
    return Limits(
        minimum=elected.minimum_cents,
        maximum=elected.maximum_cents,
        optional_minimum=elected.optional_minimum_cents,
        optional_maximum=elected.optional_maximum_cents,
        step=elected.step_cents,
        cap=elected.cap_cents,
        area_maximum=elected.area_maximum_cents,
        per_patron=elected.maximum_per_patron,
        wagers=elected.limits or {},
        area_per_box=elected.area_per_box or False,
    )
