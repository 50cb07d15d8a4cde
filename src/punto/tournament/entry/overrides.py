"""What conditions put in the place of a rule: whether they may, and the rules that come of it."""

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
from punto.tournament.rules import law, tournament_rules
from punto.tournament.tournament import Stage, Tournament

# Data of the tournament's own part of a rulebook, and what its lead lays down about its running.
_OWN = "tournament."
_SETTINGS = ("tournament.seating.", "tournament.wagers.", "tournament.secret.")


def check_overrides(rules: TableRules, conditions: Conditions) -> Clauses:
    """Return the clauses by which conditions prevail over rules, or refuse what they may not."""
    if not conditions.overrides:
        return ()
    held, found = places(rules.edition), list[Clauses]()
    for key, value in conditions.overrides.items():
        place = place_of(held, key)
        if value_of(place, value) != place.value:
            found.append(_prevails(rules, place))
    if found:
        edition = altered(rules.edition, conditions.overrides, merged(*found))
        wrong = unsound(edition, rules.edition)
        if wrong is not None:
            raise Malformed(
                f"the rules would not fit together: {wrong}", code=ErrorCode.NO_SUCH_THING
            )
    return merged(*found)


def _prevails(rules: TableRules, place: Place) -> Clauses:
    """Return the clauses by which conditions prevail over a rule, or refuse them."""
    tournament = law(rules.edition)
    precedence = tournament.entry.precedence
    over_rules = precedence.value is Precedence.CONDITIONS_OVER_GENERAL_RULES
    if over_rules and not _is_own(rules.edition, place):
        return precedence.clause
    why = tournament.says.conditions_yield if over_rules else precedence.clause
    if place.key.startswith(_SETTINGS) and tournament.says.settings_consistent:
        why = tournament.says.settings_consistent
    text = f"conditions may not change {place.key}: the rules prevail"
    raise Refused(ErrorCode.RULES_PREVAIL, merged(why, place.clause), text)


def _is_own(edition: Edition, place: Place) -> bool:
    """Return whether a datum is of the section about tournaments, wherever in the file it is."""
    section = law(edition).entry.own_section
    if place.key.startswith(_OWN) or section is None:
        return place.key.startswith(_OWN)
    own = f"{edition.id}/{section.value}."
    return any(clause.startswith(own) for clause in place.clause)


def check_tables(rules: TableRules, tournament: Tournament, conditions: Conditions) -> None:
    """Say that rules no longer change for tables, or that none could be set up under them."""
    if conditions.overrides == tournament.conditions.overrides:
        return
    if tournament.tables:
        text = "tables are set up already: which rules hold at them does not change"
        raise Malformed(text, code=ErrorCode.NOT_NOW)
    clause = law(rules.edition).entry.precedence.clause
    tournament_rules(
        altered(rules.edition, conditions.overrides, clause), tournament.setup.elections
    )


def set_aside(edition: Edition, conditions: Conditions) -> Iterator[Reason]:
    """Yield what conditions put in the place of rules, as it is published."""
    held = places(edition) if conditions.overrides else {}
    for key, given in conditions.overrides.items():
        clause = held[key].clause if key in held else ()
        why = merged(clause, law(edition).entry.precedence.clause)
        yield Reason(f"{key}: {_text(given)}", why)


def _text(given: Any) -> str:
    if isinstance(given, bool):
        return "yes" if given else "no"
    return ", ".join(map(str, given)) if isinstance(given, tuple) else str(given)


def rules_of(edition: Edition, tournament: Tournament) -> TableRules:
    """Return the rules of a tournament as its log has it."""
    return under_conditions(tournament_rules(edition, tournament.setup.elections), tournament)


def under_conditions(rules: TableRules, tournament: Tournament) -> TableRules:
    """Return the rules with what the conditions of a tournament put in their place.

    Conditions are published only if they are approved where the rulebook wants it.
    """
    if not tournament.conditions.overrides or tournament.stage is Stage.DRAFT:
        return rules
    return _ruled(_Same(rules), _Same(tournament.conditions), _Same(tournament.setup))


class _Same:
    """Something that is only equal to itself, so that what is made of it can be kept."""

    def __init__(self, itself: Any) -> None:
        self.itself = itself

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.itself is other.itself

    def __hash__(self) -> int:
        return id(self.itself)


@lru_cache(maxsize=32)
def _ruled(rules: _Same, conditions: _Same, setup: _Same) -> TableRules:
    before: TableRules = rules.itself
    clause = law(before.edition).entry.precedence.clause
    edition = altered(before.edition, conditions.itself.overrides, clause)
    # Rules that hold these data already are what this makes of the rules of the house.
    return (
        before if edition is before.edition else tournament_rules(edition, setup.itself.elections)
    )
