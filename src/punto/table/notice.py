"""What the sign at a table says, and notices of what it will say."""

from msgspec import Struct
from msgspec.structs import asdict, replace

from punto.aggregate.roles import Cents, SettlementScheme, WagerName
from punto.rulebook.amounts import Limits, WagerLimits

__all__ = ["OFF", "Item", "Limits", "Notice", "Proposed", "Shown", "limits_after", "with_item"]

# One thing that a sign says: of which wager or offer, if of one alone, and what of it.
Item = tuple[str | None, str]
# What an item changes to that is taken off the sign.
OFF = "off"
_OF_WAGER = frozenset(WagerLimits.__struct_fields__)
# What of a change is no item: whose it is, and what is taken off.
_NO_ITEM = ("wager", "off")


class Proposed(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A change of what the sign says; only what is given changes.

    Minimum, maximum and area maximum are those of one ``wager``, or offer, where one is named;
    ``off`` is what is taken off the sign.
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

    def items(self) -> dict[Item, object]:
        """Return what is to be on the sign, item by item."""
        given = {
            name: value
            for name, value in asdict(self).items()
            if name not in _NO_ITEM and value not in (None, False)
        }
        for word in self.off:
            given[word if word in self.__struct_fields__ else f"{word}_cents"] = OFF
        return {
            (self.wager if name in _OF_WAGER else None, name): value
            for name, value in given.items()
        }


def with_item(limits: Limits, item: Item, value: object) -> Limits:
    """Return what binds once one item of a change holds."""
    wager, name = item
    amount = None if value == OFF else value
    if wager is not None:
        entry = replace(limits.wagers.get(wager, WagerLimits()), **{name: amount})
        return replace(limits, wagers={**limits.wagers, wager: entry})
    if name == "area_per_box":
        return replace(limits, area_per_box=bool(amount))
    word = name.removesuffix("_cents")
    # A settlement and the closing time stand on the sign and are no limits.
    return replace(limits, **{word: amount}) if word in Limits.__struct_fields__ else limits


def limits_after(limits: Limits, change: Proposed) -> Limits:
    """Return what binds once a change holds."""
    for item, value in change.items().items():
        limits = with_item(limits, item, value)
    return limits


class Notice(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A notice on the table: what will change, since when it is shown, and from when it says."""

    change: Proposed
    shown_at: int
    effective_at: int | None = None


class Shown(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """What is shown at the table and told to people: notices, signs, matters told, restrictions.

    ``earlier`` are the limits of former signs whose minimum somebody keeps.
    """

    notices: tuple[Notice, ...] = ()
    told: tuple[str, ...] = ()
    displayed: tuple[str, ...] = ()
    restricted: tuple[str, ...] = ()
    earlier: tuple[Limits, ...] = ()
