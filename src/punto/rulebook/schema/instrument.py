"""The instrument itself: what it is, who made it, when it holds."""

from datetime import date

from punto.clause import Cited, Clauses, Held
from punto.rulebook.policies import BeforeMade
from punto.rulebook.schema.section import Days, Section, Some, Words


class Predecessor(Section, frozen=True):
    """An instrument that is named but whose text is not held."""

    name: Words
    """How it is cited."""
    notified: date
    """The day on which it was notified."""
    clause: Clauses
    """Where it is named."""


class Instrument(Section, frozen=True, kw_only=True):
    """What the document is, who made it, and what it says about its own time."""

    id: Words
    """The id of the rulebook, the same as the name of its file: `xyz-2030`."""
    jurisdiction: Words
    """The series it belongs to, as asked for by `punto rules in-force`: `xyz`."""
    title: Words
    """The game, the place and the year, for people."""
    citation: Words
    """How the instrument is cited in full."""
    authority: Held[str]
    """Who made it."""
    zone: Words | None = None
    """The zone of its venues in the IANA database, such as `Australia/Perth`: whose days count."""
    game: Held[str]
    """The game as the instrument calls it."""
    venue: Held[Some[str]] | None = None
    """Where it holds."""
    power: Held[str] | None = None
    """The Act and section under which it was made."""
    scope: Cited[Words]
    """How much of the rules it holds; cited whenever something is refused as not held."""
    made: Cited[date] | None = None
    """The day on which it was made; needs `before_made`."""
    effective: Cited[date] | None = None
    """The first day on which it holds."""
    starts_days_after_notification: Cited[Days] | None = None
    """How many days after its notification it starts, where the text gives no date."""
    before_made: Cited[BeforeMade] | None = None
    """What can be said of days before it was made."""
    replaces: tuple[Predecessor, ...] = ()
    """Earlier instruments that it names as replaced."""
    evidence: Cited[Words]
    """What is known of its time, in a sentence; the answer where nothing better is known."""
    amends: Held[str] | None = None
    """What it alters, if it is an alteration."""
