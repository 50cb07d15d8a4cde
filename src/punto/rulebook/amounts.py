"""The amounts on a sign: limits of single wagers and of the table."""

from msgspec import Struct


class WagerLimits(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """The limits of a kind of wager: minimum, maximum, and the maximum of an area."""

    minimum_cents: int | None = None
    maximum_cents: int | None = None
    area_maximum_cents: int | None = None

    @property
    def says_amount(self) -> bool:
        """Return whether it states a minimum or a maximum."""
        return self.minimum_cents is not None or self.maximum_cents is not None


_SILENT = WagerLimits()


class Limits(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """The limits on the sign, in cents; ``None`` if the sign does not state one.

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
        """Return the limits that the sign states for a wager, or for its offer."""
        offer_limits = self.wagers.get(offer, _SILENT) if offer is not None else _SILENT
        wager_limits = self.wagers.get(wager, _SILENT)
        return WagerLimits(
            _first_given(wager_limits.minimum_cents, offer_limits.minimum_cents),
            _first_given(wager_limits.maximum_cents, offer_limits.maximum_cents),
            _first_given(wager_limits.area_maximum_cents, offer_limits.area_maximum_cents),
        )

    def span(
        self, wager: str, offer: str | None, *, apart: bool = False
    ) -> tuple[int | None, int | None]:
        """Return the minimum and maximum of a wager: its own, of its kind, or of the table.

        The limits of the table do not apply to an optional wager that is kept ``apart``.
        """
        own_limits = self.own(wager, offer) if self.wagers else _SILENT
        minimum, maximum = own_limits.minimum_cents, own_limits.maximum_cents
        if offer is not None:
            minimum = self.optional_minimum if minimum is None else minimum
            maximum = self.optional_maximum if maximum is None else maximum
            if minimum is not None or maximum is not None or apart:
                return minimum, maximum
        return (
            self.minimum if minimum is None else minimum,
            self.maximum if maximum is None else maximum,
        )

    def area(self, wager: str, offer: str | None) -> int | None:
        """Return the maximum of an area of a wager: its own, or that of every area."""
        own_maximum = self.own(wager, offer).area_maximum_cents if self.wagers else None
        return self.area_maximum if own_maximum is None else own_maximum

    @property
    def has_areas(self) -> bool:
        """Return whether the sign states the maximum of any area."""
        return self.area_maximum is not None or bool(self.wagers)

    def states(self, wager: str, offer: str | None) -> bool:
        """Return whether the sign states limits for a wager. Table limits are for main wagers."""
        if self.own(wager, offer).says_amount:
            return True
        if offer is not None:
            return self.optional_minimum is not None or self.optional_maximum is not None
        return self.minimum is not None or self.maximum is not None


def _first_given(*amounts: int | None) -> int | None:
    """Return the first amount that is not ``None``."""
    return next((amount for amount in amounts if amount is not None), None)
