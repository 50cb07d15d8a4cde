"""The person who acts, with the title under which they act, and when."""

from msgspec import Struct

from punto.clause import Malformed
from punto.error_codes import ErrorCode

PATRON, DEALER = "patron", "dealer"
# The last second that a calendar of four-digit years can name.
LATEST = 253_402_300_799


class Actor(Struct, frozen=True):
    """A person with the title under which they act, and when: seconds since 1970, UTC."""

    name: str
    title: str
    at: int = 0

    @property
    def is_patron(self) -> bool:
        return self.title == PATRON


def check_moment(at: int) -> None:
    """Raise an error if a time is before 1970, or in milliseconds."""
    if not 0 <= at <= LATEST:
        raise Malformed(
            f"{at} is no time", "seconds since 1970, not milliseconds", code=ErrorCode.NO_SUCH_TIME
        )
