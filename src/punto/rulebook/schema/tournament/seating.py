"""Who leads, which tables, how seats are drawn, sessions."""

from punto.rulebook.schema.section import Section


class Seating(Section, frozen=True, kw_only=True):
    """Who leads, which tables, how seats are drawn, sessions."""
