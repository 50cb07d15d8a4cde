"""Every page of the demo: nothing that keeps somebody out, nothing beside the window, and light."""

import gzip
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser
from support.axe import violations
from support.browser_users import DESKTOP, PHONE
from support.demo_snapshot import Showing, Visit, showing
from support.screenshots import opens, sideways

from punto.server.pages import BUILT

PAGES = (
    *("lobby", "watch", "play", "deal", "deal-keyed", "supervise", "display"),
    *("read", "read-rulebook", "tournament", "enter", "project"),
)
# The same page as another, with less on it.
TWICE = {"read-clause"}
FIRST_LOAD = 120_000


@pytest.fixture(scope="module")
def show(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Showing]:
    with showing(tmp_path_factory.mktemp("demo")) as found:
        yield found


@pytest.fixture(scope="module")
def visits(show: Showing) -> dict[str, Visit]:
    return {one.name: one for one in show.visits()}


def test_every_page_is_looked_at(visits: dict[str, Visit]) -> None:
    assert set(visits) == {*PAGES, *TWICE}


@pytest.mark.parametrize("name", PAGES)
def test_a_page_keeps_nobody_out_and_fits_large_and_small(
    name: str, show: Showing, visits: dict[str, Visit], machine: Browser
) -> None:
    person = opens(machine, show, visits[name], DESKTOP, bypass_csp=True)
    assert not violations(person.page)
    assert not sideways(person.page)
    person.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    assert not sideways(person.page)
    person.close()


@pytest.mark.parametrize("theme", ["light", "contrast"])
@pytest.mark.parametrize("name", ["lobby", "play"])
def test_other_themes_keep_nobody_out(
    name: str, theme: str, show: Showing, visits: dict[str, Visit], machine: Browser
) -> None:
    person = opens(machine, show, visits[name], DESKTOP, bypass_csp=True, theme=theme)
    assert person.page.locator("html").get_attribute("data-theme") == theme
    assert not violations(person.page)
    person.close()


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_a_patron_sees_the_whole_coup_without_scrolling(
    size: tuple[int, int], show: Showing, visits: dict[str, Visit], machine: Browser
) -> None:
    person = opens(machine, show, visits["play"], size)
    for part in (".status", ".cards", ".bets", ".tray .actions", ".tray .chips"):
        box = person.page.locator(part).first.bounding_box()
        assert box is not None, part
        assert box["y"] >= 0, part
        assert box["y"] + box["height"] <= size[1] + 1, part
    person.close()


def test_a_phone_keeps_nobody_out(
    show: Showing, visits: dict[str, Visit], machine: Browser
) -> None:
    person = opens(machine, show, visits["play"], PHONE, bypass_csp=True)
    assert not violations(person.page)
    person.close()


@pytest.mark.parametrize("name", ["lobby", "play", "deal"])
def test_the_first_load_is_light(
    name: str, show: Showing, visits: dict[str, Visit], machine: Browser
) -> None:
    asked: set[str] = set()
    context = machine.new_context()
    page = context.new_page()
    page.on("request", lambda request: asked.add(request.url))
    page.goto(f"{show.url}{visits[name].path}", wait_until="networkidle")
    context.close()
    files = [BUILT / "index.html"]
    files += [BUILT / "assets" / one.rsplit("/", 1)[1] for one in asked if "/assets/" in one]
    assert len(files) > 3
    assert sum(len(gzip.compress(one.read_bytes(), 9)) for one in files) < FIRST_LOAD
