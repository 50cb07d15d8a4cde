"""Powers and titles: whether a person may do what a command asks for."""

from collections.abc import Iterable

from punto.aggregate.actor import DEALER, Actor
from punto.clause import Clauses, NotEntitled, Refused
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules, not_held
from punto.rulebook.power import Power
from punto.rulebook.schema import Edition


def satisfies(edition: Edition, title: str, required: str) -> bool:
    """Return whether a title is the required one, or one that the rulebook counts as it."""
    counted_as = edition.titles.get(required)
    return title == required or (counted_as is not None and title in counted_as.value)


def has_power(rules: TableRules, title: str, power: Power) -> bool:
    """Return whether a title has a power."""
    return title in rules.entitled.get(power, ())


def require(rules: TableRules, actor: Actor, power: Power, act: str) -> Clauses:
    """Return the clauses that give a person a power, or refuse."""
    titles = rules.edition.powers.get(power)
    if titles is None:
        raise not_held(rules.edition, f"who may {act}")
    if not has_power(rules, actor.title, power):
        text = f"{actor.name} may not {act}: that is for {titles_with_articles(titles.value)}"
        raise NotEntitled(titles.clause, text)
    return titles.clause


def is_staff(rules: TableRules, actor: Actor) -> bool:
    """Return whether a person has a title in this rulebook."""
    # Most actors are dealers or patrons. The quick check avoids collecting all titles.
    if actor.title == DEALER:
        return True
    return not actor.is_patron and actor.title in known_titles(rules.edition)


def require_staff(rules: TableRules, actor: Actor, act: str) -> None:
    """Refuse a person who has no title in this rulebook."""
    if not is_staff(rules, actor):
        deal_power = rules.edition.powers.get(Power.DEAL)
        clause = deal_power.clause if deal_power else ()
        raise NotEntitled(clause, f"{actor.name} may not {act}: that is for staff")


def check_acts_for(actor: Actor, patron: str) -> None:
    """Refuse a patron who acts for another."""
    if actor.is_patron and actor.name != patron:
        raise NotEntitled((), f"{actor.name} may not act for {patron}")


def titles_with_articles(titles: Iterable[str]) -> str:
    """Return titles with their articles: ``an inspector or a dealer``."""
    names = [title.replace("_", " ") for title in titles]
    return " or ".join(f"an {name}" if name[:1] in "aeiou" else f"a {name}" for name in names)


def approval_clauses(
    rules: TableRules, title: str | None, power: Power, subject: str, clause: Clauses = ()
) -> Clauses:
    """Return the clauses of an approval by a title that has the power, or refuse.

    ``clause`` are the clauses that require it here, if several clauses share the power.
    """
    titles = rules.edition.powers.get(power)
    if titles is None:
        raise not_held(rules.edition, f"who approves {subject}")
    if title is None or not has_power(rules, title, power):
        text = f"{subject} needs the approval of {titles_with_articles(titles.value)}"
        raise Refused(ErrorCode.NOT_APPROVED, clause or titles.clause, text)
    return clause or titles.clause


def known_titles(edition: Edition) -> frozenset[str]:
    """Return every title that a rulebook gives a power, or counts as such a title."""
    with_power = {title for power in edition.powers.values() for title in power.value}
    equivalent = {title for titles in edition.titles.values() for title in titles.value}
    return frozenset({DEALER, *with_power, *equivalent, *edition.titles})


def require_clauses(rules: TableRules, clauses: Clauses, topic: str) -> Clauses:
    """Return the clauses of a step, or refuse a step that the rulebook does not contain."""
    if not clauses:
        raise not_held(rules.edition, topic)
    return clauses
