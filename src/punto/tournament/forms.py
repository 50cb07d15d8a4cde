"""Forms with secret wagers that have not had their moment yet."""

from msgspec import Struct


class Form(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A secret wager as its maker wrote it."""

    name: str
    table: int
    coup: int
    wager: str | None = None
    stake_cents: int | None = None
    words: str | None = None
    examined: bool = False
    revealed: bool = False
