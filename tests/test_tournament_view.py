"""Nobody learns what stands on a form before its moment, from whatever they see or hear."""

from random import Random

import pytest
from msgspec.structs import replace
from support import editions
from support.random_tournament_table import NAMES, Step, any_form, begun, random_step, told

from punto import codec
from punto.clause import Malformed
from punto.driver.tournament import TournamentDriver, new_tournament
from punto.log_file import read_lines, written
from punto.tournament.audience import OFFICIAL, STAFF, WATCH, TournamentAudience
from punto.tournament.leaving import FormHandedBack
from punto.tournament.registry import replay
from punto.tournament.secret.announcement import FormAnnounced, FormCorrected
from punto.tournament.secret.examination import FormExamined
from punto.tournament.secret.form_requests import FormShown
from punto.tournament.secret.hand_in import FormHandedIn, HandInForm
from punto.tournament.views.feed import hears
from punto.tournament.views.view import view

TURNS = 200


def history(driver: TournamentDriver, random: Random) -> tuple[list[Step], set[int]]:
    """Return random steps, and the places of those that handed in forms never announced."""
    steps: list[Step] = []
    hidden: dict[str, int] = {}
    announced: set[int] = set()
    for turn in range(TURNS):
        step = random_step(driver, random)
        steps.append(step)
        result = told(driver, step)
        for event in result if not isinstance(result, str) else ():
            if isinstance(event, FormHandedIn):
                hidden[event.name] = turn
            elif isinstance(event, FormAnnounced):
                announced.add(hidden[event.name])
    handed = {turn for turn, step in enumerate(steps) if isinstance(step[1], HandInForm)}
    return steps, handed - announced


def seen_by(driver: TournamentDriver, audience: TournamentAudience, viewer: str | None) -> bytes:
    return codec.show(view(driver.rules, driver.tournament, audience, viewer))


@pytest.mark.parametrize("rulebook", editions.SECRET)
@pytest.mark.parametrize("seed", range(40))
def test_histories_that_differ_in_forms_alone_look_the_same(rulebook: str, seed: int) -> None:
    random = Random(f"{rulebook} {seed}")
    steps, hidden = history(begun(rulebook, seed), random)
    makers = set(random.sample(NAMES, random.choice((1, 2))))
    others = [
        (step[0], any_form(random, step[1].name))
        if isinstance(step[1], HandInForm) and step[1].name in makers and turn in hidden
        else step
        for turn, step in enumerate(steps)
    ]
    audiences: list[tuple[TournamentAudience, str | None]] = [
        (audience, None)
        for audience in TournamentAudience
        if audience not in OFFICIAL and audience is not TournamentAudience.ENTRANT
    ]
    audiences += [(TournamentAudience.ENTRANT, name) for name in NAMES if name not in makers]
    one, twin = begun(rulebook, seed), begun(rulebook, seed)
    for turn, (step, other) in enumerate(zip(steps, others, strict=True)):
        first, second = told(one, step), told(twin, other)
        where = f"turn {turn}: {step[1]}"
        assert isinstance(first, str) == isinstance(second, str), f"{where}: {first} {second}"
        if isinstance(first, str) or isinstance(second, str):
            assert first == second, where
            continue
        for event, its_twin in zip(first, second, strict=True):
            for audience, viewer in audiences:
                heard, again = hears(event, audience, viewer), hears(its_twin, audience, viewer)
                assert codec.show(heard) == codec.show(again), f"{where}, {audience}"
        for audience, viewer in audiences:
            assert seen_by(one, audience, viewer) == seen_by(twin, audience, viewer), where


def test_random_play_hands_forms_in_and_deals_coups() -> None:
    kinds: set[type] = set()
    for rulebook in editions.SECRET:
        drawn = 0
        for seed in range(10):
            driver = begun(rulebook, seed)
            history(driver, Random(f"{rulebook} {seed}"))
            kinds |= {type(event) for event in driver.events}
            drawn += driver.tournament.tables[1].number
        assert drawn > 20
    assert {FormHandedIn, FormExamined, FormAnnounced} <= kinds
    assert {FormHandedBack, FormCorrected, FormShown} <= kinds


@pytest.mark.parametrize("rulebook", editions.SECRET)
@pytest.mark.parametrize("seed", range(10))
def test_random_play_replays_and_keeps_every_chip(rulebook: str, seed: int) -> None:
    driver = begun(rulebook, seed)
    history(driver, Random(f"{rulebook} {seed}"))
    assert replay(driver.log) == driver.tournament
    assert read_lines(written(driver.log)).entries == tuple(driver.log)
    for table in driver.tournament.tables.values():
        held = sum(patron.chips_cents for patron in table.patrons)
        ledger = table.ledger
        assert held + table.layout_cents + ledger.float_cents == ledger.issued_cents


@pytest.mark.parametrize("rulebook", editions.SECRET)
def test_its_maker_and_the_official_see_the_form(rulebook: str) -> None:
    driver = begun(rulebook, 1)
    driver.act("dealer", "open_betting", table=1)
    driver.act("ann", "hand_in_form", wager="banker", stake=300)
    for audience, viewer in (
        (TournamentAudience.SUPERVISOR, None),
        (TournamentAudience.ENTRANT, "ann"),
    ):
        [form_seen] = view(driver.rules, driver.tournament, audience, viewer).forms
        assert (form_seen.wager, form_seen.stake_cents) == ("banker", 30_000)
    assert view(driver.rules, driver.tournament, TournamentAudience.ENTRANT, "ben").forms == ()


def test_a_twin_with_another_form_is_told_apart_by_its_maker() -> None:
    one, twin = begun("tas-2018", 1), begun("tas-2018", 1)
    for driver, stake in ((one, 300), (twin, 400)):
        driver.act("dealer", "open_betting", table=1)
        driver.act("ann", "hand_in_form", wager="banker", stake=stake)
    assert seen_by(one, TournamentAudience.ENTRANT, "ann") != seen_by(
        twin, TournamentAudience.ENTRANT, "ann"
    )
    assert seen_by(one, TournamentAudience.PUBLIC, None) == seen_by(
        twin, TournamentAudience.PUBLIC, None
    )
    assert replace(one.tournament, forms=()) == replace(twin.tournament, forms=())


@pytest.mark.parametrize("rulebook", editions.SECRET)
def test_chips_lie_in_full_view_and_fees_are_their_payers_business(rulebook: str) -> None:
    driver = begun(rulebook, 1)
    for audience in TournamentAudience:
        viewer = "ann" if audience is TournamentAudience.ENTRANT else None
        seen = view(driver.rules, driver.tournament, audience, viewer)
        [table] = seen.tables
        assert [seated.chips_cents for seated in table.seated] == [500_000] * 3
        paid = {entrant.name: entrant.paid_cents for entrant in seen.entrants}
        if audience in STAFF:
            assert paid == dict.fromkeys(NAMES, 10_000)
        else:
            assert paid == {"ann": 10_000 if viewer else None, "ben": None, "cy": None}


def test_conditions_are_seen_once_they_are_published() -> None:
    driver = new_tournament(editions.SECRET[0], "Autumn")
    for audience in TournamentAudience:
        seen = view(driver.rules, driver.tournament, audience)
        assert (seen.conditions is not None) == (audience in STAFF)


def test_what_is_under_review_is_for_those_who_watch_and_whoever_raised_it() -> None:
    driver = begun(editions.SECRET[0], 1)
    driver.act("ann", "dispute_rules", table=1, facts="the marker")
    for audience in TournamentAudience:
        seen = view(driver.rules, driver.tournament, audience)
        assert bool(seen.matters) == (audience in WATCH)
    mine = driver.view("ann").matters
    assert [(matter.kind, matter.name, matter.settled) for matter in mine] == [
        ("dispute", "ann", False)
    ]
    assert driver.view("ben").matters == ()
    [event] = driver.events[-1:]
    heard = {audience for audience in TournamentAudience if hears(event, audience) is not None}
    assert heard == WATCH


def test_nobody_else_looks() -> None:
    driver = begun(editions.SECRET[0], 1)
    with pytest.raises(Malformed, match="zoe does not look"):
        driver.view("zoe")
