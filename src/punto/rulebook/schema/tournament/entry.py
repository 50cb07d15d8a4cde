"""Conditions, applications and entries."""

from punto.rulebook.schema.section import Section


class Entry(Section, frozen=True, kw_only=True):
    """Conditions, applications and entries."""
