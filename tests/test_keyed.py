"""Tables whose cards are real, keyed or read by the shoe, under every command there is."""

from contextlib import suppress
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import reference_rules
from support.editions import DEALING
from support.keyed_table import RealCards
from support.random_commands import Anything
from support.random_progress import onward, patron
from support.random_table import DEALER, Step
from support.table_balances import Books
from test_table_anything import sound
from test_table_shoes import MOVING, worth
from test_unseen import compared, on_table

from punto import codec
from punto.cards import Card
from punto.clause import Malformed, NotEntitled, Refused
from punto.log_file import read_lines, written
from punto.rulebook.elections import Origin
from punto.table.audience import Audience
from punto.table.cards.burning import AskBurned
from punto.table.deal.drawing import Draw
from punto.table.deal.settling import CollectLosers, Discard, PayWinners
from punto.table.errors.corrected_faces import in_dealing_order
from punto.table.errors.correcting import CorrectCard
from punto.table.errors.pulled_cards import PullCard
from punto.table.phase import Dealing, Settling
from punto.table.registry import replay
from punto.table.table import Table
from punto.table.views.feed import hears
from punto.table.views.legal import options, options_of_all
from punto.table.views.view import view
from punto.table.wagers.betting import NoMoreBets, OpenBetting

REAL = [Origin.KEYED, Origin.KEYED, Origin.SCANNED]


def dealt_by_the_table(table: Table) -> None:
    """Assert that hands which have a result are what the book deals with the same cards."""
    if not isinstance(table.phase, Settling):
        return
    coup = table.phase.coup
    cards = [str(card) for card in in_dealing_order(coup.player, coup.banker)]
    player, banker = reference_rules.deal([*map(worth, cards), 0, 0])
    assert [len(player), len(banker)] == [len(coup.player), len(coup.banker)], coup
    assert coup.result == reference_rules.winner(player, banker), coup


@given(st.integers(0, 10**9), st.sampled_from(DEALING), st.sampled_from(REAL))
@settings(max_examples=60)
def test_no_command_breaks_a_table_with_real_cards(seed: int, name: str, origin: Origin) -> None:
    random = Random(seed)
    real = RealCards(name, origin, random)
    game = real.game
    anything = Anything(game.rules, random)
    books = Books()
    books.book(game.events[0])
    refused: list[tuple[Malformed | Refused, str]] = []
    for turn in range(300):
        actor, command = next_of(real, anything, random)
        where = f"seed {seed}, {name}, {origin}, turn {turn}: {command}"
        before = game.table
        try:
            events = game.carry_out(actor, command)
        except (Malformed, Refused) as no:
            assert game.table is before, where
            refused.append((no, where))
            continue
        try:
            real.follow(before, events)
            for event in events:
                books.book(event)
            books.agree(game.table)
            real.traced.agree(game.table)
            compared(game, real.traced)
            sound(game)
            dealt_by_the_table(game.table)
            if turn % 20 == 0:
                found = options_of_all(game.rules, game.table, 43_200)
                assert {one.name for one in found if one.example} & MOVING, game.table.open
            for audience in Audience:
                viewer = "ann" if audience is Audience.PATRON else None
                view(game.rules, game.table, audience, viewer)
                for event in events:
                    hears(event, audience, viewer)
        except AssertionError as error:
            raise AssertionError(f"{where}: {error}") from error
    for said, where in refused:
        assert said.message, where
        assert not isinstance(said, Refused) or said.clause or isinstance(said, NotEntitled), where
    assert replay(game.log) == game.table, f"seed {seed}"
    assert read_lines(written(game.log)).entries == tuple(game.log), f"seed {seed}"
    assert codec.read_snapshot(codec.encode(game.table)) == game.table, f"seed {seed}"


def next_of(real: RealCards, anything: Anything, random: Random) -> Step:
    """Return the next thing to try at a table with real cards."""
    step = real.announced() or real.keyed(onward(real.game, anything))
    if random.random() < 0.03:
        return real.mistaken() or step
    if random.random() < 0.02:
        return real.looked_again() or step
    if random.random() < 0.02:
        return real.keyed((patron("ann"), AskBurned()))
    return step


def some_play(real: RealCards, random: Random, turns: int) -> None:
    """Play at random for so many turns; what is refused changes nothing."""
    anything = Anything(real.game.rules, random)
    for _ in range(turns):
        actor, command = next_of(real, anything, random)
        before = real.game.table
        with suppress(Malformed, Refused):
            real.follow(before, real.game.carry_out(actor, command))


@pytest.mark.parametrize("origin", list(Origin))
@pytest.mark.parametrize("seen", [True, False])
def test_a_card_that_is_held_can_be_drawn_and_the_table_says_so(origin: Origin, seen: bool) -> None:
    game = on_table("act-2015", origin, "7S 7D KH KC 5C", "face_up")
    named = None if origin is Origin.VIRTUAL else Card("5C")
    if origin is Origin.KEYED and not seen:
        named = None
    game.act("dealer", PullCard("player", seen, named))
    for command in (CollectLosers(), PayWinners(), Discard(), OpenBetting()):
        game.act("dealer", command)
    game.act("dealer", NoMoreBets())
    [draw] = [one for one in options(game.rules, game.table, DEALER) if one.name == "draw"]
    assert isinstance(draw.example, Draw), draw.why
    game.act("dealer", draw.example)
    assert isinstance(game.table.phase, Dealing)
    assert game.table.phase.player[0].card is Card("5C") or (origin is Origin.KEYED and not seen)


def test_staff_hear_which_face_was_wrong_and_everybody_what_follows_from_the_right_one() -> None:
    game = on_table("act-2015", Origin.KEYED, "7S 7D KH KC", "face_up")
    events = game.act("dealer", CorrectCard("banker", 2, Card("2C")))

    def heard(audience: Audience) -> dict[str, str]:
        said = [hears(event, audience) for event in events]
        return {one.type: one.text for one in said if one is not None}

    assert heard(Audience.DEALER)["card_corrected"] == "Banker 2C, not KC"
    assert "card_corrected" not in heard(Audience.PUBLIC)
    assert heard(Audience.PUBLIC)["coup_completed"] == "banker 9-7"
