"""What goes wrong at a table of the demo: each error at its moment, and staff put it right."""

import asyncio
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from test_unseen import on_table

from punto.clause import Malformed, Refused
from punto.demo.actors import Actors
from punto.demo.simulated_errors import Irregular, name_holders, put_right
from punto.driver.table import TableDriver
from punto.rulebook.elect import TableRules
from punto.rulebook.elections import Origin
from punto.rulebook.vocabulary import Side
from punto.table.authority import known_titles
from punto.table.base_classes import TableCommand
from punto.table.cards.held_cards import CardHeld
from punto.table.conduct.disputes import DisputeClosed, RaiseDispute, RequestReview
from punto.table.deal.dealing_methods import ChangeMethod, DirectTurning, TurningDirected
from punto.table.deal.drawing import Draw
from punto.table.deal.settling import CollectLosers, Discard, PayWinners
from punto.table.entries import DealingErrorRecorded
from punto.table.mispayments import MispaymentCured, MispaymentEnquired
from punto.table.phase import Dealing, Settling
from punto.table.seats.buying import CashOut
from punto.table.table import Table
from punto.table.wagers.betting import NoMoreBets, OpenBetting
from punto.table.wagers.placing import PlaceWager

CHIP = 2_500
# The Player has nine and the Banker five, or both have five and draw.
PLAYER_WINS, BOTH_DRAW = "9S 2D KH 3C 5C", "2S 2D 3H 3C 5C KD"


class Staff(Actors):
    """Everybody at a table in memory; visitors are those who are named."""

    def __init__(self, game: TableDriver, *visitors: str) -> None:
        self.game, self.visitors = game, frozenset(visitors)
        self.titles = known_titles(game.rules.edition)

    @property
    def rules(self) -> TableRules:
        return self.game.rules

    @property
    def table(self) -> Table:
        return self.game.table

    def is_visitor(self, by: str) -> bool:
        return by in self.visitors

    async def act(self, by: str, command: TableCommand) -> bool:
        try:
            self.game.act(by, command)
        except (Refused, Malformed):
            return False
        return True


def settling(rulebook: str = "nsw-2024", method: str = "A") -> TableDriver:
    return on_table(rulebook, Origin.VIRTUAL, PLAYER_WINS, method)


def overpaid(game: TableDriver) -> None:
    """Pay the wager on Player a chip too many."""
    game.act("dealer", CollectLosers())
    game.act("dealer", PayWinners({1: 1_000 + CHIP}))


def righted(staff: Staff) -> bool:
    return asyncio.run(put_right(staff))


@pytest.mark.parametrize(("rulebook", "method"), [("nsw-2024", "A"), ("act-2015", "face_up")])
def test_a_dispute_is_ruled_on_then_closed_and_then_left_alone(rulebook: str, method: str) -> None:
    game = settling(rulebook, method)
    staff = Staff(game)
    assert righted(staff) is False, "nothing is open"
    for name in ("ann", "ben"):
        game.act(name, RaiseDispute("the wager was moved"))
    for number in (1, 2):
        assert righted(staff) is True
        dispute = game.table.open.disputes[number - 1]
        assert [one.text for one in dispute.rulings] == ["it stands as called"]
        assert not dispute.closed
        assert righted(staff) is True
        closed = game.events[-1]
        assert isinstance(closed, DisputeClosed)
        assert (closed.number, closed.satisfied, closed.advised) == (number, False, True)
        assert closed.decision == "it stands"
    assert [one.closed for one in game.table.open.disputes] == [True, True]
    before = len(game.log)
    assert righted(staff) is False
    assert len(game.log) == before


def test_a_review_that_was_asked_for_is_given_before_the_dispute_is_closed() -> None:
    game = settling()
    staff = Staff(game)
    game.act("ann", RaiseDispute("the wager was moved"))
    assert righted(staff) is True
    game.act("ann", RequestReview(1))
    assert [righted(staff) for _ in range(3)] == [True, True, False]
    [dispute] = game.table.open.disputes
    assert len({one.title for one in dispute.rulings}) == 2
    assert dispute.closed


def test_a_dispute_that_is_closed_is_for_others_to_take_up_again() -> None:
    game = settling("act-2015", "face_up")
    staff = Staff(game)
    game.act("ann", RaiseDispute("the wager was moved"))
    assert [righted(staff) for _ in range(2)] == [True, True]
    game.act("ann", RequestReview(1))
    assert righted(staff) is False
    assert len(game.table.open.disputes[0].rulings) == 1


def test_a_dispute_that_a_visitor_may_rule_on_waits_for_them() -> None:
    game = settling()
    game.act("ann", RaiseDispute("the wager was moved"))
    before = len(game.log)
    assert righted(Staff(game, *game.titles)) is False
    assert len(game.log) == before
    game.act("dealer", CollectLosers())
    game.act("dealer", PayWinners({1: 1_000 + CHIP}))
    may_rule = Staff(game, "gaming_supervisor")
    assert righted(may_rule) is True, "the payment is seen to meanwhile"
    assert not game.table.open.disputes[0].rulings
    assert isinstance(game.events[-1], MispaymentEnquired)


def test_a_wrong_payment_is_looked_into_then_put_right_and_then_left_alone() -> None:
    game = settling()
    overpaid(game)
    staff = Staff(game)
    [wrong] = game.table.open.mispayments
    assert wrong.difference_cents == CHIP
    chips = game.table.patrons[0].chips_cents
    assert righted(staff) is True
    [wrong] = game.table.open.mispayments
    assert (wrong.enquiry, wrong.cured) == ("miscounted by one chip", None)
    assert righted(staff) is True
    cured = game.events[-1]
    assert isinstance(cured, MispaymentCured)
    assert (cured.number, cured.how) == (1, "rectified")
    assert game.table.patrons[0].chips_cents == chips - CHIP
    before = len(game.log)
    assert righted(staff) is False
    assert len(game.log) == before


def test_the_regulator_is_told_where_a_wrong_payment_cannot_be_put_right() -> None:
    game = settling()
    overpaid(game)
    staff = Staff(game)
    game.act("dealer", Discard())
    # Whoever has no chips left cannot give the chip back, and nobody has asked them for it.
    game.act("dealer", CashOut("ann"))
    assert [righted(staff) for _ in range(2)] == [True, True]
    cured = game.events[-1]
    assert isinstance(cured, MispaymentCured)
    assert cured.how == "told_commission"
    assert righted(staff) is False


def test_the_second_of_two_wrong_payments_is_put_right_after_the_first() -> None:
    game = settling()
    overpaid(game)
    staff = Staff(game)
    game.act("dealer", Discard())
    assert [righted(staff) for _ in range(2)] == [True, True]
    game.act("dealer", OpenBetting())
    for name, wager in (("ann", "player"), ("ben", "banker")):
        game.act(name, PlaceWager(wager, 1_000))
    game.act("dealer", NoMoreBets())
    while not isinstance(game.table.phase, Settling):
        game.act("dealer", Draw())
    won = next(one for one in game.table.phase.settled if one.paid_cents)
    game.act("dealer", CollectLosers())
    game.act("dealer", PayWinners({won.number: won.paid_cents + CHIP}))
    assert [righted(staff) for _ in range(3)] == [True, True, False]
    assert [one.cured for one in game.table.open.mispayments] == ["rectified"] * 2


def test_nobody_puts_a_wrong_payment_right_where_the_rulebook_has_no_way() -> None:
    game = settling("act-2015", "face_up")
    overpaid(game)
    assert game.table.open.mispayments
    assert righted(Staff(game)) is False


class OnlyPlayer(Staff):
    """Nobody says here who turns the cards of the Banker."""

    async def act(self, by: str, command: TableCommand) -> bool:
        banker = isinstance(command, DirectTurning) and command.hand == "banker"
        return not banker and await super().act(by, command)


def test_holders_are_named_for_each_hand_that_somebody_backs() -> None:
    game = settling("act-2015", "face_up")
    for command in (CollectLosers(), PayWinners(), Discard()):
        game.act("dealer", command)
    game.act("casino_operator", ChangeMethod("face_down"))
    staff = Staff(game)
    assert asyncio.run(name_holders(staff)) is False, "nobody has a wager"
    game.act("dealer", OpenBetting())
    game.act("ben", PlaceWager("banker", 1_000))
    game.act("ann", PlaceWager("banker", 1_000))
    start = len(game.log)
    assert asyncio.run(name_holders(staff)) is True
    told = game.events_since(start)
    assert [(one.hand, one.names) for one in told if isinstance(one, TurningDirected)] == [
        ("banker", ("ben",))
    ]
    game.act("ann", PlaceWager("player", 1_000))
    start = len(game.log)
    assert asyncio.run(name_holders(staff)) is True
    told = game.events_since(start)
    assert [(one.hand, one.names) for one in told if isinstance(one, TurningDirected)] == [
        ("player", ("ann",)),
        ("banker", ("ben",)),
    ]
    assert asyncio.run(name_holders(OnlyPlayer(game))) is True, "one of the two is enough"
    before = len(game.log)
    assert asyncio.run(name_holders(Staff(game, *game.titles))) is False
    assert len(game.log) == before


def irregular(game: TableDriver, kind: str | None, *visitors: str, seed: int = 1) -> Irregular:
    made = Irregular(Staff(game, *visitors), Random(seed))
    made.planned = kind
    return made


def happened(made: Irregular, game: TableDriver) -> tuple[bool, list[str]]:
    """Return whether an error was simulated, and the kinds of events that it brought about."""
    start = len(game.log)
    done = asyncio.run(made.happens())
    return done, [str(one.__struct_config__.tag) for one in game.events_since(start)]


def in_dealing(cards: int) -> TableDriver:
    """Return a coup of which so many cards are dealt."""
    game = on_table("nsw-2024", Origin.VIRTUAL, PLAYER_WINS, "A")
    for command in (CollectLosers(), PayWinners(), Discard(), OpenBetting()):
        game.act("dealer", command)
    game.act("ann", PlaceWager("player", 1_000))
    game.act("dealer", NoMoreBets())
    for _ in range(cards):
        game.act("dealer", Draw())
    return game


@pytest.mark.parametrize(
    ("kind", "first", "events"),
    [
        ("misdeal", 2, ["dealing_error_recorded", "blocked"]),
        # Nothing is void under this rulebook before an error was reported.
        ("void", 3, ["dealing_error_recorded", "blocked", "stakes_returned", "coup_voided"]),
    ],
)
def test_an_error_comes_when_enough_cards_are_out(kind: str, first: int, events: list[str]) -> None:
    for cards in range(first):
        game = in_dealing(cards)
        assert not isinstance(game.table.phase, Settling)
        waits = irregular(game, kind)
        assert happened(waits, game) == (False, [])
        assert waits.planned == kind, "its moment comes later"
    game = in_dealing(first)
    comes = irregular(game, kind)
    assert happened(comes, game) == (True, events)
    [error] = [one for one in game.events if isinstance(one, DealingErrorRecorded)]
    trigger = {"misdeal": "misdeal", "void": "order doubt"}[kind]
    assert error.text.startswith(f"coup 2, {trigger}: ")
    assert comes.planned is None
    assert happened(comes, game) == (False, []), "and not again"
    game = in_dealing(first)
    left_alone = irregular(game, kind, *game.titles)
    assert happened(left_alone, game) == (False, [])
    assert left_alone.planned is None, "what nobody may do is not tried again"


def test_a_coup_is_void_at_once_where_no_error_has_to_be_reported() -> None:
    game = on_table("act-2015", Origin.VIRTUAL, BOTH_DRAW, "face_up")
    assert happened(irregular(game, "void"), game) == (True, ["stakes_returned", "coup_voided"])
    assert game.log[-1].envelope.title == "casino_operator"


def test_a_card_is_put_on_the_wrong_hand_and_where_there_is_none() -> None:
    game = on_table("nsw-2024", Origin.VIRTUAL, BOTH_DRAW, "A")
    happens = irregular(game, "wrong_card")
    assert happened(happens, game) == (True, ["card_misplaced", "card_drawn", "wagers_removable"])
    assert happens.planned is None
    # The card that the Player draws is out, and the next one is due to the Banker.
    game = on_table("nsw-2024", Origin.VIRTUAL, BOTH_DRAW, "A")
    game.act("dealer", Draw())
    assert isinstance(game.table.phase, Dealing)
    done, told = happened(irregular(game, "wrong_card"), game)
    assert (done, told[0]) == (True, "card_misplaced")
    # Before the cards are turned nobody knows whether one is due: it is put on Banker.
    game = on_table("nsw-2024", Origin.VIRTUAL, BOTH_DRAW, "B")
    assert happened(irregular(game, "wrong_card"), game) == (True, ["card_held"])
    held = game.events[-1]
    assert isinstance(held, CardHeld)
    assert held.to is Side.BANKER
    for cards in range(4):
        game = in_dealing(cards)
        assert happened(irregular(game, "wrong_card"), game) == (False, [])


def test_a_card_too_many_comes_after_the_coup_and_before_losers_pay() -> None:
    game = settling()
    happens = irregular(game, "exposed")
    assert happened(happens, game) == (True, ["card_held"])
    held = game.events[-1]
    assert isinstance(held, CardHeld)
    assert held.to is None
    assert happens.planned is None
    game = settling()
    game.act("dealer", CollectLosers())
    assert happened(irregular(game, "exposed"), game) == (False, [])
    # Nobody keys a card that lies on the table without having seen it.
    game = settling()
    game.elected = replace(game.rules, origin=Origin.KEYED)
    game.lay({})
    keyed = irregular(game, "exposed")
    assert happened(keyed, game) == (False, [])
    assert keyed.planned is None


def test_a_winner_is_paid_a_chip_too_many_once_losers_have_paid() -> None:
    game = settling()
    happens = irregular(game, "mispaid")
    assert happened(happens, game) == (False, []), "its moment comes later"
    game.act("dealer", CollectLosers())
    assert happened(happens, game) == (True, ["winners_paid", "stakes_returned", "mispaid"])
    [wrong] = game.table.open.mispayments
    assert (wrong.patron, wrong.wager) == ("ann", "player")
    assert wrong.difference_cents == min(game.rules.chips_cents)
    assert happens.planned is None
    assert happened(irregular(game, "mispaid"), game) == (False, []), "they are paid by now"
    game = on_table("nsw-2024", Origin.VIRTUAL, "2D 9S 3C KH 5C", "A")
    game.act("dealer", CollectLosers())
    visited = irregular(game, "mispaid", "dealer")
    assert happened(visited, game) == (False, [])
    assert visited.planned is None
    assert happened(irregular(game, "mispaid"), game)[0]
    [wrong] = game.table.open.mispayments
    assert (wrong.patron, wrong.wager) == ("ben", "banker"), "whoever lost is not paid"
    game = on_table("nsw-2024", Origin.VIRTUAL, "9S 9D KH KC 5C", "A")
    game.act("dealer", CollectLosers())
    nobody_won = irregular(game, "mispaid")
    assert happened(nobody_won, game) == (False, [])
    assert nobody_won.planned is None


def test_somebody_made_up_disputes_what_was_paid() -> None:
    game = settling()
    game.act("dealer", CollectLosers())
    assert happened(irregular(game, "dispute"), game) == (False, [])
    game.act("dealer", PayWinners())
    assert happened(irregular(game, "dispute", "ann", "ben"), game) == (False, [])
    for seed in range(5):
        happens = irregular(game, "dispute", "ann", seed=seed)
        assert happened(happens, game) == (True, ["dispute_raised"])
        assert happens.planned is None
        assert game.table.open.disputes[-1].person == "ben", "nobody disputes for a visitor"
    assert len({one.facts for one in game.table.open.disputes}) == 2


class Dice(Random):
    """Rolls what it is given, and keeps of how many sides each die was."""

    def __init__(self, *rolls: int) -> None:
        super().__init__(1)
        self.rolls, self.sides = list(rolls), list[int]()

    def randrange(self, start: int, *_: Any) -> int:
        self.sides.append(start)
        return self.rolls.pop(0)


def test_one_coup_in_ten_has_an_error_and_every_kind_comes() -> None:
    game = settling()
    made = irregular(game, None)
    assert happened(made, game) == (False, [])
    kinds = {"wrong_card", "exposed", "void", "misdeal", "mispaid", "dispute"}
    seen = set()
    for seed in range(100):
        made.random = dice = Dice(0)
        dice.seed(seed)
        made.plan()
        seen.add(made.planned)
        assert dice.sides == [10]
        for roll in (1, 9):
            made.random = Dice(roll)
            made.plan()
            assert made.planned is None
    assert seen == kinds
