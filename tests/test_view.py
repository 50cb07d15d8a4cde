"""Nobody sees what they may not see: histories that differ only in hidden facts look the same."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.editions import DEALING
from support.random_table import Step, opened, sensible, unusual

from punto import codec
from punto.aggregate.actor import Actor
from punto.cards import Card
from punto.clause import Malformed, Refused
from punto.driver.table import TableDriver, begin_table, game_in_play
from punto.rulebook.elect import Elections, TableRules, elect
from punto.rulebook.load import load
from punto.rulebook.vocabulary import Side
from punto.shoe_preparation import prepare
from punto.table.audience import Audience
from punto.table.base_classes import TableEvent
from punto.table.cards.checking import OrderCardCheck
from punto.table.cards.held_cards import CardHeld, CardRetired, HeldCardExposed, HeldCardSwept
from punto.table.cards.preparation import NewShoe
from punto.table.cards.replacement import ReplaceCards
from punto.table.conduct.disputes import RaiseDispute
from punto.table.conduct.incidents import ReportIncident
from punto.table.deal.coup_start import CoupStarted
from punto.table.deal.drawing import CardDrawn, Draw
from punto.table.deal.passed_cards import CardsPassed, CardsTurned
from punto.table.deal.void_coup import VoidCoup
from punto.table.errors.device_failure import CutRest, DeviceFault, ShuffleRest
from punto.table.errors.rebuilding import RebuildCoup
from punto.table.opening.creation import TableSetUp
from punto.table.opening.staff_on_duty import Tell
from punto.table.phase import Dealing
from punto.table.register import RegisterEntry
from punto.table.registry import after
from punto.table.seats.buying import BuyChips
from punto.table.seats.joining import Join
from punto.table.table import Table
from punto.table.views.feed import hears
from punto.table.views.unseen import unseen
from punto.table.views.view import view
from punto.table.wagers.betting import OpenBetting
from punto.table.wagers.placing import PlaceWager
from punto.virtual_cards import Sealed

PEOPLE = ["ann", "ben", "cy"]
# Commands that bring cards from outside, or other cards, say nothing about what is hidden here.
CARDS_FROM_OUTSIDE = RebuildCoup | DeviceFault | ShuffleRest | CutRest | ReplaceCards | NewShoe
# What whoever has cards in their hands sees of them is theirs alone.
ALL = [(audience, None) for audience in Audience if audience is not Audience.PATRON]

Told = str | tuple[TableEvent, ...]


class Reveal:
    """Which places of a shoe have been seen by everybody, and which by one patron alone."""

    def __init__(self) -> None:
        self.seen: set[int] = set()
        self.hands: dict[tuple[Side, int], int] = {}
        self.held: list[int] = []
        self.theirs: dict[str, set[int]] = {}

    def look(self, table: Table, event: TableEvent) -> None:
        """Follow one event, knowing the table before it."""
        match event:
            case CoupStarted():
                self.hands = {}
            case CardDrawn():
                place = self.held.pop(0) if event.from_carried else table.shoe.drawn
                count = sum(side is event.side for side, _ in self.hands)
                self.hands[event.side, count] = place
                if event.up:
                    self.seen.add(place)
            case CardsTurned():
                self.seen |= {self.hands[event.side, one] for one in event.cards}
            case CardsPassed():
                mine = {self.hands[event.side, one] for one in event.cards}
                self.theirs.setdefault(event.name, set()).update(mine)
            case CardHeld():
                self.held.append(table.shoe.drawn)
                if event.seen:
                    self.seen.add(table.shoe.drawn)
            case CardRetired() if event.seen:
                self.seen.add(table.shoe.drawn)
            case HeldCardExposed():
                self.seen.add(self.held[event.place])
            case HeldCardSwept():
                gone = event.places or tuple(range(len(self.held)))
                self.held = [n for place, n in enumerate(self.held) if place not in gone]
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


def told(game: TableDriver, step: Step) -> Told:
    """Return what a step brings: events, or the words of a refusal."""
    try:
        return game.carry_out(step[0], step[1])
    except (Refused, Malformed) as no:
        return str(no)


def seen_by(game: TableDriver, audience: Audience, viewer: str | None) -> bytes:
    """Return everything an audience is shown: the view, and what it cannot exclude."""
    left = sorted(
        (str(card), count) for card, count in unseen(game.table, audience, viewer).items()
    )
    return codec.show(view(game.rules, game.table, audience, viewer)) + repr(left).encode()


def heard_by(event: TableEvent, audience: Audience, viewer: str | None) -> bytes:
    return codec.show(hears(event, audience, viewer))


def looks_the_same(game: TableDriver, steps: list[Step], random: Random) -> None:
    """Play steps on two shoes that differ only in cards never shown; nobody may tell them apart."""
    first, order = game.events[0], game.cards
    assert isinstance(first, TableSetUp)
    assert order is not None
    revealed, log = Reveal(), list[Told]()
    for step in steps:
        table = game.table
        result = told(game, step)
        log.append(result)
        for event in result if isinstance(result, tuple) else ():
            revealed.look(table, event)
            table = after(table, (event,))
    hidden = [n for n in range(len(order.cards)) if n not in revealed.seen]
    cards: list[Card] = list(order.cards)
    others = [cards[n] for n in hidden]
    random.shuffle(others)
    for place, card in zip(hidden, others, strict=True):
        cards[place] = card
    one, twin = (
        begin_table(game.rules, first, order),
        begin_table(game.rules, first, Sealed(tuple(cards))),
    )
    # Whoever had hidden cards in their hands may tell the two apart; nobody else may.
    private = {who for who, mine in revealed.theirs.items() if mine - revealed.seen}
    audiences = [*ALL, *((Audience.PATRON, name) for name in PEOPLE if name not in private)]
    for turn, (step, result) in enumerate(zip(steps, log, strict=True)):
        same, again = told(one, step), told(twin, step)
        where = f"turn {turn}: {step[1]}"
        assert isinstance(again, tuple) == isinstance(result, tuple), where
        if isinstance(result, str) or isinstance(again, str) or isinstance(same, str):
            assert result == again == same, where
            continue
        for event, other in zip(result, again, strict=True):
            for audience in audiences:
                assert heard_by(event, *audience) == heard_by(other, *audience), where
        for audience in audiences:
            assert seen_by(one, *audience) == seen_by(twin, *audience), f"{where}, {audience}"


@given(st.integers(0, 10**9), st.sampled_from(DEALING))
@settings(max_examples=60)
def test_hidden_cards_and_the_order_of_the_shoe_show_nowhere(seed: int, name: str) -> None:
    random = Random(seed)
    game = opened(name, random)
    looks_the_same(game, history(game.rules, game.table, random, 250), random)


@pytest.mark.parametrize("name", DEALING)
def test_what_is_under_review_shows_to_nobody_but_those_who_watch(name: str) -> None:
    game, plain = opened(name, Random(1)), opened(name, Random(1))
    rules = game.rules
    incident = next(iter(rules.edition.conduct.incidents))
    staff = Actor("dealer", "dealer", 0)
    quiet: list[Step] = [
        (staff, ReportIncident(incident, "ann", "seen by the camera")),
        (staff, Tell("surveillance", "ann")),
    ]
    if "dispute" in rules.edition.says:
        quiet.append((Actor("ben", "patron", 0), RaiseDispute("short paid")))
    if "check_ordered" in rules.edition.says:
        quiet.append((Actor("i", "inspector", 0), OrderCardCheck()))
    for step in quiet:
        events = told(game, step)
        assert isinstance(events, tuple), events
        for event in events:
            assert hears(event, Audience.PUBLIC) is None
            assert hears(event, Audience.PATRON, "ann") is None
    for viewer in (None, "ann", "cy"):
        audience = Audience.PATRON if viewer else Audience.PUBLIC
        assert seen_by(game, audience, viewer) == seen_by(plain, audience, viewer)
    lines = [event for event in game.events if hears(event, Audience.SURVEILLANCE)]
    assert incident in [line.kind for line in lines if isinstance(line, RegisterEntry)]


def test_chips_are_shown_to_their_owner_and_to_staff() -> None:
    game = opened("nsw-2024", Random(1))
    for command in (Join("ann", 1), BuyChips("ann", 5_000), Join("ben", 2)):
        game.act("dealer", command)

    def chips(audience: Audience | str) -> list[int | None]:
        return [place.chips_cents for place in game.view(audience).places]

    assert chips(Audience.PUBLIC) == []
    assert chips("ann") == [5_000, None]
    assert chips("ben") == [None, 0]
    for audience in (Audience.DEALER, Audience.SUPERVISOR, Audience.SURVEILLANCE):
        assert chips(audience) == [5_000, 0]


def test_a_leak_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Void a coup whose cards lie face down, once as it is and once with a view that tells."""
    dealer, ann = Actor("dealer", "dealer", 0), Actor("ann", "patron", 0)
    steps: list[Step] = [
        (dealer, Join("ann", 1)),
        (dealer, BuyChips("ann", 5_000)),
        (dealer, OpenBetting()),
        (ann, PlaceWager("player", 1_000)),
        *[(dealer, Draw())] * 4,
        (Actor("sue", "gaming_supervisor", 0), VoidCoup("x")),
    ]
    chosen = Elections(method="B")
    rules = elect(load("nsw-2024"), chosen)
    prepared = prepare(rules, Random(2).randrange)
    looks_the_same(game_in_play(rules, chosen, prepared, 10**9), steps, Random(1))

    def leak(table: Table) -> str:
        phase = table.phase
        cards = (*phase.player, *phase.banker) if isinstance(phase, Dealing) else ()
        return " ".join(str(dealt.card) for dealt in cards)

    monkeypatch.setattr("punto.table.views.view._held", leak)
    with pytest.raises(AssertionError):
        looks_the_same(game_in_play(rules, chosen, prepared, 10**9), steps, Random(1))
