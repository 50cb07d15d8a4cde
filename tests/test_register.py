"""Every line of a register names whoever answered for the game when it was written."""

from random import Random

import pytest

import punto
from punto.aggregate.actor import Actor
from punto.table.register import RegisterEntry

IVY, IVO = Actor("ivy", "inspector"), Actor("ivo", "inspector")


def lines(game: punto.Game) -> list[tuple[str, tuple[str, ...]]]:
    """Return the kind of each line and who answered then."""
    return [(line.kind, line.answers) for line in game.events if isinstance(line, RegisterEntry)]


def under_ivy() -> punto.Game:
    """Return a table at which ivy alone answers for the game, with one wager on the layout."""
    game = punto.open_table("tas-2018", randbelow=Random(1).randrange)
    game.act(IVY, "sign_on")
    game.act("inspector", "sign_off")
    game.act("ann", "join", patron="ann", seat=1)
    game.act("ann", "buy_chips", patron="ann", dollars=500)
    game.act("dealer", "open_betting")
    game.act("ann", "place_wager", wager="tie", stake=10)
    game.act("dealer", "draw")
    return game


def test_a_line_names_the_inspector_on_duty_and_the_next_line_the_relief() -> None:
    game = under_ivy()
    game.act("dealer", "report_error", trigger="dealer", text="a card fell")
    game.act(IVO, "sign_on")
    game.act(IVY, "sign_off")
    game.act("dealer", "report_incident", kind="partnership", person="ann", text="with bob")
    game.act(IVY, "sign_on")
    game.act("dealer", "tell", whom="surveillance", matter="squeeze")
    kinds = [("dealing_error", ("ivy",)), ("partnership", ("ivo",)), ("told", ("ivo", "ivy"))]
    assert lines(game) == kinds


@pytest.mark.parametrize("by", ["dealer", "ann"])
def test_whoever_reports_is_not_whoever_answers(by: str) -> None:
    game = under_ivy()
    (line,) = game.act(by, "report_error", trigger="dealer", text="a card fell", clock=60)
    assert isinstance(line, RegisterEntry)
    assert (line.coup, line.answers) == (1, ("ivy",))
    envelope = game.log[-1].envelope
    assert (envelope.actor, envelope.at) == (by, 60)


def test_every_line_has_who_wrote_it_under_which_title_and_when() -> None:
    game = punto.open_table("act-2015", randbelow=Random(1).randrange)
    sue = Actor("sue", "casino_supervisor", 1_700_000_000)
    game.act(sue, "report_incident", kind="staff_advice", person="dee", text="told ann to bet")
    game.act("ann", "report_incident", kind="influence", person="guy", text="told ann", clock=60)
    game.act(Actor("opal", "casino_operator", 120), "bar_patron", patron="guy", incident=2)
    written = [
        (
            entry.event.number,
            entry.event.kind,
            entry.envelope.actor,
            entry.envelope.title,
            entry.envelope.at,
            entry.event.clause,
        )
        for entry in game.log
        if isinstance(entry.event, RegisterEntry)
    ]
    assert written == [
        (1, "staff_advice", "sue", "casino_supervisor", 1_700_000_000, ("act-2015/14.5(a)#1",)),
        (2, "influence", "ann", "patron", 60, ("act-2015/14.7",)),
        (3, "barred", "opal", "casino_operator", 120, ("act-2015/14.2(b)",)),
    ]
