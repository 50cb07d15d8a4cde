"""Everybody in the demo: staff and patrons who are made up, and whom a visitor is just now."""

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
# A visitor who did nothing for so long is nobody any more, and the person goes on by themself.
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
        self._given = 0
        self._staff: dict[tuple[str, str], Member] = {}
        self._patrons: dict[tuple[str, str], Member] = {}
        self._secrets: dict[tuple[str, str], str] = {}
        self._is: dict[str, tuple[Member, int]] = {}
        self._accounts: set[str] = set()

    def hire(self, table: str, rulebook: str) -> None:
        """Let somebody work at a table under each title of its rulebook; dealers have one table."""
        self._hired(table, DEALER, rulebook, f"deals {table}", table)
        self.hire_house(rulebook)

    def hire_house(self, rulebook: str) -> None:
        """Let somebody work under each title of a rulebook at all its tables."""
        for title in sorted(known_titles(load(rulebook)) - {DEALER}):
            self._hired(rulebook, title, rulebook, f"{title.replace('_', ' ')} under {rulebook}")

    def hire_watchers(self) -> None:
        """Let somebody watch everything."""
        self._hired("", str(Audience.SURVEILLANCE), None, "watches everything")

    def _hired(
        self, place: str, title: str, rulebook: str | None, what: str, table: str | None = None
    ) -> None:
        if (place, title) not in self._staff:
            again, which = divmod(self._given, len(_STAFF))
            name = f"{_STAFF[which]}{again + 1 if again else ''}"
            self._given += 1
            self._staff[place, title] = Member(name, table, what, title=title, rulebook=rulebook)

    def staff(self, table: str, rulebook: str, title: str) -> Member:
        """Return who has a title at a table."""
        return self._staff.get((table, title)) or self._staff[rulebook, title]

    def sits(self, stream: str, name: str, secret: str, what: str) -> None:
        """Keep that a patron sits somewhere, with the secret that shows it."""
        kind, _, called = stream.partition("/")
        contest, table = (called, None) if kind == TOURNAMENT else (None, called)
        self._patrons[stream, name] = Member(name, table, what, patron=True, tournament=contest)
        self._secrets[stream, name] = secret

    def left(self, stream: str, name: str) -> None:
        """Forget a patron who has left."""
        self._patrons.pop((stream, name), None)
        self._secrets.pop((stream, name), None)

    def everybody(self) -> list[Member]:
        """Return everybody whom a visitor can be."""
        return [*self._staff.values(), *self._patrons.values()]

    def join(self, stream: str, name: str) -> patrons.NewPatron:
        """Let somebody made up join a stream, under a name that nobody else has there."""
        return patrons.join(self._backend, stream, name)

    def taken_up(self, stream: str, name: str, what: str) -> None:
        """Take up a patron who sits at a table that was there before."""
        self.sits(stream, name, patrons.renew(self._backend, stream, name).text, what)

    def is_visitor(self, member: Member) -> bool:
        """Return whether somebody is a visitor now, and acts by themself."""
        now = self._clock_ms()
        return any(
            one == member and now - since < FORGOTTEN_SECONDS * 1000
            for one, since in self._is.values()
        )

    def was_here(self, member: Member) -> None:
        """Write down that a visitor did something, or was seen to."""
        for secret, (one, _) in list(self._is.items()):
            if one == member:
                self._is[secret] = (one, self._clock_ms())

    def patron(self, stream: str, name: str) -> Member | None:
        """Return a patron who is made up."""
        return self._patrons.get((stream, name))

    async def become(self, name: str, table: str | None, before: str | None) -> DemoCredentials:
        """Make a caller somebody; whoever they were before goes on by themself."""
        member = self._found(name, table)
        self._is.pop(before or "", None)
        if member.patron:
            secret = self._secrets[_stream(member), member.name]
        else:
            secret = await asyncio.to_thread(self._signed_in, member)
        self._is[secret] = (member, self._clock_ms())
        return DemoCredentials(member, secret, csrf_of(secret))

    def _found(self, name: str, table: str | None) -> Member:
        for member in self.everybody():
            if member.name == name and table in (None, member.table, member.tournament):
                return member
        raise Malformed(f"there is no {name[:60]} here", code=ErrorCode.NO_SUCH_THING)

    def _signed_in(self, member: Member) -> str:
        """Return the secret of a session of staff, whose account is made when first needed."""
        at = self._clock_ms() // 1000
        if member.name not in self._accounts:
            try:
                accounts.add(self._backend, member.name, [str(member.title)], self._password, at)
            except Malformed:
                accounts.set_password(self._backend, member.name, self._password)
            self._accounts.add(member.name)
        return sessions.sign_in(self._backend, member.name, self._password, at).secret.text


def _stream(member: Member) -> str:
    """Return the stream that a patron has to do with."""
    if member.tournament is not None:
        return f"{TOURNAMENT}/{member.tournament}"
    return f"{TABLE}/{member.table}"
