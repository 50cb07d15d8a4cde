"""A client of a house: who one is, what there is, and each thing of it."""

from typing import Any, Self

import httpx
import msgspec

from punto.client.resource import Thing
from punto.client.responses import View
from punto.client.transport import Wire
from punto.server import responses


class Client:
    """A house that is served at an address.

    Who has a token gives it; staff may sign in with a password, patrons join a table.
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
        """Let the connection go; a session goes on until it is signed out of, or idle."""
        self._wire.http.close()

    def sign_in(self, name: str, password: str) -> responses.You:
        """Begin a session of staff."""
        body = msgspec.json.encode({"name": name, "password": password})
        you = self._wire.post("/session", body, responses.You)
        self._wire.csrf = you.csrf
        return you

    def sign_out(self) -> None:
        """End the session."""
        self._wire.delete("/session")
        self._wire.csrf = None

    def whoami(self) -> responses.You:
        """Return as whom the server knows the caller."""
        return self._wire.get("/session", responses.You)

    def join(self, table: str, name: str, seat: int) -> responses.Joined:
        """Sit down at a table as a patron; from then on this client is that patron."""
        body = msgspec.json.encode({"name": name, "seat": seat})
        joined = self._wire.post(f"/tables/{table}/patrons", body, responses.Joined)
        self._wire.token = joined.token
        return joined

    def tables(self) -> list[responses.Listed[View]]:
        """Return every table that is open, as the caller sees it."""
        return self._wire.get("/tables", list[responses.Listed[View]])

    def table(self, name: str) -> Thing:
        """Return a table."""
        return Thing(self._wire, f"/tables/{name}")

    def open_table(self, name: str, rulebook: str, **wanted: Any) -> Thing:
        """Set a table up: ``elect`` in the words of a scenario, ``float_dollars``, ``ready``."""
        self._opened("/tables", {"name": name, "rulebook": rulebook, **wanted})
        return self.table(name)

    def tournaments(self) -> list[responses.Listed[View]]:
        """Return every tournament, as the caller sees it."""
        return self._wire.get("/tournaments", list[responses.Listed[View]])

    def tournament(self, name: str) -> Thing:
        """Return a tournament."""
        return Thing(self._wire, f"/tournaments/{name}")

    def open_tournament(self, name: str, rulebook: str, **wanted: Any) -> Thing:
        """Set a tournament up, which is a draft until its conditions are laid down."""
        self._opened("/tournaments", {"name": name, "rulebook": rulebook, **wanted})
        return self.tournament(name)

    def house(self) -> Thing:
        """Return the house itself."""
        return Thing(self._wire, "/house")

    def rulebooks(self) -> list[dict[str, Any]]:
        """Return the rulebooks that the server knows."""
        return self._wire.get("/rulebooks", list[dict[str, Any]])

    def odds(self, rulebook: str, **wanted: Any) -> dict[str, Any]:
        """Return exact odds: ``decks``, ``settlement``, ``without``."""
        return self._wire.get(f"/odds/{rulebook}", dict[str, Any], **wanted)

    def _opened(self, path: str, wanted: dict[str, Any]) -> None:
        self._wire.post(path, msgspec.json.encode(wanted), responses.Made)
