"""Who may join a table: a limit on new patrons, and tables that only staff may open to them."""

from ipaddress import ip_address

from msgspec import Struct
from sqlalchemy import Connection, delete, insert, select, update

from punto.clause import NotEntitled
from punto.server.people.database import reading, writing
from punto.server.people.errors import Throttled
from punto.server.people.sign_in_throttle import address_of, hidden
from punto.server.people.sql_tables import attempts, doors
from punto.store.sql import Backend


class JoinLimits(Struct, frozen=True):
    """How many patrons may join in a period: from one address, and at one table."""

    from_address: int = 20
    to_table: int = 60
    seconds: int = 10 * 60


PACE = JoinLimits()


def set_door(backend: Backend, stream: str, *, staff_only: bool) -> None:
    """Set whether only staff may add patrons to a table."""
    with writing(backend) as connection:
        connection.execute(delete(doors).where(doors.c.stream == stream))
        connection.execute(insert(doors).values(stream=stream, staff_only=staff_only))


def staff_only(backend: Backend, stream: str) -> bool:
    """Return whether only staff may add patrons to a table."""
    with reading(backend) as connection:
        rows = connection.execute(select(doors.c.staff_only).where(doors.c.stream == stream))
        return bool(rows.scalar())


def come(
    backend: Backend, stream: str, address: str | None, at: int, pace: JoinLimits = PACE
) -> None:
    """Count a patron who joins, or refuse; addresses of this machine have no limit."""
    if staff_only(backend, stream):
        raise NotEntitled((), "patrons are let in by staff at this table")
    limits = {hidden("table", stream): pace.to_table}
    if address and not _is_loopback(address):
        limits[f"door:{address_of(address)}"] = pace.from_address
    with writing(backend) as connection:
        left = max(
            _seconds_to_wait(connection, whose, most, at, pace) for whose, most in limits.items()
        )
        if left <= 0:
            for whose in limits:
                _count_join(connection, whose, at, pace)
    if left > 0:
        raise Throttled(left, f"too many have come of late; try again in {left} seconds")


def _seconds_to_wait(
    connection: Connection, whose: str, most: int, at: int, pace: JoinLimits
) -> int:
    """Return the seconds until the next patron may join."""
    row = connection.execute(select(attempts).where(attempts.c.whose == whose)).first()
    if row is None or row.failures < most or not 0 <= at - row.last_at < pace.seconds:
        return 0
    return int(row.last_at) + pace.seconds - at


def _count_join(connection: Connection, whose: str, at: int, pace: JoinLimits) -> None:
    """Count one more in the current period."""
    mine = attempts.c.whose == whose
    row = connection.execute(select(attempts).where(mine)).first()
    if row is not None and 0 <= at - row.last_at < pace.seconds:
        connection.execute(update(attempts).where(mine).values(failures=row.failures + 1))
        return
    connection.execute(delete(attempts).where(mine))
    connection.execute(insert(attempts).values(whose=whose, failures=1, last_at=at))


def _is_loopback(address: str) -> bool:
    try:
        return ip_address(address.partition("%")[0]).is_loopback
    except ValueError:
        return False
