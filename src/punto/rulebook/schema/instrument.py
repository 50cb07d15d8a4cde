"""The instrument itself: its title, its authority and its dates."""

from datetime import date

from punto.clause import Cited, Clauses, Held
from punto.rulebook.policies import BeforeMade
from punto.rulebook.schema.section import Days, Section, Some, Words


class Predecessor(Section, frozen=True):
    """An instrument that is named but whose text is not included."""

    name: Words
    """How it is cited."""
    notified: date
    """The day on which it was notified."""
    clause: Clauses
    """Where it is named."""


class Instrument(Section, frozen=True, kw_only=True):
    """The document, its authority, and its statements about its dates."""

    id: Words
    """The id of the rulebook, the same as the name of its file: `xyz-2030`."""
    jurisdiction: Words
    """The series that it belongs to, for `punto rules in-force`: `xyz`."""
    title: Words
    """The game, the place and the year, for people."""
    citation: Words
    """How the instrument is cited in full."""
    authority: Held[str]
    """Who made it."""
    zone: Words | None = None
    """The IANA time zone of its venues, such as `Australia/Perth`. Days are in this zone."""
    game: Held[str]
    """The game as the instrument calls it."""
    venue: Held[Some[str]] | None = None
    """The venues where it applies."""
    power: Held[str] | None = None
    """The Act and section under which it was made."""
    scope: Cited[Words]
    """How much of the rules it contains; cited if something is refused as not held."""
    made: Cited[date] | None = None
    """The day on which it was made; needs `before_made`."""
    effective: Cited[date] | None = None
    """The first day on which it applies."""
    starts_days_after_notification: Cited[Days] | None = None
    """How many days after its notification it starts, if the text gives no date."""
    before_made: Cited[BeforeMade] | None = None
    """What is known about days before it was made."""
    replaces: tuple[Predecessor, ...] = ()
    """Earlier instruments that it names as replaced."""
    evidence: Cited[Words]
    """What is known about its dates, in a sentence; the answer if nothing better is known."""
    amends: Held[str] | None = None
    """What it amends, if it is an amendment."""
