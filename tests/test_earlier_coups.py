"""Earlier coups: which commands are about them, and how a driver reads them from a log."""

from random import Random

import pytest
from support.random_table import opened

import punto
from punto.aggregate.roles import Role, fields_of
from punto.driver.driver import Position
from punto.driver.earlier_coups import EarlierCoups
from punto.driver.table import TableDriver
from punto.table.base_classes import TableCommand
from punto.table.errors.late_errors import ReportError
from punto.table.errors.mispayment_discovery import WrongScale
from punto.table.phase import Settling
from punto.table.registry import registry

# Their coup is only written down: nothing of it is looked up.
ONLY_NAMED = {"confirm_cards", "raise_dispute"}
COUPS = 4


def played() -> TableDriver:
    """Return a table at which some coups are finished."""
    game = punto.open_table("nsw-2024", randbelow=Random(2).randrange)
    game.act("dealer", "join", patron="ann", seat=1)
    game.act("dealer", "buy_chips", patron="ann", dollars=1000)
    for _ in range(COUPS):
        coup(game)
    return game


def coup(game: TableDriver) -> None:
    """Deal a coup with one wager."""
    game.act("dealer", "open_betting")
    game.act("ann", "place_wager", wager="tie", stake=25)
    while not isinstance(game.table.phase, Settling):
        game.act("dealer", "draw")
    for command in ("collect_losers", "pay_winners", "discard"):
        game.act("dealer", command)


def test_commands_about_a_coup_say_which() -> None:
    about = {
        kind
        for kind in registry.commands
        if any(field.role is Role.COUP for field in fields_of(kind).values())
    }
    plain = TableCommand.earlier_coups
    silent = {str(kind.__struct_config__.tag) for kind in about if kind.earlier_coups is plain}  # type: ignore[attr-defined]
    assert silent == ONLY_NAMED
    assert ReportError(trigger="misdeal", text="late", coup=3).earlier_coups == (3,)
    assert ReportError(trigger="misdeal", text="now").earlier_coups == ()
    assert WrongScale((2, 5)).earlier_coups == (2, 5)


def test_coups_read_piece_by_piece_are_those_read_at_once() -> None:
    game = played()
    whole, piece = EarlierCoups().extended(game.log), EarlierCoups()
    for entry in game.log:
        piece = piece.extended([entry])
    assert piece == whole
    assert whole.length == len(game.log)
    assert whole.table == game.table
    assert [number for number in range(9) if whole.of([number])] == [1, 2, 3, 4]
    assert whole.of([1, 99]) == {1: whole.coups[1]}
    assert whole.coups[COUPS] == game.table.past.last


@pytest.mark.parametrize("seed", range(3))
def test_a_table_in_any_state_is_followed(seed: int) -> None:
    game = opened("tas-2018", Random(seed))
    assert EarlierCoups().extended(game.log).table == game.table


def test_a_driver_reads_each_coup_once_and_forgets_what_was_only_tried() -> None:
    game = played()
    about = ReportError(trigger="misdeal", text="late", coup=1, kind="payment")
    assert game.reads_back(about)
    assert game.earlier_coups(about).keys() == {1}
    assert not game.reads_back(about), "it has read everything"
    read = game.earlier
    with game.trial():
        coup(game)
        assert game.earlier_coups(ReportError(trigger="misdeal", text="x", coup=4)).keys() == {4}
        assert game.earlier.length == len(game.log) > read.length
    assert game.earlier == EarlierCoups(), "what was tried never happened"
    assert game.earlier_coups(about) == read.of([1])
    # The last coup is in the state, and coups to come are in no log.
    last = ReportError(trigger="misdeal", text="x", coup=COUPS)
    assert game.earlier_coups(last) == {}
    assert game.earlier_coups(ReportError(trigger="misdeal", text="x", coup=99)) == {}


def test_without_a_log_only_what_was_read_is_known() -> None:
    game = played()
    served = TableDriver(game.rules, Position(game.table, len(game.log)))
    about = ReportError(trigger="misdeal", text="late", coup=1, kind="payment")
    assert served.reads_back(about)
    assert served.earlier_coups(about) == {}
    served.earlier = EarlierCoups().extended(game.log)
    assert not served.reads_back(about)
    assert served.earlier_coups(about).keys() == {1}
