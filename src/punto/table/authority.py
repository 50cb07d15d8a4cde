"""Who acts at a table, and whether a title suffices for what the rulebook asks."""

from collections.abc import Iterable

from punto.aggregate.actor import DEALER, Actor
from punto.clause import Clauses, NotEntitled, Refused
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules, not_held
from punto.rulebook.power import Power
from punto.rulebook.schema import Edition


def satisfies(edition: Edition, title: str, wanted: str) -> bool:
    """Return whether a title is the one wanted, or one that the rulebook counts as it."""
    named = edition.titles.get(wanted)
    return title == wanted or (named is not None and title in named.value)


def has_power(rules: TableRules, title: str, power: Power) -> bool:
    """Return whether a title has a power."""
    return title in rules.entitled.get(power, ())


def require(rules: TableRules, actor: Actor, power: Power, act: str) -> Clauses:
    """Return the clauses that let somebody do a thing, or refuse them."""
    held = rules.edition.powers.get(power)
    if held is None:
        raise not_held(rules.edition, f"who may {act}")
    if not has_power(rules, actor.title, power):
        text = f"{actor.name} may not {act}: that is for {anybody(held.value)}"
        raise NotEntitled(held.clause, text)
    return held.clause


def is_staff(rules: TableRules, actor: Actor) -> bool:
    """Return whether somebody has a title here at all."""
    # Most who act are dealers or patrons: for them the titles need not be gathered.
    if actor.title == DEALER:
        return True
    return not actor.is_patron and actor.title in known_titles(rules.edition)


def require_staff(rules: TableRules, actor: Actor, act: str) -> None:
    """Refuse somebody who has no title here at all."""
    if not is_staff(rules, actor):
        deals = rules.edition.powers.get(Power.DEAL)
        conducts = deals.clause if deals else ()
        raise NotEntitled(conducts, f"{actor.name} may not {act}: that is for staff")


def speaks_for(actor: Actor, patron: str) -> None:
    """Refuse a patron who acts for another."""
    if actor.is_patron and actor.name != patron:
        raise NotEntitled((), f"{actor.name} may not act for {patron}")


def anybody(titles: Iterable[str]) -> str:
    """Return titles with their articles: ``an inspector or a dealer``."""
    names = [title.replace("_", " ") for title in titles]
    return " or ".join(f"an {name}" if name[:1] in "aeiou" else f"a {name}" for name in names)


def approved(
    rules: TableRules, title: str | None, power: Power, what: str, under: Clauses = ()
) -> Clauses:
    """Return the clauses of an approval that somebody with the power gave, or refuse.

    ``under`` are those that want it here, where the power serves several clauses.
    """
    held = rules.edition.powers.get(power)
    if held is None:
        raise not_held(rules.edition, f"who approves {what}")
    if title is None or not has_power(rules, title, power):
        text = f"{what} needs the approval of {anybody(held.value)}"
        raise Refused(ErrorCode.NOT_APPROVED, under or held.clause, text)
    return under or held.clause


def known_titles(edition: Edition) -> frozenset[str]:
    """Return every title that a rulebook gives a power, or counts as one that has it."""
    held = {title for power in edition.powers.values() for title in power.value}
    counted = {title for titles in edition.titles.values() for title in titles.value}
    return frozenset({DEALER, *held, *counted, *edition.titles})


def provided(rules: TableRules, clauses: Clauses, topic: str) -> Clauses:
    """Return the clauses of a step, or refuse a step of which the rulebook says nothing."""
    if not clauses:
        raise not_held(rules.edition, topic)
    return clauses
