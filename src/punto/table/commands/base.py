"""What every command has in common."""

from msgspec import Struct


class Command(Struct, frozen=True, forbid_unknown_fields=True):
    """Something a person at the table does; the tag is the name of the type."""
