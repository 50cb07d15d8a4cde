"""Cards that lay on the wrong hand, and what waits for a decision: on record, and shown to whom."""

import pytest
from msgspec.structs import replace
from support.log_envelopes import journal_lines
from support.random_table import DEALER

from punto.cards import Card, parse_cards
from punto.driver.table import TableDriver
from punto.library import open_table
from punto.registers.catalogue import REGISTERS
from punto.registers.irregularities import irregularities
from punto.registers.row import EventRow
from punto.rulebook.vocabulary import Side
from punto.shoe import Stage
from punto.statements import unsaid
from punto.table.audience import HIDDEN, Audience
from punto.table.conduct.disputes import RaiseDispute
from punto.table.deal.drawing import CardDrawn, Draw
from punto.table.deal.misplaced_cards import CardMisplaced
from punto.table.deal.passed_cards import PassCards, ReturnCards, TurnCards
from punto.table.errors.late_errors import LateErrorReported, ReportError
from punto.table.errors.pulled_cards import PullCard
from punto.table.register import RegisterEntry
from punto.table.registry import decide
from punto.table.seats.buying import BuyChips
from punto.table.seats.joining import Join
from punto.table.views.feed import hears
from punto.table.views.view import view

NOON = 1_717_372_800


def keyed(rulebook: str) -> TableDriver:
    """Return a table whose cards are keyed, with a wager on the coup that comes."""
    game = open_table(rulebook, origin="keyed")
    game.act("ann", Join("ann", 1), clock=NOON)
    game.act("ann", BuyChips("ann", 1_000_000), clock=NOON)
    return game


def dealt(game: TableDriver, cards: str) -> None:
    """Deal cards face up, the first of them after betting."""
    game.act("dealer", "open_betting", clock=NOON)
    game.act("ann", "place_wager", wager="banker", stake=100, clock=NOON)
    game.act("dealer", "no_more_bets", clock=NOON)
    for card in parse_cards(cards):
        game.act("dealer", Draw(card), clock=NOON)


def rows(game: TableDriver) -> list[EventRow]:
    """Return the register of irregularities of a table."""
    return list(irregularities(journal_lines("t1", game.log)))


@pytest.mark.parametrize(
    ("rulebook", "cards", "card", "to", "clause"),
    [
        ("nsw-2024", "4H 2S 3C 3D", "5D", "player", "nsw-2024/12.2#1"),
        ("nsw-2024", "2S 6H 3D KC", "7D", "banker", "nsw-2024/12.1.1#1"),
        ("act-2015", "6S 4C KD AH", "3H", "player", "act-2015/12.1"),
        ("act-2015", "2S 6H 3D KC", "7D", "banker", "act-2015/12.4"),
        ("tas-2018", "7S 2H KD 2C", "5D", "player", "tas-2018/14.1#1"),
    ],
)
def test_a_card_laid_on_the_wrong_hand_is_a_row_with_its_coup_and_clause(
    rulebook: str, cards: str, card: str, to: str, clause: str
) -> None:
    game = keyed(rulebook)
    dealt(game, cards)
    assert rows(game) == []
    game.act("dealer", PullCard(to, card=Card(card)), clock=NOON)  # type: ignore[arg-type]
    due = "banker" if to == "player" else "player"
    [row] = rows(game)
    words = f"{card} was laid on {to.title()} and is due to {due.title()}"
    assert (row.kind, row.coup) == ("card_misplaced", 1)
    assert row.text.startswith(words)
    assert clause in row.clause
    [misplaced] = [one for one in game.events if isinstance(one, CardMisplaced)]
    assert (misplaced.laid_on, misplaced.due_to) == (Side(to), Side(due))
    assert misplaced.card == Card(card)


def test_a_card_that_belongs_where_it_lies_is_no_row() -> None:
    game = keyed("nsw-2024")
    dealt(game, "4H 2S 3C 3D 5D")
    assert rows(game) == []


def test_a_card_laid_wrongly_face_down_stays_hidden_from_everybody() -> None:
    game = open_table("nsw-2024", method="B", float_dollars=1_000_000)
    game.act("ann", Join("ann", 1), clock=NOON)
    game.act("ann", BuyChips("ann", 1_000_000), clock=NOON)
    game.act("dealer", "open_betting", clock=NOON)
    game.act("ann", "place_wager", wager="banker", stake=100, clock=NOON)
    game.act("dealer", "draw", clock=NOON)
    game.act("dealer", PullCard("player", seen=False), clock=NOON)
    [misplaced] = [one for one in game.events if isinstance(one, CardMisplaced)]
    assert misplaced.card is None
    [lies] = [one for one in game.events if isinstance(one, CardDrawn)][1:]
    assert (lies.side, lies.up) == (Side.BANKER, False)
    for audience in Audience:
        heard = hears(misplaced, audience, "ann")
        assert heard is not None, "whoever is there sees where a card was laid"
        assert heard.text == f"Player {HIDDEN}, due to Banker"
        assert all(str(lies.card) not in reason.text for reason in heard.reasons)


def test_a_held_card_that_turns_out_to_be_due_elsewhere_is_a_row_too() -> None:
    game = open_table("nsw-2024", origin="keyed", method="B")
    game.act("ann", Join("ann", 1), clock=NOON)
    game.act("ann", BuyChips("ann", 1_000_000), clock=NOON)
    game.act("dealer", "open_betting", clock=NOON)
    game.act("ann", "place_wager", wager="player", stake=100, clock=NOON)
    for _ in range(4):
        game.act("dealer", Draw(), clock=NOON)
    # Nobody knows yet whether a third card is due, and whose.
    game.act("dealer", PullCard("banker", card=Card("5D")), clock=NOON)
    game.act("dealer", PassCards("player", "ann"), clock=NOON)
    game.act("ann", TurnCards("player", faces=parse_cards("2S 3C")), clock=NOON)
    game.act("ann", ReturnCards("player"), clock=NOON)
    game.act("dealer", TurnCards("banker", faces=parse_cards("4H KC")), clock=NOON)
    game.act("dealer", Draw(), clock=NOON)
    assert [(row.kind, row.coup) for row in rows(game)] == [("card_held", 1), ("card_misplaced", 1)]
    assert rows(game)[1].text == "5D was laid on Banker and is due to Player"


def test_a_burn_that_was_forgotten_is_a_line_about_the_coup_in_which_that_is_found() -> None:
    game = open_table("act-2015")
    game.act("dealer", "open_betting", clock=NOON)
    game.act("dealer", "no_more_bets", clock=NOON)
    unburned = replace(game.table, shoe=replace(game.table.shoe, stage=Stage.LOADED))
    drawn = decide(game.rules, unburned, DEALER, Draw(Card("5D"), burn_missed=True))
    [line] = [event for event in drawn if isinstance(event, RegisterEntry)]
    assert (line.kind, line.coup) == ("missed_burn", 1)


def test_what_was_found_late_is_shown_to_whoever_decides_it() -> None:
    game = keyed("act-2015")
    for _ in range(2):
        dealt(game, "9S 3D KH 4C")
        game.act("dealer", "collect_losers", clock=NOON)
        game.act("dealer", "pay_winners", clock=NOON)
        game.act("dealer", "discard", clock=NOON)
    late = ReportError("surveillance", "a card lay wrong", coup=1)
    game.act("casino_supervisor", late, clock=NOON)
    found = view(game.rules, game.table, Audience.SUPERVISOR).decisions
    assert [(waits.by, waits.command) for waits in found] == [("casino_operator", unsaid(late))]
    assert found[0].clause == ("act-2015/12.5#1",)
    for audience in (Audience.PUBLIC, Audience.PATRON, Audience.DEALER):
        assert view(game.rules, game.table, audience).decisions == ()
    [reported] = [one for one in game.events if isinstance(one, LateErrorReported)]
    told = {audience for audience in Audience if hears(reported, audience) is not None}
    assert told == {Audience.SUPERVISOR, Audience.SURVEILLANCE}


def test_a_dispute_that_staff_enter_names_the_patron_and_the_coup() -> None:
    game = keyed("act-2015")
    dealt(game, "9S 3D KH 4C")
    raised = RaiseDispute("paid too little", patron="ann")
    game.act("casino_supervisor", raised, clock=NOON)
    lines = journal_lines("t1", game.log)
    [row] = REGISTERS["disputes"](lines)
    dispute = game.table.open.disputes[0]
    assert (dispute.person, dispute.coup) == ("ann", 1)
    assert getattr(row, "dispute", None) == dispute
