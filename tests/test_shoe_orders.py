"""Virtual shoes: shown when they are over and not before, dealt as fixed, found out where not."""

import asyncio
import json
import math
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from secrets import randbelow

import numpy as np
import pytest
from msgspec.structs import replace
from support.editions import DEALING
from support.service_fixture import ANN, DEAN, OLGA, coup, desk_at, say, seated

from punto import codec
from punto.aggregate.actor import Actor
from punto.cards import DECK, Card, format_cards
from punto.clause import Malformed, Refused
from punto.cli.main import run
from punto.driver.driver import ONLY
from punto.rulebook.elect_table import with_sign
from punto.rulebook.elections import Elections
from punto.rulebook.load import load
from punto.server.command_service import CommandService
from punto.server.virtual_shoes import sealed_order
from punto.server.virtual_shoes.lifecycle import ShoeState
from punto.server.virtual_shoes.verification import verify_shoes
from punto.shoe import RandBelow, shuffled
from punto.store.address import open_log
from punto.store.log import Log
from punto.store.records import Append, CommandMetadata, Fresh, StoredEvent
from punto.store.verify import VerificationFault
from punto.table.cards.preparation import NewShoe, Shuffle
from punto.table.cards.replacement import ReplaceCards
from punto.table.deal.drawing import Draw
from punto.table.errors.pack_errors import VoidShoe
from punto.table.wagers.betting import OpenBetting
from punto.table.wagers.placing import PlaceWager
from punto.tournament.conduct.lead import AppointLead, Attend
from punto.tournament.entry.withdrawal import CancelTournament
from punto.tournament.seating.table_designation import DesignateTable
from punto.tournament.undo_step import UndoStep

SUE = Actor("sue", "casino_supervisor")
THEO = Actor("theo", "tournament_manager")


def told(log: Log, stream: str = "t1/shoe") -> list[sealed_order.ShoeEvent]:
    return [sealed_order.read(one.payload) for one in log.read(stream)]


def shown(log: Log) -> list[int]:
    return [one.number for one in told(log) if isinstance(one, sealed_order.ShoeRevealed)]


@pytest.mark.parametrize("name", DEALING)
def test_an_order_is_shown_when_its_cards_are_taken_out(name: str, tmp_path: Path) -> None:
    async def play() -> None:
        desk = desk_at(tmp_path)
        live = await seated(desk, name)
        for _ in range(3):
            await coup(desk)
        order = live.orders[ONLY][-1].sealed
        assert shown(desk.log) == []
        await say(desk, DEAN, NewShoe())
        assert shown(desk.log) == [1]
        event = told(desk.log)[-1]
        assert isinstance(event, sealed_order.ShoeRevealed)
        assert event.order == format_cards(order.cards)
        assert list(verify_shoes(desk.log)) == []
        desk.log.close()
        again = desk_at(tmp_path)
        opened = await again.live("t1")
        assert opened.shoes == live.shoes
        assert opened.shoes[ONLY].shown
        assert opened.aggregate.shoes == live.aggregate.shoes, "they are still virtual"
        with pytest.raises(Malformed) as no:
            await say(again, DEAN, Draw(card=DECK[0]))
        assert no.value.code == "card_named"
        # The next order is a secret again.
        await say(again, DEAN, Shuffle())
        assert not opened.shoes[ONLY].shown
        assert opened.orders[ONLY][-1].number == 2
        assert shown(again.log) == [1]
        again.log.close()

    asyncio.run(play())


def test_a_shoe_that_is_void_is_shown_and_dealt_no_more(tmp_path: Path) -> None:
    async def play() -> None:
        desk = desk_at(tmp_path)
        live = await seated(desk, "nsw-2024")
        await coup(desk)
        void = VoidShoe("the order was seen", "breach_report")
        await say(desk, SUE, void)
        assert shown(desk.log) == [1]
        assert live.shoes[ONLY].shown
        await say(desk, DEAN, OpenBetting())
        await say(desk, ANN, PlaceWager("player", 10_000))
        with pytest.raises((Malformed, Refused)):
            await say(desk, DEAN, Draw())
        assert list(verify_shoes(desk.log)) == []
        desk.log.close()

    asyncio.run(play())


def test_cards_that_are_replaced_are_shown_and_the_new_ones_lie_in_no_known_order(
    tmp_path: Path,
) -> None:
    async def play() -> None:
        desk = desk_at(tmp_path)
        live = await seated(desk, "nsw-2024")
        await coup(desk)
        await say(desk, SUE, ReplaceCards(back="blue", unfit=True))
        assert shown(desk.log) == [1]
        lie = live.aggregate.shoes[ONLY].cards
        assert sorted(map(str, lie)) == sorted(map(str, DECK * 8))
        assert lie != DECK * 8, "they may have come shuffled and be dealt as they lie"
        assert not live.shoes[ONLY].shown
        assert list(verify_shoes(desk.log)) == []
        desk.log.close()

    asyncio.run(play())


def test_an_order_that_was_shown_is_dealt_from_by_nobody(tmp_path: Path) -> None:
    async def play() -> None:
        desk = desk_at(tmp_path)
        live = await seated(desk, "nsw-2024")
        await say(desk, DEAN, OpenBetting())
        await say(desk, ANN, PlaceWager("player", 10_000))
        kept = live.shoes[ONLY]
        live.shoes = {ONLY: ShoeState(kept.version, kept.number, kept.cards, ())}
        before = live.version
        with pytest.raises(Malformed) as no:
            await say(desk, DEAN, Draw())
        assert no.value.code == "shoe_shown"
        assert live.version == before
        desk.log.close()

    asyncio.run(play())


async def cup(desk: CommandService) -> None:
    """Set a tournament up, with somebody who leads it."""
    edition = load("nsw-2024")
    elections = with_sign(edition, Elections(settlement=edition.settlement.schemes.value[0]))
    await desk.open_tournament("cup", "nsw-2024", "Autumn", elections, OLGA)
    await desk.act("cup", OLGA, codec.encode(AppointLead("theo", "licensed_person")))
    await desk.act("cup", THEO, codec.encode(Attend()))


def test_a_table_that_is_taken_back_shows_its_shoe_also_by_another_process(tmp_path: Path) -> None:
    async def play() -> None:
        desk, other = desk_at(tmp_path), desk_at(tmp_path)
        await cup(desk)
        await other.live("cup")
        designated = codec.encode(DesignateTable(1))
        await desk.act("cup", THEO, designated)
        first = (await desk.live("cup")).orders["1"][-1]
        undo = codec.encode(UndoStep("the wrong table"))
        # The other one has not heard of the table, and still takes back the right step.
        await other.act("cup", THEO, undo)
        live = await other.live("cup")
        assert live.aggregate.state.tables == {}
        assert [type(one) for one in told(desk.log, "cup/1/shoe")] == [
            sealed_order.ShoeSealed,
            sealed_order.ShoeRevealed,
        ]
        # Laid out again it has other cards, also where nobody remembers the first ones.
        third = desk_at(tmp_path)
        await third.act("cup", THEO, designated)
        again = (await third.live("cup")).orders["1"][-1]
        assert (first.number, again.number) == (1, 2)
        assert first.sealed != again.sealed
        await third.act("cup", THEO, undo)
        fourth = desk_at(tmp_path)
        with pytest.raises(Malformed):
            await fourth.act("cup", THEO, undo)
        assert list(verify_shoes(desk.log)) == []
        for one in (desk, other, third, fourth):
            one.log.close()

    asyncio.run(play())


def test_a_step_that_was_not_kept_is_not_what_is_taken_back(tmp_path: Path) -> None:
    async def play() -> None:
        desk, other = desk_at(tmp_path), desk_at(tmp_path)
        await cup(desk)
        await desk.act("cup", THEO, codec.encode(DesignateTable(1)))
        await other.live("cup")
        await desk.act("cup", THEO, codec.encode(DesignateTable(2)))
        # Decided on an old state, it fails first, is decided anew, and is then the last step.
        await other.act("cup", THEO, codec.encode(DesignateTable(3)))
        await other.act("cup", THEO, codec.encode(UndoStep("not that one")))
        live = await other.live("cup")
        assert set(live.aggregate.state.tables) == {1, 2}
        assert set(live.aggregate.shoes) == {"1", "2"}
        await desk.follow("cup", live.version)
        here = await desk.live("cup")
        assert (here.version, here.aggregate.state) == (live.version, live.aggregate.state)
        assert (here.aggregate.shoes, here.shoes) == (live.aggregate.shoes, live.shoes)
        desk.log.close()
        other.log.close()

    asyncio.run(play())


def test_a_tournament_that_is_cancelled_shows_every_shoe(tmp_path: Path) -> None:
    async def play() -> None:
        desk = desk_at(tmp_path)
        await cup(desk)
        for number in (1, 2):
            await desk.act("cup", THEO, codec.encode(DesignateTable(number)))
        await desk.act("cup", OLGA, codec.encode(CancelTournament("no entries")))
        for number in (1, 2):
            assert isinstance(told(desk.log, f"cup/{number}/shoe")[-1], sealed_order.ShoeRevealed)
        assert list(verify_shoes(desk.log)) == []
        desk.log.close()

    asyncio.run(play())


def rewritten(place: Path, change: str) -> set[VerificationFault]:
    """Deal a shoe to its end, tell it otherwise in another store, and return what is found."""
    found: set[VerificationFault] = set()

    async def play() -> None:
        desk = desk_at(place)
        await seated(desk, "nsw-2024")
        await coup(desk)
        await say(desk, DEAN, NewShoe())
        await say(desk, DEAN, Shuffle())
        with open_log(place / "other.db") as other:
            for stream in ("t1", "t1/shoe"):
                for one in changed(list(desk.log.read(stream)), change):
                    act = CommandMetadata(actor=one.actor, title=one.title, time_ms=one.time_ms)
                    version = other.stream(stream)
                    append = Append(
                        stream=stream,
                        kind=one.kind,
                        expected=version.version if version else 0,
                        events=(Fresh(one.type, one.payload),),
                        act=act,
                        rulebook=one.rulebook,
                    )
                    other.append(append).result()
            found.update(finding.fault for finding in verify_shoes(other))
        desk.log.close()

    asyncio.run(play())
    return found


def changed(events: list[StoredEvent], change: str) -> Iterator[StoredEvent]:
    """Yield events with one thing told otherwise."""
    for one in events:
        payload = json.loads(one.payload)
        if one.type == "shoe_revealed":
            if change == "withheld":
                continue
            cards = payload["order"].split(" ")
            if change in ("swapped", "last"):
                here = 5 if change == "swapped" else len(cards) - 1
                there = next(at for at in range(200, 400) if cards[at] != cards[here])
                cards[here], cards[there] = cards[there], cards[here]
            elif change == "salt":
                payload["salt"] = "00" * 32
            elif change == "early":
                payload["at"] = 3
            elif change == "nonsense":
                cards[3] = "XX"
            payload["order"] = " ".join(cards)
        if one.type == "card_drawn" and change == "card":
            payload["card"] = "2C" if payload["card"] != "2C" else "3C"
        yield replace(one, payload=json.dumps(payload).encode())


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ("nothing", None),
        ("swapped", VerificationFault.WRONG_ORDER),
        ("last", VerificationFault.WRONG_ORDER),
        ("salt", VerificationFault.WRONG_ORDER),
        ("nonsense", VerificationFault.WRONG_ORDER),
        ("withheld", VerificationFault.WITHHELD),
        ("early", VerificationFault.EXPOSED),
        ("card", VerificationFault.OTHER_CARD),
    ],
)
def test_what_was_dealt_otherwise_than_it_was_fixed_is_named(
    change: str, fault: VerificationFault | None, tmp_path: Path
) -> None:
    assert rewritten(tmp_path, change) == ({fault} if fault else set())


def test_log_verify_names_a_wrong_reveal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rewritten(tmp_path, "swapped")
    assert run(["log", "verify", "--store", str(tmp_path / "house.db")]) == 0
    assert run(["log", "verify", "--store", str(tmp_path / "other.db")]) == 1
    said = " ".join(capsys.readouterr().out.split())
    assert "wrong_order t1/shoe version 2: order 1 is shown otherwise than it was fixed" in said


# The shuffle. One deck is shuffled 1,500 times, and counted three ways: which rank lies at each
# place (52 tests), which card lies where (one test over all places), which ranks are neighbours
# (one test over all pairs). Bonferroni: each of the m tests fails below ALPHA / m, so that all of
# them together fail a fair shuffle less than once in a million runs.
SHUFFLES, PLACES, ALPHA = 1_500, 52, 1e-6
RANKS = {rank: place for place, rank in enumerate("A23456789TJQK")}
CARDS = {card: RANKS[str(card)[0]] + 13 * "SHDC".index(str(card)[1]) for card in DECK}


def chance(counted: np.ndarray, due: np.ndarray, freedom: int) -> float:
    """Return how likely so large a chi-square is by chance (Wilson and Hilferty)."""
    statistic = float(((counted - due) ** 2 / due).sum())
    spread = 2 / (9 * freedom)
    z = ((statistic / freedom) ** (1 / 3) - (1 - spread)) / math.sqrt(spread)
    return 0.5 * math.erfc(z / math.sqrt(2))


def chances(source: RandBelow, shuffle: Callable[..., tuple[Card, ...]]) -> list[float]:
    """Return the chance of each of the tests of a shuffle of one deck."""
    where, pairs = np.zeros((PLACES, PLACES)), np.zeros((13, 13))
    for _ in range(SHUFFLES):
        cards = np.array([CARDS[card] for card in shuffle(DECK, source)])
        where[np.arange(PLACES), cards] += 1
        np.add.at(pairs, (cards[:-1] % 13, cards[1:] % 13), 1)
    by_rank = where.reshape(PLACES, 4, 13).sum(axis=1)
    found = [chance(row, np.full(13, SHUFFLES / 13), 12) for row in by_rank]
    found.append(chance(where, np.full_like(where, SHUFFLES / PLACES), 51 * 51))
    due = np.full((13, 13), SHUFFLES * 51 * (4 / 52) * (4 / 51))
    np.fill_diagonal(due, SHUFFLES * 51 * (4 / 52) * (3 / 51))
    found.append(chance(pairs, due, 168))
    return found


def is_fair(found: list[float]) -> bool:
    return min(found) > ALPHA / len(found)


def test_the_shuffle_has_no_bias_of_place_rank_or_neighbour() -> None:
    assert is_fair(chances(randbelow, shuffled))


def naive(cards: tuple[Card, ...], source: RandBelow) -> tuple[Card, ...]:
    """Swap every place with any place: the well-known wrong shuffle."""
    order = list(cards)
    for place in range(len(order)):
        other = source(len(order))
        order[place], order[other] = order[other], order[place]
    return tuple(order)


def sticky(cards: tuple[Card, ...], source: RandBelow) -> tuple[Card, ...]:
    """Shuffle well, then let some cards stay with the neighbour that they came with."""
    order = list(shuffled(cards, source))
    for place in range(0, len(order) - 1, 2):
        if source(12) == 0:
            same = [at for at, card in enumerate(order) if str(card)[0] == str(order[place])[0]]
            other = same[source(len(same))]
            order[place + 1], order[other] = order[other], order[place + 1]
    return tuple(order)


def short(cards: tuple[Card, ...], source: RandBelow) -> tuple[Card, ...]:
    """Never leave a card where it is: one off in the range."""
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        chosen = source(last)
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)


@pytest.mark.parametrize("wrong", [naive, sticky, short])
def test_a_planted_bias_is_found(wrong: Callable[..., tuple[Card, ...]]) -> None:
    assert not is_fair(chances(Random(1).randrange, wrong))


def test_a_fair_source_passes_every_time() -> None:
    assert all(is_fair(chances(Random(seed).randrange, shuffled)) for seed in range(5))
