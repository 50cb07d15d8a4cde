"""What is stored and sent is read back as it was; what cannot be read is named by what it is."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from msgspec import json
from support.random_table import opened

from punto import codec
from punto.aggregate.actor import Actor
from punto.aggregate.envelope import NO_ACTOR, in_envelopes
from punto.clause import Malformed
from punto.driver.tournament import new_tournament
from punto.house.creation import set_up
from punto.house.promotion_rules import house_rules
from punto.house.registry import replay
from punto.house.terms.publishing import DraftPromotion
from punto.rulebook.elections import Elections
from punto.rulebook.load import load
from punto.table.audience import Audience
from punto.table.deal.drawing import Draw
from punto.table.views.feed import hears
from punto.tournament.entry.disclosure import DeviceLetIn
from punto.tournament.seating.ballot import DrawBallot

RULEBOOK = "nsw-2024"
Reader = Callable[[bytes], Any]
# Each reader, what it reads, and something of that kind that lacks a part which it needs.
READERS: list[tuple[Reader, str, bytes]] = [
    (codec.read_event, "event", b'{"type":"wager_placed"}'),
    (codec.read_command, "command", b'{"type":"place_wager"}'),
    (codec.read_snapshot, "snapshot", b"{}"),
    (codec.read_tournament_event, "event", b'{"type":"device_let_in"}'),
    (codec.read_tournament_command, "command", b'{"type":"draw_ballot"}'),
    (codec.read_tournament_snapshot, "snapshot", b"{}"),
    (codec.read_house_event, "event", b'{"type":"house_set_up"}'),
    (codec.read_house_command, "command", b'{"type":"draft_promotion"}'),
    (codec.read_house_snapshot, "snapshot", b"{}"),
]


@pytest.mark.parametrize(
    ("read", "what", "text"), READERS, ids=[read.__name__ for read, _, _ in READERS]
)
def test_what_lacks_a_part_is_named_by_what_it_is(read: Reader, what: str, text: bytes) -> None:
    with pytest.raises(Malformed) as no:
        read(text)
    assert no.value.code == "unreadable"
    assert no.value.message.startswith(f"{what} needs "), no.value.message
    for nonsense in (b"", b"{", b"[]", b"3", b'{"type":"dance"}', b"\xff"):
        with pytest.raises(Malformed) as no:
            read(nonsense)
        assert no.value.code == "unreadable"


def test_commands_are_read_for_what_they_are_sent_to() -> None:
    every = {
        codec.read_command: Draw(),
        codec.read_tournament_command: DrawBallot("seed"),
        codec.read_house_command: DraftPromotion("Winter"),
    }
    for read, command in every.items():
        assert read(codec.encode(command)) == command
        for other in every.keys() - {read}:
            with pytest.raises(Malformed):
                other(codec.encode(command))


def test_events_and_states_are_read_back_as_they_were() -> None:
    game = opened(RULEBOOK, Random(1))
    assert codec.read_snapshot(codec.encode(game.table)) == game.table
    assert [codec.read_event(codec.encode(one)) for one in game.events] == game.events
    driver = new_tournament(RULEBOOK, "Cup", Elections(settlement="commission"))
    driver.follow(Actor("theo", "tournament_manager"), (DeviceLetIn(name="ann"),))
    assert codec.read_tournament_snapshot(codec.encode(driver.tournament)) == driver.tournament
    events = driver.events
    assert [codec.read_tournament_event(codec.encode(one)) for one in events] == events
    birth = set_up(house_rules(load(RULEBOOK)), "Harbour", "Australia/Sydney")
    house = replay(in_envelopes("house", "house", 0, NO_ACTOR, (birth,)))
    assert codec.read_house_snapshot(codec.encode(house)) == house
    assert codec.read_house_event(codec.encode(birth)) == birth


def test_a_reason_is_a_line_in_a_log_and_has_parts_where_people_are_shown_it() -> None:
    game = opened(RULEBOOK, Random(1))
    event = next(one for one in game.events if one.reasons)
    [reason, *_] = event.reasons
    assert json.decode(codec.encode(event))["reasons"][0] == reason.line
    heard = hears(event, Audience.SUPERVISOR, None)
    assert heard is not None
    told = json.decode(codec.show(heard))["reasons"]
    assert told[0] == {"text": reason.text, "clause": list(reason.clause)}
    with pytest.raises(Malformed, match="a text is wanted, not a number"):
        codec.read_event(codec.encode(event).replace(f'"{reason.line}"'.encode(), b"3"))
