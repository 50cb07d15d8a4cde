"""Conditions laid down and published; people who apply, enter, withdraw."""

from punto.table.event import Command
from punto.tournament.conditions import Conditions


class AboutEntry(Command, frozen=True):
    """A command about conditions and entries."""


class SetConditions(AboutEntry, frozen=True, tag="set_conditions"):
    """The operator lays the conditions down; while nothing is published they may change."""

    conditions: Conditions


class PublishConditions(AboutEntry, frozen=True, tag="publish_conditions"):
    """The conditions are published, and people may apply."""


class Apply(AboutEntry, frozen=True, tag="apply"):
    """Somebody applies to enter."""

    name: str


class AcceptEntry(AboutEntry, frozen=True, tag="accept_entry"):
    """An application is accepted."""

    name: str


EntryCommand = SetConditions | PublishConditions | Apply | AcceptEntry
