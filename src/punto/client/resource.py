"""A table, a tournament, a table of one, or the house: looked at, acted on, followed."""

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
    """One thing of a house that is served, as one caller sees it."""

    def __init__(self, wire: Wire, path: str, title: str | None = None) -> None:
        self._wire, self.path, self._title = wire, path, title

    def under(self, title: str) -> "Thing":
        """Return the same thing for somebody who acts under one of their titles."""
        return Thing(self._wire, self.path, title)

    def seen(self) -> responses.ViewResponse[View]:
        """Return it as it is now, as the caller sees it."""
        return self._wire.get(self.path, responses.ViewResponse[View])

    def options(self) -> responses.OptionsResponse:
        """Return what the caller may do now, with an example of each, and why not the rest."""
        return self._wire.get(
            self._path_to(ResourceRoute.OPTIONS), responses.OptionsResponse, title=self._title
        )

    def act(
        self, command: str | Command | dict[str, Any], /, **fields: Any
    ) -> responses.CommandResponse[Any]:
        """Carry out a command: an object of ``punto``, its JSON, or its name and fields.

        However often the connection breaks, it is carried out once.
        """
        return self._wire.command(
            self._path_to(ResourceRoute.COMMANDS),
            _command_json(command, fields),
            responses.CommandResponse[Any],
            self._title,
        )

    def events(self, after: int = 0, limit: int = 500) -> responses.EventsResponse[Any]:
        """Return what happened after a version, at most so much."""
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
        """Return what stands on the sign of a table, with the clauses."""
        return self._wire.get(self._path_to(ResourceRoute.SIGN), responses.Sign)

    def table(self, number: int) -> "Thing":
        """Return a table of a tournament."""
        return Thing(self._wire, self._path_to(ResourceRoute.TABLE, number=number), self._title)

    def follow(self, after: int | None = None, *, patience_seconds: float = 30.0) -> Following:
        """Return an iterator of everything that changes: first as it is, then change by change.

        A connection that is cut is taken up again without loss or repeat.
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
