"""Parses a new time for a clock: a time of day or minutes to add. It never goes back."""

import re

from punto.aggregate.actor import check_moment
from punto.clause import Malformed
from punto.error_codes import ErrorCode
from punto.notation.time_parser import moment


def told_time(now: int, words: list[str]) -> int:
    """Return the time that words name: ``14:20``, or ``+20`` for twenty minutes later."""
    if not words:
        raise Malformed(
            "clock 14:20, or clock +20 for twenty minutes later", code=ErrorCode.INCOMPLETE
        )
    later = re.fullmatch(r"\+([0-9]{1,6})", words[0])
    at = now + int(later[1]) * 60 if later else moment(" ".join(words))
    check_moment(at)
    if at < now:
        raise Malformed("the clock does not go back", code=ErrorCode.NO_SUCH_TIME)
    return at
