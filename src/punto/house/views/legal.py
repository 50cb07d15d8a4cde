"""What somebody may do for the house now, with an example of each, and why the rest may not."""

from collections.abc import Callable, Iterable
from typing import Any

from punto.aggregate.actor import Actor
from punto.house.base_classes import HouseCommand
from punto.house.house import House
from punto.house.promotion import Prize, Terms
from punto.house.promotion_duties import owed
from punto.house.registry import registry
from punto.house.terms.prizes import OfferPrize
from punto.options import Option, option
from punto.rulebook.elect import TableRules
from punto.rulebook.promotion_policies import ToldBy

KINDS: tuple[type, ...] = registry.commands

_WORDS: dict[str, Any] = {
    "name": "a name",
    "item": "an item",
    "person": "person-1",
    "eligible": True,
    "commitment": "0" * 64,
    "seed": "seed",
    "text": "what happened",
    "facts": "what is disputed",
    "decision": "what is decided",
    "satisfied": True,
    "reason": "said why",
    "report": "daily-summary",
    "period": "2026-01-01",
    "gap": "a gap",
    "table": "table/t1",
    "means": ToldBy.MAIL,
    "terms": Terms(),
    "parts": (),
}


class Fillings:
    """What the fields of commands may sensibly be filled with."""

    def __init__(self, rules: TableRules, house: House) -> None:
        held = house.promotions.values()
        self._by_name: dict[str, list[Any]] = {
            "promotion": list(house.promotions) or [1],
            "prize": sorted({number for one in held for number in one.prizes}) or [1],
            "claim": [1],
            "dispute": [1],
            "duty": [duty.key for duty in owed(rules, house)][:12] or ["a duty"],
            "rulebook": [house.setup.rulebook],
        }
        self.house = house

    def of(self, kind: type, name: str) -> list[Any]:
        """Return what a field may be filled with."""
        if name == "prize" and kind is OfferPrize:
            return [Prize("a prize")]
        if name in self._by_name:
            return self._by_name[name]
        return [_WORDS.get(name, "x")]

    def beside(self, kind: type) -> tuple[str, ...]:
        """Return the fields that are filled in though they need not be: none."""
        del kind
        return ()


def options(
    rules: TableRules,
    house: House,
    actors: tuple[Actor, ...],
    decide: Callable[[Actor, HouseCommand], Iterable[Any]],
) -> list[Option]:
    """Return every command of the house, with an example of it or why it may not be given."""
    fillings = Fillings(rules, house)
    return [option(kind, fillings, actors, decide, lambda command: command) for kind in KINDS]
