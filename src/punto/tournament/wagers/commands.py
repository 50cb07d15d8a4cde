"""Whose turn it is to wager, and what entrants may do instead."""

from punto.table.event import Command


class AboutWagers(Command, frozen=True):
    """A command about wagering in a tournament; wagers themselves are made at the table."""


class AskWager(AboutWagers, frozen=True, tag="ask_wager"):
    """The dealer asks the next entrant for a wager; the turn of the one before is over."""

    table: int
    name: str | None = None


WagersCommand = AskWager
