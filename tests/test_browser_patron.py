"""A patron at their page: what is typed, what is held down, what was bet, and how they leave."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from support.axe import violations
from support.browser_users import PHONE, Inside, People, Person, Table

from punto.server.people import patrons
from punto.server.routes import feed

# Player 9 against Banker 5: nobody draws. What comes after: a tie of naturals.
NATURAL = "4S 2H 5D 3C 9S 9H KD KC"
LIMITS: dict[str, Any] = {"minimum": 25, "maximum": 5000}


def balance(person: Person) -> Locator:
    return person.page.locator("dd.balance")


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name)


def said(page: Page) -> Locator:
    """Return what a patron is told at their edge of the table."""
    return page.locator(".tray").get_by_role("status")


def betting(house: Inside, person: Person, name: str) -> Table:
    """Have somebody sit with $1,000 at a table that takes bets."""
    table = house.table(name, NATURAL, **LIMITS)
    person.sits(name, "Ann", 1)
    table.say("Dean", "buy_chips", patron="Ann", cents=100_000)
    table.say("Dean", "open_betting")
    expect(person.spot("Player")).to_have_attribute("aria-disabled", "false")
    return table


def held(page: Page, key: str) -> None:
    """Hold a key down: a press, and then the presses that a keyboard repeats."""
    for _ in range(6):
        page.keyboard.down(key)
    page.keyboard.up(key)


def test_what_is_no_amount_bets_nothing_and_what_is_one_bets_it(
    house: Inside, people: People
) -> None:
    ann = people.new(bypass_csp=True)
    betting(house, ann, "typed")
    page = ann.page
    amount = page.get_by_placeholder("Amount")
    for text in ("abc", "0", "-50", "1,00", "50p"):
        amount.fill(text)
        ann.spot("Banker").click()
        expect(page.get_by_role("alert")).to_contain_text("no amount")
        expect(amount).to_be_focused()
        expect(amount).to_have_attribute("aria-invalid", "true")
    assert not violations(page)
    expect(balance(ann)).to_have_text("$1,000")
    amount.fill("1,000 ")
    expect(page.get_by_role("alert")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(balance(ann)).to_have_text("$1,000")
    page.keyboard.press("p")
    expect(ann.spot("Player")).to_contain_text("your stake $1,000")
    expect(amount).to_have_value("")
    # All is bet, and nobody was refused anything.
    expect(balance(ann)).to_have_text("$0")
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.locator("main")).not_to_contain_text("does not hold")
    chip = page.get_by_role("radio", name="Chip of $100", exact=True)
    expect(chip).to_have_attribute("aria-disabled", "true")


def test_a_key_held_down_acts_once(house: Inside, people: People) -> None:
    ann, dealer = people.new(), people.new()
    betting(house, ann, "held")
    held(ann.page, "p")
    expect(ann.spot("Player")).to_contain_text("your stake $25")
    expect(balance(ann)).to_have_text("$975")
    page = dealer.signs_in("/deal/held", "Dean")
    go = page.get_by_role("region", name="Due now").locator("button.go")
    expect(go).to_be_enabled()
    held(page, "Enter")
    cards = page.locator(".hands").get_by_role("img")
    expect(cards).to_have_count(1)
    # A button that has the focus is no other than the key.
    expect(go).to_be_enabled()
    go.focus()
    held(page, "Enter")
    expect(cards).to_have_count(2)
    page.wait_for_timeout(300)
    expect(cards).to_have_count(2)
    expect(balance(ann)).to_have_text("$975")


def test_undo_is_for_what_still_lies_there(house: Inside, people: People) -> None:
    ann = people.new()
    betting(house, ann, "undo")
    page = ann.page
    ann.spot("Player").click()
    expect(balance(ann)).to_have_text("$975")
    page.get_by_role("radio", name="Chip of $100", exact=True).click()
    ann.spot("Player").click()
    expect(balance(ann)).to_have_text("$875")
    page.reload()
    expect(button(page, "Undo")).to_be_enabled()
    button(page, "Undo").click()
    expect(balance(ann)).to_have_text("$975")
    other = ann.context.new_page()
    other.goto(page.url)
    button(other, "Clear").click()
    expect(balance(ann)).to_have_text("$1,000")
    expect(button(page, "Undo")).to_be_disabled()


def test_receipt_and_rebet_stay_when_a_coup_is_skipped(house: Inside, people: People) -> None:
    ann = people.new()
    table = betting(house, ann, "skipped")
    page = ann.page
    table.say("Dean", "join", patron="Ben", seat=2)
    table.say("Dean", "buy_chips", patron="Ben", cents=100_000)
    ann.spot("Player").click()
    expect(balance(ann)).to_have_text("$975")
    table.due(until="open_betting")
    table.say("Dean", "open_betting")
    table.say("Dean", "place_wager", patron="Ben", wager="player", stake_cents=2_500)
    table.due(until="open_betting")
    for _ in range(2):
        expect(page.locator("aside tbody")).to_contain_text("$25")
        expect(page.locator("aside")).to_contain_text(re.compile(r"Player 9♠ K♦: 9 \+ 0 counts 9"))
        page.reload()
    expect(page.locator(".status")).to_contain_text("Coup 2")
    table.say("Dean", "open_betting")
    expect(page.locator(".status")).to_contain_text("Place your bets")
    expect(page.locator(".status")).not_to_contain_text("Coup")
    button(page, "Rebet").click()
    expect(ann.spot("Player")).to_contain_text("your stake $25")


def test_a_patron_sees_who_they_are_moves_and_leaves(house: Inside, people: People) -> None:
    ann = people.new(bypass_csp=True)
    table = betting(house, ann, "leaving")
    page = ann.page
    button(page, "Ann Seat 1").click()
    box = page.get_by_role("dialog", name="Ann at this table")
    box.get_by_role("combobox").select_option("4")
    box.get_by_role("button", name="Change seat").click()
    button(page, "Ann Seat 4").click()
    assert not violations(page)
    box.get_by_role("button", name="Leave the table").click()
    expect(box).to_contain_text("cash out first")
    box.get_by_role("button", name="Stay").click()
    box.get_by_role("button", name="Cash out $1,000").click()
    expect(balance(ann)).to_have_text("$0")
    expect(box.get_by_role("button", name="Cash out $0")).to_be_disabled()
    page.keyboard.press("Escape")
    table.say("Dean", "buy_chips", patron="Ann", cents=50_000)
    expect(balance(ann)).to_have_text("$500")
    ann.goes("/")
    page.get_by_role("link", name="You are Ann: back to seat 4").click()
    button(page, "Ann Seat 4").click()
    box.get_by_role("button", name="Leave the table").click()
    box.get_by_role("button", name="Leave with $500 in chips").click()
    expect(said(page)).to_contain_text("You have left the table with $500")
    expect(button(page, "Take a seat")).to_be_enabled()
    expect(button(page, "Ann")).to_have_count(0)


def test_who_is_sent_away_is_told_and_looks_on(house: Inside, people: People) -> None:
    ann = people.new(PHONE)
    table = betting(house, ann, "sent")
    page = ann.page
    table.say("Dean", "leave", patron="Ann")
    expect(said(page)).to_contain_text("You have left the table with $1,000")
    expect(page.locator(".tray .balance")).to_have_count(0)
    # Whoever sits down again under the same name is somebody else, and is told so.
    button(page, "Take a seat").click()
    page.get_by_label("Your name at the table").fill("Ann")
    button(page, "Sit down").click()
    expect(said(page)).to_contain_text("you sit as Ann-2")
    expect(button(page, "Ann-2 Seat 1")).to_be_visible()
    expect(page.locator(".tray .tray")).to_contain_text("No chips: buy some first")
    button(page, "OK").click()
    expect(said(page)).to_have_count(0)


def test_who_is_nobody_any_more_is_told_and_looks_on(
    house: Inside, people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feed, "STILL_SECONDS", 0.3)
    ann = people.new()
    betting(house, ann, "ended")
    patrons.renew(house.desk.log.backend, "table/ended", "Ann")
    expect(said(ann.page)).to_contain_text("You have no place at this table any more")
    expect(button(ann.page, "Take a seat")).to_be_enabled()
    expect(ann.page.get_by_role("banner")).to_contain_text("live")


def test_a_squeeze_leaves_the_hands_and_the_stake_in_sight(house: Inside, people: People) -> None:
    for size, name in (((1440, 900), "wide"), (PHONE, "narrow")):
        ann = people.new(size)
        table = house.table(name, "4S 2H 5D 3C", method="B", **LIMITS)
        ann.sits(name, "Ann", 1)
        table.say("Dean", "buy_chips", patron="Ann", cents=100_000)
        table.say("Dean", "open_betting")
        ann.spot("Player").click()
        expect(balance(ann)).to_have_text("$975")
        table.due(until="turn_cards")
        squeeze = ann.page.get_by_role("region", name="Squeeze your card")
        expect(squeeze).to_contain_text("Your stake: Player $25")
        over = squeeze.bounding_box()
        assert over is not None
        for side in ("Player", "Banker"):
            for card in ann.cards(side).all():
                box = card.bounding_box()
                assert box is not None
                assert box["y"] + box["height"] <= over["y"]
        for one in ("Reveal", "Reveal all"):
            shown = squeeze.get_by_role("button", name=one, exact=True).bounding_box()
            assert shown is not None
            assert shown["y"] + shown["height"] <= over["y"] + over["height"]
