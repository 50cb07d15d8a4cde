"""Nobody sees what they may not see: histories that differ only in hidden facts look the same."""

from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from support.editions import DEALING
from test_table_anything import opened, rules_for, sensible, unusual

from punto.cards import Card
from punto.clause import Malformed, Refused
from punto.rulebook.elect import TableRules
from punto.rulebook.policies import Side
from punto.table import commands as do
from punto.table import events as happened
from punto.table.decide import decide
from punto.table.evolve import replay
from punto.table.feed import hears
from punto.table.people import Actor
from punto.table.state import Table
from punto.table.view import Audience, view

PEOPLE = ["ann", "ben", "cy"]
# Commands that bring cards from outside, or other cards, say nothing about what is hidden here.
CARDS_FROM_OUTSIDE = do.RebuildCoup | do.DeviceFault | do.ShuffleRest | do.CutRest | do.ReplaceCards
# What whoever has cards in their hands sees of them is theirs alone.
ALL = [(audience, None) for audience in Audience if audience is not Audience.PATRON]

Step = tuple[Actor, object]
Told = str | tuple[happened.AnyEvent, ...]


class Reveal:
    """Which places of a shoe have been seen by everybody, and which by one patron alone."""

    def __init__(self) -> None:
        self.seen: set[int] = set()
        self.hands: dict[tuple[Side, int], int] = {}
        self.held: int | None = None
        self.theirs: dict[str, set[int]] = {}

    def look(self, table: Table, event: happened.AnyEvent) -> None:
        """Follow one event, knowing the table before it."""
        match event:
            case happened.CoupStarted():
                self.hands = {}
            case happened.CardDrawn():
                place = self.held if event.from_held else table.shoe.drawn
                assert place is not None
                count = sum(side is event.side for side, _ in self.hands)
                self.hands[event.side, count] = place
                if event.up:
                    self.seen.add(place)
            case happened.CardsTurned():
                self.seen |= {self.hands[event.side, one] for one in event.cards}
            case happened.CardsPassed():
                mine = {self.hands[event.out.side, one] for one in event.out.cards}
                self.theirs.setdefault(event.out.holder, set()).update(mine)
            case happened.CardHeld():
                self.held = table.shoe.drawn
                if event.carried.seen:
                    self.seen.add(self.held)
            case _:
                pass


def history(rules: TableRules, table: Table, random: Random, turns: int) -> list[Step]:
    """Return commands worth giving, with those left out that carry cards themselves."""
    steps: list[Step] = []
    for _ in range(turns):
        many = sensible(rules, random) if random.random() < 0.9 else unusual(rules, table, random)
        actor, command = random.choice(many)
        if not isinstance(command, CARDS_FROM_OUTSIDE):
            steps.append((actor, command))
    return steps


def told(rules: TableRules, table: Table, step: Step) -> Told:
    """Return what a step brings: events, or the words of a refusal."""
    try:
        return decide(rules, table, *step)  # type: ignore[arg-type]
    except (Refused, Malformed) as no:
        return str(no)


def seen_by(rules: TableRules, table: Table, audience: Audience, viewer: str | None) -> bytes:
    return msgspec.json.encode(view(rules, table, audience, viewer), enc_hook=str)


def heard_by(event: happened.AnyEvent, audience: Audience, viewer: str | None) -> bytes:
    return msgspec.json.encode(hears(event, audience, viewer), enc_hook=str)


@given(st.integers(0, 10**9), st.sampled_from(DEALING))
@settings(max_examples=60, deadline=None)
def test_hidden_cards_and_the_order_of_the_shoe_show_nowhere(seed: int, name: str) -> None:
    random = Random(seed)
    rules = rules_for(name, random)
    start = opened(rules, random)
    steps = history(rules, start, random, 250)
    revealed, table, log = Reveal(), start, list[Told]()
    for step in steps:
        result = told(rules, table, step)
        log.append(result)
        for event in result if isinstance(result, tuple) else ():
            revealed.look(table, event)
            table = replay(table, (event,))
    hidden = [n for n in range(len(start.shoe.cards)) if n not in revealed.seen]
    cards: list[Card] = list(start.shoe.cards)
    others = [cards[n] for n in hidden]
    random.shuffle(others)
    for place, card in zip(hidden, others, strict=True):
        cards[place] = card
    twin = replace(start, shoe=replace(start.shoe, cards=tuple(cards)))
    # Whoever had hidden cards in their hands may tell the two apart; nobody else may.
    private = {who for who, mine in revealed.theirs.items() if mine - revealed.seen}
    audiences = [*ALL, *((Audience.PATRON, one) for one in PEOPLE if one not in private)]
    table = start
    for turn, (step, result) in enumerate(zip(steps, log, strict=True)):
        again = told(rules, twin, step)
        where = f"seed {seed}, turn {turn}: {step[1]}"
        assert isinstance(again, tuple) == isinstance(result, tuple), where
        if isinstance(result, str) or isinstance(again, str):
            assert result == again, where
            continue
        for one, other in zip(result, again, strict=True):
            for audience in audiences:
                assert heard_by(one, *audience) == heard_by(other, *audience), where
        table, twin = replay(table, result), replay(twin, again)
        for audience in audiences:
            seen, same = seen_by(rules, table, *audience), seen_by(rules, twin, *audience)
            assert seen == same, f"{where}, {audience}"


@pytest.mark.parametrize("name", DEALING)
def test_what_is_under_review_shows_to_nobody_but_those_who_watch(name: str) -> None:
    rules = rules_for(name, Random(1))
    plain = table = opened(rules, Random(1))
    staff = Actor("dealer", "dealer", 0)
    incidents = list(rules.edition.conduct.incidents)[:1]
    quiet: list[Step] = [
        *((staff, do.ReportIncident(one, "ann", "seen by the camera")) for one in incidents),
        (staff, do.Tell("surveillance", "ann")),
    ]
    if "dispute" in rules.edition.says:
        quiet.append((Actor("ben", "patron", 0), do.RaiseDispute("short paid")))
    if "check_ordered" in rules.edition.says:
        quiet.append((Actor("i", "inspector", 0), do.OrderCardCheck()))
    for step in quiet:
        events = told(rules, table, step)
        assert isinstance(events, tuple), events
        for event in events:
            assert hears(event, Audience.PUBLIC) is None
            assert hears(event, Audience.PATRON, "ann") is None
        table = replay(table, events)
    for viewer in (None, "ann", "cy"):
        audience = Audience.PATRON if viewer else Audience.PUBLIC
        assert seen_by(rules, table, audience, viewer) == seen_by(rules, plain, audience, viewer)
    watching = view(rules, table, Audience.SURVEILLANCE)
    assert [one.kind for one in watching.register][: len(incidents)] == incidents


def test_chips_are_shown_to_their_owner_and_to_staff() -> None:
    rules = rules_for("nsw-2024", Random(1))
    table = opened(rules, Random(1))
    dealer = Actor("dealer", "dealer", 0)
    for command in (do.Join("ann", 1), do.BuyChips("ann", 5_000), do.Join("ben", 2)):
        table = replay(table, decide(rules, table, dealer, command))

    def chips(audience: Audience, viewer: str | None = None) -> list[int | None]:
        return [one.chips_cents for one in view(rules, table, audience, viewer).places]

    assert chips(Audience.PUBLIC) == []
    assert chips(Audience.PATRON, "ann") == [5_000, None]
    assert chips(Audience.PATRON, "ben") == [None, 0]
    for audience in (Audience.DEALER, Audience.SUPERVISOR, Audience.SURVEILLANCE):
        assert chips(audience) == [5_000, 0]


def test_a_leak_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("punto.table.view._held", lambda table: str(table.shoe.cards[-1]))
    test = test_hidden_cards_and_the_order_of_the_shoe_show_nowhere.hypothesis.inner_test  # type: ignore[attr-defined]

    def many() -> None:
        for seed in range(20):
            test(seed, "nsw-2024")

    with pytest.raises(AssertionError):
        many()
