"""Writes a conditions file: every value with its clause and meaning."""

from collections.abc import Mapping
from typing import Any

from punto.cli.output import cited
from punto.cli.tournament.questions import Asked, questions
from punto.notation.toml import toml_key, toml_value
from punto.rulebook.elect import TableRules

_HEAD = """\
# Conditions of a tournament under {rulebook}: {title}
#   punto tournament check FILE      what is missing, with its clause
#   punto tournament run FILE        rehearse it
# Amounts are dollars, chips too. docs/tournaments.md explains every word.
"""
_REHEARSAL = """\
[rehearsal]
# Who plays when it is rehearsed, and how: flat, proportional, follow, oppose, late, random.
entrants = {entrants}
strategies = ["flat", "proportional", "follow", "oppose", "late", "random"]
coup_seconds = 120
"""


def file_text(rules: TableRules, answers: Mapping[str, Any]) -> str:
    """Return the text of a conditions file."""
    edition = rules.edition
    about = {asked.question.key: asked for asked in questions(rules)}
    lines = [_HEAD.format(rulebook=edition.id, title=edition.instrument.title)]
    lines += [_assignment("name", answers["name"]), _assignment("rulebook", edition.id)]
    if "retention" in answers:
        lines += [_comment_line(about["retention"]), _assignment("retention", answers["retention"])]
    for part in ("elect", "conditions", "conditions.texts"):
        inside = {key: value for key, value in answers.items() if key.rpartition(".")[0] == part}
        if not inside:
            continue
        lines.append(f"\n[{part}]")
        for key, value in inside.items():
            lines += [_comment_line(about[key])] if key in about else []
            lines.append(_assignment(key.rpartition(".")[2], value))
    lines += _approvals(rules, answers)
    most = answers.get("conditions.entrants_max", 100)
    lines.append("\n" + _REHEARSAL.format(entrants=most))
    return "\n".join(lines)


def _assignment(key: str, value: Any) -> str:
    return f"{toml_key(key)} = {toml_value(value)}"


def _comment_line(asked: Asked) -> str:
    clause = f"{cited(asked.clause)}: " if asked.clause else ""
    return f"# {clause}{asked.why}"


def _approvals(rules: TableRules, answers: Mapping[str, Any]) -> list[str]:
    """Return the section of approvals; one document approves conditions and commission."""
    answered = {
        key.rpartition(".")[2]: value
        for key, value in answers.items()
        if key.startswith("approvals.conditions.")
    }
    by = rules.edition.opening.approved_by
    if by is None or set(answered) != {"reference", "given"}:
        return []
    paper = {"authority": by.value, **answered}
    lines = ["\n[approvals]", _assignment("conditions", paper)]
    commission = answers.get("conditions.commission")
    return (
        [*lines, _assignment("commission", {**paper, "dollars": commission})]
        if commission
        else lines
    )
