"""``punto tournament check``: lists the conditions of a file, and what is missing."""

from pathlib import Path
from typing import Annotated, Any

import cyclopts

from punto.clause import short
from punto.cli.options import Json
from punto.cli.output import cited, emit, paragraph, rows, table
from punto.cli.tournament.files import plan_from
from punto.notation.conditions_file import Plan
from punto.rehearsal.conditions import draft, unapproved
from punto.rehearsal.plan_check import try_entering, unplaced_prizes
from punto.rehearsal.simulated_entrants import field
from punto.rulebook.elect import TableRules
from punto.rulebook.schema.tournament.entry import Topics
from punto.tournament.entry.overrides import override_reasons
from punto.tournament.entry.topics import check_start_stated, topic_text
from punto.tournament.rules import tournament_section


def check(
    file: Annotated[Path, cyclopts.Parameter(help="A conditions file.")],
    *,
    json: Json = False,
) -> int:
    """Check a conditions file by its rulebook; exit code 1 if something may not be so."""
    plan = plan_from(file)
    house = draft(plan)
    driver = house.driver
    people = field(plan.rehearsal)
    check_start_stated(driver.rules, plan.conditions)
    try_entering(house, plan)
    waiting = unapproved(driver, plan)
    doubt = unplaced_prizes(plan, len(people), driver.rules.seats)
    lines = list(_condition_rows(driver.rules, plan))
    if json:
        emit(
            {
                "tournament": plan.name,
                "rulebook": plan.rulebook,
                "conditions": lines,
                "waits_for": [
                    {"approval": item, "clause": list(clause)} for item, clause in waiting.items()
                ],
                "doubts": [doubt] if doubt else [],
            }
        )
        return 0
    paragraph(f"{plan.name}: {plan.rulebook}")
    rows(
        table("condition", "what holds", "clause"),
        ((line["topic"].replace("_", " "), line["text"], _clause_text(line)) for line in lines),
    )
    for item, clause in waiting.items():
        paragraph(f"{item}: an approval is still to be had  [{cited(clause)}]")
    if doubt:
        paragraph(f"consider: {doubt}", hang=2)
    paragraph("everything is stated that must be")
    return 0


def _clause_text(line: dict[str, Any]) -> str:
    return " ".join(map(short, line["clause"]))


def _condition_rows(rules: TableRules, plan: Plan) -> list[dict[str, Any]]:
    """Return what the conditions state, topic by topic."""
    topics = tournament_section(rules.edition).entry.topics
    found = []
    for topic in Topics.__struct_fields__:
        text = topic_text(plan.conditions, topic)
        held = topics.get(topic)
        if text is not None:
            clause = list(held.clause) if held is not None else []
            found.append({"topic": topic, "text": text, "clause": clause})
    found += [
        {"topic": "in_place_of_a_rule", "text": aside.text, "clause": list(aside.clause)}
        for aside in override_reasons(rules.edition, plan.conditions)
    ]
    return found
