"""Alleged breaches of the rules, and disputes about them."""

from msgspec import Struct


class ReportedBreach(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A recorded breach of the rules; ``found`` is the ruling, ``None`` until there is one."""

    number: int
    kind: str
    name: str
    text: str
    found: bool | None = None


class TournamentDispute(
    Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True
):
    """A dispute about rules or conditions at a table, and how it was settled."""

    number: int
    table: int
    name: str
    facts: str
    decision: str | None = None


class TournamentIssues(
    Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True
):
    """The recorded breaches and disputes of a tournament."""

    breaches: tuple[ReportedBreach, ...] = ()
    disputes: tuple[TournamentDispute, ...] = ()
