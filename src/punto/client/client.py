"""A client of a server: sign-in, lists of resources, and access to each of them."""

from typing import Any, Self

import httpx
import msgspec

from punto.client.resource import Thing
from punto.client.responses import View
from punto.client.transport import Wire
from punto.http_api import responses
from punto.http_api.requests import JoinTable, NewTable, NewTournament, SignIn
from punto.http_api.routes import ResourceRoute, Route, address


class Client:
    """A connection to the server at an address.

    Pass a token if you have one. Staff may sign in with a password; patrons join a table.
    """

    def __init__(
        self, url: str, *, token: str | None = None, transport: httpx.BaseTransport | None = None
    ) -> None:
        self._wire = Wire(url, token=token, transport=transport)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *ended: object) -> None:
        del ended
        self.close()

    def close(self) -> None:
        """Close the connection. A session continues until it is signed out or idle for too long."""
        self._wire.http.close()

    def sign_in(self, name: str, password: str) -> responses.CallerInfo:
        """Sign in as staff and begin a session."""
        body = msgspec.json.encode(SignIn(name, password))
        you = self._wire.post(Route.SESSION, body, responses.CallerInfo)
        self._wire.csrf = you.csrf
        return you

    def sign_out(self) -> None:
        """End the session."""
        self._wire.delete(Route.SESSION)
        self._wire.csrf = None

    def whoami(self) -> responses.CallerInfo:
        """Return who the caller is for the server."""
        return self._wire.get(Route.SESSION, responses.CallerInfo)

    def join(self, table: str, name: str, seat: int) -> responses.JoinResponse:
        """Join a table as a patron; from then on this client acts as that patron."""
        body = msgspec.json.encode(JoinTable(name, seat))
        path = address(Route.TABLE, table=table) + ResourceRoute.PATRONS
        joined = self._wire.post(path, body, responses.JoinResponse)
        self._wire.token = joined.token
        return joined

    def tables(self) -> list[responses.ListItem[View]]:
        """Return every table that is open, as the caller sees it."""
        return self._wire.get(Route.TABLES, list[responses.ListItem[View]])

    def table(self, name: str) -> Thing:
        """Return a table."""
        return Thing(self._wire, address(Route.TABLE, table=name))

    def open_table(self, name: str, rulebook: str, **wanted: Any) -> Thing:
        """Set up a table: ``elect`` in the words of a scenario, ``float_dollars``, ``ready``."""
        self._create(Route.TABLES, NewTable(name, rulebook, **wanted))
        return self.table(name)

    def tournaments(self) -> list[responses.ListItem[View]]:
        """Return every tournament, as the caller sees it."""
        return self._wire.get(Route.TOURNAMENTS, list[responses.ListItem[View]])

    def tournament(self, name: str) -> Thing:
        """Return a tournament."""
        return Thing(self._wire, address(Route.TOURNAMENT, tournament=name))

    def open_tournament(self, name: str, rulebook: str, **wanted: Any) -> Thing:
        """Set up a tournament. It is a draft until its conditions are set."""
        self._create(Route.TOURNAMENTS, NewTournament(name, rulebook, **wanted))
        return self.tournament(name)

    def house(self) -> Thing:
        """Return the house itself."""
        return Thing(self._wire, Route.HOUSE)

    def rulebooks(self) -> list[dict[str, Any]]:
        """Return the rulebooks of the server."""
        return self._wire.get(Route.RULEBOOKS, list[dict[str, Any]])

    def odds(self, rulebook: str, **wanted: Any) -> dict[str, Any]:
        """Return exact odds: ``decks``, ``settlement``, ``without``."""
        return self._wire.get(address(Route.ODDS, rulebook=rulebook), dict[str, Any], **wanted)

    def _create(self, path: str, body: NewTable | NewTournament) -> None:
        self._wire.post(path, msgspec.json.encode(body), responses.CreatedResponse)
