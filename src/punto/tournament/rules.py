"""The rules of a tournament's tables: those of any table, less what it sets aside."""

from msgspec.structs import replace

from punto.clause import Clauses
from punto.rulebook.elect import TableRules, elect, not_held
from punto.rulebook.elections import Elections
from punto.rulebook.schema import Edition, Tournament


def tournament_rules(edition: Edition, elections: Elections) -> TableRules:
    """Return the rules of a tournament's tables, or refuse where the text has no tournaments."""
    aside = law(edition).sets_aside
    rules = elect(edition, replace(elections, tournament=True))
    return replace(rules, sets_aside=frozenset(aside.value if aside else ()))


def law(edition: Edition) -> Tournament:
    """Return what an edition says about tournaments."""
    if edition.tournament is None:
        raise not_held(edition, "how a tournament is held")
    return edition.tournament


def said(rules: TableRules, step: str, topic: str) -> Clauses:
    """Return what the rulebook says about a step of a tournament, or refuse an unknown one."""
    found = law(rules.edition).says.get(step)
    if not found:
        raise not_held(rules.edition, topic)
    return found
