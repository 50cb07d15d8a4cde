"""Announced wagers are locked: the log never says that somebody may take one off."""

import pytest

from punto.driver.tournament import TournamentDriver
from punto.rulebook.load import load
from punto.scenario import setup_parser
from punto.scenario.case import Scenario
from punto.scenario.open_tournament import begin, opened
from punto.table.deal.misplaced_cards import WagersRemovable
from punto.tournament.tables import TableStepped


def _dealt(*, secretly: bool) -> TournamentDriver:
    """Return a tournament with a coup dealt and not settled, with a form of one entrant or none."""
    scenario = Scenario(
        name="a rebuilt coup",
        cites=(),
        tournament="Cup",
        conditions={
            "entry_fee": 100,
            "chips": 1000,
            "minimum": 100,
            "maximum": 500,
            "session": "9 coups",
            "secret_wagers": 2,
            "prizes": [{"place": 1, "share": 10000}],
        },
        entrants=("ann", "bob"),
        drawn=("ann", "bob"),
        shoe="9S 3D KH 4C ...",
    )
    arena = opened(scenario, load("nsw-2024"), setup_parser.elections({"settlement": "commission"}))
    begin(arena, scenario)
    driver = arena.driver
    driver.act("dealer", "open_betting", table=1)
    driver.act("bob", "place_wager", table=1, wager="player", stake=100)
    if secretly:
        driver.act("ann", "hand_in_form", wager="player", stake=300)
        driver.act("gaming_supervisor", "examine_form", name="ann")
    else:
        driver.act("ann", "place_wager", table=1, wager="player", stake=300)
    driver.act("dealer", "no_more_bets", table=1)
    if secretly:
        driver.act("gaming_supervisor", "announce_forms", table=1)
        driver.act("ann", "place_form", wager="player", stake=300)
    for _ in range(4):
        driver.act("dealer", "draw", table=1)
    return driver


@pytest.mark.parametrize("secretly", [True, False])
def test_a_rebuilt_coup_says_that_wagers_may_come_off_only_where_they_may(secretly: bool) -> None:
    driver = _dealt(secretly=secretly)
    order = "3D 9S 4C KH"
    events = driver.act("gaming_supervisor", "rebuild_coup", table=1, order=order)
    said = [event.event for event in events if isinstance(event, TableStepped)]
    assert any(isinstance(event, WagersRemovable) for event in said) is not secretly
