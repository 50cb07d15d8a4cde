"""The table that a scenario plays on, as far as rulebook, shoe, coup and settlement go."""

from typing import Any

from msgspec import Struct

from punto import shoe as shoes
from punto.cards import Card, parse_cards
from punto.clause import Cited, Clauses, Malformed, Reason, merged
from punto.coup import CoupResult, due, finish
from punto.money import parse_stake
from punto.rulebook.elect import TableRules
from punto.rulebook.policies import Result, Side
from punto.scenario import commands as do
from punto.shoe import Shoe, shoe_rules
from punto.wagers import Placed, Settled, accept, played_out, settle_all


class Seen(Struct):
    """What the last steps brought about, for expectations to look at."""

    coup: CoupResult | None = None
    settled: tuple[Settled, ...] = ()
    announced: tuple[str, ...] = ()
    burned: int | None = None
    shown: Card | None = None


def _clauses(*data: Cited[Any] | None) -> Clauses:
    """Return the clauses of the data that a rulebook has."""
    return merged(*(one.clause for one in data if one is not None))


class World:
    """A table under test. Each command changes it or refuses and changes nothing."""

    def __init__(self, rules: TableRules, shoe: Shoe | None) -> None:
        self.rules = rules
        self.shoe = shoe
        self.wagers: list[Placed] = []
        self.patrons: set[str] = set()
        self.seen = Seen()
        self.burned: shoes.Burned | None = None
        self.reasons: list[Reason] = []

    def say(self, text: str, clause: Clauses) -> None:
        """Keep a reason; a quoted one is an announcement."""
        self.reasons.append(Reason(text, clause))

    def act(self, by: str, command: do.Command) -> None:
        """Carry out a command."""
        match command:
            case do.PlaceWager():
                self._place(by, command)
            case do.Burn():
                self._burn(command)
            case do.AskBurned():
                self._ask_burned()
            case do.Deal():
                self._deal(self._shoe(), command)
            case _:
                self._prepare(self._shoe(), command)

    def _prepare(self, shoe: Shoe, command: do.Command) -> None:
        """Carry out a step on the way of the cards into the shoe."""
        data = shoe_rules(self.rules)
        match command:
            case do.CheckCards():
                self.shoe = shoes.check_cards(self.rules, shoe)
            case do.Shuffle():
                self.shoe = shoes.shuffle(self.rules, shoe, shoe.cards)
                first = shoe.number == 1
                needed = data.shuffle_first if first else data.shuffle_later
                looked = data.player_check if shoe.checked else data.checked_supplies
                self.say("shuffled", _clauses(needed, looked if first else None))
            case do.Cut():
                self.shoe = shoes.cut(self.rules, shoe, command.at)
                exempt = data.shuffled_supplies if shoe.stage is shoes.Stage.NEW else None
                cited = _clauses(data.cut_from_each_end, data.cut_order, exempt)
                self.say(f"cut after card {command.at}", cited)
            case do.Mark():
                self.shoe = shoes.mark(self.rules, shoe, command.behind)
                self.say(f"{command.behind} cards behind the marker", _clauses(data.marker_behind))
            case do.Load():
                self.shoe = shoes.load(self.rules, shoe)
                uncut = shoe.stage is not shoes.Stage.MARKED
                self.say("loaded", _clauses(data.uncut_sources if uncut else data.cut_due))
            case do.NewShoe():
                self.shoe = shoes.next_shoe(self.rules, shoe)
            case _:
                raise AssertionError(command)

    def _burn(self, command: do.Burn) -> None:
        burned = shoes.burn(self.rules, self._shoe(), command.procedure, command.approved_by)
        self.shoe, self.burned = burned.shoe, burned
        self.seen.burned, self.seen.shown = burned.count, burned.shown
        self.reasons.append(burned.reason)

    def _ask_burned(self) -> None:
        if self.burned is None:
            raise Malformed("no card was burned yet")
        self.seen.shown = shoes.show_burned(self.burned)
        self.say(f"{self.seen.shown} shown on request", self.burned.reason.clause)

    def _shoe(self) -> Shoe:
        if self.shoe is None:
            shoe_rules(self.rules)
            raise Malformed("this scenario gives no shoe")
        return self.shoe

    def _place(self, by: str, command: do.PlaceWager) -> None:
        placed = Placed(by, command.wager, parse_stake(str(command.stake)))
        accept(self.rules, placed)
        self.patrons.add(by)
        self.wagers.append(placed)

    def _deal(self, shoe: Shoe, command: do.Deal) -> None:
        started = shoes.start(self.rules, shoe, burn_missed=command.burn_missed)
        claimed = list(parse_cards(command.cards)) if command.cards is not None else None
        hands: dict[Side, list[Card]] = {Side.PLAYER: [], Side.BANKER: []}
        shoe = started.shoe
        while side := due(self.rules, hands[Side.PLAYER], hands[Side.BANKER]):
            if not shoe.left:
                raise Malformed("the shoe runs out of cards in the middle of a coup")
            if claimed == []:
                raise Malformed("the coup takes more cards than are claimed")
            card, shoe = shoes.draw(self.rules, shoe, claimed.pop(0) if claimed else None)
            hands[side].append(card)
        if claimed:
            raise Malformed(f"the coup takes no more cards, but {claimed} are claimed")
        coup = finish(self.rules, tuple(hands[Side.PLAYER]), tuple(hands[Side.BANKER]))
        shoe, ending = shoes.complete(self.rules, shoe, tie=coup.result is Result.TIE)
        reasons = (*started.reasons, *coup.reasons, *ending)
        if claimed is not None and (other := shoe_rules(self.rules).other_card):
            self.say("every card came from the shoe", other.clause)
        self.reasons += reasons
        self.shoe = shoe
        quoted = tuple(one.text.strip('"') for one in reasons if one.text.startswith('"'))
        self.seen = Seen(announced=quoted, burned=self.seen.burned, shown=self.seen.shown)
        self.settle(coup)

    def settle(self, coup: CoupResult) -> None:
        """Settle every wager on the layout on a finished coup."""
        self.seen.coup = coup
        self.reasons += played_out(self.rules, self.wagers)
        self.seen.settled = settle_all(self.rules, self.wagers, coup)
        order = self.rules.edition.settlement.order
        if self.seen.settled and order:
            self.say("losers first, then winners", order.clause)
        self.reasons += [one.reason for one in self.seen.settled]
        self.wagers = []
