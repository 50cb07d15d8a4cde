"""Whole tournaments at random: everybody has one place, no chip is lost, the log tells it all."""

from typing import Any

import pytest
from support.random_whole_tournament import Rounds

from punto.log_file import read_lines, written
from punto.table.opening.creation import TableSetUp
from punto.table.seats.joining import PatronLeft
from punto.tournament.registry import replay
from punto.tournament.seating.ballot import BallotDrawn
from punto.tournament.tables import TableStepped
from punto.verifiable_draw import commitment, lots

RULEBOOKS = ("act-2015", "nsw-2024", "tas-2018")
CASES = [(book, seed) for book in RULEBOOKS for seed in range(8)]


def played(rulebook: str, seed: int) -> Rounds:
    rounds = Rounds(rulebook, seed, 4 + seed % 5)
    rounds.play()
    return rounds


@pytest.mark.parametrize(("rulebook", "seed"), CASES)
def test_everybody_has_exactly_one_place_or_shares_one(rulebook: str, seed: int) -> None:
    rounds = played(rulebook, seed)
    places = [entrant.place for entrant in rounds.tournament.entrants]
    assert None not in places
    for place in places:
        ahead = sum(other < place for other in places)
        assert place == ahead + 1, places
    log = rounds.arena.driver.log
    assert replay(log) == rounds.tournament
    assert replay(read_lines(written(log)).entries) == rounds.tournament


@pytest.mark.parametrize(("rulebook", "seed"), CASES)
def test_no_chip_is_lost_and_none_stays_behind(rulebook: str, seed: int) -> None:
    rounds = played(rulebook, seed)
    for number, table in rounds.tournament.tables.items():
        assert not table.patrons, f"somebody still sits at table {number}"
        assert not table.wagers
        assert table.ledger.float_cents == table.ledger.issued_cents
        moved = sum(
            _into_float(event.event)
            for event in rounds.arena.driver.events
            if isinstance(event, TableStepped) and event.table == number
        )
        # Chips that entrants take from a table leave play with them.
        assert table.ledger.issued_cents == _first_float(rounds, number) - moved


def _into_float(event: Any) -> int:
    """Return what leaves play with somebody who goes."""
    return event.chips_cents if isinstance(event, PatronLeft) else 0


def _first_float(rounds: Rounds, number: int) -> int:
    first = next(
        event.event
        for event in rounds.arena.driver.events
        if isinstance(event, TableStepped) and event.table == number
    )
    assert isinstance(first, TableSetUp)
    return first.float_cents


def test_anybody_can_draw_the_lots_again_from_the_log() -> None:
    events = played("act-2015", 3).arena.driver.events
    committed = ""
    ballots = 0
    for event in events:
        committed = getattr(event, "commitment", committed)
        if isinstance(event, BallotDrawn):
            ballots += 1
            assert commitment(event.seed) == committed
            order = (*event.seats, *event.waiting)
            assert lots(event.seed, sorted(order)) == order
    assert ballots == 2
