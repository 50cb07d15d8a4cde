"""A house: whatever is asked of it, its log says what it is, and nobody sees what is not theirs."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.editions import ALL
from support.random_commands import Anything

from punto import codec
from punto.aggregate.actor import Actor
from punto.clause import Malformed, NotEntitled, Refused
from punto.driver.house import Premises, new_premises
from punto.house.calendar import day_end, days_later, local_text, month_end, point_in_time
from punto.house.lookups import WagerRecord
from punto.house.promotion import Promotion, PromotionStage, QualifyingWager
from punto.house.registry import may, registry, replay
from punto.house.views.audience import Audience
from punto.house.views.feed import hears
from punto.log_file import read_lines, written
from punto.rulebook.load import load
from punto.scenario.open_house import USUAL_PRIZE, USUAL_TERMS
from punto.verifiable_draw import commitment, lots

KINDS: tuple[Any, ...] = registry.commands
PROMOTING = [name for name in ALL if load(name).promotion is not None]
ZONE = "Australia/Sydney"
START = point_in_time(ZONE, "2024-08-01", "12:00")
PEOPLE = ("k1", "k2", "k3")
SEED = "a seed that nobody knows"


def likely(random: Random, number: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield what a promotion mostly sees, each with words that may be right."""
    prize = random.choice([1, 2])
    person = random.choice(PEOPLE)
    yield "draft_promotion", {"name": "Winter"}
    yield "write_terms", {"promotion": number, **USUAL_TERMS}
    yield "offer_prize", {"promotion": number, **USUAL_PRIZE}
    yield "publish_terms", {"promotion": number}
    yield "send_terms", {"promotion": number}
    yield "commit_draw", {"promotion": number, "commitment": commitment(SEED)}
    yield "start_promotion", {"promotion": number}
    for _ in range(random.randrange(4)):
        entry = {"promotion": number, "person": random.choice(PEOPLE), "eligible": True}
        yield "enter_promotion", entry
    yield "draw_winners", {"promotion": number, "seed": SEED}
    yield "tell_winner", {"promotion": number, "prize": prize, "means": "mail", "reached": True}
    paid = [{"means": "transfer", "dollars": 5000, "payee": person}]
    yield "pay_promotion_prize", {"promotion": number, "prize": prize, "parts": paid}
    yield "deny_claim", {"promotion": number, "prize": prize, "person": person, "text": "late"}
    yield "tell_denied", {"promotion": number, "claim": 1}
    yield "dispute_terms", {"promotion": number, "person": person, "facts": "unfair"}
    yield (
        "decide_terms",
        {"promotion": number, "dispute": 1, "decision": "no", "satisfied": False},
    )
    yield "doubt_promotion", {"promotion": number, "text": "odd"}
    yield "postpone_promotion", {"promotion": number}
    yield "validate_promotion", {"promotion": number, "text": "fine"}
    yield "tell_inspector", {"promotion": number}


def opened(name: str) -> Premises:
    premises = new_premises(name, "Harbour", ZONE)
    for person in PEOPLE:
        premises.act("casino_operator", "register_person", person=person)
        premises.write_down(person, {"name": f"Person {person}", "address": "1 Road"})
    premises.wagers[QualifyingWager("table", 3)] = WagerRecord("k1", 5000, START)
    return premises


def checked(premises: Premises) -> None:
    """Assert what holds of every house at every moment."""
    for held in premises.house.promotions.values():
        assert [entry.number for entry in held.entries] == list(range(1, len(held.entries) + 1))
        assert set(held.winners) <= set(held.prizes)
        won = [winner.entry for winner in held.winners.values()]
        assert len(set(won)) == len(won), "an entry wins once"
        assert bool(held.winners) <= (held.stage is PromotionStage.DRAWN)
        if held.stage is PromotionStage.STARTED:
            assert held.sent, "nothing starts unless the regulator has its terms"
    for audience in Audience:
        if audience is not Audience.PATRON:
            premises.view(audience)
    text = codec.show(premises.view(Audience.PUBLIC)).decode()
    for person in PEOPLE:
        assert f'"{person}"' not in text, "nobody's business is everybody's"
        assert f"Person {person}" not in written(premises.log).decode()


@given(st.integers(0, 10**9), st.sampled_from(ALL))
@settings(max_examples=60)
def test_no_command_breaks_a_house(seed: int, name: str) -> None:
    random = Random(seed)
    premises, clock = opened(name), START - 3 * 86_400
    anything = Anything(premises.rules, random)
    steps = [step for _ in range(4) for step in likely(random, random.choice([1, 1, 1, 2, 3]))]
    refused: list[Malformed | Refused] = []
    for name_of, words in steps:
        clock += random.choice([0, 60, 3600, 40_000, 90_000])
        title = random.choice(["casino_operator"] * 9 + ["dealer", "k1"])
        before, length = premises.house, len(premises.log)
        kind = next(one for one in KINDS if one.__struct_config__.tag == name_of)
        command = None
        if random.random() < 0.2:
            kind = random.choice(KINDS)
            command = anything.of(kind)
        actor = premises.actor(title, clock)
        allowed = may(premises.rules, premises.house, actor, kind)
        try:
            if command is not None:
                premises.act(actor, command)
            else:
                premises.act(actor, name_of, **words)
        except (Malformed, Refused) as no:
            assert premises.house is before
            assert len(premises.log) == length
            refused.append(no)
        else:
            assert allowed, f"{name_of} was decided, and nobody might give it: {allowed.error}"
        checked(premises)
    assert replay(premises.log) == premises.house
    assert read_lines(written(premises.log)).entries == tuple(premises.log)
    assert codec.read_house_snapshot(codec.encode(premises.house)) == premises.house
    for said in refused:
        assert said.code
        assert said.message
        if isinstance(said, Refused) and not isinstance(said, NotEntitled):
            assert said.clause, said.code
            assert all(clause.startswith(f"{premises.rules.edition.id}/") for clause in said.clause)


@pytest.mark.parametrize("name", PROMOTING)
def test_random_play_of_a_house_reaches_winners_who_are_paid(name: str) -> None:
    premises = started(name)
    for person in ("k2", "k3", "k1"):
        entry = {"promotion": 1, "person": person, "eligible": True}
        premises.act("casino_operator", "enter_promotion", clock=START, **entry)
    drawn = START + 10 * 86_400
    premises.act("casino_operator", "draw_winners", clock=drawn, promotion=1, seed=SEED)
    held: Promotion = premises.house.promotions[1]
    # Anybody can draw the lots again from what everybody sees.
    seen = premises.view(Audience.PUBLIC).promotions[0]
    assert seen.seed is not None
    assert commitment(seen.seed) == seen.committed
    assert seen.passed_over == ()
    first = int(lots(seen.seed, [str(n) for n in range(1, seen.entries_taken + 1)])[0])
    assert seen.drawn == {1: first}
    paid = [{"means": "transfer", "dollars": 5000, "payee": held.winners[1].person}]
    words = {"promotion": 1, "prize": 1, "parts": paid}
    premises.act("casino_operator", "pay_promotion_prize", clock=drawn, **words)
    assert premises.house.promotions[1].winners[1].received


def started(name: str) -> Premises:
    premises = opened(name)
    steps = [step for step in likely(Random(1), 1) if step[0] != "enter_promotion"][:7]
    for step, words in steps:
        clock = START if step == "start_promotion" else START - 86_400
        premises.act("casino_operator", step, clock=clock, **words)
    return premises


def test_what_is_hidden_looks_the_same_to_everybody_else() -> None:
    """Two houses that differ in one patron's business alone look alike to everybody but them."""
    one, twin = started("nsw-2024"), started("nsw-2024")
    for premises, person, reason in ((one, "k1", "too young"), (twin, "k2", "not a member")):
        premises.act(
            "casino_operator",
            "enter_promotion",
            clock=START,
            promotion=1,
            person=person,
            eligible=True,
        )
        premises.act(
            "casino_operator", "draw_winners", clock=START + 10 * 86_400, promotion=1, seed=SEED
        )
        premises.act(
            "casino_operator",
            "deny_claim",
            clock=START + 10 * 86_400,
            promotion=1,
            prize=1,
            person=person,
            text=reason,
        )
        premises.act(
            "casino_operator",
            "doubt_promotion",
            clock=START + 10 * 86_400,
            promotion=1,
            text=reason,
        )
    for audience, viewer in ((Audience.PUBLIC, None), (Audience.PATRON, "k3")):
        assert codec.show(one.view(audience, viewer)) == codec.show(twin.view(audience, viewer))
        for event, other in zip(one.events, twin.events, strict=True):
            assert hears(event, audience, viewer) == hears(other, audience, viewer)
    assert codec.show(one.view(Audience.PATRON, "k1")) != codec.show(
        twin.view(Audience.PATRON, "k1")
    )
    assert codec.show(one.view(Audience.OPERATOR)) != codec.show(twin.view(Audience.OPERATOR))


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: str(kind.__struct_config__.tag))
@pytest.mark.parametrize("name", ALL)
def test_a_stranger_sending_any_command_changes_nothing(kind: Any, name: str) -> None:
    premises, random = opened(name), Random(7)
    anything = Anything(premises.rules, random)
    for _ in range(20):
        command = anything.of(kind)
        before = premises.house
        with pytest.raises((Malformed, Refused)):
            premises.act(Actor("stranger", "janitor", START), command)
        assert premises.house is before


def test_a_house_whose_text_has_changed_is_read_only() -> None:
    premises = opened("nsw-2024")
    other = new_premises("tas-2018", "Hobart", "Australia/Hobart")
    premises.elected = other.rules
    with pytest.raises(Malformed) as no:
        premises.act("casino_operator", "register_person", person="k9")
    assert no.value.code == "rulebook_changed"


@pytest.mark.parametrize("zone", ["Australia/Sydney", "Australia/Canberra", "Australia/Hobart"])
def test_days_have_23_24_or_25_hours(zone: str) -> None:
    hours = {
        day: (day_end(zone, day) - point_in_time(zone, day, "00:00")) / 3600
        for day in ("2024-10-05", "2024-10-06", "2025-04-06", "2025-04-07")
    }
    assert list(hours.values()) == [24, 23, 25, 24]
    assert local_text(zone, days_later(zone, point_in_time(zone, "2025-04-05", "02:30"), 1)) == (
        "2025-04-06 02:30"
    )
    with pytest.raises(Malformed):
        point_in_time(zone, "2024-10-06", "02:30")
    assert local_text(zone, month_end(zone, "2024-12")) == "2025-01-01 00:00"
    assert local_text(zone, month_end(zone, "2024-02")) == "2024-03-01 00:00"


@pytest.mark.parametrize("zone", ["", "Mars", "../etc/passwd", "Australia/", "x" * 5000])
def test_a_zone_that_is_none_is_told(zone: str) -> None:
    with pytest.raises(Malformed) as no:
        new_premises("nsw-2024", "Harbour", zone)
    assert no.value.code == "no_such_zone"
