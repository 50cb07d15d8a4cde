"""The effects of a step of a tournament, in order, as sentences."""

from punto.cli.play.told import Told, done, told
from punto.rulebook.elect import TableRules
from punto.table.base_classes import TableEvent
from punto.tournament.base_classes import Events
from punto.tournament.tables import TableStepped
from punto.tournament.tournament import Tournament


def told_of(rules: TableRules, before: Tournament, events: Events) -> Told:
    """Return the sentences for events: calls and results of tables, and reasons."""
    found = Told([], [], [], ())
    by_table: dict[int, list[TableEvent]] = {}
    names: list[str] = []
    for event in events:
        if isinstance(event, TableStepped):
            by_table.setdefault(event.table, []).append(event.event)
            continue
        kind = str(event.__struct_config__.tag).replace("_", " ")
        who = getattr(event, "name", None)
        names.append(f"{kind}: {who}" if isinstance(who, str) else kind)
        found.reasons += [reason for reason in event.reasons if reason.text]
    for number, happened in by_table.items():
        if number not in before.tables:
            continue
        of_table = told(rules, before.tables[number], happened)
        found.called += [f"table {number}: {call}" for call in of_table.called]
        found.reasons += of_table.reasons
        if not names:
            names.append(f"table {number}: {done(happened)}")
    if not found.called:
        found.said = list(dict.fromkeys(names))
    return found
