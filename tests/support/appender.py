"""A process that appends until it is killed, and says what was acknowledged."""

import sys

from punto.store.address import open_log
from support.stores import append


def main(url: str, name: str) -> None:
    with open_log(url) as log:
        version = (head.version if (head := log.stream(name)) else 0) if name else 0
        while True:
            pending = [
                log.append(append(f"{name}{n}", version, f"{version}", key=f"{version}"))
                for n in range(4)
            ]
            for number, future in enumerate(pending):
                answer = future.result()
                print(f"{name}{number} {answer.last}", flush=True)
            version += 1


if __name__ == "__main__":
    main(*sys.argv[1:])
