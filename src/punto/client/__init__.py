"""A house that is served somewhere, from a program: ``Client``, and what it answers."""

from punto.client.answers import (
    Change,
    Coup,
    Done,
    Events,
    Joined,
    Option,
    Options,
    Seen,
    Told,
    You,
)
from punto.client.client import Client
from punto.client.problems import ServerProblem
from punto.client.thing import Thing

__all__ = [
    "Change",
    "Client",
    "Coup",
    "Done",
    "Events",
    "Joined",
    "Option",
    "Options",
    "Seen",
    "ServerProblem",
    "Thing",
    "Told",
    "You",
]
