"""Matters of conduct: what somebody is said to have done, and disputes about the rules."""

from msgspec import Struct


class Breach(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """Something on record that somebody may not do; ``found`` once it is ruled on."""

    number: int
    kind: str
    name: str
    text: str
    found: bool | None = None


class Dispute(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A dispute about rules or conditions at a table, and how it was settled."""

    number: int
    table: int
    name: str
    facts: str
    decision: str | None = None


class Matters(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """What was recorded and what is in dispute."""

    breaches: tuple[Breach, ...] = ()
    disputes: tuple[Dispute, ...] = ()
