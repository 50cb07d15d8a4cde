"""What every event and every command has in common."""

from msgspec import Struct

from punto.clause import Reason


class Event(
    Struct,
    frozen=True,
    gc=False,
    kw_only=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
    tag_field="type",
):
    """Something that happened, with the reasons a rule gave for it.

    The tag is stable: a later version of an event gets a tag of its own, such as ``card_drawn/2``,
    and the earlier one is still read.
    """

    reasons: tuple[Reason, ...] = ()


class Command(
    Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="type"
):
    """Something a person at the table does; the tag is its name everywhere."""
