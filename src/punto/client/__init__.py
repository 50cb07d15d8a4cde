"""A house that is served somewhere, from a program: ``Client``, and what it answers."""

from punto.client.answers import Change
from punto.client.client import Client
from punto.client.following import Following
from punto.client.problems import ServerProblem
from punto.client.thing import Thing

__all__ = ["Change", "Client", "Following", "ServerProblem", "Thing"]
