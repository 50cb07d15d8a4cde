"""A command describes itself; its tag is its name everywhere."""

from msgspec import Struct


class Command(
    Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="type"
):
    """Something that a person does."""
