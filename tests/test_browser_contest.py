"""A tournament from its director's console: conditions and chips filled in as forms, no JSON."""

import re

from playwright.sync_api import Locator, Page, expect
from support.axe import violations
from support.browser_users import PHONE, Inside, People


def chooses(page: Page, action: str) -> Locator:
    """Choose a power of the console; return its form."""
    page.get_by_role("searchbox").fill(action)
    page.get_by_role("button", name=re.compile(f"^{action}")).first.click()
    return page.get_by_role("dialog", name=action)


def confirms(form: Locator) -> None:
    form.get_by_role("button", name="Confirm").click()
    expect(form).to_be_hidden()


def test_a_director_lays_the_conditions_down_and_stocks_chips(
    house: Inside, people: People
) -> None:
    body = {"name": "forms", "rulebook": "nsw-2024", "title": "Forms Cup"}
    assert house.as_staff("Olga").post("/tournaments", json=body).status_code == 201
    director = people.new(bypass_csp=True)
    page = director.signs_in("/tournament/forms", "Olga")
    form = chooses(page, "Lay down the conditions")
    form.get_by_label("Entry fee ($)").fill("220")
    form.get_by_label("Entrants at most").fill("12")
    form.get_by_label("Rounds 1: Name").fill("final")
    form.get_by_label("Prizes 1: Place").fill("1")
    form.get_by_label("Prizes 1: Share").fill("6000")
    prizes = form.get_by_role("group", name=re.compile("^Prizes"))
    prizes.get_by_role("button", name="Add a line").click()
    form.get_by_label("Prizes 2: Place").fill("2")
    form.get_by_label("Prizes 2: Share").fill("a third")
    # What makes no sense is marked where it stands, and is not sent.
    expect(form.get_by_role("button", name="Confirm")).to_be_disabled()
    form.get_by_label("Prizes 2: Share").fill("4000")
    assert not violations(page)
    confirms(form)
    laid = page.get_by_role("region", name="Conditions")
    expect(laid).to_contain_text("$220")
    expect(laid).to_contain_text("1: 60 %, 2: 40 %")
    # Who goes on from there finds what stands, and loses none of it.
    form = chooses(page, "Lay down the conditions")
    expect(form.get_by_label("Prizes 2: Share")).to_have_value("4000")
    prizes.get_by_role("button", name="Take out: Prizes 2").click()
    form.get_by_label("Entry fee ($)").fill("330.50")
    form.get_by_role("button", name="Confirm").click()
    expect(form.get_by_role("alert")).to_contain_text("15.")
    form.get_by_label("Prizes 1: Share").fill("10000")
    confirms(form)
    expect(laid).to_contain_text("$330.50")
    expect(laid).not_to_contain_text("2: 40 %")
    seen = house.as_staff("Olga").get("/tournaments/forms").json()["view"]["conditions"]
    assert (seen["entrants_max"], seen["rounds"]) == (12, [{"name": "final"}])
    # The lobby leads there: whoever works here to the console, everybody to the wall.
    director.goes("/")
    expect(page.get_by_role("link", name="Lead")).to_have_attribute("href", "/tournament/forms")
    phone = people.new(PHONE)
    phone.goes("/").get_by_role("link", name="Watch Forms Cup").click()
    expect(phone.page).to_have_url(re.compile("/project/forms$"))
    expect(phone.page.get_by_role("banner")).to_contain_text("Forms Cup")
