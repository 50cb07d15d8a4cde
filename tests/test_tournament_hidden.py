"""That there is a form, and that it went back, is told to nobody before its clause tells it."""

from collections.abc import Iterator
from random import Random

import pytest
from support import editions
from support.random_tournament_table import NAMES, begun, official, random_step, told

from punto import codec
from punto.aggregate.actor import DEALER, PATRON, Actor
from punto.driver.tournament import TournamentDriver
from punto.rulebook.tournament_policies import SeatMarked
from punto.table.phase import Betting, Idle
from punto.table.wagers.betting import OpenBetting
from punto.table.wagers.placing import PlaceWager
from punto.tournament.audience import TournamentAudience
from punto.tournament.rules import tournament_section
from punto.tournament.secret.examination import ExamineForm
from punto.tournament.secret.form_requests import AskForm
from punto.tournament.secret.hand_in import HandInForm
from punto.tournament.tables import AtTable
from punto.tournament.tournament import forms_of_next_coup
from punto.tournament.views.feed import hears
from punto.tournament.views.legal import options, table_options
from punto.tournament.views.view import view
from punto.tournament.wagers.order import has_acted, is_turn_of

Looker = tuple[TournamentAudience, str | None]
FAULTY = {"wager": "banker", "stake_cents": 5_000_000}
GOOD = {"wager": "banker", "stake_cents": 30_000, "words": "three hundred"}


def others(maker: str) -> list[Looker]:
    """Return the public, and every entrant but one."""
    rivals: list[Looker] = [(TournamentAudience.ENTRANT, name) for name in NAMES if name != maker]
    return [(TournamentAudience.PUBLIC, None), *rivals]


def form(driver: TournamentDriver, maker: str, *, faulty: bool) -> None:
    """Hand a form in that will go back, or one that will not."""
    assert driver.tournament.session is not None
    seat = driver.tournament.session.seats[maker].seat
    words = FAULTY if faulty else GOOD
    driver.act(maker, HandInForm(maker, **words, seat=seat, signed=True))  # type: ignore[arg-type]


def examined(driver: TournamentDriver, maker: str) -> None:
    """Have the official look at a form."""
    driver.act(official(driver), ExamineForm(maker))


def seen(driver: TournamentDriver, looker: Looker, *, may: bool) -> bytes:
    """Return what somebody sees of the tournament and of what they may do."""
    audience, viewer = looker
    shown = view(driver.rules, driver.tournament, audience, viewer)
    if viewer is None or not may:
        return codec.show(shown)
    actors = (Actor(viewer, PATRON),)
    free = options(driver.elected, driver.tournament, actors, driver.last_step)
    here = table_options(driver.elected, driver.tournament, 1, actors)
    return codec.show(shown) + repr((free, here)).encode()


def feed(driver: TournamentDriver, looker: Looker) -> list[bytes]:
    """Return everything that somebody has heard."""
    heard = (hears(event, *looker) for event in driver.events)
    return [codec.show(one) for one in heard if one is not None]


def alike(
    one: TournamentDriver, twin: TournamentDriver, maker: str, where: str, *, may: bool = True
) -> None:
    """Assert that nobody but the maker and the staff could tell two tournaments apart."""
    for looker in others(maker):
        assert feed(one, looker) == feed(twin, looker), f"{where}: {looker}"
        shown, again = (seen(driver, looker, may=may) for driver in (one, twin))
        assert shown == again, f"{where}: {looker}"


def betting(
    rulebook: str, seed: int, *, ordered: bool
) -> Iterator[tuple[TournamentDriver, TournamentDriver, str]]:
    """Yield twins in which betting is open, and somebody who may hand a form in."""
    one, twin = (begun(rulebook, seed, ordered=ordered) for _ in range(2))
    random = Random(f"{rulebook} {seed}")
    for _ in range(40):
        table = one.tournament.tables[1]
        if isinstance(table.phase, Betting) and not table.phase.closed:
            makers = [
                name
                for name in NAMES
                if is_turn_of(one.rules, one.tournament, 1, name)
                and not has_acted(one.tournament, 1, name)
            ]
            if makers and not any(form.announced for form in forms_of_next_coup(one.tournament, 1)):
                yield one, twin, random.choice(makers)
                return
        step = random_step(one, random)
        assert isinstance(told(one, step), str) == isinstance(told(twin, step), str)


def to_the_end(one: TournamentDriver, twin: TournamentDriver, maker: str, where: str) -> None:
    """Play the coup to its end in both, step by step, and compare them all the time."""
    random = Random(where)
    before = one.tournament.tables[1].number
    for _ in range(60):
        step = random_step(one, random)
        first, second = told(one, step), told(twin, step)
        assert isinstance(first, str) == isinstance(second, str), (
            f"{where}: {step} {first} {second}"
        )
        alike(one, twin, maker, f"{where}: {step[1]}", may=False)
        table = one.tournament.tables[1]
        if isinstance(table.phase, Idle) and table.number > before:
            return


@pytest.mark.parametrize("ordered", [False, True])
@pytest.mark.parametrize("rulebook", editions.SECRET)
@pytest.mark.parametrize("seed", range(6))
def test_nobody_learns_that_a_form_went_back_and_was_put_right(
    rulebook: str, seed: int, ordered: bool
) -> None:
    for one, twin, maker in betting(rulebook, seed, ordered=ordered):
        where = f"{rulebook} {seed} {maker}"
        form(one, maker, faulty=False)
        form(twin, maker, faulty=True)
        alike(one, twin, maker, f"{where}: handed in")
        examined(twin, maker)
        assert not forms_of_next_coup(twin.tournament, 1) or all(
            held.name != maker for held in forms_of_next_coup(twin.tournament, 1)
        )
        alike(one, twin, maker, f"{where}: one is back")
        form(twin, maker, faulty=False)
        alike(one, twin, maker, f"{where}: put right")
        examined(one, maker)
        examined(twin, maker)
        alike(one, twin, maker, f"{where}: examined")
        to_the_end(one, twin, maker, where)


@pytest.mark.parametrize("rulebook", editions.SECRET)
@pytest.mark.parametrize("seed", range(6))
def test_nobody_learns_of_a_form_before_a_marker_shows_it(rulebook: str, seed: int) -> None:
    marks = tournament_section(begun(rulebook, seed).rules.edition).secret
    assert marks is not None
    for one, twin, maker in betting(rulebook, seed, ordered=False):
        form(one, maker, faulty=bool(seed % 2))
        if marks.marked.value is SeatMarked.WHEN_HANDED_IN:
            # Here the marker is what tells of it: the others do learn, and at once.
            with pytest.raises(AssertionError):
                alike(one, twin, maker, "marked")
            continue
        alike(one, twin, maker, f"{rulebook} {seed}: handed in")
        rivals = [name for name in NAMES if name != maker]
        for name in rivals:
            step = Actor(name, PATRON), AtTable(1, PlaceWager("player", 30_000))
            assert isinstance(told(one, step), str) == isinstance(told(twin, step), str)
            alike(one, twin, maker, f"{rulebook} {seed}: {name} wagers")
        asks = [told(driver, (Actor(rivals[0], PATRON), AskForm(maker))) for driver in (one, twin)]
        assert asks[0] == asks[1]
        examined(one, maker)
        if seed % 2:
            alike(one, twin, maker, f"{rulebook} {seed}: it is back")
        else:
            with pytest.raises(AssertionError):
                alike(one, twin, maker, "marked")


@pytest.mark.parametrize("rulebook", editions.SECRET)
def test_a_form_that_passed_and_goes_back_later_is_told_to_nobody(rulebook: str) -> None:
    one, twin = (begun(rulebook, 3) for _ in range(2))
    for driver in (one, twin):
        driver.act(Actor(DEALER, DEALER), AtTable(1, OpenBetting()))
        form(driver, "ann", faulty=False)
        examined(driver, "ann")
        # Chips beside it: now it is looked at once more.
        wager = PlaceWager("banker", 10_000)
        driver.act("ann", AtTable(1, wager))
    examined(one, "ann")
    alike(one, twin, "ann", "it passes again")
    twin.act(official(twin), ExamineForm("ann", overlooked=True))
    alike(one, twin, "ann", "overlooked")
