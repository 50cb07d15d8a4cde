"""Elimination, ranking, play-offs."""

from punto.rulebook.schema.section import Section


class Placing(Section, frozen=True, kw_only=True):
    """Elimination, ranking, play-offs."""
