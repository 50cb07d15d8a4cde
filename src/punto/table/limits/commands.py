"""Limits: announced, changed, agreed with one patron, enforced over the whole table."""

from punto.aggregate.command import Command
from punto.table.notice import Proposed


class AboutLimits(Command, frozen=True):
    """A command about limits and notices."""


class PostNotice(AboutLimits, frozen=True, tag="post_notice"):
    """A notice of a change is put up, with the time from which it is to hold."""

    change: Proposed
    effective_at: int | None = None


class ChangeSign(AboutLimits, frozen=True, tag="change_sign"):
    """Limits or the settlement change to what is given; ``agreed`` are patrons who consent."""

    change: Proposed
    agreed: tuple[str, ...] = ()


class AgreeLimits(AboutLimits, frozen=True, tag="agree_limits"):
    """A patron gets limits of their own, shown by a marker or a sign.

    They hold where the table's limits do, or for one ``wager``, or offer, with its own on the sign.
    Whoever enters them says whether the patron ``agreed``; the author of a scenario may leave out
    that they did.
    """

    patron: str
    maximum_cents: int
    minimum_cents: int | None = None
    wager: str | None = None
    agreed: bool | None = None


class WithdrawLimits(AboutLimits, frozen=True, tag="withdraw_limits"):
    """The limits agreed with a patron end: their marker is taken away. They may end it too."""

    patron: str


class ReduceWagers(AboutLimits, frozen=True, tag="reduce_wagers"):
    """The dealer cuts wagers pro rata until no cap is exceeded."""


class HandBackLatest(AboutLimits, frozen=True, tag="hand_back_latest"):
    """The latest wager on the heavier hand goes back, because a cap stops the deal."""


class LookBack(AboutLimits, frozen=True, tag="look_back"):
    """An earlier coup is found to have carried wagers outside the limits.

    ``limit`` says which: ``maximum``, ``cap`` or ``area_maximum``.
    """

    coup: int
    text: str
    limit: str | None = None


LimitsCommand = (
    PostNotice
    | ChangeSign
    | AgreeLimits
    | WithdrawLimits
    | ReduceWagers
    | HandBackLatest
    | LookBack
)
