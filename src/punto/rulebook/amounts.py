"""The amounts on a sign: what one kind of bet takes, and what all of them do."""

from msgspec import Struct


class WagerLimits(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """What one kind of bet takes: the least and the most of one, and the most in one area."""

    minimum_cents: int | None = None
    maximum_cents: int | None = None
    area_maximum_cents: int | None = None

    @property
    def says_amount(self) -> bool:
        """Return whether somebody who wants to bet can read here what it takes."""
        return self.minimum_cents is not None or self.maximum_cents is not None


_SILENT = WagerLimits()


class Limits(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """What binds wagers, in cents, and is on the sign; nothing where it says nothing.

    ``wagers`` are the limits of single wagers, or of all wagers of an offer.
    """

    minimum: int | None = None
    maximum: int | None = None
    optional_minimum: int | None = None
    optional_maximum: int | None = None
    step: int | None = None
    cap: int | None = None
    area_maximum: int | None = None
    per_patron: bool = False
    wagers: dict[str, WagerLimits] = {}
    area_per_box: bool = False

    def own(self, wager: str, offer: str | None) -> WagerLimits:
        """Return what the sign says of one wager alone, or of the offer that it goes with."""
        of_offer = self.wagers.get(offer, _SILENT) if offer is not None else _SILENT
        of_wager = self.wagers.get(wager, _SILENT)
        return WagerLimits(
            _first(of_wager.minimum_cents, of_offer.minimum_cents),
            _first(of_wager.maximum_cents, of_offer.maximum_cents),
            _first(of_wager.area_maximum_cents, of_offer.area_maximum_cents),
        )

    def of(self, wager: str, offer: str | None, *, apart: bool = False) -> WagerLimits:
        """Return what binds a wager: its own limits, those of its kind, those of the table.

        The table's do not bind an optional wager that is kept ``apart``.
        """
        own = self.own(wager, offer)
        least, most = own.minimum_cents, own.maximum_cents
        if offer is not None:
            least = _first(least, self.optional_minimum)
            most = _first(most, self.optional_maximum)
        if offer is None or (least is None and most is None and not apart):
            least, most = _first(least, self.minimum), _first(most, self.maximum)
        return WagerLimits(least, most, _first(own.area_maximum_cents, self.area_maximum))

    def states(self, wager: str, offer: str | None) -> bool:
        """Return whether the sign says what a wager takes; the table's limits are of main bets."""
        if self.own(wager, offer).says_amount:
            return True
        if offer is not None:
            return self.optional_minimum is not None or self.optional_maximum is not None
        return self.minimum is not None or self.maximum is not None


def _first(*amounts: int | None) -> int | None:
    """Return the first amount that is given."""
    return next((amount for amount in amounts if amount is not None), None)
