"""Wagers on forms that nobody else may see until their moment."""

from punto.table.event import Command


class AboutSecret(Command, frozen=True):
    """A command about secret wagers."""


class HandInForm(AboutSecret, frozen=True, tag="hand_in_form"):
    """An entrant hands a form in; what is not written on it is left out."""

    name: str
    wager: str | None = None
    stake_cents: int | None = None
    words: str | None = None


SecretCommand = HandInForm
