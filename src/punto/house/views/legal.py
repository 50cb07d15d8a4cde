"""The commands that are possible for the house now, with an example, or the refusal."""

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial
from typing import Any

from msgspec import inspect as shapes

from punto.aggregate.actor import Actor
from punto.aggregate.command import Command
from punto.aggregate.roles import Field, Role
from punto.house.base_classes import HouseCommand
from punto.house.house import House
from punto.house.promotion import PromotionPrize
from punto.house.promotion_duties import open_promotion_duties
from punto.house.registry import may, registry
from punto.options import Asking, Option, option, stand_ins
from punto.rulebook.elect import TableRules

KINDS: tuple[type[Command], ...] = registry.commands
# Maximum number of duties to try.
_DUTIES = 12


class Suggestions:
    """Values to fill in the fields of commands, by their roles."""

    def __init__(self, rules: TableRules, house: House) -> None:
        held = house.promotions.values()
        self._by_role: dict[Role | None, Sequence[Any]] = {
            Role.PROMOTION: list(house.promotions),
            Role.PRIZE: sorted({number for promotion in held for number in promotion.prizes}),
            Role.DUTY: [duty.key for duty in open_promotion_duties(rules, house)][:_DUTIES],
            Role.RULEBOOK: [house.setup.rulebook],
            Role.STREAM: ["table/t1"],
        }

    def of(self, kind: type[Command], field: Field) -> Sequence[Any]:
        """Return values for a field."""
        del kind
        if isinstance(field.shape, shapes.StructType) and field.shape.cls is PromotionPrize:
            return (PromotionPrize("a prize"),)
        return self._by_role.get(field.role) or stand_ins(field)

    def filled(self, kind: type[Command]) -> Collection[str]:
        """Return the optional fields that are filled in: none."""
        del kind
        return ()


def options(
    rules: TableRules,
    house: House,
    actors: tuple[Actor, ...],
    decide: Callable[[Actor, HouseCommand], Iterable[Any]],
) -> list[Option]:
    """Return every command of the house, with an example, or the refusal."""
    asking = Asking(actors, Suggestions(rules, house), partial(may, rules, house), decide)
    return [option(kind, asking) for kind in KINDS]
