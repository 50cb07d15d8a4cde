"""What a scenario expects of the hidden order of the cards."""

from collections.abc import Callable, Iterator
from typing import Any

from punto.cards import Card, format_cards, parse_cards
from punto.scenario.errors import ScenarioError
from punto.scenario.table import ScenarioTable


def _card_order(world: ScenarioTable) -> tuple[Card, ...]:
    """Return the hidden order of the cards."""
    if world.game is None or world.game.cards is None:
        raise ScenarioError("expect: nobody knows the order of these cards")
    return world.game.cards.cards


def _compare_next(world: ScenarioTable, value: Any) -> Iterator[str]:
    cards = parse_cards(str(value))
    shoe = world.shoe
    order = _card_order(world)
    got = order[shoe.drawn : shoe.drawn + len(cards)] if shoe else ()
    if got != cards:
        yield f"next: expected {format_cards(cards)}, got {format_cards(got)}"


def _compare_bottom(world: ScenarioTable, value: Any) -> Iterator[str]:
    cards = parse_cards(str(value))
    got = _card_order(world)[-len(cards) :]
    if got != cards:
        yield f"bottom: expected {format_cards(cards)}, got {format_cards(got)}"


CARD_CHECKS: dict[str, Callable[[ScenarioTable, Any], Iterator[str]]] = {
    "next": _compare_next,
    "bottom": _compare_bottom,
}
