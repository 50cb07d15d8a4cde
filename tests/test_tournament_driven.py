"""A tournament driven from a terminal: what is refused leaves no trace, nothing is done unasked."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from support.random_tournament import plan_for

from punto.clause import Malformed, Refused
from punto.cli.tournament.terminal_tournament import TerminalTournament
from punto.error_codes import ErrorCode
from punto.log_file import new_file
from punto.rehearsal.conditions import opened
from punto.rehearsal.simulated_entrants import field
from punto.table.phase import Idle
from punto.table.wagers.betting import BettingOpened
from punto.tournament.tables import TableStepped


@pytest.fixture
def laid_down(tmp_path: Path) -> Iterator[TerminalTournament]:
    """A tournament with its log, in which nothing has happened yet but that it was set up."""
    given, random = plan_for("nsw-2024", Random(3)), Random(3)
    plan = replace(given, conditions=replace(given.conditions, wagering_order=False))
    log = new_file(tmp_path / "log.jsonl")
    house = opened(plan, random.randrange)
    yield TerminalTournament(house, plan, field(plan.rehearsal), random.randrange, log)
    log.file.close()


@pytest.fixture
def driven(laid_down: TerminalTournament) -> TerminalTournament:
    """The same tournament when its first session has just begun."""
    while (session := laid_down.tournament.session) is None or session.begun_at is None:
        laid_down.take_next()
    return laid_down


def seated(driven: TerminalTournament) -> tuple[int, list[str]]:
    """Return a table with those who sit at it."""
    session = driven.tournament.session
    assert session is not None
    number = next(iter(session.seats.values())).table
    return number, [name for name, seat in session.seats.items() if seat.table == number]


def everything(driven: TerminalTournament) -> Any:
    """Return all that a tournament holds: how it stands, its log, every card."""
    driver = driven.driver
    return driver.position, list(driver.log), driver.last


def test_a_coup_that_is_refused_half_way_leaves_no_card_out(driven: TerminalTournament) -> None:
    number, names = seated(driven)
    for name in names:
        driven.act(name, "place_wager", {"wager": "player", "stake": 50})
    shoe = driven.tournament.tables[number].shoe
    cards = driven.driver.shoes[str(number)].cards[shoe.drawn : shoe.drawn + 2]
    before = everything(driven)
    with pytest.raises(Malformed, match="more cards than are claimed"):
        driven.deal(number, cards, burn_missed=False)
    assert everything(driven) == before
    assert driven.deal(number, None, burn_missed=False)


def test_a_coup_with_made_up_wagers_that_is_refused_is_taken_back_whole(
    driven: TerminalTournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    number, _ = seated(driven)

    def refused(*_: object, **__: object) -> None:
        raise Refused(ErrorCode.NOT_NOW, ("nsw-2024/15.6",), "not like this")

    before = everything(driven)
    monkeypatch.setattr("punto.rehearsal.coup.RehearsalCoup.finish", refused)
    with pytest.raises(Refused):
        driven.coup(number)
    assert everything(driven) == before
    with pytest.raises(Refused):
        driven.take_next()
    assert everything(driven) == before


def test_an_entry_that_ends_in_a_refusal_was_never_begun(laid_down: TerminalTournament) -> None:
    for name in ("set_conditions", "publish_conditions"):
        laid_down.act(None, name, {})
    most = laid_down.tournament.conditions.entrants_max
    assert most is not None
    for number in range(most):
        laid_down.enter(f"p{number}")
    before = everything(laid_down)
    with pytest.raises(Refused, match="field_full"):
        laid_down.enter("late")
    assert everything(laid_down) == before


def opens_betting(driven: TerminalTournament, by: str, name: str, **words: object) -> bool:
    """Return whether something that is said opens the betting; it may be refused."""
    before, log = driven.driver.savepoint(), len(driven.driver.log)
    with suppress(Refused, Malformed):
        driven.act(by, name, words)
    said = driven.driver.events[log:]
    driven.driver.restore(before)
    return any(
        isinstance(event, TableStepped) and isinstance(event.event, BettingOpened) for event in said
    )


def test_betting_is_opened_for_an_entrant_who_wagers_and_for_nothing_else(
    driven: TerminalTournament,
) -> None:
    number, [name, *_] = seated(driven)
    assert isinstance(driven.tournament.tables[number].phase, Idle)
    assert opens_betting(driven, name, "place_wager", wager="player", stake=50)
    assert not opens_betting(driven, name, "raise_dispute", facts="that was a nine")
    assert not opens_betting(driven, "dealer", "place_wager", wager="player", stake=50)
    assert not opens_betting(driven, "dealer", "announce_time_limit", seconds=30)
    assert not opens_betting(driven, name, "place_wager", wager="player", stake=1)
