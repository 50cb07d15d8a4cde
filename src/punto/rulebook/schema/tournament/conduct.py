"""Breaches by entrants, grounds of disqualification, and disputes."""

from typing import Literal

from msgspec import field

from punto.clause import Cited, Clauses
from punto.rulebook.schema.section import RefusedOnly, Section, Words


class Cause(Section, frozen=True, kw_only=True):
    """A ground of disqualification."""

    title: Words
    """What the person did, in words."""
    compulsory: bool = False
    """Whether disqualification is compulsory."""
    absent: bool = False
    """Whether it is only for entrants who are not in their seats."""
    unwagered: bool = False
    """Whether it is only for seated entrants without a wager or a pass card on the coup."""
    keeps_value: Cited[Literal["on_record"]] | None = None
    """What happens to the value of their chips; without it, the value does not count."""
    clause: Clauses
    """The clauses that make it one."""


class Breach(Section, frozen=True, kw_only=True):
    """Conduct that is recorded."""

    title: Words
    """What the person did, in words."""
    cause: str | None = None
    """The ground of disqualification that it is, if any."""
    clause: Clauses
    """The clauses that forbid it."""


class Conduct(Section, frozen=True, kw_only=True):
    """Breaches by entrants, grounds of disqualification, and disputes."""

    breaches: dict[str, Breach] = field(default_factory=dict)
    """The breaches that are recorded, by name."""
    causes: dict[str, Cause] = field(default_factory=dict)
    """The grounds of disqualification, by name."""
    dispute_waits: Cited[RefusedOnly] | None = None
    """A coup while a dispute about rules or conditions is open is refused."""
    ruling_final: Cited[RefusedOnly] | None = None
    """Another ruling on a dispute that is settled is refused."""
