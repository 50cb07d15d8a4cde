"""What entrants may not do, and what may be done about it."""

from typing import Literal

from msgspec import field

from punto.clause import Cited, Clauses
from punto.rulebook.schema.section import RefusedOnly, Section, Words


class Cause(Section, frozen=True, kw_only=True):
    """A ground on which somebody is disqualified."""

    title: Words
    """What somebody did, in words."""
    compulsory: bool = False
    """Whether nobody may do less about it."""
    absent: bool = False
    """Whether it is for those alone who are not in their seats."""
    unwagered: bool = False
    """Whether it is for those alone who sit there without a wager or a pass card on the coup."""
    keeps_value: Cited[Literal["on_record"]] | None = None
    """What becomes of the value of their chips; where it is not said, it counts for nothing."""
    clause: Clauses
    """The clauses that make it one."""


class Breach(Section, frozen=True, kw_only=True):
    """Conduct that is recorded."""

    title: Words
    """What somebody did, in words."""
    cause: str | None = None
    """The ground of disqualification that it is, if it is one."""
    clause: Clauses
    """The clauses that forbid it."""


class Conduct(Section, frozen=True, kw_only=True):
    """What entrants may not do, and what may be done about it."""

    breaches: dict[str, Breach] = field(default_factory=dict)
    """What is recorded, each with a name of its own."""
    causes: dict[str, Cause] = field(default_factory=dict)
    """Grounds of disqualification, each with a name of its own."""
    dispute_waits: Cited[RefusedOnly] | None = None
    """A coup while a dispute about rules or conditions is open is refused."""
    ruling_final: Cited[RefusedOnly] | None = None
    """Another ruling on a dispute that is settled is refused."""
