"""The names of streams, as far as people have to do with them."""

from punto.clause import Malformed
from punto.error_codes import ErrorCode
from punto.store.records import TEXT_MAX


def checked(stream: str) -> str:
    """Return the name of a stream, or raise an error if it is not permitted."""
    if not stream or len(stream) > TEXT_MAX or " " in stream or not stream.isprintable():
        raise Malformed("name a stream, such as table/7", code=ErrorCode.NO_SUCH_STREAM)
    return stream
