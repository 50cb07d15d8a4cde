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

    def span(
        self, wager: str, offer: str | None, *, apart: bool = False
    ) -> tuple[int | None, int | None]:
        """Return the least and the most of a wager: its own, of its kind, or of the table.

        The table's do not bind an optional wager that is kept ``apart``.
        """
        own = self.own(wager, offer) if self.wagers else _SILENT
        least, most = own.minimum_cents, own.maximum_cents
        if offer is not None:
            least = self.optional_minimum if least is None else least
            most = self.optional_maximum if most is None else most
            if least is not None or most is not None or apart:
                return least, most
        return self.minimum if least is None else least, self.maximum if most is None else most

    def area(self, wager: str, offer: str | None) -> int | None:
        """Return the most that an area of a wager may hold: its own, or that of every area."""
        own = self.own(wager, offer).area_maximum_cents if self.wagers else None
        return self.area_maximum if own is None else own

    @property
    def has_areas(self) -> bool:
        """Return whether the sign gives the maximum of any area."""
        return self.area_maximum is not None or bool(self.wagers)

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
