"""The published terms of a tournament, line by line, each with the clause that wants it there."""

from punto.clause import Reason
from punto.rulebook.elect import TableRules
from punto.tournament.entry.overrides import set_aside
from punto.tournament.entry.topics import said_about
from punto.tournament.rules import law
from punto.tournament.tournament import Tournament


def terms(rules: TableRules, tournament: Tournament) -> tuple[Reason, ...]:
    """Return what is published; nothing while nothing is."""
    if not tournament.floor.published:
        return ()
    topics = law(rules.edition).entry.topics
    lines = ((held, said_about(tournament.conditions, topic)) for topic, held in topics.items())
    stated = tuple(Reason(text, held.clause) for held, text in lines if text is not None)
    return (*stated, *set_aside(rules.edition, tournament.conditions))
