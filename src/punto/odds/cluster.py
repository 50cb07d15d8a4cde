"""Runs the simulation on a Dask cluster. Each chunk is counted exactly once."""

import logging
import re
from collections.abc import Callable, Iterator
from threading import Thread
from typing import Any

from punto.clause import Malformed
from punto.odds.shoe_plan import ShoePlan
from punto.odds.simulate import Tally, chunks, deal_chunk

# A chunk that was on a worker which died is dealt again elsewhere; its seed makes it the same.
TRIES = 10
AHEAD = 64
PATIENCE_SECONDS = 15.0
# How a scheduler is reached: the kind of connection, tcp if left out, a host and a port.
_ADDRESS = re.compile(r"((tcp|tls|ws|wss)://)?([\w.-]+|\[[0-9a-fA-F:.%]+\]):(?P<port>[0-9]{1,5})")
_PORT_MAX = 65_535


def simulate_on(client: Any, plan: ShoePlan, coups: int, *, seed: int = 0) -> Iterator[Tally]:
    """Yield the tallies of chunks dealt by the workers of a cluster, each chunk exactly once."""
    from distributed import as_completed  # noqa: PLC0415  Dask is an extra

    todo = iter(enumerate(chunks(plan, coups)))

    def send() -> Any:
        for chunk, shoes in todo:
            # `pure=False`: Dask must not return the cached result of another run.
            return client.submit(deal_chunk, plan, seed, chunk, shoes, retries=TRIES, pure=False)
        return None

    first = [future for future in (send() for _ in range(AHEAD)) if future is not None]
    running = as_completed(first, with_results=True, loop=client.loop)
    for _, tally in running:
        if not isinstance(tally, Tally):
            raise ClusterLost("the cluster is gone")
        following = send()
        if following is not None:
            running.add(following)
        yield tally


class ClusterLost(Exception):  # noqa: N818  what happened, in a word
    """The scheduler of a cluster does not answer any more."""


def connect(address: str) -> Any:
    """Return a client of the cluster at an address, or raise an error."""
    found = _ADDRESS.fullmatch(address)
    if found is None or not 0 < int(found["port"]) <= _PORT_MAX:
        raise Malformed(
            f"{address!r} is no address of a cluster's scheduler", "write tcp://host:8786"
        )
    try:
        from distributed import Client  # noqa: PLC0415  Dask is an extra
    except ImportError:
        raise Malformed(
            "--cluster needs Dask, which is not installed", "pip install 'punto[cluster]'"
        ) from None

    class Caller(Client):
        """A client whose destructor is silent if it never connected."""

        def __del__(self) -> None:
            # Closing a client that never connected waits for a timeout and logs errors.
            if self.status == "running":
                super().__del__()

    # Do not show the log messages of the cluster in the terminal.
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    return _call_with_timeout(address, lambda: Caller(address, timeout="5s", set_as_default=False))


def _call_with_timeout(address: str, call: Callable[[], Any]) -> Any:
    """Return the result of a call to a scheduler; another service may never answer."""
    found: list[Any] = []

    def attempt() -> None:
        try:
            found.append(call())
        except Exception as error:  # noqa: BLE001  each kind of address fails in its own way
            found.append(error)

    thread = Thread(target=attempt, daemon=True)
    thread.start()
    thread.join(PATIENCE_SECONDS)
    answer = found[0] if found else TimeoutError("what listens there is no scheduler")
    if isinstance(answer, Exception):
        reason = str(answer).splitlines()[0] if str(answer) else type(answer).__name__
        raise Malformed(f"no cluster answers at {address!r}: {reason}")
    return answer
