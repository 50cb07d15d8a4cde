"""The float: who sees it, what a shift took, and what is offered to whoever deals."""

from fractions import Fraction
from random import Random

import pytest
from support.editions import DEALING
from support.random_table import DEALER, opened

from punto import codec
from punto.aggregate.actor import Actor
from punto.aggregate.envelope import in_envelopes
from punto.clause import Malformed, NotEntitled
from punto.driver.table import TableDriver
from punto.money import CENTS_MAX
from punto.table.audience import STAFF, Audience
from punto.table.base_classes import TableCommand, TableEvent
from punto.table.float.counting import CountFloat
from punto.table.float.fills_and_credits import CreditFloat, FillFloat
from punto.table.registry import replay
from punto.table.seats.buying import BuyChips, CashOut, ChipsBought
from punto.table.seats.joining import Join
from punto.table.takings import counts, drop, slips, takings, win
from punto.table.views.feed import hears
from punto.table.views.legal import options_of_all
from punto.table.views.view import view

ANN, BEN = Actor("ann", "patron", 0), Actor("ben", "patron", 0)
FLOAT_STEPS = (
    (DEALER, FillFloat("F-1", 2_500_000, "cass")),
    (DEALER, CreditFloat("C-1", 100_000, "cass")),
    (DEALER, CountFloat("shift", 5_000_000, "sue")),
)


def seated(name: str) -> TableDriver:
    """Return a game with two patrons who hold chips."""
    game = opened(name, Random(5))
    for patron, seat in (("ann", 1), ("ben", 2)):
        game.act("dealer", Join(patron, seat))
        game.act("dealer", BuyChips(patron, 100_000, cash=False))
    return game


def done(game: TableDriver, actor: Actor, command: TableCommand) -> tuple[TableEvent, ...]:
    return tuple(game.carry_out(actor, command))


@pytest.mark.parametrize("name", DEALING)
def test_what_is_done_with_the_float_shows_to_staff_alone(name: str) -> None:
    game, plain = seated(name), seated(name)
    for actor, command in FLOAT_STEPS:
        for event in done(game, actor, command):
            for viewer in (None, "ann", "ben", "dealer", "cass"):
                audience = Audience.PATRON if viewer else Audience.PUBLIC
                assert hears(event, audience, viewer) is None, event
            assert hears(event, Audience.SURVEILLANCE) is not None
    for viewer in (None, "ann", "ben"):
        audience = Audience.PATRON if viewer else Audience.PUBLIC
        seen = [codec.show(view(one.rules, one.table, audience, viewer)) for one in (game, plain)]
        assert seen[0] == seen[1], viewer
    for audience in Audience:
        seen_float = view(game.rules, game.table, audience).float_cents
        assert seen_float == (5_000_000 if audience in STAFF else None)


@pytest.mark.parametrize("name", DEALING)
def test_cashing_out_is_heard_by_its_owner_and_staff(name: str) -> None:
    game = seated(name)
    [event] = done(game, ANN, CashOut("ann", 40_000))
    assert hears(event, Audience.PATRON, "ann") is not None
    assert hears(event, Audience.DEALER) is not None
    assert hears(event, Audience.PATRON, "ben") is None
    assert hears(event, Audience.PUBLIC) is None


def test_a_shift_is_told_from_the_log_alone() -> None:
    game = seated("nsw-2024")
    start = game.table.ledger.float_cents
    half = len(game.log)
    for actor, command in FLOAT_STEPS[:2]:
        done(game, actor, command)
    done(game, DEALER, BuyChips("ann", 50_000))
    done(game, BEN, CashOut("ben"))
    booked = game.table.ledger.float_cents
    done(game, DEALER, CountFloat("shift", booked - 10_000, "sue"))
    shift = takings(game.log, half)
    assert (shift.opening_cents, shift.closing_cents) == (start, booked - 10_000)
    assert (shift.fills_cents, shift.credits_cents) == (2_500_000, 100_000)
    assert (shift.drop_cents, shift.cash_cents, shift.cashed_out_cents) == (50_000, 50_000, 100_000)
    assert (shift.over_cents, shift.win_cents) == (-10_000, -10_000)
    assert shift.hold == Fraction(-1, 5)
    assert takings(game.log).drop_cents == drop(game.events) == 250_000
    assert win(game.log) == -10_000
    assert [event.slip for event in slips(game.events)] == ["F-1", "C-1"]
    [count] = counts(game.events)
    assert (count.counted_with, count.when) == ("sue", "shift")
    assert takings(game.log[:1]).hold is None
    assert replay(game.log) == game.table


def test_an_earlier_log_that_does_not_say_how_chips_were_paid_is_still_a_drop() -> None:
    game = seated("nsw-2024")
    older = [
        ChipsBought(name=event.name, cents=event.cents) if isinstance(event, ChipsBought) else event
        for event in game.events
    ]
    assert drop(older) == 200_000
    assert takings(in_envelopes("t", "table", 0, DEALER, tuple(older))).cash_cents == 0
    assert b'"cash"' not in codec.encode(older[-1])


@pytest.mark.parametrize("name", DEALING)
def test_examples_of_the_float_are_offered_and_can_be_given(name: str) -> None:
    game = seated(name)
    for wanted in ("fill_float", "credit_float", "count_float", "cash_out", "fill_float"):
        options = options_of_all(game.rules, game.table, DEALER.at)
        [offered] = [option for option in options if option.name == wanted]
        assert offered.example is not None, offered.why
        done(game, DEALER, offered.example)


@pytest.mark.parametrize("title", ["patron", "onlooker", "surveillance", "cage"])
@pytest.mark.parametrize(
    "command",
    [*(command for _, command in FLOAT_STEPS), CashOut("ann", 100)],
    ids=lambda command: str(type(command).__struct_config__.tag),
)
def test_nobody_without_a_title_of_the_rulebook_touches_the_float(
    title: str, command: TableCommand
) -> None:
    game = seated("nsw-2024")
    before = game.table
    with pytest.raises(NotEntitled) as no:
        done(game, Actor("zoe", title, 0), command)
    assert game.table is before
    assert no.value.clause == ()


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (FillFloat("F-1", CENTS_MAX, "cass"), "no_such_amount"),
        (FillFloat("F-1\n", 100, "cass"), "no_such_slip"),
        (FillFloat("\u0660", 100, "cass"), "no_such_slip"),
        (FillFloat("F-1", 100, "\u202edealer"), "incomplete"),
        (FillFloat("F-1", 100, "BEN "), "not_for_patrons"),
        (CreditFloat("C-1", CENTS_MAX, "cass"), "float_too_small"),
        (CountFloat("shift", CENTS_MAX + 100, "cass"), "no_such_amount"),
        (CountFloat("shift", -100, "cass"), "no_such_amount"),
        (CashOut("ann", 10**30), "more_than_they_hold"),
    ],
)
def test_bad_input_changes_nothing(command: TableCommand, code: str) -> None:
    game = seated("nsw-2024")
    before = game.table
    with pytest.raises(Malformed) as no:
        done(game, DEALER, command)
    assert no.value.code == code
    assert game.table is before
