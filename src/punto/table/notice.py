"""What the sign at a table says, and notices of what it will say."""

from msgspec import Struct


class Limits(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """What binds wagers, in cents, and is on the sign; nothing where it says nothing."""

    minimum: int | None = None
    maximum: int | None = None
    optional_minimum: int | None = None
    optional_maximum: int | None = None
    step: int | None = None
    cap: int | None = None
    area_maximum: int | None = None
    per_patron: bool = False


class Proposed(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A change of what the sign says; only what is given changes."""

    minimum_cents: int | None = None
    maximum_cents: int | None = None
    optional_minimum_cents: int | None = None
    optional_maximum_cents: int | None = None
    step_cents: int | None = None
    cap_cents: int | None = None
    area_maximum_cents: int | None = None
    kept_minimum_cents: int | None = None
    settlement: str | None = None
    closing: bool = False


class Notice(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A notice on the table: what will change, since when it is shown, and from when it says."""

    change: Proposed
    shown_at: int
    effective_at: int | None = None


class Shown(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """What is shown at the table and told to people: notices, signs, matters told, restrictions."""

    notices: tuple[Notice, ...] = ()
    told: tuple[str, ...] = ()
    displayed: tuple[str, ...] = ()
    restricted: tuple[str, ...] = ()
