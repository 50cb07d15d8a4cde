"""What only a person can say is asked on the pages: nothing is sent before they have said it."""

from playwright.sync_api import Locator, Page, expect
from support.browser_users import Inside, People

from punto.server.request_authentication import PATRON_COOKIE


def dialog(page: Page, name: str) -> Locator:
    return page.get_by_role("dialog", name=name)


def test_a_dealer_is_asked_how_many_cards_they_counted(house: Inside, people: People) -> None:
    table = house.table("counted", minimum=25, maximum=5000)
    table.say("Sue", "order_card_check")
    dealer = people.new()
    page = dealer.signs_in("/deal/counted", "Dean")
    go = page.get_by_role("region", name="Due now").locator("button.go")
    expect(go).to_contain_text("Count the cards")
    expect(go).to_be_enabled()
    version = table.version()
    page.keyboard.press("Enter")
    form = dialog(page, "Count the cards")
    expect(form.get_by_label("How many")).to_have_value("")
    expect(form.get_by_role("button", name="Confirm")).to_be_disabled()
    assert table.version() == version
    form.get_by_label("How many").fill("416")
    form.get_by_role("button", name="Confirm").click()
    expect(form).to_be_hidden()
    expect(go).not_to_contain_text("Count the cards")
    assert table.version() > version


def test_an_attestation_is_chosen_by_nobody_but_who_attests(house: Inside, people: People) -> None:
    house.table("attested", rulebook="tas-2018", minimum=25, maximum=5000)
    dealer = people.new()
    page = dealer.signs_in("/deal/attested", "Dean")
    page.get_by_role("button", name="Attest an item").click()
    form = dialog(page, "Attest an item")
    expect(form.locator("select, input").first).to_be_visible()
    assert not form.locator("input:checked").count()
    for picked in form.locator("select").all():
        assert picked.input_value() == ""
    expect(form.get_by_role("button", name="Confirm")).to_be_disabled()


def test_a_patron_says_where_they_cut(house: Inside, people: People) -> None:
    table = house.table("cut", rulebook="tas-2018", minimum=25, maximum=5000)
    ann = people.new()
    page = ann.sits("cut", "Ann", 1)
    table.say("Dean", "new_shoe")
    table.say("Dean", "shuffle")
    table.say("Dean", "offer_cut")
    asked = page.get_by_role("region", name="You are asked")
    asked.get_by_role("button", name="Cut", exact=True).click()
    form = dialog(page, "Cut")
    expect(form.get_by_label("At card")).to_have_value("")
    form.get_by_label("At card").fill("120")
    form.get_by_role("button", name="Confirm").click()
    expect(form).to_be_hidden()
    expect(asked).to_be_hidden()
    assert table.view()["shoe"]["stage"] == "cut"


def test_a_dispute_waits_for_whoever_decides_it(house: Inside, people: People) -> None:
    table = house.table("disputed", rulebook="nsw-2024", minimum=25, maximum=5000)
    page = people.new().signs_in("/supervise/disputed", "Sue")
    waiting = page.get_by_role("region", name="Waiting for a decision")
    expect(waiting).to_contain_text("0")
    ann = people.new()
    ann.sits("disputed", "Ann", 1)
    table.say("Dean", "raise_dispute", facts="the third card", patron="Ann")
    expect(waiting).to_contain_text("dispute 1 of Ann")
    expect(waiting).to_contain_text("1")


def test_an_entrant_whose_token_is_worth_nothing_any_more_is_told_so(
    house: Inside, people: People
) -> None:
    body = {"name": "lost", "rulebook": "nsw-2024", "title": "Lost Cup"}
    assert house.as_staff("Olga").post("/tournaments", json=body).status_code == 201
    person = people.new()
    told = person.page.get_by_text("You are not known here any more")
    page = person.goes("/enter/lost")
    expect(page.get_by_role("banner")).to_contain_text("Lost Cup")
    expect(told).to_be_hidden()
    path = "/tournaments/lost"
    person.context.add_cookies(
        [{"name": PATRON_COOKIE, "value": "of-before", "url": f"{person.url}{path}"}]
    )
    page.reload()
    expect(told).to_be_visible()
