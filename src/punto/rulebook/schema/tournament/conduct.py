"""What entrants may not do, and what may be done about it."""

from punto.rulebook.schema.section import Section


class Conduct(Section, frozen=True, kw_only=True):
    """What entrants may not do, and what may be done about it."""
