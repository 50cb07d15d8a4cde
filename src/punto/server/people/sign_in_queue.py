"""Sign-ins have their own queue, because password hashing is slow by design."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from punto.server.people.errors import Throttled

P = ParamSpec("P")
T = TypeVar("T")
# The longest queue; later sign-ins are refused and may try again.
LENGTH_MAX = 100
_AGAIN_SECONDS = 5
_pool = ThreadPoolExecutor(2, "sign-in")


class _Line:
    """How many are in it now."""

    length = 0


async def signing_in(act: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Return what comes of a sign-in, once it is its turn."""
    if _Line.length >= LENGTH_MAX:
        raise Throttled(_AGAIN_SECONDS, "too many are signing in; try again in a moment")
    _Line.length += 1
    try:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(_pool, lambda: act(*args, **kwargs))
    finally:
        _Line.length -= 1
