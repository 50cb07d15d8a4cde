"""What every event has in common."""

from msgspec import Struct

from punto.clause import Reason


class Event(Struct, frozen=True, gc=False, kw_only=True):
    """Something that happened, with the reasons a rule gave for it."""

    reasons: tuple[Reason, ...] = ()
