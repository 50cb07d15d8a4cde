"""Conditions that override rules: whether they may, and the resulting rules."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from punto.clause import Clauses, Malformed, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.rulebook.altered import Place, altered, place_of, places, unsound, value_of
from punto.rulebook.elect import TableRules
from punto.rulebook.schema import Edition
from punto.rulebook.tournament_policies import Precedence
from punto.tournament.conditions import Conditions
from punto.tournament.rules import tournament_rules, tournament_section
from punto.tournament.tournament import Tournament, TournamentStage

# Keys of the tournament section of a rulebook, and keys of settings for the course of play.
_TOURNAMENT_KEYS = "tournament."
_SETTING_KEYS = ("tournament.seating.", "tournament.wagers.", "tournament.secret.")


def check_overrides(rules: TableRules, conditions: Conditions) -> Clauses:
    """Return the clauses by which conditions may override rules. Refuse if they may not."""
    if not conditions.overrides:
        return ()
    data, clauses = places(rules.edition), list[Clauses]()
    for key, value in conditions.overrides.items():
        place = place_of(data, key)
        if value_of(place, value) != place.value:
            clauses.append(_override_clauses(rules, place))
    if clauses:
        edition = altered(rules.edition, conditions.overrides, merged(*clauses))
        fault = unsound(edition, rules.edition)
        if fault is not None:
            raise Malformed(
                f"the rules would not fit together: {fault}", code=ErrorCode.NO_SUCH_THING
            )
    return merged(*clauses)


def _override_clauses(rules: TableRules, place: Place) -> Clauses:
    """Return the clauses by which conditions may override a rule. Refuse if they may not."""
    tournament = tournament_section(rules.edition)
    precedence = tournament.entry.precedence
    over_rules = precedence.value is Precedence.CONDITIONS_OVER_GENERAL_RULES
    if over_rules and not _is_tournament_rule(rules.edition, place):
        return precedence.clause
    clause = tournament.says.conditions_yield if over_rules else precedence.clause
    if place.key.startswith(_SETTING_KEYS) and tournament.says.settings_consistent:
        clause = tournament.says.settings_consistent
    text = f"conditions may not change {place.key}: the rules prevail"
    raise Refused(ErrorCode.RULES_PREVAIL, merged(clause, place.clause), text)


def _is_tournament_rule(edition: Edition, place: Place) -> bool:
    """Return whether a datum belongs to the tournament section, wherever it is in the file."""
    section = tournament_section(edition).entry.own_section
    if place.key.startswith(_TOURNAMENT_KEYS) or section is None:
        return place.key.startswith(_TOURNAMENT_KEYS)
    clause_prefix = f"{edition.id}/{section.value}."
    return any(clause.startswith(clause_prefix) for clause in place.clause)


def check_tables(rules: TableRules, tournament: Tournament, conditions: Conditions) -> None:
    """Raise an error if the overrides come too late, or if no table could be set up under them."""
    if conditions.overrides == tournament.conditions.overrides:
        return
    if tournament.tables:
        text = "tables are set up already: which rules hold at them does not change"
        raise Malformed(text, code=ErrorCode.NOT_NOW)
    clause = tournament_section(rules.edition).entry.precedence.clause
    tournament_rules(
        altered(rules.edition, conditions.overrides, clause), tournament.setup.elections
    )


def override_reasons(edition: Edition, conditions: Conditions) -> Iterator[Reason]:
    """Yield the overrides of the conditions as published reasons."""
    data = places(edition) if conditions.overrides else {}
    for key, value in conditions.overrides.items():
        clause = data[key].clause if key in data else ()
        clauses = merged(clause, tournament_section(edition).entry.precedence.clause)
        yield Reason(f"{key}: {_override_text(value)}", clauses)


def _override_text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def rules_of(edition: Edition, tournament: Tournament) -> TableRules:
    """Return the rules of a tournament, with the overrides of its conditions."""
    return with_overrides(tournament_rules(edition, tournament.setup.elections), tournament)


def with_overrides(rules: TableRules, tournament: Tournament) -> TableRules:
    """Return the rules with the overrides of a tournament's published conditions.

    Conditions are published only with the approvals that the rulebook requires.
    """
    if not tournament.conditions.overrides or tournament.stage is TournamentStage.DRAFT:
        return rules
    return _rules_with_overrides(
        _Identity(rules), _Identity(tournament.conditions), _Identity(tournament.setup)
    )


class _Identity:
    """A cache key that compares an object by identity."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Identity) and self.value is other.value

    def __hash__(self) -> int:
        return id(self.value)


@lru_cache(maxsize=32)
def _rules_with_overrides(rules: _Identity, conditions: _Identity, setup: _Identity) -> TableRules:
    before: TableRules = rules.value
    clause = tournament_section(before.edition).entry.precedence.clause
    edition = altered(before.edition, conditions.value.overrides, clause)
    # The rules already contain these values if nothing changed.
    return before if edition is before.edition else tournament_rules(edition, setup.value.elections)
