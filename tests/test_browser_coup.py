"""Coups in a real browser: everybody at a page of their own, each seeing what is theirs."""

import re
from typing import Any

from playwright.sync_api import Locator, Page, Route, expect
from support.axe import violations
from support.browser_users import Inside, People, Person

# Player 9 against Banker 5: nobody draws. What comes after: a tie of naturals.
NATURAL = "4S 2H 5D 3C 9S 9H KD KC"
LIMITS: dict[str, Any] = {"minimum": 25, "maximum": 5000}


def receipt(page: Page) -> list[str]:
    """Return the rows of somebody's receipt: wager, stake, odds, back, net."""
    section = page.get_by_role("heading", name="Your receipt").locator("..")
    expect(section.locator("tbody tr").first).to_be_visible()
    rows = section.locator("tbody tr").all()
    cells = [
        [row.locator("th").inner_text().split()[0], *row.locator("td").all_inner_texts()]
        for row in rows
    ]
    return [" ".join(row) for row in cells]


def due(page: Page) -> Locator:
    return page.get_by_role("region", name="Due now")


def does(dealer: Person, action: str, *, key: str | None = None) -> None:
    """Have a dealer do what is due, which has to be this, by a click or a key."""
    go = due(dealer.page).locator("button.go")
    expect(go).to_contain_text(action)
    expect(go).to_be_enabled()
    if key is None:
        go.click()
    else:
        dealer.page.keyboard.press(key)


def deals(dealer: Person, cards: int, key: str | None = None) -> None:
    """Draw so many cards, each when the one before lies on the table."""
    shown = dealer.page.locator(".hands").get_by_role("img")
    for number in range(1, cards + 1):
        does(dealer, "Draw a card", key=key)
        expect(shown).to_have_count(number)


def sells(dealer: Person, patron: str, dollars: int) -> None:
    """Sell chips to a patron with the form of the console."""
    dealer.page.get_by_role("button", name="Sell chips").click()
    form = dealer.page.get_by_role("dialog", name="Sell chips")
    form.get_by_role("radiogroup", name="Patron").get_by_text(patron, exact=True).click()
    form.get_by_label(re.compile(r"\(\$\)")).first.fill(str(dollars))
    form.get_by_role("button", name="Confirm").click()
    expect(form).to_be_hidden()


def balance(person: Person) -> Locator:
    return person.page.locator("dd.balance")


def test_a_whole_coup_by_a_dealer_two_patrons_and_a_supervisor(
    house: Inside, people: People
) -> None:
    house.table("whole", NATURAL, **LIMITS)
    dealer, supervisor, ann, ben = (people.new() for _ in range(4))
    dealer.signs_in("/deal/whole", "Dean")
    supervisor.signs_in("/supervise/whole", "Sue")
    ann.sits("whole", "Ann", 1)
    ben.sits("whole", "Ben", 5)
    for patron in ("Ann", "Ben"):
        sells(dealer, patron, 1000)
    for person in (ann, ben):
        expect(balance(person)).to_have_text("$1,000")
    does(dealer, "Open betting")
    for person in (ann, ben):
        expect(person.page.locator(".status")).to_contain_text("Place your bets")
    ann.spot("Player").click()
    ben.page.get_by_role("radio", name="Chip of $100", exact=True).click()
    ben.spot("Banker").click()
    ben.spot("Tie").click()
    expect(balance(ann)).to_have_text("$975")
    expect(balance(ben)).to_have_text("$800")
    expect(ann.spot("Player")).to_contain_text("your stake $25")
    expect(ann.spot("Banker")).not_to_contain_text("your stake")
    deals(dealer, 4)
    for person in (ann, ben):
        expect(person.cards("Player")).to_have_count(2)
        names = [one.get_attribute("aria-label") for one in person.cards("Player").all()]
        assert names == ["4 of spades", "5 of diamonds"]
        expect(person.page.locator(".status")).to_contain_text("Player wins")
    expect(supervisor.page.locator("main")).to_contain_text("player 9-5")
    for action in ("Collect losers", "Pay winners", "Discard"):
        does(dealer, action)
    expect(due(dealer.page)).to_contain_text("Open betting")
    expect(balance(ann)).to_have_text("$1,025")
    expect(balance(ben)).to_have_text("$800")
    assert receipt(ann.page) == ["Player $25 1:1 $50 +$25"]
    assert receipt(ben.page) == ["Banker $100 lost $0 −$100", "Tie $100 lost $0 −$100"]
    seats = supervisor.page.get_by_role("row").filter(has_text="Ann")
    expect(seats).to_contain_text("$1,025")


def peeled(page: Page, share: float) -> None:
    """Take the card by its lower edge, pull it up so far, and let it go."""
    box = page.get_by_role("slider").bounding_box()
    assert box is not None
    # The drawing has a margin of 30 around a card of 100 by 140.
    scale = box["width"] / 160
    x, bottom = box["x"] + box["width"] / 2, box["y"] + 170 * scale
    page.mouse.move(x, bottom - 2)
    page.mouse.down()
    page.mouse.move(x, bottom - 140 * scale * share / 2, steps=4)
    page.mouse.move(x, bottom - 2 - 140 * scale * share, steps=4)
    page.mouse.up()


def test_a_squeeze_by_mouse_springs_back_below_seventy_and_turns_above(
    house: Inside, people: People
) -> None:
    table = house.table("squeeze", "4S 2H 5D 3C", method="B", **LIMITS)
    ann, ben = people.new(bypass_csp=True), people.new()
    ann.sits("squeeze", "Ann", 1)
    ben.sits("squeeze", "Ben", 2)
    for name in ("Ann", "Ben"):
        table.say("Dean", "buy_chips", patron=name, cents=100_000)
    table.say("Dean", "open_betting")
    ann.page.get_by_role("radio", name="Chip of $100", exact=True).click()
    ann.spot("Player").click()
    ben.spot("Player").click()
    expect(balance(ann)).to_have_text("$900")
    expect(balance(ben)).to_have_text("$975")
    table.due(until="turn_cards")
    card = ann.page.get_by_role("slider")
    expect(card).to_have_accessible_name(re.compile("Card 1 of Player"))
    expect(ben.page.get_by_role("slider")).to_have_count(0)
    expect(ann.cards("Player").first).to_have_accessible_name("card face down")
    assert not violations(ann.page)
    peeled(ann.page, 0.6)
    expect(card).to_have_attribute("aria-valuenow", "0")
    expect(card).to_have_accessible_name(re.compile("Card 1 of Player"))
    peeled(ann.page, 0.8)
    for person in (ann, ben):
        expect(person.cards("Player").first).to_have_accessible_name("4 of spades")
        expect(person.cards("Player").last).to_have_accessible_name("card face down")
    # The other card with keys alone: eight steps are too few, nine are enough.
    expect(card).to_have_accessible_name(re.compile("Card 2 of Player"))
    ann.page.keyboard.press("s")
    expect(card).to_be_focused()
    for _ in range(8):
        ann.page.keyboard.press("ArrowUp")
    expect(card).to_have_attribute("aria-valuenow", "64")
    ann.page.keyboard.press("Enter")
    expect(card).to_have_attribute("aria-valuenow", "0")
    for _ in range(9):
        ann.page.keyboard.press("ArrowUp")
    ann.page.keyboard.press("Enter")
    for person in (ann, ben):
        expect(person.cards("Player").last).to_have_accessible_name("5 of diamonds")
    expect(ann.page.get_by_role("slider")).to_have_count(0)


def test_a_wrong_third_card_and_what_the_rulebook_orders(house: Inside, people: People) -> None:
    # Player 7 stands, Banker 5 draws: a card pulled for Player is Banker's third card.
    table = house.table("wrong", "4H 2S 3C 3D 5D", **LIMITS)
    table.seated("ann")
    table.say("Dean", "open_betting")
    table.say("Dean", "place_wager", patron="ann", wager="player", stake_cents=10_000)
    dealer, watcher = people.new(bypass_csp=True), people.new()
    dealer.signs_in("/deal/wrong", "Dean")
    watcher.goes("/play/wrong")
    deals(dealer, 4)
    dealer.page.keyboard.press("i")
    asked = dealer.page.get_by_role("dialog", name="Something went wrong at wrong")
    asked.get_by_role("button", name=re.compile("A card: pulled")).click()
    asked.get_by_role("button", name=re.compile("Wrong card pulled")).click()
    confirm, orders = asked.get_by_role("button", name="Confirm"), asked.locator(".ahead")
    # Nothing is chosen beforehand, and nobody confirms what is not on the screen yet.
    expect(orders).to_contain_text("Still to fill in: To")
    expect(asked.get_by_label("Card", exact=True)).to_have_count(0)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    dealer.page.route("**/preview", hold)
    with dealer.page.expect_request("**/preview"):
        asked.get_by_text("player", exact=True).click()
    dealer.page.keyboard.press("Enter")
    expect(confirm).to_be_disabled()
    held[0].continue_()
    dealer.page.unroute("**/preview")
    # Which card comes is told to nobody before; what follows from it is, with its clause.
    expect(orders).to_contain_text("12.2#1")
    expect(orders).to_contain_text("Banker's third if Banker must draw")
    expect(orders).not_to_contain_text("5D")
    assert not violations(dealer.page)
    expect(watcher.cards("Banker")).to_have_count(2)
    confirm.click()
    expect(asked).to_be_hidden()
    expect(watcher.cards("Banker")).to_have_count(3)
    expect(watcher.cards("Banker").last).to_have_accessible_name("third card: 5 of diamonds")
    expect(watcher.cards("Player")).to_have_count(2)
    expect(watcher.page.locator(".status")).to_contain_text("Player wins")
    calls = watcher.page.get_by_role("heading", name="Announcements").locator("..")
    expect(calls).to_contain_text("12.2")


def tabs_to(page: Page, what: Locator) -> None:
    """Press Tab until something has the focus."""
    for _ in range(60):
        if what.evaluate("node => node === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no Tab leads to {what}")


def test_a_patron_plays_with_the_keyboard_alone(house: Inside, people: People) -> None:
    table = house.table("keys", NATURAL, **LIMITS)
    ann = people.new(bypass_csp=True)
    page, keys = ann.goes("/play/keys"), ann.page.keyboard
    tabs_to(page, page.get_by_role("button", name="Take a seat"))
    keys.press("Enter")
    tabs_to(page, page.get_by_label("Your name at the table"))
    keys.type("Ann")
    keys.press("Enter")
    expect(balance(ann)).to_be_visible()
    table.say("Dean", "buy_chips", patron="Ann", cents=100_000)
    table.say("Dean", "open_betting")
    expect(ann.spot("Player")).to_have_attribute("aria-disabled", "false")
    keys.press("2")
    keys.press("p")
    expect(ann.spot("Player")).to_contain_text("your stake $100")
    expect(page.get_by_role("button", name="Undo")).to_be_enabled()
    keys.press("u")
    expect(ann.spot("Player")).not_to_contain_text("your stake")
    expect(balance(ann)).to_have_text("$1,000")
    keys.press("1")
    keys.press("b")
    expect(ann.spot("Banker")).to_contain_text("your stake $25")
    keys.press("t")
    expect(ann.spot("Tie")).to_contain_text("your stake $25")
    table.due(until="open_betting")
    expect(balance(ann)).to_have_text("$950")
    table.say("Dean", "open_betting")
    expect(page.get_by_role("button", name="Rebet")).to_be_enabled()
    expect(ann.spot("Player")).to_have_attribute("aria-disabled", "false")
    keys.press("r")
    expect(ann.spot("Banker")).to_contain_text("your stake $25")
    expect(ann.spot("Tie")).to_contain_text("your stake $25")
    expect(balance(ann)).to_have_text("$900")
    keys.press("?")
    shown = page.get_by_role("dialog", name="Keys on this page")
    for what in ("Bet on Player", "Bet on Tie", "Take back the last bet", "Bet as in the last"):
        expect(shown).to_contain_text(what)
    assert not violations(page)


def test_a_dealer_deals_a_coup_with_keys_alone(house: Inside, people: People) -> None:
    table = house.table("dealt", NATURAL, **LIMITS)
    table.seated("ann")
    dealer = people.new()
    page, keys = dealer.goes("/deal/dealt"), dealer.page.keyboard
    tabs_to(page, page.get_by_label("Name", exact=True))
    keys.type("Dean")
    keys.press("Tab")
    keys.type("correct horse battery")
    keys.press("Enter")
    does(dealer, "Open betting", key="Enter")
    expect(page.locator(".status")).to_contain_text("Betting open")
    table.say("Dean", "place_wager", patron="ann", wager="player", stake_cents=2_500)
    deals(dealer, 4, key="Enter")
    for action in ("Collect losers", "Pay winners", "Discard"):
        does(dealer, action, key="Enter")
    expect(due(page)).to_contain_text("Open betting")
    ann = next(one for one in table.view()["places"] if one["name"] == "ann")
    assert ann["chips_cents"] == 102_500


def test_cards_of_a_real_shoe_are_keyed_by_rank_and_suit(house: Inside, people: People) -> None:
    table = house.table("keyed", origin="keyed", **LIMITS)
    table.seated("ann")
    table.say("Dean", "open_betting")
    table.say("Dean", "place_wager", patron="ann", wager="player", stake_cents=2_500)
    dealer = people.new(bypass_csp=True)
    page = dealer.signs_in("/deal/keyed", "Dean")
    keys, go = page.keyboard, due(page).locator("button.go")
    hands = page.locator(".hands").get_by_role("img")
    expect(go).to_be_disabled()
    keys.press("9")
    assert not violations(page)
    keys.press("h")
    expect(go).to_be_enabled()
    keys.press("Backspace")
    expect(go).to_be_disabled()
    # A card that is refused is put away: the next Enter does not send it again.
    no = {"code": "card_used_up", "message": "all 8 copies of KH are out already", "clause": []}
    page.route("**/commands", lambda route: route.fulfill(status=409, json=no))
    for key in ("k", "h", "Enter"):
        keys.press(key)
    expect(due(page).get_by_role("alert")).to_contain_text("all 8 copies of KH")
    expect(go).to_be_disabled()
    page.unroute("**/commands")
    for number, card in enumerate(("4s", "2h", "5d", "3c"), 1):
        for key in card:
            keys.press(key)
        expect(go).to_be_enabled()
        expect(hands).to_have_count(number - 1)
        keys.press("Enter")
        expect(hands).to_have_count(number)
    view = table.view()
    assert (view["player"], view["banker"]) == (["4S", "5D"], ["2H", "3C"])


def test_who_sits_down_buys_chips_from_the_float(house: Inside, people: People) -> None:
    house.table("buying", NATURAL, **LIMITS)
    ann = people.new()
    ann.sits("buying", "Ann", 1)
    expect(balance(ann)).to_have_text("$0")
    ann.page.get_by_role("button", name="Buy $500 in chips").click()
    expect(balance(ann)).to_have_text("$500")
    expect(ann.page.get_by_role("button", name="in chips")).to_be_hidden()
