"""People in browsers: a house served from this process, and a page of it for each of them."""

import logging
import os
import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect, sync_playwright

from punto.cards import Card, parse_cards
from punto.server import command_service as desks
from punto.server.app import create_app
from punto.server.command_service import CommandService
from punto.server.people import accounts
from punto.server.people.migrations import prepare as people_prepared
from punto.server.request_authentication import identity
from punto.server.server_process import Server, ServerConfig, config_of, now_ms
from punto.server.virtual_shoes.encryption import Seal, read_key
from punto.shoe_preparation import Prepared, prepare
from punto.store.address import open_log
from support.server_process import PASSWORD, PATIENCE, free_port

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
ARGUMENTS = (
    *("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"),
    *("--disable-component-update", "--disable-sync", "--disable-dev-shm-usage"),
)
DESKTOP, PHONE = (1440, 900), (390, 844)
# Somebody for each work of a floor, with what they may sign as under one rulebook or the other.
STAFF = {
    "Olga": ("casino_operator",),
    "Dean": ("dealer",),
    "Sue": ("casino_supervisor",),
}
# A machine with two cores does much beside: what does not come within this does not come.
PATIENCE_MS = int(PATIENCE * 1000)


@contextmanager
def browser() -> Iterator[Browser]:
    """Yield the browser of the machine, for as long as the tests of a file need it."""
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
        yield found
        found.close()


class Stacked:
    """Shuffles as a shoe is shuffled, then puts cards where a test wants them first."""

    def __init__(self) -> None:
        self.first = ""

    def __call__(self, rules: Any, randbelow: Any) -> Prepared:
        del randbelow
        made = prepare(rules, Random(11).randrange)
        order, at = list(made.order), made.shoe.drawn
        wanted: tuple[Card, ...] = parse_cards(self.first)
        for place, card in enumerate(wanted, at):
            there = order.index(card, place)
            order[place], order[there] = order[there], order[place]
        return replace(made, order=tuple(order))


class Inside:
    """A house that is served from a thread of this process, so that a test can stack its shoes."""

    def __init__(self, place: Path) -> None:
        log = open_log(place / "floor.db")
        people_prepared(log.backend)
        for name, titles in STAFF.items():
            accounts.add(log.backend, name, titles, PASSWORD, int(time.time()))
        # So far the clock of the tables is ahead; people are signed in by the real one.
        self.ahead_ms = 0
        seal = Seal(read_key(place / "floor.key"))
        self.desk = CommandService(log, seal, lambda: now_ms() + self.ahead_ms)
        self.stacked = Stacked()
        app = create_app(self.desk, identity(log.backend, lambda: now_ms() // 1000))
        where = ServerConfig(str(place / "floor.db"), port=free_port())
        self.url = f"http://127.0.0.1:{where.port}"
        self._server = Server(config_of(app, where, self.desk), self.desk)
        self._thread = threading.Thread(target=self._server.run, daemon=True)
        self._clients: dict[str, httpx.Client] = {}

    def start(self) -> None:
        self._thread.start()
        while not self._server.started:
            assert self._thread.is_alive(), "the server does not start"
            time.sleep(0.02)

    def stop(self) -> None:
        for client in self._clients.values():
            client.close()
        self._server.should_exit = True
        self._thread.join(PATIENCE)

    def as_staff(self, name: str) -> httpx.Client:
        """Return somebody of the staff who calls without a browser."""
        if name not in self._clients:
            client = self._clients[name] = httpx.Client(base_url=self.url, timeout=PATIENCE)
            made = client.post("/session", json={"name": name, "password": PASSWORD})
            assert made.status_code == 201, made.text
            client.headers["punto-csrf"] = made.json()["csrf"]
        return self._clients[name]

    def table(
        self, name: str, first: str = "", rulebook: str = "nsw-2024", **elect: Any
    ) -> "Table":
        """Open a table whose first cards are these."""
        self.stacked.first = first
        body = {"name": name, "rulebook": rulebook, "ready": True, "elect": elect}
        made = self.as_staff("Olga").post("/tables", json=body)
        assert made.status_code == 201, made.text
        return Table(self, name)


class Table:
    """A table, for what a test does beside its browsers."""

    def __init__(self, house: Inside, name: str) -> None:
        self.house, self.name = house, name

    def say(self, by: str, kind: str, **fields: Any) -> dict[str, Any]:
        """Have somebody of the staff carry out a command."""
        client = self.house.as_staff(by)
        done = client.post(f"/tables/{self.name}/commands", json={"type": kind, **fields})
        assert done.status_code == 200, (kind, done.text)
        found: dict[str, Any] = done.json()
        return found

    def seated(self, *names: str, cents: int = 100_000) -> None:
        """Sit patrons down from seat 1 on, with chips."""
        for seat, name in enumerate(names, 1):
            self.say("Dean", "join", patron=name, seat=seat)
            self.say("Dean", "buy_chips", patron=name, cents=cents)

    def view(self, by: str = "Olga") -> dict[str, Any]:
        found: dict[str, Any] = self.house.as_staff(by).get(f"/tables/{self.name}").json()["view"]
        return found

    def version(self) -> int:
        """Return how much has happened at the table."""
        found: int = self.house.as_staff("Olga").get(f"/tables/{self.name}").json()["version"]
        return found

    def due(self, by: str = "Dean", *, until: str = "") -> None:
        """Do what is due until a kind of command is due, or once."""
        for _ in range(30):
            due = self.view()["due"]
            if due is None or due["command"] is None or due["command"]["type"] == until:
                return
            self.say(by, **{"kind": due["command"].pop("type"), **due["command"]})
            if not until:
                return
        raise AssertionError(f"{until} is never due")


@contextmanager
def inside(place: Path) -> Iterator[Inside]:
    """Yield a house of this process whose shoes can be stacked."""
    for name in ("httpx", "uvicorn.access", "uvicorn.error", "punto.server"):
        logging.getLogger(name).setLevel(logging.WARNING)
    with pytest.MonkeyPatch.context() as patch:
        house = Inside(place)
        patch.setattr(desks, "prepare", house.stacked)
        house.start()
        try:
            yield house
        finally:
            house.stop()


class Person:
    """Somebody at a browser of their own."""

    def __init__(
        self, browser: Browser, url: str, size: tuple[int, int] = DESKTOP, **more: Any
    ) -> None:
        self.url = url
        self.context: BrowserContext = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            reduced_motion="reduce",
            locale="en-AU",
            **more,
        )
        self.context.set_default_timeout(PATIENCE_MS)
        self.page: Page = self.context.new_page()
        self.wrong: list[str] = []
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("console", self._console)

    def _console(self, message: Any) -> None:
        # A no of the server is an answer, and a cut line is what some tests want.
        if message.type == "error" and not re.search(
            r"Failed to load resource|WebSocket connection|ERR_INTERNET_DISCONNECTED", message.text
        ):
            self.wrong.append(message.text)

    def goes(self, path: str) -> Page:
        self.page.goto(f"{self.url}{path}")
        return self.page

    def signs_in(self, path: str, name: str) -> Page:
        """Open a page for staff and sign in with its form."""
        page = self.goes(path)
        page.get_by_label("Name", exact=True).fill(name)
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Sign in").click()
        expect(page.get_by_role("banner")).to_contain_text(name)
        return page

    def sits(self, table: str, name: str, seat: int) -> Page:
        """Open a table and take a seat at it."""
        page = self.goes(f"/play/{table}")
        page.get_by_role("button", name="Take a seat").click()
        page.get_by_label("Your name at the table").fill(name)
        page.get_by_role("dialog").get_by_role("combobox").select_option(str(seat))
        page.get_by_role("button", name="Sit down").click()
        expect(page.locator(".tray .balance")).to_be_visible()
        return page

    def spot(self, title: str) -> Locator:
        """Return the place of a wager on the cloth."""
        return self.page.get_by_role("region", name="Betting spots").get_by_role(
            "button", name=re.compile(rf"^{re.escape(title)}\b")
        )

    def cards(self, side: str) -> Locator:
        """Return the cards of a hand, as they are named to who cannot see them."""
        return self.page.get_by_role("region", name=f"Cards of {side}").get_by_role("img")

    def close(self) -> None:
        self.context.close()
        assert not self.wrong, self.wrong


class People:
    """Everybody with a browser in one test."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.browser, self.url = browser, url
        self.all: list[Person] = []

    def new(self, size: tuple[int, int] = DESKTOP, **more: Any) -> Person:
        person = Person(self.browser, self.url, size, **more)
        self.all.append(person)
        return person

    def leave(self) -> None:
        for person in self.all:
            person.close()
