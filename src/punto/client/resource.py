"""A table, a tournament, a table of a tournament, or the house on a server."""

from typing import Any

import msgspec

from punto import codec
from punto.client.live_feed import Following
from punto.client.responses import View
from punto.client.transport import Wire
from punto.house.base_classes import HouseCommand
from punto.http_api import responses
from punto.http_api.routes import ResourceRoute, address
from punto.table.base_classes import TableCommand
from punto.tournament.base_classes import TournamentCommand

Command = TableCommand | TournamentCommand | HouseCommand


class Thing:
    """One resource of a server, as one caller sees it."""

    def __init__(self, wire: Wire, path: str, title: str | None = None) -> None:
        self._wire, self.path, self._title = wire, path, title

    def under(self, title: str) -> "Thing":
        """Return the same resource for a caller who acts under this title."""
        return Thing(self._wire, self.path, title)

    def seen(self) -> responses.ViewResponse[View]:
        """Return the current view of the caller."""
        return self._wire.get(self.path, responses.ViewResponse[View])

    def options(self) -> responses.OptionsResponse:
        """Return the commands that are possible now, with examples, and why the others are not."""
        return self._wire.get(
            self._path_to(ResourceRoute.OPTIONS), responses.OptionsResponse, title=self._title
        )

    def act(
        self, command: str | Command | dict[str, Any], /, **fields: Any
    ) -> responses.CommandResponse[Any]:
        """Execute a command: an object of ``punto``, its JSON, or its name and fields.

        It is executed once, also if the connection breaks and the request is sent again.
        """
        return self._wire.command(
            self._path_to(ResourceRoute.COMMANDS),
            _command_json(command, fields),
            responses.CommandResponse[Any],
            self._title,
        )

    def events(self, after: int = 0, limit: int = 500) -> responses.EventsResponse[Any]:
        """Return the events after a version, at most ``limit`` of them."""
        return self._wire.get(
            self._path_to(ResourceRoute.EVENTS),
            responses.EventsResponse[Any],
            after=after,
            limit=limit,
        )

    def coup(self, number: int) -> responses.CoupResponse[View, Any]:
        """Return a coup of a table, step by step."""
        return self._wire.get(
            self._path_to(ResourceRoute.COUP, coup=number), responses.CoupResponse[View, Any]
        )

    def roads(self) -> responses.RoadsResponse:
        """Return the roads of a table's shoe, with what the next coup would mark."""
        return self._wire.get(self._path_to(ResourceRoute.ROADS), responses.RoadsResponse)

    def sign(self) -> responses.Sign:
        """Return the text on the sign of a table, with the clauses."""
        return self._wire.get(self._path_to(ResourceRoute.SIGN), responses.Sign)

    def table(self, number: int) -> "Thing":
        """Return a table of a tournament."""
        return Thing(self._wire, self._path_to(ResourceRoute.TABLE, number=number), self._title)

    def follow(self, after: int | None = None, *, patience_seconds: float = 30.0) -> Following:
        """Return an iterator over the feed: first the current view, then each change.

        A dropped connection is resumed without loss or repetition.
        """
        return Following(self._wire, self.path, after, patience_seconds=patience_seconds)

    def _path_to(self, route: ResourceRoute, **values: int) -> str:
        return self.path + address(route, **values)


def _command_json(command: str | Command | dict[str, Any], fields: dict[str, Any]) -> bytes:
    if isinstance(command, str):
        return msgspec.json.encode({"type": command, **fields})
    if isinstance(command, dict):
        return msgspec.json.encode({**command, **fields})
    return codec.encode(command)
