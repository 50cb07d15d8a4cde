"""Entries taken, the seed fixed, a scrutineer named, winners drawn."""

from punto.aggregate.command import Command


class AboutDraw(Command, frozen=True):
    """A command about entries and the draw."""


class EnterPromotion(AboutDraw, frozen=True, tag="enter_promotion"):
    """Somebody enters a promotion; ``eligible`` is what whoever takes the entry found.

    Where a wager qualifies, ``stream`` and ``version`` name the event in which it was made.
    """

    promotion: int
    person: str
    eligible: bool
    stream: str | None = None
    version: int | None = None


class CommitDraw(AboutDraw, frozen=True, tag="commit_draw"):
    """The seed of the draw is fixed by its digest, before anybody has entered."""

    promotion: int
    commitment: str


class NameScrutineer(AboutDraw, frozen=True, tag="name_scrutineer"):
    """Somebody is to oversee the draw."""

    promotion: int
    name: str


class DrawWinners(AboutDraw, frozen=True, tag="draw_winners"):
    """Lots are drawn for every prize; ``present`` are those who are there, where they must be."""

    promotion: int
    seed: str
    present: tuple[str, ...] = ()


DrawCommand = EnterPromotion | CommitDraw | NameScrutineer | DrawWinners
