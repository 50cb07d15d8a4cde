"""What a step of a scenario may do, and how its words become commands, elections and shoes."""

from collections.abc import Callable
from typing import Any, cast

import msgspec
from msgspec import Struct

from punto.cards import DECK, Card, parse_card
from punto.clause import Malformed, Refused
from punto.money import parse_dollars, parse_stake
from punto.rulebook.elect import Elections, TableRules
from punto.shoe import Shoe, Stage, check_composition, shoe_rules
from punto.table import commands as do
from punto.table.people import Actor
from punto.table.state import Limits, Table

REST = "..."
_MONEY = (
    "minimum",
    "maximum",
    "optional_minimum",
    "optional_maximum",
    "step",
    "cap",
    "area_maximum",
)
MARKER = "CUT"


Step = Callable[[Table, Actor, do.AnyCommand], Table]


class Macro(Struct, frozen=True, forbid_unknown_fields=True):
    """A step written for people: dollars instead of cents, oneself unless another is named."""

    def command(self, table: Table, by: str | None) -> do.AnyCommand:
        """Return what the step asks of the table."""
        raise AssertionError(self, table, by)


class Shuffle(Macro, frozen=True):
    """The cards are shuffled; in a scenario they keep the order it gives."""

    def command(self, table: Table, by: str | None) -> do.AnyCommand:
        """Return a shuffle into the order the cards are in."""
        del by
        return do.Shuffle(order=table.shoe.cards)


class PlaceWager(Macro, frozen=True):
    """A patron puts chips on a wager."""

    wager: str
    stake: int | str
    box: int | None = None
    unnoticed: bool = False

    def command(self, table: Table, by: str | None) -> do.AnyCommand:
        """Return the wager in cents."""
        del table, by
        stake = parse_stake(str(self.stake))
        return do.PlaceWager(self.wager, stake, self.box, self.unnoticed)


class AgreeLimits(Macro, frozen=True):
    """A patron gets limits of their own."""

    patron: str
    maximum: int | str
    minimum: int | str | None = None

    def command(self, table: Table, by: str | None) -> do.AnyCommand:
        """Return the limits in cents."""
        del table, by
        least = None if self.minimum is None else parse_dollars(str(self.minimum))
        return do.AgreeLimits(self.patron, parse_dollars(str(self.maximum)), least)


class BuyChips(Macro, frozen=True):
    """A patron buys chips."""

    dollars: int | str

    def command(self, table: Table, by: str | None) -> do.AnyCommand:
        """Return the purchase in cents."""
        del table
        return do.BuyChips(patron=by or "", cents=parse_dollars(str(self.dollars)))


class Join(Macro, frozen=True):
    """Somebody sits down, or stands at a seat."""

    seat: int
    standing: bool = False

    def command(self, table: Table, by: str | None) -> do.AnyCommand:
        """Return who joins."""
        del table
        return do.Join(patron=by or "", seat=self.seat, standing=self.standing)


class Leave(Macro, frozen=True):
    """Somebody leaves."""

    def command(self, table: Table, by: str | None) -> do.AnyCommand:
        """Return who leaves."""
        del table
        return do.Leave(patron=by or "")


class Deal(Struct, frozen=True, forbid_unknown_fields=True):
    """A whole coup is dealt and settled; ``cards`` says what the dealer claims to have drawn."""

    cards: str | None = None
    burn_missed: bool = False


Asked = Macro | Deal | do.AnyCommand

_MACROS: dict[str, type[Macro | Deal]] = {
    "shuffle": Shuffle,
    "place_wager": PlaceWager,
    "agree_limits": AgreeLimits,
    "buy_chips": BuyChips,
    "join": Join,
    "leave": Leave,
    "deal": Deal,
}
_PLAIN: dict[str, type[do.Command]] = {
    "check_cards": do.CheckCards,
    "offer_cut": do.OfferCut,
    "decline_cut": do.DeclineCut,
    "nominate_cutter": do.NominateCutter,
    "cut": do.Cut,
    "mark": do.Mark,
    "load": do.Load,
    "burn": do.Burn,
    "ask_burned": do.AskBurned,
    "new_shoe": do.NewShoe,
    "open_betting": do.OpenBetting,
    "reduce_wagers": do.ReduceWagers,
    "withdraw_wager": do.WithdrawWager,
    "approve_both_hands": do.ApproveBothHands,
    "direct_no_bet": do.DirectNoBet,
    "no_more_bets": do.NoMoreBets,
    "draw": do.Draw,
    "pull_card": do.PullCard,
    "void_coup": do.VoidCoup,
    "collect_losers": do.CollectLosers,
    "pay_winners": do.PayWinners,
    "discard": do.Discard,
}
COMMANDS = (*_MACROS, *_PLAIN)


def command(name: str, arguments: dict[str, Any]) -> Asked:
    """Return the command that a step names."""
    kind = _MACROS.get(name) or _PLAIN.get(name)
    if kind is None:
        raise Malformed(f"there is no command {name!r}", f"commands: {', '.join(COMMANDS)}")
    try:
        return cast("Asked", msgspec.convert(arguments, kind))
    except msgspec.ValidationError as error:
        raise Malformed(f"{name}: {error}") from None


def elections(tree: dict[str, Any]) -> Elections:
    """Return the elections of a scenario, in which money is written in dollars."""
    cents = dict(tree)
    try:
        if "chips" in cents:
            chips = cents.pop("chips")
            cents["chips_cents"] = [parse_dollars(str(chip)) for chip in chips]
        for name in _MONEY:
            if name in cents:
                cents[f"{name}_cents"] = parse_dollars(str(cents.pop(name)))
        return msgspec.convert(cents, Elections)
    except (msgspec.ValidationError, TypeError) as error:
        raise Malformed(f"elect: {error}") from None


def limits(chosen: Elections) -> Limits:
    """Return the sign that a house elected."""
    return Limits(
        minimum=chosen.minimum_cents,
        maximum=chosen.maximum_cents,
        optional_minimum=chosen.optional_minimum_cents,
        optional_maximum=chosen.optional_maximum_cents,
        step=chosen.step_cents,
        cap=chosen.cap_cents,
        area_maximum=chosen.area_maximum_cents,
    )


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
