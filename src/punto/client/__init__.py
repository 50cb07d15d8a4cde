"""A client of a Punto server for programs: ``Client`` and its responses."""

from punto.client.client import Client
from punto.client.errors import ServerProblem
from punto.client.live_feed import Following
from punto.client.resource import Thing
from punto.client.responses import Change

__all__ = ["Change", "Client", "Following", "ServerProblem", "Thing"]
