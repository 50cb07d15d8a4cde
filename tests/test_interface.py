"""The interface is as it says: every route described, and nothing answers otherwise."""

import json
import logging
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from litestar.routes import HTTPRoute, WebSocketRoute
from msgspec import Struct, defstruct
from schemathesis import Case as AnyCase
from schemathesis.checks import not_a_server_error
from schemathesis.openapi import from_dict
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from support.server_fixture import Client, everybody, floor, head, in_play, post

from punto.demo import routes as demo
from punto.http_api.responses import HealthResponse
from punto.http_api.routes import PageRoute, ResourceRoute, Route
from punto.server.openapi import document, schemas

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
Case = AnyCase[Any]
# Pages and their files are for people: they have nothing to say to programs.
PAGES = {"punto.server.pages"}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    logging.getLogger("httpx").setLevel(logging.WARNING)
    with floor(tmp_path) as (made, _):
        in_play(made, "nsw-2024", Random(3))
        boss = head("olga", everybody("nsw-2024"))
        cup = {"name": "c1", "rulebook": "nsw-2024", "title": "Cup"}
        post(made, "/tournaments", head("olga", "casino_operator"), cup)
        body = {"rulebook": "nsw-2024", "title": "House", "zone": "Australia/Sydney"}
        post(made, "/house", boss, body)
        post(made, "/house/commands", boss, {"type": "register_person", "person": "p-1"})
        yield made


def test_every_route_is_described_and_every_description_has_a_route(client: Client) -> None:
    told = client.get("/schema").json()
    described = {(path, method) for path, one in told["paths"].items() for method in one}
    there = {
        (route.path_format, str(method).lower())
        for route in client.app.routes
        if isinstance(route, HTTPRoute)
        for handler in route.route_handlers
        for method in handler.http_methods
        if handler.fn.__module__ not in PAGES and method not in ("OPTIONS", "HEAD")
    }
    assert {one for one in there if not one[0].startswith("/assets")} == described
    for path, one in told["paths"].items():
        for method, operation in one.items():
            assert operation["summary"].endswith("."), (path, method)


def test_every_address_is_declared_and_every_declared_address_is_served(client: Client) -> None:
    served = {
        route.path
        for route in client.app.routes
        if isinstance(route, HTTPRoute | WebSocketRoute)
        and not route.path.startswith(("/assets", "/favicon"))
    }
    served |= {path for handler in (demo.people, demo.person) for path in handler.paths}
    table = Route.TOURNAMENT + ResourceRoute.TABLE
    resources = (table, Route.TABLE, Route.TOURNAMENT, Route.HOUSE)
    below = {start + end: end for start in resources for end in ResourceRoute}
    assert served - {*Route, *PageRoute} <= {*below}
    assert served >= {*Route, *PageRoute}
    assert {below[path] for path in served & {*below}} == {*ResourceRoute}


def test_no_schema_is_named_after_a_module(client: Client) -> None:
    components = document(client.app, "1")["components"]["schemas"]
    assert not [name for name in components if not name.isidentifier()]
    assert {"TableView", "TournamentView", "HouseView", "TableViewResponse"} <= {*components}
    for name, schema in components.items():
        assert schema.get("title", name) == name


def alike(called: str, declared: str | None) -> type[Struct]:
    """Return a class that can be found by its module and the name that it declares."""
    namespace = {} if declared is None else {"__schema_name__": declared}
    made = defstruct("Alike", [("number", int)], namespace=namespace, module=__name__)
    made.__qualname__ = called
    globals()[called] = made
    return made


@pytest.mark.parametrize("names", [("One", "One"), ("One", None), ("HealthResponse", "Other")])
def test_two_classes_never_share_a_schema_name(names: tuple[str | None, ...]) -> None:
    first, second = (alike(f"Alike{at}", name) for at, name in enumerate(names))
    with pytest.raises(TypeError, match="schema"):
        schemas([first, second, HealthResponse])


def test_classes_of_one_name_are_called_as_they_declare() -> None:
    shapes, components = schemas([alike("AlikeA", "One"), list[alike("AlikeB", "Other")]])  # type: ignore[misc]
    assert [*components] == ["One", "Other"]
    assert shapes[1]["items"] == {"$ref": "#/components/schemas/Other"}


def fill(case: Case, random: Random) -> None:
    """Let a part of the made-up requests be about things that are there."""
    known: dict[str, Any] = {
        "table": "t1",
        "tournament": "c1",
        "rulebook": "nsw-2024",
        "other": "tas-2018",
    }
    known |= {"clause": "9.3", "number": 1, "coup": 1, "person": "p-1"}
    if random.random() < 0.7:
        case.path_parameters = {name: known[name] for name in case.path_parameters or {}}


@pytest.mark.parametrize("who", ["olga", "ann", "nobody"])
def test_no_made_up_request_breaks_it_or_is_answered_otherwise(client: Client, who: str) -> None:
    schema = from_dict(document(client.app, "1"))
    people = {
        "olga": head("olga", everybody("nsw-2024")),
        "ann": head("ann", "patron of table/t1"),
        "nobody": {},
    }
    tried = 0
    for found in schema.get_all_operations():
        operation = found.ok()  # type: ignore[union-attr]

        @given(case=operation.as_strategy())
        @settings(
            max_examples=12,
            derandomize=True,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        def sent(case: Case) -> None:
            nonlocal tried
            fill(case, Random(tried))
            words = case.as_transport_kwargs(base_url="http://testserver.local")
            given_heads = {
                name: value
                for name, value in (words.pop("headers", None) or {}).items()
                if value.isascii() and value.isprintable()
            }
            body = words.pop("json", None)
            content = json.dumps(body).encode() if body is not None else words.pop("data", None)
            answer = client.request(
                words["method"],
                words["url"],
                params=words.get("params"),
                content=content,
                headers={**given_heads, **people[who]},
            )
            case.validate_response(answer, checks=CHECKS)
            tried += 1

        sent()
    assert tried > 300
