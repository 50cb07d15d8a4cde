"""The tournament of the demo, step by step: refusals, pauses, and visitors who are waited for."""

import asyncio
import logging
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random

import pytest
from support.service_fixture import desk_at

from punto.aggregate.actor import DEALER, PATRON, Actor
from punto.clause import Malformed
from punto.cli.main import run as punto
from punto.demo import tournament
from punto.demo.people import People
from punto.demo.simulated_clock import SimulatedClock
from punto.demo.tournament import CUP, Cup
from punto.demo.tournament_coup import Acts, Visitors, coming
from punto.error_codes import ErrorCode
from punto.notation.conditions_file import Plan, read_plan
from punto.rehearsal.next_step import usual_step
from punto.rehearsal.seen import EntrantView, PlannedWager
from punto.rehearsal.simulated_entrants import Field, Player
from punto.rehearsal.step import CommandStep, Coup, Step
from punto.rehearsal.strategies import STRATEGIES, Strategy
from punto.rehearsal.title_resolution import RehearsalDriver
from punto.server.command_service import CommandService
from punto.server.people import patrons
from punto.store.errors import Locked
from punto.table.deal.drawing import Draw
from punto.table.deal.settling import Discard
from punto.table.wagers.placing import PlaceWager
from punto.tournament.base_classes import TournamentCommand
from punto.tournament.conduct.lead import AppointLead
from punto.tournament.entry.conditions import PublishConditions, SetConditions
from punto.tournament.placing.confirmation import ConfirmPlacings
from punto.tournament.seating.ballot import DrawBallot
from punto.tournament.seating.sessions import BeginSession, EndSession
from punto.tournament.secret.hand_in import HandInForm
from punto.tournament.tables import AtTable
from punto.tournament.wagers.turns import AskWager, SetStartingMarker

SECOND = 1_000
NOW_MS = 1_790_000_000_000


class StopError(Exception):
    """A tournament is stopped."""


class Clock:
    """A clock that stands until a test moves it."""

    def __init__(self) -> None:
        self.ms = NOW_MS

    def __call__(self) -> int:
        return self.ms


class Slept(SimulatedClock):
    """A pace at which nobody waits; it keeps for how long they would."""

    def __init__(self, clock: Clock, behind_seconds: float = 0) -> None:
        super().__init__(clock, behind_seconds)
        self.seconds: list[float] = []

    async def sleep(self, seconds: float) -> None:
        self.seconds.append(seconds)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[CommandService]:
    made = desk_at(tmp_path, Clock())  # type: ignore[arg-type]
    yield made
    made.log.close()


def cup_at(desk: CommandService, behind_seconds: float = 0) -> tuple[Cup, Slept]:
    clock = desk.clock_ms
    assert isinstance(clock, Clock)
    pace = Slept(clock, behind_seconds)
    people = People(desk.log.backend, clock)
    cup = Cup(desk, people, pace, Random(1))
    people.hire(CUP, cup.plan.rulebook)
    return cup, pace


def scripted(monkeypatch: pytest.MonkeyPatch, steps: Sequence[Step | None]) -> list[int]:
    """Let a tournament take these steps; return at which second each was asked for."""
    asked: list[int] = []

    def next_one(house: RehearsalDriver, *_: object) -> Step | None:
        asked.append(house.at)
        return steps[len(asked) - 1]

    monkeypatch.setattr(tournament, "usual_step", next_one)
    return asked


REFUSED = CommandStep(Actor(DEALER, DEALER), EndSession())


def accepted(cup: Cup) -> CommandStep:
    title = cup._leads()
    return CommandStep(Actor(title, title), SetConditions(cup.plan.conditions))


def test_a_tournament_that_is_refused_twenty_times_in_a_row_does_not_go_on(
    desk: CommandService, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    cup, pace = cup_at(desk)
    asked = scripted(monkeypatch, [REFUSED] * 19 + [accepted(cup)] + [REFUSED] * 21)
    asyncio.run(cup._one())
    assert len(asked) == 40, "what was done in between counts from the beginning"
    assert set(asked) == {NOW_MS // SECOND}
    assert [one.getMessage() for one in caplog.records] == ["tournament/cup1 does not go on"]
    assert pace.seconds == [4.0] * 19 + [0.5] + [4.0] * 20


def test_a_tournament_that_is_over_ends_without_a_word(
    desk: CommandService, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    cup, pace = cup_at(desk)
    asked = scripted(monkeypatch, [accepted(cup), None])
    asyncio.run(cup._one())
    assert (len(asked), pace.seconds) == (2, [0.5])
    assert not caplog.records
    # The next one takes the first name that is free, and other people enter.
    first = cup.field
    asked = scripted(monkeypatch, [None])
    asyncio.run(cup._one())
    assert cup.stream == "tournament/cup2"
    assert cup._contest.tournament.setup.name == "Harbour Cup 2"
    [born] = desk.log.read(cup.stream)
    title = cup._leads()
    assert (born.actor, born.title) == (cup.people.staff(CUP, cup.plan.rulebook, title).name, title)
    assert len(first) == len(cup.field) == cup.plan.rehearsal.entrants
    assert set(first) != set(cup.field)
    kinds = [one.strategy for one in cup.field.values()]
    assert kinds == [*(cup.plan.rehearsal.strategies or ())] * 2
    assert all(one.wager is STRATEGIES[one.strategy] for one in cup.field.values())


def test_tie_breaking_coups_are_played_at_random_and_others_by_plan(
    desk: CommandService, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup, pace = cup_at(desk)
    played: list[tuple[int, set[Strategy]]] = []

    async def coup(house: RehearsalDriver, number: int, field: Field) -> bool:
        assert house.coup_seconds == cup.plan.rehearsal.coup_seconds
        played.append((number, {one.wager for one in field.values()}))
        return number != 3

    monkeypatch.setattr(cup, "_coup", coup)
    asked = scripted(monkeypatch, [Coup(1), Coup(2, off=True), *[Coup(3)] * 20])
    asyncio.run(cup._one())
    planned = {STRATEGIES[name] for name in cup.plan.rehearsal.strategies or ()}
    assert played[:2] == [(1, planned), (2, {STRATEGIES["random"]})]
    assert len(asked) == 22
    assert pace.seconds == [], "a coup takes its own time"


@pytest.mark.parametrize(("behind", "first"), [(900, 660), (240, 0), (60, 0)])
def test_the_first_tournament_is_in_play_when_somebody_looks(
    desk: CommandService, monkeypatch: pytest.MonkeyPatch, behind: int, first: int
) -> None:
    cup, pace = cup_at(desk, behind)
    left: list[tuple[str, str]] = []
    monkeypatch.setattr(cup.people, "left", lambda *gone: left.append(gone))

    async def one() -> None:
        if cup.played == 2:
            raise StopError
        cup.stream = f"tournament/cup{cup.played}"
        cup.field = {name: Player(name, "flat", STRATEGIES["flat"]) for name in ("ann", "ben")}

    monkeypatch.setattr(cup, "_one", one)
    with pytest.raises(StopError):
        asyncio.run(cup.play())
    assert pace.seconds == [first, 90.0, 90.0]
    assert left == [
        (f"tournament/cup{number}", name) for number in (0, 1) for name in ("ann", "ben")
    ]
    # Where it failed, it goes on without another wait.
    with pytest.raises(StopError):
        asyncio.run(cup.play())
    assert len(pace.seconds) == 3


def until(
    cup: Cup, monkeypatch: pytest.MonkeyPatch, seen: Callable[[RehearsalDriver, Step], bool]
) -> RehearsalDriver:
    """Play until a step is due that is waited for; return the house as it stands then."""
    houses: list[RehearsalDriver] = []

    def next_one(house: RehearsalDriver, plan: Plan, names: list[str], _: object) -> Step | None:
        step = usual_step(house, plan, names, cup.random.randrange)
        assert step is not None
        if seen(house, step):
            houses.append(house)
            raise StopError
        return step

    monkeypatch.setattr(tournament, "usual_step", next_one)
    with pytest.raises(StopError):
        asyncio.run(cup._one())
    return houses[0]


def small_plan(rulebook: str, folder: Path) -> Plan:
    """Return the conditions that are proposed under a rulebook, for eight entrants."""
    file = folder / f"{rulebook}.toml"
    wanted = ["entrants_max=8", "rounds=heats 2 tables 1 on; final 1 tables", "prizes=100%"]
    given = [word for one in (*wanted, "start=2026-09-21 14:00") for word in ("--set", one)]
    assert punto(["tournament", "new", rulebook, str(file), "--defaults", *given]) == 0
    return read_plan(file.read_text(encoding="utf-8"))


# A rulebook, and whether wagers are asked for one by one; without a name it is the demo's own.
BOOKS = [(None, False), ("act-2015", True), ("tas-2018", False)]
NO_VISITORS = Visitors(frozenset(), lambda _: False)


def first_coup(
    rulebook: str | None, desk: CommandService, place: Path, monkeypatch: pytest.MonkeyPatch
) -> tuple[Cup, Slept, RehearsalDriver, int]:
    """Play until the first coup; return who plays, the house and the table as they stand then."""
    if rulebook is not None:
        plan = small_plan(rulebook, place)
        monkeypatch.setattr(tournament, "cup_plan", lambda: plan)
    cup, pace = cup_at(desk)
    house = until(cup, monkeypatch, lambda _, step: isinstance(step, Coup))
    return cup, pace, house, min(house.driver.tournament.tables)


def wagered(acts: Acts) -> list[str]:
    """Return who puts a wager on the layout, in order."""
    return [
        actor.name
        for actor, command in acts
        if isinstance(command, AtTable) and isinstance(command.command, PlaceWager)
    ]


@pytest.mark.parametrize(("rulebook", "asked"), BOOKS)
def test_a_coup_is_tried_before_anybody_does_anything(
    rulebook: str | None,
    asked: bool,
    desk: CommandService,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cup, _, house, number = first_coup(rulebook, desk, tmp_path, monkeypatch)
    before = len(house.driver.log)
    acts = coming(house, number, cup.field, Random(1).randrange, NO_VISITORS)
    assert len(house.driver.log) == before, "it is only tried"
    names = [one.name for one in house.driver.tournament.tables[number].patrons]
    assert sorted(wagered(acts)) == sorted(names)
    # Where wagers are asked for, the marker is set first, and everybody is asked once.
    calls = [
        type(command) for _, command in acts if isinstance(command, SetStartingMarker | AskWager)
    ]
    assert calls == ([SetStartingMarker, *[AskWager] * len(names)] if asked else [])
    assert acts[-1][1] == AtTable(number, Discard())


def test_entrants_can_be_taken_over_once_all_have_signed(
    desk: CommandService, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup, _ = cup_at(desk)
    people = cup.people

    def sat() -> set[str]:
        return {name for name in cup.field if people.patron(cup.stream, name)}

    def seen(house: RehearsalDriver, step: Step) -> bool:
        if house.driver.tournament.session is None:
            assert not sat(), "nobody is anybody's to take over before"
        return isinstance(step, Coup)

    house = until(cup, monkeypatch, seen)
    assert sat() == set(cup.field)
    assert cup._secrets == {}
    [lead] = house.driver.tournament.floor.leaders
    title = next(one for one in people.everybody() if one.name == lead).title
    assert title is not None, "whoever leads is somebody of the house"
    for name in sorted(cup.field)[:2]:
        member = people.patron(cup.stream, name)
        assert member is not None
        assert (member.tournament, member.what) == ("cup1", "plays in the tournament")
        known = asyncio.run(people.become(name, "cup1", None))
        assert patrons.known(desk.log.backend, known.secret).name == name


@pytest.mark.parametrize(("rulebook", "asked"), BOOKS)
def test_a_visitor_in_a_tournament_is_waited_for_and_then_not(
    rulebook: str | None,
    asked: bool,
    desk: CommandService,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cup, pace, house, number = first_coup(rulebook, desk, tmp_path, monkeypatch)
    clock = desk.clock_ms
    assert isinstance(clock, Clock)
    order = wagered(coming(house, number, cup.field, Random(1).randrange, NO_VISITORS))
    visitor = order[1]
    assert not cup._waits(visitor), "nobody waits for people who are made up"
    asyncio.run(cup.people.become(visitor, "cup1", None))
    assert [cup._is_visitor(name) for name in (visitor, order[0], "nobody")] == [True, False, False]

    def coup() -> bool:
        pace.seconds.clear()
        return asyncio.run(cup._coup(house, number, cup.field))

    assert coup() is True
    placed = [one.patron for one in house.driver.tournament.tables[number].wagers]
    assert placed == order[:1], "whoever comes before has wagered"
    assert len(pace.seconds) > 1
    for _ in range(2):
        version = len(house.driver.log)
        assert coup() is True
        assert (len(house.driver.log), pace.seconds) == (version, [0.5])
        clock.ms += 12 * SECOND
    clock.ms = NOW_MS + 25 * SECOND - 1
    assert cup._waits(visitor)
    clock.ms = NOW_MS + 25 * SECOND
    assert not cup._waits(visitor)
    house.at = clock.ms // SECOND
    coups = house.driver.tournament.tables[number].count.coups
    assert coup() is True
    assert house.driver.tournament.tables[number].count.coups == coups + 1
    tags = [one.event.tag() for one in house.driver.log]
    assert tags.count("wager_asked") == (len(order) if asked else 0)
    # A new step gives a visitor their time again.
    assert cup._waits(visitor)


def test_a_visitor_wagers_openly_and_others_see_what_lies_there(
    desk: CommandService, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup, _ = cup_at(desk)
    house = until(cup, monkeypatch, lambda _, step: isinstance(step, Coup))
    number = min(house.driver.tournament.tables)
    names = [one.name for one in house.driver.tournament.tables[number].patrons]
    saw: dict[str, set[str]] = {}

    def secretly(seen: EntrantView, _: object) -> PlannedWager:
        saw[seen.name] = set(seen.laid)
        return PlannedWager("banker", seen.minimum_cents, secret=seen.name != openly)

    visitor, openly = names[0], names[1]
    field = {name: Player(name, "x", secretly) for name in names}
    acts = coming(
        house,
        number,
        field,
        Random(1).randrange,
        Visitors(frozenset({visitor}), lambda _: False),
    )
    forms = {actor.name for actor, command in acts if isinstance(command, HandInForm)}
    laid = wagered(acts)
    assert forms == set(names) - {visitor, openly}, "nobody signs for a visitor"
    assert set(laid) == {visitor, openly}
    order = list(saw)
    for name in names:
        before = order[: order.index(name)]
        assert saw[name] == {one for one in before if one in laid}, "a form shows nothing"


def test_a_coup_that_cannot_go_on_is_done_as_far_as_it_goes(
    desk: CommandService, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    cup, _ = cup_at(desk)
    house = until(cup, monkeypatch, lambda _, step: isinstance(step, Coup))
    number = min(house.driver.tournament.tables)

    def nonsense(*_: object) -> PlannedWager:
        return PlannedWager("fly", 1)

    field = {name: Player(name, "x", nonsense) for name in cup.field}
    caplog.set_level(logging.DEBUG, "punto.demo")
    acts = coming(house, number, field, Random(1).randrange, NO_VISITORS)
    assert all(not isinstance(getattr(one, "command", None), PlaceWager) for _, one in acts)
    [record] = caplog.records
    assert record.getMessage().startswith(f"tournament table {number}: under_minimum $0.01 on fly ")


def test_a_step_that_is_refused_in_a_coup_ends_it_for_now(
    desk: CommandService, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup, pace = cup_at(desk)
    scripted(monkeypatch, [None])
    asyncio.run(cup._one())
    fine, refused = accepted(cup), REFUSED
    acts = [(one.actor, one.command) for one in (fine, refused, fine)]
    monkeypatch.setattr(tournament, "coming", lambda *_: acts)
    house = RehearsalDriver(cup._contest, 0)
    assert asyncio.run(cup._coup(house, 1, cup.field)) is False
    assert pace.seconds == [0.5, 0.5]


@pytest.mark.parametrize(
    ("command", "seconds"),
    [
        (AtTable(1, Draw()), 0.7),
        (AtTable(1, PlaceWager("banker", 10_000)), 0.9),
        (BeginSession(), 4.0),
        (EndSession(), 4.0),
        (ConfirmPlacings(), 4.0),
        (DrawBallot("seed"), 4.0),
        (PublishConditions(), 0.5),
    ],
)
def test_some_steps_take_longer_than_others(command: TournamentCommand, seconds: float) -> None:
    assert Cup._seconds(command) == seconds


def test_staff_act_under_their_own_names_and_a_no_is_written_down(
    desk: CommandService, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    cup, _ = cup_at(desk)
    scripted(monkeypatch, [None])
    asyncio.run(cup._one())
    title = cup._leads()
    somebody = cup.people.staff(CUP, cup.plan.rulebook, title).name
    act = accepted(cup)
    assert asyncio.run(cup._act(act.actor, act.command)) is True
    last = cup._contest.log[-1].envelope
    assert (last.actor, last.title) == (somebody, title)
    assert somebody != title
    caplog.set_level(logging.DEBUG, "punto.demo")
    assert asyncio.run(cup._act(Actor("ann", PATRON), EndSession())) is False
    [record] = caplog.records
    assert record.levelno == logging.DEBUG
    text = record.getMessage()
    assert text.startswith("tournament/cup1: ann EndSession(): not_entitled "), text
    caplog.clear()

    async def broken(*_: object) -> None:
        raise Locked("somebody else holds it")

    monkeypatch.setattr(cup.desk, "act", broken)
    assert asyncio.run(cup._act(act.actor, act.command)) is False
    [record] = caplog.records
    assert (record.levelname, record.getMessage()) == (
        "WARNING",
        "tournament/cup1: somebody else holds it",
    )


def test_what_keeps_a_tournament_from_being_set_up_is_told(
    desk: CommandService, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup, _ = cup_at(desk)

    async def broken(*_: object) -> None:
        raise Malformed("it cannot be", code=ErrorCode.INCOMPLETE)

    monkeypatch.setattr(cup.desk, "open_tournament", broken)
    with pytest.raises(Malformed, match="it cannot be"):
        asyncio.run(cup._one())
    assert cup.stream == "tournament/cup1"


def test_a_dealer_of_the_tournament_has_a_name_there(
    desk: CommandService, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup, _ = cup_at(desk)
    cup.people.hire("t1", cup.plan.rulebook)
    sent: list[Actor] = []

    async def act(_: str, by: Actor, __: bytes) -> None:
        sent.append(by)

    monkeypatch.setattr(cup.desk, "act", act)
    assert asyncio.run(cup._act(Actor(DEALER, DEALER), EndSession()))
    assert asyncio.run(cup._act(Actor("ann", PATRON), EndSession()))
    dealer = cup.people.staff(CUP, cup.plan.rulebook, DEALER)
    assert dealer.table == CUP
    assert sent == [Actor(dealer.name, DEALER), Actor("ann", PATRON)]


def test_whoever_leads_is_appointed_by_name(
    desk: CommandService, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup, _ = cup_at(desk)
    sent: list[tuple[str, bytes]] = []
    cup.stream = "tournament/cup1"

    async def act(_: str, by: Actor, text: bytes) -> None:
        sent.append((by.name, text))

    monkeypatch.setattr(cup.desk, "act", act)
    title = cup._leads()
    name = cup.people.staff(CUP, cup.plan.rulebook, title).name
    assert asyncio.run(cup._act(Actor(title, title), AppointLead(title)))
    [(by, text)] = sent
    assert by == name
    assert f'"name":"{name}"'.encode() in text
