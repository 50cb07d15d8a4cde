"""What a scenario expects an audience of a tournament to see and to hear."""

from collections.abc import Callable, Iterator
from typing import Any

from punto.money import dollars
from punto.scenario.errors import ScenarioError, no_such
from punto.scenario.expect_table import TABLE_VIEWS, compared
from punto.scenario.expect_wagers import table_looked_at
from punto.scenario.tournament import ScenarioTournament
from punto.tournament.audience import TournamentAudience
from punto.tournament.views.feed import hears
from punto.tournament.views.view import View, looking, view
from punto.tournament.views.view_types import FormSeen, TableSeen

Pair = tuple[Any, Any]


def _plain(cents: int | None) -> str:
    return "none" if cents is None else dollars(cents).replace("$", "").replace(",", "")


def _form(form: FormSeen) -> str:
    return f"{form.name} {form.wager or 'nothing'} {_plain(form.stake_cents)}"


_AT_TABLE: dict[str, Callable[[TableSeen], Any]] = {
    "marker": lambda seen: seen.marker,
    "order": lambda seen: list(seen.order),
    "turn": lambda seen: seen.turn or "nobody",
    "secret": lambda seen: [seated.name for seated in seen.seated if seated.secret],
    "chips": lambda seen: {seated.name: _plain(seated.chips_cents) for seated in seen.seated},
}
_WHOLE: dict[str, Callable[[View], Any]] = {
    "forms": lambda seen: [_form(form) for form in seen.forms],
    "words": lambda seen: [form.words or "none" for form in seen.forms],
    "paid": lambda seen: {
        entrant.name: "?" if entrant.paid_cents is None else _plain(entrant.paid_cents)
        for entrant in seen.entrants
    },
    "pool": lambda seen: _plain(seen.pool_cents),
    "conditions": lambda seen: seen.conditions is not None,
    "matters": lambda seen: [f"{matter.kind} {matter.name}" for matter in seen.matters],
}
SEEN = ("by", "heard", *_WHOLE, *_AT_TABLE)


def seen(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    """Compare what an audience sees of a tournament with what it should."""
    if not isinstance(value, dict):
        raise ScenarioError(f"expect: seen is a table, not {value!r}")
    wanted = dict(value)
    by = str(wanted.pop("by", TournamentAudience.PUBLIC))
    if not wanted:
        raise ScenarioError(f"seen: says nothing of what {by} sees, so it can prove nothing")
    audience, viewer = looking(arena.tournament, by)
    whole = view(arena.rules, arena.tournament, audience, viewer)
    number = table_looked_at(arena)
    here = next((table for table in whole.tables if table.number == number), None)
    for key, expected in wanted.items():
        if key in _WHOLE:
            yield _WHOLE[key](whole), expected
        elif key == "heard":
            yield _heard(arena, audience, viewer), expected
        elif here is None:
            raise ScenarioError(f"seen: there is no table {number} to see {key} at")
        elif key in _AT_TABLE:
            yield _AT_TABLE[key](here), expected
        elif key in TABLE_VIEWS:
            yield from compared(arena, here.table, key, expected)
        else:
            raise no_such(f"seen: unknown key {key!r}", key, (*SEEN, *TABLE_VIEWS), "known")


def _heard(
    arena: ScenarioTournament, audience: TournamentAudience, viewer: str | None
) -> list[str]:
    """Return what an audience heard in the last step about forms, and with which words."""
    found = []
    for event in arena.last:
        heard = hears(event, audience, viewer)
        if heard is not None and heard.type.startswith("form"):
            found.append(f"{heard.type} {heard.text}".strip())
    return found
