"""Placings worked out and confirmed."""

from punto.table.event import Command


class AboutPlacing(Command, frozen=True):
    """A command about who is where."""


class ConfirmPlacings(AboutPlacing, frozen=True, tag="confirm_placings"):
    """Whoever leads the tournament confirms the placings that were worked out."""


PlacingCommand = ConfirmPlacings
