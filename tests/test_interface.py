"""The interface is as it says: every route described, and nothing answers otherwise."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from litestar.connection import ASGIConnection
from litestar.testing import TestClient
from schemathesis.config import GenerationConfig, SchemathesisConfig
from support.served import clocked, served_floor

from punto.server.app import create_app
from punto.server.people.person import NOBODY, Kind, Person
from punto.server.schema import document, routes_of


async def by_header(asking: ASGIConnection[Any, Any, Any, Any]) -> Person:
    """Believe whoever says who they are: only for tests."""
    said = asking.headers.get("x-person")
    if said is None:
        return NOBODY
    name, _, titles = said.partition("=")
    return Person(name, tuple(titles.split(",")), Kind.STAFF, f"staff:{name}")
