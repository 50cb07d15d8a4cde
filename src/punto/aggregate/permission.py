"""Whether a person may give a command now: yes, not now, or never with this title."""

from collections.abc import Callable
from enum import StrEnum

from msgspec import Struct

from punto.clause import Malformed, NotEntitled, Refused


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


def permission(check: Callable[[], object]) -> Permission:
    """Return what a check answers that raises an error where something is not permitted."""
    try:
        check()
    except NotEntitled as error:
        return Permission(May.NOT_ENTITLED, error)
    except (Refused, Malformed) as error:
        return Permission(May.NOT_NOW, error)
    return ALLOWED


def anybody(at: object) -> None:
    """Permit a command to everybody at any time. Its decision checks everything."""
    del at
