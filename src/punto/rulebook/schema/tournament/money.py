"""Fees, what the house keeps, the pool and the prizes."""

from punto.rulebook.schema.section import Section


class Money(Section, frozen=True, kw_only=True):
    """Fees, what the house keeps, the pool and the prizes."""
