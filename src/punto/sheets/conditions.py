"""The published conditions: each topic with the clause that requires it."""

from typing import Any

from punto.clause import short
from punto.rulebook.schema.tournament.entry import Topics
from punto.sheets.session_records import Record, heading
from punto.tournament.entry.overrides import override_reasons
from punto.tournament.entry.topics import topic_text
from punto.tournament.rules import tournament_section

_NAMES = {"entrants_min": "Fewest entrants", "entrants_max": "Most entrants"}


def conditions(found: Record) -> dict[str, Any]:
    """Return the values of the sheet of conditions."""
    rows = []
    topics = tournament_section(found.edition).entry.topics
    for topic in Topics.__struct_fields__:
        text = topic_text(found.tournament.conditions, topic)
        if text is not None:
            required = topics.get(topic)
            name = _NAMES.get(topic, topic.replace("_", " ").capitalize())
            clause = ", ".join(map(short, required.clause)) if required is not None else ""
            rows.append({"name": name, "text": text, "clause": clause})
    for override in override_reasons(found.edition, found.tournament.conditions):
        clause = ", ".join(map(short, override.clause))
        rows.append({"name": "In place of a rule", "text": override.text, "clause": clause})
    return {**heading(found), "rows": rows}
