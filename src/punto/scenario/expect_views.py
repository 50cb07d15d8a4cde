"""What a scenario expects an audience of a tournament to see and to receive."""

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


def _dollar_text(cents: int | None) -> str:
    return "none" if cents is None else dollars(cents).replace("$", "").replace(",", "")


def _form_line(form: FormSeen) -> str:
    return f"{form.name} {form.wager or 'nothing'} {_dollar_text(form.stake_cents)}"


_AT_TABLE: dict[str, Callable[[TableSeen], Any]] = {
    "marker": lambda seen: seen.marker,
    "order": lambda seen: list(seen.order),
    "turn": lambda seen: seen.turn or "nobody",
    "secret": lambda seen: [seated.name for seated in seen.seated if seated.secret],
    "chips": lambda seen: {seated.name: _dollar_text(seated.chips_cents) for seated in seen.seated},
}
_TOURNAMENT_VIEWS: dict[str, Callable[[View], Any]] = {
    "forms": lambda seen: [_form_line(form) for form in seen.forms],
    "words": lambda seen: [form.words or "none" for form in seen.forms],
    "paid": lambda seen: {
        entrant.name: "?" if entrant.paid_cents is None else _dollar_text(entrant.paid_cents)
        for entrant in seen.entrants
    },
    "pool": lambda seen: _dollar_text(seen.pool_cents),
    "conditions": lambda seen: seen.conditions is not None,
    "matters": lambda seen: [f"{matter.kind} {matter.name}" for matter in seen.matters],
}
SEEN = ("by", "heard", *_TOURNAMENT_VIEWS, *_AT_TABLE)


def seen(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    """Compare what an audience sees of a tournament with the expected values."""
    if not isinstance(value, dict):
        raise ScenarioError(f"expect: seen is a table, not {value!r}")
    wanted = dict(value)
    by = str(wanted.pop("by", TournamentAudience.PUBLIC))
    if not wanted:
        raise ScenarioError(f"seen: says nothing of what {by} sees, so it can prove nothing")
    audience, viewer = looking(arena.tournament, by)
    whole = view(arena.rules, arena.tournament, audience, viewer)
    number = table_looked_at(arena)
    shown = next((table for table in whole.tables if table.number == number), None)
    for key, expected in wanted.items():
        if key in _TOURNAMENT_VIEWS:
            yield _TOURNAMENT_VIEWS[key](whole), expected
        elif key == "heard":
            yield _form_messages(arena, audience, viewer), expected
        elif shown is None:
            raise ScenarioError(f"seen: there is no table {number} to see {key} at")
        elif key in _AT_TABLE:
            yield _AT_TABLE[key](shown), expected
        elif key in TABLE_VIEWS:
            yield from compared(arena, shown.table, key, expected)
        else:
            raise no_such(f"seen: unknown key {key!r}", key, (*SEEN, *TABLE_VIEWS), "known")


def _form_messages(
    arena: ScenarioTournament, audience: TournamentAudience, viewer: str | None
) -> list[str]:
    """Return the messages about forms that an audience received in the last step."""
    messages = []
    for event in arena.last:
        message = hears(event, audience, viewer)
        if message is not None and message.type.startswith("form"):
            messages.append(f"{message.type} {message.text}".strip())
    return messages
