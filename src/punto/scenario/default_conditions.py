"""Conditions of a scenario, completed with defaults so that they may be published."""

from typing import Any

from msgspec.structs import replace

from punto.rulebook.elect import TableRules
from punto.rulebook.schema.tournament.entry import Topics
from punto.rulebook.tournament_policies import LengthUnit
from punto.scenario.errors import no_such
from punto.tournament.conditions import BuyBack, Conditions, PlacePrize, SessionLength
from punto.tournament.entry.topics import unstated_topics
from punto.tournament.rules import tournament_section

# The default of each topic; the other topics get a text.
_DEFAULTS: dict[str, dict[str, Any]] = {
    "entry_fee": {"entry_fee_cents": 0},
    "chips": {"chips_cents": 100_000},
    "compulsory_wager": {"compulsory": True},
    "session_length": {"session": SessionLength(1, LengthUnit.SHOES)},
    "wagering_order": {"wagering_order": False},
    "pass_cards": {"pass_cards": 0},
    "secret_wagers": {"secret_wagers": 0},
    "buy_back": {"buy_back": BuyBack(0)},
    "entrants_min": {"entrants_min": 1},
    "entrants_max": {"entrants_max": 10_000},
    "prizes": {"prizes": (PlacePrize(1, share=10_000),)},
}
# Limits that have no effect.
_LEAST_CENTS, _MOST_CENTS = 1, 10**12
_TEXT = "as on the entry form"


def published(
    rules: TableRules, conditions: Conditions, left_out: tuple[str, ...] = ()
) -> Conditions:
    """Return conditions with every topic that the rulebook requires, except those left out."""
    for topic in left_out:
        if topic not in Topics.__struct_fields__:
            raise no_such(
                f"left_out: no topic {topic!r}", topic, Topics.__struct_fields__, "topics"
            )
    for topic, _ in list(unstated_topics(tournament_section(rules.edition).entry, conditions)):
        if topic in left_out:
            continue
        if topic in _DEFAULTS:
            conditions = replace(conditions, **_DEFAULTS[topic])
        elif topic == "limits":
            conditions = replace(
                conditions,
                minimum_cents=conditions.minimum_cents or _LEAST_CENTS,
                maximum_cents=conditions.maximum_cents or _MOST_CENTS,
            )
        else:
            conditions = replace(conditions, texts={**conditions.texts, topic: _TEXT})
    return conditions
