"""Somebody entered, a seed was fixed, winners were drawn."""

from punto.aggregate.event import Event, Unregistered, Visibility
from punto.house.promotion import Qualified


class OfDraw(Event, frozen=True, gc=False):
    """An event about entries and the draw."""


class PromotionEntered(OfDraw, frozen=True, gc=False, tag="promotion_entered"):
    """Somebody entered a promotion."""

    visibility = Visibility.PERSON_AND_STAFF
    registers = Unregistered.REPORTED
    concerns = "person"

    promotion: int
    number: int
    person: str
    wager: Qualified | None = None


class DrawCommitted(OfDraw, frozen=True, gc=False, tag="draw_committed"):
    """The seed of the draw was fixed."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.REPORTED

    promotion: int
    commitment: str


class ScrutineerNamed(OfDraw, frozen=True, gc=False, tag="scrutineer_named"):
    """Somebody was named to oversee the draw."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.REPORTED

    promotion: int
    name: str


class WinnersDrawn(OfDraw, frozen=True, gc=False, tag="winners_drawn"):
    """Lots were drawn: prize by prize the entry that won, and who was passed over as not there.

    A prize for which nobody is left has none. ``commitment`` is the digest of the seed, as it was
    published before.
    """

    visibility = Visibility.EVERYBODY
    registers = Unregistered.REPORTED

    promotion: int
    seed: str
    won: dict[int, int] = {}
    absent: tuple[int, ...] = ()
    commitment: str | None = None


DrawEvent = PromotionEntered | DrawCommitted | ScrutineerNamed | WinnersDrawn
