"""What terms leave out: topic by topic, prize by prize, each with the clause that wants it."""

from collections.abc import Iterator

from punto.clause import Clauses, merged
from punto.house.promotion import Prize, Promotion, Terms
from punto.house.promotion_rules import law
from punto.rulebook.elect import TableRules
from punto.rulebook.tournament_policies import Stated, StatedIf


def missing(rules: TableRules, held: Promotion) -> list[tuple[str, Clauses]]:
    """Return everything that has to be said and is not."""
    return [*_topics(rules, held), *_details(rules, held), *_at_hand(rules, held.terms)]


def _topics(rules: TableRules, held: Promotion) -> Iterator[tuple[str, Clauses]]:
    for topic, wanted in law(rules).topics.items():
        must = wanted.value in (Stated.MUST, StatedIf.IF_APPLICABLE)
        if must and not _said(held, topic):
            yield topic.replace("_", " "), wanted.clause


def _said(held: Promotion, topic: str) -> bool:
    terms = held.terms
    match topic:
        case "prizes":
            return bool(held.prizes)
        case "prize_values":
            return all(prize.value_cents is not None for prize in held.prizes.values())
        case "prize_conditions":
            return all(_filled(prize.conditions) for prize in held.prizes.values())
        case "qualifying":
            return terms.wager_needed is False or (
                terms.wager_needed is True and terms.qualifying_cents is not None
            )
        case "reservations":
            return not terms.reserves or _filled(terms.reservations)
        case "presence":
            return terms.presence is not None
        case _:
            return _filled(getattr(terms, topic))


def _filled(text: str | None) -> bool:
    return text is not None and bool(text.strip())


def _details(rules: TableRules, held: Promotion) -> Iterator[tuple[str, Clauses]]:
    for prize in held.prizes.values():
        yield from lacking(rules, prize)


def lacking(rules: TableRules, prize: Prize) -> Iterator[tuple[str, Clauses]]:
    """Yield the details that the kind of a prize asks for and that it lacks."""
    kind = law(rules).kinds.get(prize.kind)
    if kind is None:
        return
    for name, wanted in kind.details.items():
        if wanted.value is Stated.MUST and not _filled(prize.details.get(name)):
            text = f"{name.replace('_', ' ')} of {prize.title}"
            yield text, merged(wanted.clause, kind.clause)


def _at_hand(rules: TableRules, terms: Terms) -> Iterator[tuple[str, Clauses]]:
    if law(rules).says.marketing and not terms.marketing:
        yield "that marketing refers to them", law(rules).says.marketing
    if law(rules).says.available and not any(way.strip() for way in terms.available):
        yield "where they are readily available", law(rules).says.available
