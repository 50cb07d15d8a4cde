"""Kill a server some hundred times under load: ``cd tests; python -m support.kill_soak 200``.

Not part of the tests, which kill it ten times. A second word is the address of an empty PostgreSQL
database; without it a file is used.
"""

import signal
import sys
import tempfile
import time
from pathlib import Path
from random import Random

from support.server_process import House, check_sound, killed


def main(times: int, store: str | None) -> None:
    """Kill, and say how much was acknowledged and found again."""
    start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="punto-kill-") as place:
        house = House(Path(place), store)
        house.start()
        try:
            acknowledged = killed(house, times, Random(times))
            house.stop(signal.SIGTERM)
            check_sound(house.store, acknowledged)
        finally:
            house.close()
    span = time.monotonic() - start
    print(f"killed {times} times in {span:.0f} s: {len(acknowledged)} commands, each there once")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200, sys.argv[2] if len(sys.argv) > 2 else None)
