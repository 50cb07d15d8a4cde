"""Forms with secret wagers: of the coup that comes, the one that is on and the one just over."""

from msgspec import Struct


class Form(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A secret wager as its maker wrote it, and what has become of it.

    ``bet`` is the number of the wager that it became on the layout, ``taken_cents`` what it cost
    its maker instead; one that was found wrong is ``corrected``, one whose coup is over ``done``,
    and ``shown`` are those who have asked to see it. Of one that is ``sealed`` its maker's device,
    which staff let in since, shows nothing.
    """

    name: str
    table: int
    coup: int
    wager: str | None = None
    stake_cents: int | None = None
    words: str | None = None
    seat: int | None = None
    signed: bool = False
    examined: bool = False
    announced: bool = False
    bet: int | None = None
    corrected: bool = False
    taken_cents: int = 0
    done: bool = False
    shown: tuple[str, ...] = ()
    sealed: bool = False
