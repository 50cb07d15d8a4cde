"""Disqualification, disputes, what is recorded."""

from punto.table.event import Command


class AboutConduct(Command, frozen=True):
    """A command about conduct in a tournament."""


class Disqualify(AboutConduct, frozen=True, tag="disqualify"):
    """An entrant is put out for what they did."""

    name: str
    cause: str


ConductCommand = Disqualify
