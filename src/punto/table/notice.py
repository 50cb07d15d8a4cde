"""The sign of a table, and notices of its changes."""

from msgspec import Struct
from msgspec.structs import asdict, replace

from punto.aggregate.roles import Cents, SettlementScheme, WagerName
from punto.rulebook.amounts import Limits, WagerLimits

__all__ = [
    "OFF",
    "Limits",
    "Notice",
    "PostedItems",
    "SignChange",
    "SignItem",
    "limits_after",
    "with_item",
]

# One item of a sign: the wager or offer, if it is about a single one, and the name of the limit.
SignItem = tuple[str | None, str]
# The value of an item that is removed from the sign.
OFF = "off"
_WAGER_LIMIT_FIELDS = frozenset(WagerLimits.__struct_fields__)
# The fields of a change that are not items.
_NOT_ITEMS = ("wager", "off")


class SignChange(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A change of the sign; fields that are not given do not change.

    If a ``wager`` or offer is named, minimum, maximum and area maximum are those of it alone;
    ``off`` are the items that are removed from the sign.
    """

    minimum_cents: Cents | None = None
    maximum_cents: Cents | None = None
    optional_minimum_cents: Cents | None = None
    optional_maximum_cents: Cents | None = None
    step_cents: Cents | None = None
    cap_cents: Cents | None = None
    area_maximum_cents: Cents | None = None
    kept_minimum_cents: Cents | None = None
    settlement: SettlementScheme | None = None
    closing: bool = False
    wager: WagerName | None = None
    area_per_box: bool | None = None
    off: tuple[str, ...] = ()

    def items(self) -> dict[SignItem, object]:
        """Return the new values, item by item."""
        values = {
            name: value
            for name, value in asdict(self).items()
            if name not in _NOT_ITEMS and value not in (None, False)
        }
        for word in self.off:
            values[word if word in self.__struct_fields__ else f"{word}_cents"] = OFF
        return {
            (self.wager if name in _WAGER_LIMIT_FIELDS else None, name): value
            for name, value in values.items()
        }


def with_item(limits: Limits, item: SignItem, value: object) -> Limits:
    """Return the limits after one item of a change."""
    wager, name = item
    amount = None if value == OFF else value
    if wager is not None:
        entry = replace(limits.wagers.get(wager, WagerLimits()), **{name: amount})
        return replace(limits, wagers={**limits.wagers, wager: entry})
    if name == "area_per_box":
        return replace(limits, area_per_box=bool(amount))
    word = name.removesuffix("_cents")
    # The settlement and the closing time are on the sign, but they are not limits.
    return replace(limits, **{word: amount}) if word in Limits.__struct_fields__ else limits


def limits_after(limits: Limits, change: SignChange) -> Limits:
    """Return the limits after a change."""
    for item, value in change.items().items():
        limits = with_item(limits, item, value)
    return limits


class Notice(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A notice at the table: the change, when it was posted, and from when it applies."""

    change: SignChange
    shown_at: int
    effective_at: int | None = None


class PostedItems(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """What is posted at the table, and what people were told: notices, signs, restrictions.

    ``earlier`` are the limits of former signs whose minimum a patron keeps.
    """

    notices: tuple[Notice, ...] = ()
    told: tuple[str, ...] = ()
    displayed: tuple[str, ...] = ()
    restricted: tuple[str, ...] = ()
    earlier: tuple[Limits, ...] = ()
