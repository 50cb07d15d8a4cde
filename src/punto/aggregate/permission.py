"""Whether a person may give a command now: yes, not now, or never with this title."""

from enum import StrEnum

from msgspec import Struct

from punto.clause import Malformed, Refused


class May(StrEnum):
    """The answer to whether a person may give a command."""

    YES = "yes"
    NOT_NOW = "not_now"
    NOT_ENTITLED = "not_entitled"


class Permission(Struct, frozen=True):
    """Whether a person may give a command; if not, the error that the command would raise."""

    answer: May
    error: Refused | Malformed | None = None

    def __bool__(self) -> bool:
        return self.answer is May.YES


ALLOWED = Permission(May.YES)


def anybody(at: object) -> None:
    """Permit a command to everybody at any time. Its decision checks everything."""
    del at
