"""Every address that the server answers at. An address is declared here and nowhere else.

The server declares its handlers with these names, the client and the demo fill them in, and
``web/routes.py`` writes them as TypeScript. The web pages are built where no dependency of Punto is
installed, so this module needs the standard library only.
"""

import re
from enum import StrEnum
from urllib.parse import quote

_PARAMETER = re.compile(r"\{(\w+):(\w+)\}")


class Route(StrEnum):
    """An address of the interface."""

    HEALTH = "/health"
    READY = "/ready"
    SCHEMA = "/schema"
    METRICS = "/metrics"
    SESSION = "/session"
    RULEBOOKS = "/rulebooks"
    RULEBOOK = "/rulebooks/{rulebook:str}"
    CLAUSE = "/rulebooks/{rulebook:str}/clauses/{clause:path}"
    COMPARISON = "/rulebooks/{rulebook:str}/compare/{other:str}"
    ODDS = "/odds/{rulebook:str}"
    TABLES = "/tables"
    TABLE = "/tables/{table:str}"
    TOURNAMENTS = "/tournaments"
    TOURNAMENT = "/tournaments/{tournament:str}"
    HOUSE = "/house"
    # The demo alone has these.
    DEMO_PEOPLE = "/demo/people"
    DEMO_PERSON = "/demo/person"


class ResourceRoute(StrEnum):
    """An address below a table, a tournament, one of its tables or the house."""

    OPTIONS = "/options"
    COMMANDS = "/commands"
    PREVIEW = "/preview"
    EVENTS = "/events"
    LIVE = "/live"
    COUP = "/coups/{coup:int}"
    ROADS = "/roads"
    SIGN = "/sign"
    PATRONS = "/patrons"
    DOOR = "/door"
    ENTRANTS = "/entrants"
    PERSON = "/people/{person:str}"
    # A table of a tournament, which is a resource too.
    TABLE = "/tables/{number:int}"


class PageRoute(StrEnum):
    """An address of a web page."""

    LOBBY = "/"
    PLAY = "/play/{table:str}"
    DEAL = "/deal/{table:str}"
    SUPERVISE = "/supervise/{table:str}"
    DISPLAY = "/display/{table:str}"
    READ = "/read"
    READ_RULEBOOK = "/read/{rulebook:str}"
    READ_CLAUSE = "/read/{rulebook:str}/{clause:path}"
    READ_COMPARISON = "/read/{rulebook:str}/compare/{other:str}"
    TOURNAMENT = "/tournament/{tournament:str}"
    ENTER = "/enter/{tournament:str}"
    PROJECT = "/project/{tournament:str}"


def parameters(route: str) -> list[tuple[str, str]]:
    """Return the parameters of an address in order, each with its type."""
    return _PARAMETER.findall(route)


def address(route: str, **values: str | int) -> str:
    """Return an address with its parameters filled in."""
    return _PARAMETER.sub(lambda found: quote(str(values[found[1]]), safe=""), route)
