"""What a step of a scenario may do, and how its words become elections and shoes."""

from typing import Any

import msgspec
from msgspec import Struct

from punto.cards import DECK, Card, parse_card
from punto.clause import Malformed, Refused
from punto.money import parse_dollars
from punto.rulebook.elect import Elections, TableRules
from punto.shoe import Shoe, Stage, check_composition, shoe_rules

REST = "..."
MARKER = "CUT"


class Command(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that a person at the table does."""


class CheckCards(Command, frozen=True):
    """A patron looks the cards over."""


class Shuffle(Command, frozen=True):
    """The cards are shuffled; in a scenario they keep the order it gives."""


class Cut(Command, frozen=True):
    """The cards in front of a place go to the back."""

    at: int


class Mark(Command, frozen=True):
    """The end-of-shoe card goes in, so many cards from the back."""

    behind: int


class Load(Command, frozen=True):
    """The cards go into the shoe or the device."""


class Burn(Command, frozen=True):
    """Cards are burned by one of the permitted procedures."""

    procedure: str
    approved_by: str | None = None


class AskBurned(Command, frozen=True):
    """A patron asks to see the card that was burned."""


class PlaceWager(Command, frozen=True):
    """A patron puts chips on a wager."""

    wager: str
    stake: int | str


class Deal(Command, frozen=True):
    """A coup is dealt and settled; ``cards`` says which cards the dealer claims to have drawn."""

    cards: str | None = None
    burn_missed: bool = False


class NewShoe(Command, frozen=True):
    """The cards are taken out to make the next shoe."""


COMMANDS: dict[str, type[Command]] = {
    "check_cards": CheckCards,
    "shuffle": Shuffle,
    "cut": Cut,
    "mark": Mark,
    "load": Load,
    "burn": Burn,
    "ask_burned": AskBurned,
    "place_wager": PlaceWager,
    "deal": Deal,
    "new_shoe": NewShoe,
}


def command(do: str, arguments: dict[str, Any]) -> Command:
    """Return the command that a step names."""
    kind = COMMANDS.get(do)
    if kind is None:
        raise Malformed(f"there is no command {do!r}", f"commands: {', '.join(COMMANDS)}")
    try:
        return msgspec.convert(arguments, kind)
    except msgspec.ValidationError as error:
        raise Malformed(f"{do}: {error}") from None


def elections(tree: dict[str, Any]) -> Elections:
    """Return the elections of a scenario, in which money is written in dollars."""
    cents = dict(tree)
    try:
        if "chips" in cents:
            chips = cents.pop("chips")
            cents["chips_cents"] = [parse_dollars(str(chip)) for chip in chips]
        if "maximum" in cents:
            cents["maximum_cents"] = parse_dollars(str(cents.pop("maximum")))
        return msgspec.convert(cents, Elections)
    except (msgspec.ValidationError, TypeError) as error:
        raise Malformed(f"elect: {error}") from None


def laid_out(rules: TableRules, text: str | None, stage: str) -> Shoe:
    """Return a shoe in a given order: ``9S 3D CUT KH ...``, the rest in the order of new packs."""
    if stage not in list(Stage):
        raise Malformed(f"there is no stage {stage!r}", f"stages: {', '.join(Stage)}")
    words = (text or REST).split()
    if words.count(REST) > 1 or words.count(MARKER) > 1:
        raise Malformed(f"a shoe has one {REST} and one {MARKER} at most")
    named = [parse_card(word) for word in words if word not in (REST, MARKER)]
    check_composition(rules, named, whole=False)
    uncut = shoe_rules(rules).uncut_sources
    if MARKER in words and uncut and rules.source in uncut.value:
        text = f"no cutting card lies in a {rules.source.replace('_', ' ')}"
        raise Refused("cut_not_permitted", uncut.clause, text)
    cards: list[Card] = []
    marker: int | None = None
    for word in words:
        if word == REST:
            cards += _rest(rules, named)
        elif word == MARKER:
            marker = len(cards)
        else:
            cards.append(parse_card(word))
    if marker is None and stage in (Stage.MARKED, Stage.LOADED, Stage.READY):
        marker = _default_marker(rules, len(cards))
    return Shoe(cards=tuple(cards), stage=Stage(stage), marker=marker)


def _rest(rules: TableRules, named: list[Card]) -> list[Card]:
    rest = list(DECK * rules.decks)
    for card in named:
        rest.remove(card)
    return rest


def _default_marker(rules: TableRules, size: int) -> int | None:
    shoe = shoe_rules(rules)
    uncut = shoe.uncut_sources
    if uncut and rules.source in uncut.value:
        return None
    return max(size - shoe.marker_behind.value, 0)
