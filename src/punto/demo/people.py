"""The people of the demo: simulated staff and patrons, and the visitors who act as them."""

import asyncio
from collections.abc import Callable
from secrets import token_urlsafe

from msgspec import Struct

from punto.aggregate.actor import DEALER
from punto.clause import Malformed
from punto.error_codes import ErrorCode
from punto.rulebook.load import load
from punto.server.people import accounts, patrons, sessions
from punto.server.people.secret import csrf_of
from punto.store.sql import Backend
from punto.store.stream_kinds import TABLE, TOURNAMENT
from punto.table.audience import Audience
from punto.table.authority import known_titles

_STAFF = (
    *("Alba", "Bruno", "Carla", "Dean", "Elsa", "Farid", "Greta", "Hugo", "Ines", "Jack", "Kira"),
    *("Lars", "Mona", "Nils", "Olga", "Paul", "Qing", "Rosa", "Stan", "Tess", "Udo", "Vera"),
    *("Walt", "Xena", "Yuri", "Zita"),
)
# After so long without activity of a visitor, the person is simulated again.
FORGOTTEN_SECONDS = 300


class Member(Struct, frozen=True):
    """Somebody whom a visitor can be: staff by a title, or a patron of a table or tournament."""

    name: str
    table: str | None
    what: str
    title: str | None = None
    patron: bool = False
    tournament: str | None = None
    rulebook: str | None = None


class DemoCredentials(Struct, frozen=True):
    """What makes a caller somebody: the secret of a session or a patron, and where it holds."""

    member: Member
    secret: str
    csrf: str


class People:
    """Who there is, who a visitor is, and since when."""

    def __init__(self, backend: Backend, clock_ms: Callable[[], int]) -> None:
        self._backend, self._clock_ms = backend, clock_ms
        self._password = token_urlsafe(24)
        self._names_used = 0
        self._staff: dict[tuple[str, str], Member] = {}
        self._patrons: dict[tuple[str, str], Member] = {}
        self._secrets: dict[tuple[str, str], str] = {}
        self._visitors: dict[str, tuple[Member, int]] = {}
        self._accounts: set[str] = set()

    def hire(self, table: str, rulebook: str) -> None:
        """Add staff for each title at a table; a dealer has one table."""
        self._add_staff(table, DEALER, rulebook, f"deals {table}", table)
        self.hire_house(rulebook)

    def hire_house(self, rulebook: str) -> None:
        """Add staff for each title of a rulebook, for all its tables."""
        for title in sorted(known_titles(load(rulebook)) - {DEALER}):
            self._add_staff(
                rulebook, title, rulebook, f"{title.replace('_', ' ')} under {rulebook}"
            )

    def hire_watchers(self) -> None:
        """Add surveillance."""
        self._add_staff("", str(Audience.SURVEILLANCE), None, "watches everything")

    def _add_staff(
        self, place: str, title: str, rulebook: str | None, what: str, table: str | None = None
    ) -> None:
        if (place, title) not in self._staff:
            repeat, index = divmod(self._names_used, len(_STAFF))
            name = f"{_STAFF[index]}{repeat + 1 if repeat else ''}"
            self._names_used += 1
            self._staff[place, title] = Member(name, table, what, title=title, rulebook=rulebook)

    def staff(self, table: str, rulebook: str, title: str) -> Member:
        """Return the member who has a title at a table."""
        return self._staff.get((table, title)) or self._staff[rulebook, title]

    def sits(self, stream: str, name: str, secret: str, what: str) -> None:
        """Add a patron of a table or tournament, with the secret of their session."""
        kind, _, stream_id = stream.partition("/")
        tournament, table = (stream_id, None) if kind == TOURNAMENT else (None, stream_id)
        self._patrons[stream, name] = Member(name, table, what, patron=True, tournament=tournament)
        self._secrets[stream, name] = secret

    def left(self, stream: str, name: str) -> None:
        """Remove a patron who has left."""
        self._patrons.pop((stream, name), None)
        self._secrets.pop((stream, name), None)

    def everybody(self) -> list[Member]:
        """Return all people whom a visitor can choose."""
        return [*self._staff.values(), *self._patrons.values()]

    def join(self, stream: str, name: str) -> patrons.NewPatron:
        """Let a simulated patron join a stream, under a name that is unique there."""
        return patrons.join(self._backend, stream, name)

    def taken_up(self, stream: str, name: str, what: str) -> None:
        """Add a patron who already sits at a table of the store."""
        self.sits(stream, name, patrons.renew(self._backend, stream, name).text, what)

    def is_visitor(self, member: Member) -> bool:
        """Return whether a visitor acts as a member now."""
        now = self._clock_ms()
        return any(
            visited == member and now - since < FORGOTTEN_SECONDS * 1000
            for visited, since in self._visitors.values()
        )

    def was_here(self, member: Member) -> None:
        """Record the activity of a visitor."""
        for secret, (visited, _) in list(self._visitors.items()):
            if visited == member:
                self._visitors[secret] = (visited, self._clock_ms())

    def patron(self, stream: str, name: str) -> Member | None:
        """Return a simulated patron."""
        return self._patrons.get((stream, name))

    async def become(self, name: str, table: str | None, before: str | None) -> DemoCredentials:
        """Let a caller act as a member; their previous member is simulated again."""
        member = self._member_named(name, table)
        self._visitors.pop(before or "", None)
        if member.patron:
            secret = self._secrets[_stream_of(member), member.name]
        else:
            secret = await asyncio.to_thread(self._staff_session, member)
        self._visitors[secret] = (member, self._clock_ms())
        return DemoCredentials(member, secret, csrf_of(secret))

    def _member_named(self, name: str, table: str | None) -> Member:
        for member in self.everybody():
            if member.name == name and table in (None, member.table, member.tournament):
                return member
        raise Malformed(f"there is no {name[:60]} here", code=ErrorCode.NO_SUCH_THING)

    def _staff_session(self, member: Member) -> str:
        """Sign staff in and return the secret; the account is created at the first sign-in."""
        at = self._clock_ms() // 1000
        if member.name not in self._accounts:
            try:
                accounts.add(self._backend, member.name, [str(member.title)], self._password, at)
            except Malformed:
                accounts.set_password(self._backend, member.name, self._password)
            self._accounts.add(member.name)
        return sessions.sign_in(self._backend, member.name, self._password, at).secret.text


def _stream_of(member: Member) -> str:
    """Return the stream of a patron."""
    if member.tournament is not None:
        return f"{TOURNAMENT}/{member.tournament}"
    return f"{TABLE}/{member.table}"
