"""The names of streams: the kind of the stream and its name for users."""

import re

from punto.clause import Malformed
from punto.error_codes import ErrorCode
from punto.store.stream_kinds import HOUSE

_NAME = re.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,39}")
# There is one house.
HOUSE_STREAM = f"{HOUSE}/house"


def stream_named(kind: str, name: str) -> str:
    """Return the stream of a kind and a name; raise an error if the name is impossible."""
    if not _NAME.fullmatch(name):
        raise Malformed(f"there is no {kind} {name[:40]!r}", code=ErrorCode.NO_SUCH_THING)
    return f"{kind}/{name}"


def new_stream(kind: str, name: str) -> str:
    """Return the stream for a new name; raise an error if the name is not permitted."""
    if not _NAME.fullmatch(name):
        hint = "up to 40 letters, digits, hyphens and underscores"
        raise Malformed(f"no {kind} can be called {name[:40]!r}", hint, code=ErrorCode.BAD_NAME)
    return f"{kind}/{name}"


def name_of(stream: str) -> str:
    """Return the name of a stream for users."""
    return stream.partition("/")[2]
