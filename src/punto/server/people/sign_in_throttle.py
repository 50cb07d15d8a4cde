"""Counts failed sign-ins by name and by address, for all processes together.

An attempt is counted before the password is checked, and the count is undone if it was right. So a
hundred parallel attempts count like a hundred sequential ones. Names are stored as 24 bits of a
hash: enough to count, and too few to reveal the typed text, which may be a password.
"""

from collections.abc import Mapping
from hashlib import sha256
from ipaddress import IPv6Address, ip_address

from msgspec import Struct
from sqlalchemy import Connection, delete, insert, select, update

from punto.server.people import names
from punto.server.people.database import writing
from punto.server.people.errors import Throttled
from punto.server.people.sql_tables import attempts
from punto.store.sql import Backend


class ThrottlePolicy(Struct, frozen=True):
    """How many failures are permitted, and how long the wait is after more.

    The wait doubles with every further failure. Many people may share one address.
    """

    name_failures: int = 5
    address_failures: int = 30
    first_seconds: int = 60
    most_seconds: int = 15 * 60
    forget_seconds: int = 24 * 60 * 60
    # People who share an address mistype now and then, so the count is halved this often.
    halve_seconds: int = 60 * 60


class AttemptKey(Struct, frozen=True):
    """A name or an address with its own count, and its number of permitted failures."""

    whose: str
    failures_max: int


def name_of(name: str) -> str:
    """Return the key for the failures of a name."""
    return hidden("name", names.looked_up(name))


def address_of(address: str) -> str:
    """Return the key for the failures of an address; for IPv6, of its /64 network."""
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return hidden("address", address[:200])
    if isinstance(ip, IPv6Address):
        if ip.ipv4_mapped is not None:
            ip = ip.ipv4_mapped
        else:
            return hidden("address", str(int(ip) >> 64))
    return hidden("address", str(ip))


def hidden(kind: str, text: str) -> str:
    """Return a key that does not reveal the text."""
    return f"{kind}:{sha256(text.encode('utf-8', 'replace')).hexdigest()[:6]}"


def tried(name: str, address: str | None, patience: ThrottlePolicy) -> tuple[AttemptKey, ...]:
    """Return the keys of a sign-in."""
    by_name = AttemptKey(name_of(name), patience.name_failures)
    if not address:
        return (by_name,)
    return by_name, AttemptKey(address_of(address), patience.address_failures)


def count(
    backend: Backend, these: tuple[AttemptKey, ...], at: int, patience: ThrottlePolicy
) -> dict[str, int]:
    """Count a sign-in as failed before it is tried, or raise ``Throttled``.

    Return the earlier time of failure for each key, for ``take_back``.
    """
    with writing(backend) as connection:
        _forget_old(connection, at, patience)
        failures_by_key = {
            key.whose: _counted_failures(connection, key, at, patience) for key in these
        }
        seconds = max(
            _seconds_to_wait(failures_by_key[key.whose], key, at, patience) for key in these
        )
        if seconds <= 0:
            for whose, (failures, _) in failures_by_key.items():
                forgive(connection, whose)
                new = insert(attempts).values(whose=whose, failures=failures + 1, last_at=at)
                connection.execute(new)
    # Raised after the transaction, so that old failures stay deleted.
    if seconds > 0:
        raise Throttled(seconds)
    return {whose: last_at for whose, (_, last_at) in failures_by_key.items()}


def _counted_failures(
    connection: Connection, key: AttemptKey, at: int, patience: ThrottlePolicy
) -> tuple[int, int]:
    """Return the number of failures that still count, and the time of the last one."""
    query = select(attempts.c.failures, attempts.c.last_at).where(attempts.c.whose == key.whose)
    row = connection.execute(query).first()
    if row is None:
        return 0, 0
    return row.failures >> ((at - row.last_at) // patience.halve_seconds), row.last_at


def _seconds_to_wait(
    counted: tuple[int, int], key: AttemptKey, at: int, patience: ThrottlePolicy
) -> int:
    """Return the seconds until the next attempt."""
    failures, last_at = counted
    return last_at + _wait_seconds(failures, key.failures_max, patience) - at


def _wait_seconds(failures: int, most: int, patience: ThrottlePolicy) -> int:
    """Return the length of the wait after some failures."""
    if failures < most:
        return 0
    # After 32 doublings it exceeds any maximum.
    return min(patience.first_seconds << min(failures - most, 32), patience.most_seconds)


def _forget_old(connection: Connection, at: int, patience: ThrottlePolicy) -> None:
    """Delete old failures, and set failures in the future, from a wrong clock, to now."""
    old = attempts.c.last_at < at - patience.forget_seconds
    connection.execute(delete(attempts).where(old))
    connection.execute(update(attempts).where(attempts.c.last_at > at).values(last_at=at))


def forgive(connection: Connection, whose: str) -> None:
    """Delete the failures of a key."""
    connection.execute(delete(attempts).where(attempts.c.whose == whose))


def take_back(
    connection: Connection, these: tuple[AttemptKey, ...], before: Mapping[str, int]
) -> None:
    """Undo the count of a sign-in."""
    for key in these:
        mine = update(attempts).where(attempts.c.whose == key.whose, attempts.c.failures > 0)
        earlier = before.get(key.whose, 0)
        connection.execute(mine.values(failures=attempts.c.failures - 1, last_at=earlier))
