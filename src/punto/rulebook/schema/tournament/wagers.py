"""What must be wagered, in which order, within which limits."""

from punto.rulebook.schema.section import Section


class Wagers(Section, frozen=True, kw_only=True):
    """What must be wagered, in which order, within which limits."""
