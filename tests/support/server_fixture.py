"""A served floor for tests: a table, a tournament with a table, and the house, under one desk."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from litestar import Litestar
from litestar.connection import ASGIConnection
from litestar.testing import TestClient

from punto.http_api.responses import CallerKind
from punto.rulebook.load import load
from punto.server.app import create_app
from punto.server.command_service import CommandService
from punto.server.people.migrations import prepare
from punto.server.people.person import NOBODY, Person
from punto.table.authority import known_titles
from support.service_fixture import Clock, desk_at

Client = TestClient[Litestar]
# Somebody who says this is a patron, or an entrant, of the stream behind it.
PATRON = "patron of "


async def by_header(asking: ASGIConnection[Any, Any, Any, Any]) -> Person:
    """Believe whoever says who they are: only for tests."""
    said = asking.headers.get("x-person")
    if said is None:
        return NOBODY
    name, _, what = said.partition("=")
    if what.startswith(PATRON):
        stream = what.removeprefix(PATRON)
        return Person(name, (), CallerKind.PATRON, f"patron:{name}", stream)
    return Person(name, tuple(what.split(",")), CallerKind.STAFF, f"staff:{name}")


def head(name: str, what: str) -> dict[str, str]:
    """Return the header by which somebody is believed to be somebody."""
    return {"x-person": f"{name}={what}"}


def everybody(rulebook: str) -> str:
    """Return all titles of a rulebook, as of one person who has them all."""
    return ",".join(sorted(known_titles(load(rulebook))))


@contextmanager
def floor(place: Path) -> Iterator[tuple[Client, CommandService]]:
    """Yield a server with nothing on its floor, that believes whoever says who they are."""
    desk = desk_at(place, Clock())
    prepare(desk.log.backend)
    with TestClient(create_app(desk, by_header)) as client:
        yield client, desk


def post(client: Client, path: str, who: dict[str, str], body: dict[str, Any]) -> dict[str, Any]:
    """Send something that has to be taken; return the answer."""
    answer = client.post(path, json=body, headers=who)
    assert answer.status_code in (200, 201), (path, body, answer.text)
    found: dict[str, Any] = answer.json()
    return found


def in_play(client: Client, rulebook: str, random: Random, coups: int = 2) -> None:
    """Open table t1 with two patrons and deal some coups at it."""
    titles = everybody(rulebook)
    boss, dealer = head("olga", titles), head("dean", "dealer")
    made = client.post(
        "/tables",
        json={"name": "t1", "rulebook": rulebook, "ready": True},
        headers=head("olga", _leads(rulebook)),
    )
    assert made.status_code == 201, made.text
    at = "/tables/t1/commands"
    for seat, name in enumerate(("ann", "ben"), 1):
        post(client, at, dealer, {"type": "join", "patron": name, "seat": seat})
        post(client, at, dealer, {"type": "buy_chips", "patron": name, "cents": 1_000_000})
    for _ in range(coups):
        coup(client, "/tables/t1", boss, random)


def _leads(rulebook: str) -> str:
    """Return titles of somebody who may set a table up."""
    return ",".join(sorted(known_titles(load(rulebook)) - {"dealer"}))


def coup(
    client: Client, at: str, boss: dict[str, str], random: Random, until: str | None = None
) -> None:
    """Play a coup by doing whatever is due, with a wager before the first card.

    It stops before a kind of command, where one is named.
    """
    if client.get(at, headers=boss).json()["view"]["phase"] == "idle":
        post(client, f"{at}/commands", boss, {"type": "open_betting"})
    stake = 2_500 * random.randint(1, 4)
    wager = {"type": "place_wager", "wager": "player", "stake_cents": stake}
    client.post(f"{at}/commands", json=wager, headers=head("ann", PATRON + "table/t1"))
    for _ in range(40):
        due = client.get(at, headers=boss).json()["view"]["due"]
        if due is None or due["command"] is None or due["command"]["type"] == until:
            break
        who = boss if due["by"] not in ("ann", "ben") else head(due["by"], PATRON + "table/t1")
        headers = who if who is not boss else {**boss, "punto-title": due["by"]}
        post(client, f"{at}/commands", headers, due["command"])
        if due["command"]["type"] == "discard":
            return
