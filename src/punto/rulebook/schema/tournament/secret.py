"""Wagers that nobody else sees until their moment."""

from punto.rulebook.schema.section import Section


class Secret(Section, frozen=True, kw_only=True):
    """Wagers that nobody else sees until their moment."""
