"""Sign-ins that failed, counted by name and by address, for all processes together.

A try is counted before the password is looked at, and taken back if it was right: a hundred at
once get no further than a hundred in a row. Whose they are is kept as 24 bits of a hash: enough to
count by, and too few to tell what somebody typed, which may have been a password.
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
    """How many failures are let pass, and how long one waits after more.

    The wait doubles with every further failure. A floor full of people may share one address.
    """

    name_failures: int = 5
    address_failures: int = 30
    first_seconds: int = 60
    most_seconds: int = 15 * 60
    forget_seconds: int = 24 * 60 * 60
    # Where people share an address somebody always mistypes: half of it is forgotten this often.
    halve_seconds: int = 60 * 60


class AttemptKey(Struct, frozen=True):
    """Who tries: each of these counts for itself, with so many failures let pass."""

    whose: str
    failures_max: int


def name_of(name: str) -> str:
    """Return under what the failures of a name are counted."""
    return hidden("name", names.looked_up(name))


def address_of(address: str) -> str:
    """Return under what those of an address are counted: a home has many of the newer kind."""
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
    """Return under what something is counted, from which nobody reads what it is."""
    return f"{kind}:{sha256(text.encode('utf-8', 'replace')).hexdigest()[:6]}"


def tried(name: str, address: str | None, patience: ThrottlePolicy) -> tuple[AttemptKey, ...]:
    """Return under what a sign-in counts."""
    by_name = AttemptKey(name_of(name), patience.name_failures)
    if not address:
        return (by_name,)
    return by_name, AttemptKey(address_of(address), patience.address_failures)


def count(
    backend: Backend, these: tuple[AttemptKey, ...], at: int, patience: ThrottlePolicy
) -> dict[str, int]:
    """Count a sign-in as failed before it is tried, or say how long nothing is tried.

    What comes back is when each of them failed before, for a try that is taken back.
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
    # Said only now, so that what was forgotten stays so.
    if seconds > 0:
        raise Throttled(seconds)
    return {whose: last_at for whose, (_, last_at) in failures_by_key.items()}


def _counted_failures(
    connection: Connection, key: AttemptKey, at: int, patience: ThrottlePolicy
) -> tuple[int, int]:
    """Return how often somebody failed, as far as it still counts, and when last."""
    query = select(attempts.c.failures, attempts.c.last_at).where(attempts.c.whose == key.whose)
    row = connection.execute(query).first()
    if row is None:
        return 0, 0
    return row.failures >> ((at - row.last_at) // patience.halve_seconds), row.last_at


def _seconds_to_wait(
    counted: tuple[int, int], key: AttemptKey, at: int, patience: ThrottlePolicy
) -> int:
    """Return how long somebody has to wait yet."""
    failures, last_at = counted
    return last_at + _wait_seconds(failures, key.failures_max, patience) - at


def _wait_seconds(failures: int, most: int, patience: ThrottlePolicy) -> int:
    """Return how long one waits after so many failures."""
    if failures < most:
        return 0
    # Doubled often enough, it is more than the most in any case.
    return min(patience.first_seconds << min(failures - most, 32), patience.most_seconds)


def _forget_old(connection: Connection, at: int, patience: ThrottlePolicy) -> None:
    """Forget failures of long ago, and date those of a clock that ran ahead from now."""
    old = attempts.c.last_at < at - patience.forget_seconds
    connection.execute(delete(attempts).where(old))
    connection.execute(update(attempts).where(attempts.c.last_at > at).values(last_at=at))


def forgive(connection: Connection, whose: str) -> None:
    """Forget the failures of a name."""
    connection.execute(delete(attempts).where(attempts.c.whose == whose))


def take_back(
    connection: Connection, these: tuple[AttemptKey, ...], before: Mapping[str, int]
) -> None:
    """Count a sign-in no longer that was counted before it was tried, as if it had not been."""
    for key in these:
        mine = update(attempts).where(attempts.c.whose == key.whose, attempts.c.failures > 0)
        earlier = before.get(key.whose, 0)
        connection.execute(mine.values(failures=attempts.c.failures - 1, last_at=earlier))
