"""Bad input of every kind, under every rulebook with tournaments: refused, and nothing changed."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from support import editions

from punto.clause import Malformed, Refused
from punto.driver.tournament import TournamentDriver
from punto.rulebook.load import load
from punto.rulebook.power import Power
from punto.scenario import setup_parser
from punto.scenario.case import Scenario
from punto.scenario.open_tournament import begin, opened
from punto.tournament.rules import tournament_section

BOOKS = tuple(name for name in editions.ALL if load(name).tournament is not None)
HUNDRED = tuple(f"p{number:03}" for number in range(1, 101))
PRIZES = [{"place": 1, "share": 7000}, {"place": 2, "share": 3000}]
CONDITIONS: dict[str, Any] = {
    "entry_fee": 100,
    "chips": 300,
    "minimum": 50,
    "maximum": 1000,
    "session": "2 shoes",
    "secret_wagers": 2,
    "prizes": PRIZES,
}
PLAYER_WINS = "9S 3D KH 4C 9S 3D KH 4C 9S 3D KH 4C 9S 3D KH 4C ..."


def made(book: str, **words: Any) -> TournamentDriver:
    """Return a tournament as far as a scenario would bring it."""
    given = {"conditions": CONDITIONS, "shoe": PLAYER_WINS, **words}
    scenario = Scenario(name="bad input", cites=(), tournament="Autumn", **given)
    edition = load(book)
    chosen = setup_parser.elections({"settlement": edition.settlement.schemes.value[0]})
    arena = opened(scenario, edition, chosen)
    begin(arena, scenario)
    return arena.driver


def title(book: str, power: Power) -> str:
    """Return who has a power, a dealer where the rulebook has it not."""
    held = load(book).powers.get(power)
    return held.value[0] if held else "dealer"


@contextmanager
def unchanged(driver: TournamentDriver, *codes: str, clause: bool | None = None) -> Iterator[None]:
    """Expect a refusal with one of some codes, a clause where there is one, and no change."""
    before, length, cards = driver.tournament, len(driver.log), driver.cards
    with pytest.raises((Refused, Malformed)) as error:
        yield
    no: Any = error.value
    assert no.code in codes, no
    assert no.message
    assert "\n" not in no.message
    if clause is not None:
        assert bool(getattr(no, "clause", ())) is clause, no
    assert driver.tournament is before
    assert (len(driver.log), driver.cards) == (length, cards)


@pytest.mark.parametrize("book", BOOKS)
def test_the_hundred_and_first_entrant_finds_no_place(book: str) -> None:
    driver = made(book, conditions={**CONDITIONS, "entrants_max": 100}, entrants=HUNDRED)
    driver.act("zoe", "apply")
    driver.act("zoe", "pay_fee", dollars=100)
    if tournament_section(driver.rules.edition).says.application_signed:
        driver.act("zoe", "sign_application")
    with unchanged(driver, "field_full", "eligibility_unchecked", clause=True):
        driver.act(title(book, Power.ADMIT_ENTRANTS), "accept_entry", name="zoe")
    if tournament_section(driver.rules.edition).entry.topics.eligibility:
        driver.act(
            title(book, Power.ADMIT_ENTRANTS), "check_eligibility", name="zoe", eligible=True
        )
        with unchanged(driver, "field_full", clause=True):
            driver.act(title(book, Power.ADMIT_ENTRANTS), "accept_entry", name="zoe")


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(
    ("words", "codes", "clause"),
    [
        ({"entry_fee": -1}, ("no_such_amount",), False),
        ({"entry_fee": "0.005"}, ("part_of_a_cent",), False),
        ({"entry_fee": 10**30}, ("no_such_amount",), False),
        ({"chips": -5}, ("no_such_amount",), False),
        ({"chips": 10**30}, ("no_such_amount",), False),
        ({"minimum": 0, "maximum": 0}, ("no_such_amount",), False),
        ({"minimum": 10, "maximum": 9}, ("no_such_number",), False),
        ({"entrants_max": -3}, ("no_such_number",), False),
        ({"session": "-2 shoes"}, ("no_such_amount",), False),
        ({"session": "soon"}, ("no_such_amount",), False),
        ({"session": "\u00b2 shoes"}, ("no_such_amount",), False),
        ({"session": "9" * 5000 + " shoes"}, ("no_such_amount",), False),
        ({"rounds": [{"name": "heat"}, {"name": "heat"}]}, ("no_such_thing",), False),
        ({"rounds": [{"name": " "}]}, ("incomplete", "no_such_thing"), False),
        ({"prizes": [{"place": 1, "share": 9999}]}, ("prizes_do_not_add_up",), True),
        ({"prizes": [{"place": 1, "share": 10001}]}, ("prizes_do_not_add_up",), True),
        ({"prizes": [{"place": 1, "share": -1}]}, ("no_such_amount",), False),
        ({"secret_wagers": -1}, ("no_such_number", "no_such_amount"), False),
        ({"pass_cards": -1}, ("no_such_number", "no_such_amount"), False),
        ({"start": "2024-02-30 12:00"}, ("no_such_time",), False),
        ({"unknown": 1}, ("incomplete",), False),
    ],
)  # fmt: skip
def test_conditions_without_sense_are_not_laid_down(
    book: str, words: dict[str, Any], codes: tuple[str, ...], clause: bool
) -> None:
    driver = made(book, conditions={})
    with unchanged(driver, *codes, clause=clause):
        driver.act(title(book, Power.SET_TOURNAMENT_CONDITIONS), "set_conditions", conditions=words)


@pytest.mark.parametrize("book", BOOKS)
def test_lots_are_drawn_once_and_nothing_begins_before(book: str) -> None:
    names = ("ann", "bob")
    driver = made(book, entrants=names)
    lead, drawing = title(book, Power.CONDUCT_TOURNAMENT), title(book, Power.ALLOCATE_SEATS)
    with unchanged(driver, "no_ballot", "not_now"):
        driver.act(lead, "begin_session")
    driver.act(title(book, Power.DESIGNATE_TABLES), "designate_table", table=1)
    with unchanged(driver, "no_ballot", "not_now"):
        driver.act(lead, "begin_session")
    with unchanged(driver, "not_committed", clause=False):
        driver.act(drawing, "draw_ballot", seed="x")
    drawn = made(book, entrants=names, drawn=names, begun=False)
    with unchanged(drawn, "ballot_drawn", "already_so"):
        drawn.act(drawing, "draw_ballot", seed="x")
    with unchanged(drawn, "ballot_drawn", "already_so"):
        drawn.act(drawing, "commit_ballot", commitment="a" * 64)


@pytest.mark.parametrize("book", BOOKS)
def test_whoever_is_out_does_nothing_more(book: str) -> None:
    names = ("ann", "bob", "cy")
    driver = made(book, entrants=names, drawn=names)
    _coup(driver, {"ann": ("player", 50), "bob": ("player", 50), "cy": ("banker", 300)})
    entrant = driver.tournament.entrant("cy")
    assert entrant is not None
    assert entrant.standing == "eliminated"
    with unchanged(driver, "not_playing", "table_exclusive"):
        driver.act("cy", "place_wager", wager="player", stake=50, table=1)
    tried: dict[str, dict[str, Any]] = {
        "hand_in_form": {"wager": "player", "stake": 50},
        "play_pass_card": {},
        "take_seat": {},
        "withdraw_entry": {},
    }
    for command, words in tried.items():
        gone = ("unknown_entrant", "not_playing", "not_now", "already_so")
        with unchanged(driver, *gone, "rule_not_held", "no_pass_cards"):
            driver.act("cy", command, **words)


@pytest.mark.parametrize("book", BOOKS)
def test_a_secret_wager_of_more_than_the_chips_held_goes_back(book: str) -> None:
    names = ("ann", "bob")
    driver = made(book, entrants=names, drawn=names)
    driver.act("dealer", "open_betting", table=1)
    if book not in editions.SECRET:
        with unchanged(driver, "rule_not_held", clause=True):
            driver.act("ann", "hand_in_form", wager="player", stake=350)
        return
    chips = driver.tournament.tables[1].patrons
    driver.act("ann", "hand_in_form", wager="player", stake=350)
    driver.act(title(book, Power.EXAMINE_FORMS), "examine_form", name="ann")
    assert driver.tournament.forms == ()
    assert driver.tournament.tables[1].patrons == chips


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(
    "name",
    ["", " ", "\t", "\n", "x" * 81, "x" * 10_000, "\u202eann", "a\u0000b", "bob ", "supervisor"],
)
def test_names_that_nobody_has_are_not_entered(book: str, name: str) -> None:
    driver = made(book, entrants=("ann",))
    with unchanged(driver, "incomplete", clause=False):
        driver.act(name, "apply")


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("name", ["Zoë", "王秀英", "O'Neill-Smith", "Ana María de la Cruz"])
def test_names_of_any_script_play_to_the_prize(book: str, name: str) -> None:
    driver = made(book, entrants=("ann", name), drawn=("ann", name))
    _coup(driver, {"ann": ("banker", 50), name: ("player", 100)})
    patron = driver.tournament.tables[1].patron(name)
    assert patron is not None
    assert patron.chips_cents == 40_000


def _coup(driver: TournamentDriver, wagers: dict[str, tuple[str, int]]) -> None:
    """Deal a coup of four cards, with everything that a rulebook asks for."""
    driver.act("dealer", "open_betting", table=1)
    for name, (wager, stake) in wagers.items():
        driver.act(name, "place_wager", wager=wager, stake=stake, table=1)
    driver.act("dealer", "no_more_bets", table=1)
    for _ in range(4):
        driver.act("dealer", "draw", table=1)
    phase: Any = driver.tournament.tables[1].phase
    for hand in ("player", "banker"):
        holder = next((one for one, (wager, _) in wagers.items() if wager == hand), None)
        if hasattr(phase, "count") and holder is not None:
            driver.act("dealer", "pass_cards", hand=hand, to=holder, table=1)
            driver.act(holder, "turn_cards", hand=hand, table=1)
            driver.act(holder, "return_cards", hand=hand, table=1)
        elif hasattr(phase, "count"):
            driver.act("dealer", "turn_cards", hand=hand, table=1)
    for step in ("collect_losers", "pay_winners", "discard"):
        driver.act("dealer", step, table=1)
