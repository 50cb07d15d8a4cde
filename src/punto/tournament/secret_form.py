"""Forms with secret wagers: of the next, the current and the previous coup."""

from msgspec import Struct


class SecretForm(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A secret wager as its maker wrote it, and its status.

    ``bet`` is the number of the wager on the layout that it became, ``taken_cents`` the amount
    that its maker lost instead. A form with a fault that was put right is ``corrected``; a form
    whose coup is over is ``done``. ``shown`` are the entrants who asked to see it. The device of
    the maker does not show a ``sealed`` form, because staff admitted that device later.
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
