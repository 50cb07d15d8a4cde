"""``punto play --server``: play or deal at a table of a server."""

import io
import os
import sys
from getpass import getpass

from msgspec import Struct

from punto.clause import Malformed
from punto.cli.output import paragraph
from punto.cli.play.remote_target import RemoteTarget, told_plainly
from punto.cli.play.repl import Repl, at_terminal
from punto.client import Client
from punto.error_codes import ErrorCode


class Visitor(Struct, frozen=True):
    """The identity of the caller: a patron with a seat, staff with a password, or a token."""

    patron: str | None = None
    seat: int | None = None
    staff: str | None = None
    token: str | None = None

    def __repr__(self) -> str:
        return f"Visitor({self.patron or self.staff})"


def play_served(url: str, table: str, visitor: Visitor, *, brief: bool) -> int:
    """Run the shell at a table of a server; return 1 if the last line was refused."""
    if not url.startswith(("http://", "https://")):
        raise Malformed(
            f"{url[:60]!r} is no address", "http://127.0.0.1:8021", code=ErrorCode.INCOMPLETE
        )
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    with told_plainly(), Client(url, token=visitor.token) as client:
        joined = _join_or_sign_in(client, table, visitor)
        target = RemoteTarget(client.table(table), brief=brief)
        try:
            target.begin()
            paragraph(f"{table} at {url} as {joined or target.you.name or 'somebody who watches'}")
            return Repl(target, brief=brief).run()
        finally:
            target.end()


def _join_or_sign_in(client: Client, table: str, visitor: Visitor) -> str | None:
    """Join as a patron or sign in as staff; return the name, or None for neither."""
    if visitor.patron is not None:
        if visitor.staff or visitor.token:
            raise Malformed("--as is a patron, --name and --token are staff: give one of them")
        if visitor.seat is None:
            raise Malformed("say where to sit", "--seat 3", code=ErrorCode.INCOMPLETE)
        return client.join(table, visitor.patron, visitor.seat).name
    if visitor.seat is not None:
        raise Malformed("--seat goes with --as")
    if visitor.staff is not None:
        client.sign_in(visitor.staff, _password(visitor.staff))
        return visitor.staff
    return None


def _password(name: str) -> str:
    """Return the password from the environment or the terminal."""
    found = os.environ.get("PUNTO_PASSWORD")
    if found:
        return found
    if not at_terminal():
        raise Malformed(f"{name} has a password", "PUNTO_PASSWORD=... in the environment")
    return getpass(f"password of {name}: ")
