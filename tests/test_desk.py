"""The desk: what was answered is kept, once; the same cards come after a stop; races end clean."""

import asyncio
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace
from support.editions import DEALING
from support.service_fixture import (
    ANN,
    DEAN,
    FLOAT,
    OLGA,
    Clock,
    close,
    coup,
    desk_at,
    say,
    seated,
    wanted,
)

from punto import codec
from punto.aggregate.actor import Actor
from punto.cards import format_cards
from punto.clause import Malformed, Refused
from punto.driver.driver import ONLY
from punto.house.draw.entries import EnterPromotion
from punto.house.terms.publishing import DraftPromotion
from punto.rulebook.elect_table import with_sign
from punto.rulebook.elections import Elections
from punto.rulebook.load import load
from punto.server.house_lookups import HouseReader
from punto.server.open_stream import OpenStream
from punto.server.virtual_shoes import sealed_order
from punto.server.virtual_shoes.encryption import read_key
from punto.shoe import Stage
from punto.store.errors import KeyReused
from punto.store.log import Log
from punto.table.cards.checking import VerifyCards
from punto.table.cards.cutting import Cut
from punto.table.cards.preparation import CheckCards, Shuffle
from punto.table.deal.drawing import CardDrawn, Draw
from punto.table.deal.settling import CollectLosers
from punto.table.opening.creation import GameInPlay
from punto.table.seats.buying import BuyChips
from punto.table.wagers.betting import OpenBetting
from punto.table.wagers.placing import PlaceWager
from punto.tournament.conduct.lead import AppointLead, Attend
from punto.tournament.seating.table_designation import DesignateTable


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path


def chips(live: OpenStream) -> int:
    table = live.aggregate.state
    held = sum(patron.chips_cents for patron in table.patrons)
    return int(held + table.layout_cents + table.ledger.float_cents)


@pytest.mark.parametrize("name", DEALING)
def test_a_table_is_what_its_log_says_whichever_desk_opens_it(name: str, place: Path) -> None:
    async def play() -> None:
        desk = desk_at(place)
        live = await seated(desk, name)
        for _ in range(3):
            await coup(desk)
        desk.log.close()
        again = desk_at(place)
        opened = await again.live("t1")
        assert opened.aggregate.state == live.aggregate.state
        assert opened.version == live.version
        assert opened.orders == live.orders
        assert chips(opened) == FLOAT
        await coup(again)
        again.log.close()

    asyncio.run(play())


@pytest.mark.parametrize("name", DEALING)
def test_a_running_coup_goes_on_with_the_same_cards_after_a_stop(name: str, place: Path) -> None:
    async def play() -> None:
        desk = desk_at(place)
        live = await seated(desk, name)
        order = [str(card) for card in live.orders[ONLY][-1].sealed.cards]
        start = live.aggregate.state.shoe.drawn
        await say(desk, DEAN, OpenBetting())
        await say(desk, ANN, PlaceWager("player", 10_000))
        await close(desk)
        came = []
        for _ in range(2):
            answer = await say(desk, DEAN, Draw())
            came += [str(event.card) for event in answer.events if isinstance(event, CardDrawn)]
        desk.log.close()
        again = desk_at(place)
        came += await coup(again)
        assert came == order[start : start + len(came)]
        again.log.close()

    asyncio.run(play())


def test_the_same_key_gets_the_first_answer_and_does_nothing_again(place: Path) -> None:
    async def play() -> None:
        desk = desk_at(place)
        live = await seated(desk, "nsw-2024")
        await say(desk, DEAN, OpenBetting())
        first = await say(desk, ANN, PlaceWager("player", 10_000), "k1")
        version = live.version
        again = await say(desk, ANN, PlaceWager("player", 10_000), "k1")
        assert again.repeated
        assert (again.first, again.last, again.events) == (first.first, first.last, first.events)
        assert live.version == version
        # Also once what was asked could no longer be done.
        await say(desk, DEAN, Draw())
        later = await say(desk, ANN, PlaceWager("player", 10_000), "k1")
        assert (later.first, later.repeated) == (first.first, True)
        with pytest.raises(KeyReused):
            await say(desk, ANN, PlaceWager("banker", 10_000), "k1")
        desk.log.close()

    asyncio.run(play())


def test_the_same_key_in_parallel_is_carried_out_once(place: Path) -> None:
    async def play() -> None:
        desk = desk_at(place)
        live = await seated(desk, "nsw-2024")
        await say(desk, DEAN, OpenBetting())
        wager = PlaceWager("player", 10_000)
        answers = await asyncio.gather(*(say(desk, ANN, wager, "k1") for _ in range(20)))
        assert len({answer.first for answer in answers}) == 1
        assert sum(not answer.repeated for answer in answers) == 1
        assert [bet.stake_cents for bet in live.aggregate.state.wagers] == [10_000]
        desk.log.close()

    asyncio.run(play())


def test_two_desks_on_one_table_lose_and_repeat_nothing(place: Path) -> None:
    async def play() -> None:
        one, two = desk_at(place), desk_at(place)
        await seated(one, "nsw-2024")
        await say(one, DEAN, OpenBetting())
        stakes = Random(1).sample(range(1, 40), 20)
        asked = [
            say(desk, ANN, PlaceWager("player", 100 * stake))
            for desk, stake in zip([one, two] * 10, stakes, strict=True)
        ]
        answers = await asyncio.gather(*asked)
        versions = [
            version for answer in answers for version in range(answer.first, answer.last + 1)
        ]
        assert len(set(versions)) == len(versions)
        await say(two, DEAN, Draw())
        live = await two.live("t1")
        assert sum(bet.stake_cents for bet in live.aggregate.state.wagers) == 100 * sum(stakes)
        with pytest.raises(Refused):
            await say(one, ANN, PlaceWager("player", 100))
        assert (await one.live("t1")).aggregate.state == live.aggregate.state
        one.log.close()
        two.log.close()

    asyncio.run(play())


def test_nothing_refused_or_malformed_changes_anything(place: Path) -> None:
    async def play() -> None:
        desk = desk_at(place)
        live = await seated(desk, "tas-2018")
        before = live.version, live.aggregate.state, live.orders
        for by, command in (
            (ANN, Draw()),
            (DEAN, CollectLosers()),
            (ANN, BuyChips("ann", -5)),
        ):
            with pytest.raises((Refused, Malformed)):
                await say(desk, by, command)
        for text in (b"", b"{}", b'{"type":"fly"}', b"[" * 10_000, b'{"type":"draw","card":7}'):
            with pytest.raises(Malformed):
                await desk.act("t1", DEAN, text)
        with pytest.raises(Malformed) as no:
            await say(desk, DEAN, Draw(card=live.orders[ONLY][-1].sealed.cards[9]))
        assert no.value.code == "card_named"
        with pytest.raises(Malformed):
            await say(desk, DEAN, OpenBetting(), stream="elsewhere")
        with pytest.raises(Malformed):
            await desk.open_table("t1", wanted("tas-2018"), OLGA)
        assert (live.version, live.aggregate.state, live.orders) == before
        desk.log.close()

    asyncio.run(play())


def orders_in(log: Log) -> str:
    return "".join(one.payload.decode() for one in log.after(0, 10_000))


def test_an_order_is_sealed_until_the_cards_are_mixed_and_then_shown(place: Path) -> None:
    async def play() -> None:
        desk = desk_at(place)
        await desk.open_table("t1", wanted("nsw-2024", ready=False), OLGA)
        live = await desk.live("t1")
        sue, seen = Actor("sue", "casino_supervisor"), set[str]()
        await say(desk, sue, CheckCards())
        await say(desk, sue, VerifyCards(416))
        await say(desk, DEAN, Shuffle())
        first = live.orders[ONLY][-1]
        await say(desk, sue, Cut(at=100))
        cut = live.orders[ONLY][-1]
        assert cut.sealed.cards == first.sealed.cards[100:] + first.sealed.cards[:100]
        # What lay there before the cut would tell what lies there now.
        for order in live.orders[ONLY]:
            text = format_cards(order.sealed.cards)
            seen.add(text)
            assert text not in orders_in(desk.log)
        events = [sealed_order.read(one.payload) for one in desk.log.read("t1/shoe")]
        fixed = {one.number: one for one in events if isinstance(one, sealed_order.ShoeSealed)}
        shown = [one for one in events if isinstance(one, sealed_order.ShoeRevealed)]
        assert [one.number for one in shown] == [1], "new packs lie in their order"
        assert all(sealed_order.matches(fixed[one.number], one) for one in shown)
        assert not sealed_order.matches(fixed[2], shown[0])
        desk.log.close()

    asyncio.run(play())


def test_another_key_opens_nothing_and_says_so(place: Path) -> None:
    async def play() -> None:
        desk = desk_at(place)
        await seated(desk, "act-2015")
        desk.log.close()
        (place / "key").rename(place / "old")
        again = desk_at(place)
        with pytest.raises(Malformed) as no:
            await again.live("t1")
        assert no.value.code == "other_key"
        again.log.close()

    asyncio.run(play())


def test_a_key_that_others_may_read_is_not_used(place: Path) -> None:
    read_key(place / "key")
    (place / "key").chmod(0o644)
    with pytest.raises(Malformed) as no:
        read_key(place / "key")
    assert no.value.code == "key_not_private"


def test_a_clock_that_jumps_back_does_not_turn_time_round(place: Path) -> None:
    async def play() -> None:
        clock = Clock()
        desk = desk_at(place, clock)
        await seated(desk, "nsw-2024")
        await say(desk, DEAN, OpenBetting())
        clock.ms -= 10**9
        await say(desk, ANN, PlaceWager("player", 10_000))
        desk.log.close()
        clock.ms -= 10**9
        again = desk_at(place, clock)
        await say(again, ANN, PlaceWager("player", 10_000))
        times = [one.time_ms for one in again.log.read("t1")]
        assert times == sorted(times), "nor does a desk that opens the table later"
        again.log.close()

    asyncio.run(play())


def test_listeners_hear_every_event_once_and_a_slow_one_is_let_go(place: Path) -> None:
    async def play() -> None:
        desk = desk_at(place)
        await seated(desk, "nsw-2024")
        listener, slow = desk.feeds.listen("t1"), desk.feeds.listen("t1")
        slow.waiting = asyncio.Queue(2)
        begun = (await desk.live("t1")).version
        await coup(desk)
        heard: list[int] = []
        while not listener.waiting.empty():
            notes = await listener.next()
            assert notes is not None
            heard += [note.version for note in notes]
        assert heard == list(range(begun + 1, (await desk.live("t1")).version + 1))
        assert slow.cut
        assert await slow.next() is not None
        assert await slow.next() is not None
        assert await slow.next() is None
        desk.log.close()

    asyncio.run(play())


def test_a_house_takes_an_entry_for_a_wager_that_its_own_stream_tells(place: Path) -> None:
    async def play() -> None:
        desk = desk_at(place)
        await seated(desk, "nsw-2024")
        await say(desk, DEAN, OpenBetting())
        placed = await say(desk, ANN, PlaceWager("player", 10_000))
        await desk.open_house("house", "nsw-2024", "Harbour", "Australia/Sydney", OLGA)
        text = codec.encode(DraftPromotion("Winter"))
        await desk.act("house", OLGA, text)
        entry = EnterPromotion(1, "ann", eligible=True, stream="t1", version=placed.first)
        with pytest.raises(Malformed) as no:
            await desk.act("house", ANN, codec.encode(entry))
        assert no.value.code == "not_now", "it has not started; the wager itself was found"
        live = await desk.live("house")
        state = live.aggregate.state
        beside = HouseReader(desk.log)
        [made] = beside.wagers(entry).values()
        assert (made.person, made.cents) == ("ann", 10_000)
        for version in (0, 1, 10**6):
            assert beside.wagers(replace(entry, version=version)) == {}
        assert beside.wagers(DraftPromotion("Winter")) == {}
        desk.log.close()
        again = desk_at(place)
        assert (await again.live("house")).aggregate.state == state
        assert desk.feeds is not again.feeds
        again.log.close()

    asyncio.run(play())


def test_a_tournament_has_a_sealed_shoe_for_each_of_its_tables(place: Path) -> None:
    async def play() -> None:
        desk = desk_at(place)
        edition = load("nsw-2024")
        elections = with_sign(edition, Elections(settlement=edition.settlement.schemes.value[0]))
        await desk.open_tournament("cup", "nsw-2024", "Autumn", elections, OLGA)
        lead = Actor("theo", "tournament_manager")
        await desk.act("cup", OLGA, codec.encode(AppointLead("theo", "licensed_person")))
        await desk.act("cup", lead, codec.encode(Attend()))
        claimed = DesignateTable(3, GameInPlay(Stage.READY, 416))
        with pytest.raises(Malformed):
            await desk.act("cup", lead, codec.encode(claimed))
        for number in (1, 2):
            await desk.act("cup", lead, codec.encode(DesignateTable(number)))
        live = await desk.live("cup")
        assert set(live.orders) == {"1", "2"}
        assert live.orders["1"][-1].sealed != live.orders["2"][-1].sealed
        for orders in live.orders.values():
            assert format_cards(orders[-1].sealed.cards) not in orders_in(desk.log)
        assert desk.log.stream("cup/1/shoe") is not None
        state, orders_now = live.aggregate.state, live.orders
        desk.log.close()
        again = desk_at(place)
        opened = await again.live("cup")
        assert (opened.aggregate.state, opened.orders) == (state, orders_now)
        again.log.close()

    asyncio.run(play())
