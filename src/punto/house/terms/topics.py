"""The missing topics of terms and details of prizes, each with the clause that requires it."""

from collections.abc import Iterator

from punto.clause import Clauses, merged
from punto.house.promotion import Promotion, PromotionPrize, PromotionTerms
from punto.house.promotion_rules import promotion_section
from punto.rulebook.elect import TableRules
from punto.rulebook.tournament_policies import Stated, StatedIf


def missing_terms(rules: TableRules, promotion: Promotion) -> list[tuple[str, Clauses]]:
    """Return all required topics and details that are missing."""
    return [
        *_missing_topics(rules, promotion),
        *_missing_details(rules, promotion),
        *_missing_publicity(rules, promotion.terms),
    ]


def _missing_topics(rules: TableRules, promotion: Promotion) -> Iterator[tuple[str, Clauses]]:
    for topic, requirement in promotion_section(rules).topics.items():
        must = requirement.value in (Stated.MUST, StatedIf.IF_APPLICABLE)
        if must and not _is_stated(promotion, topic):
            yield topic.replace("_", " "), requirement.clause


def _is_stated(promotion: Promotion, topic: str) -> bool:
    terms = promotion.terms
    match topic:
        case "prizes":
            return bool(promotion.prizes)
        case "prize_values":
            return all(prize.value_cents is not None for prize in promotion.prizes.values())
        case "prize_conditions":
            return all(_is_filled(prize.conditions) for prize in promotion.prizes.values())
        case "qualifying":
            return terms.wager_needed is False or (
                terms.wager_needed is True and terms.qualifying_cents is not None
            )
        case "reservations":
            return not terms.reserves or _is_filled(terms.reservations)
        case "presence":
            return terms.presence is not None
        case _:
            return _is_filled(getattr(terms, topic))


def _is_filled(text: str | None) -> bool:
    return text is not None and bool(text.strip())


def _missing_details(rules: TableRules, promotion: Promotion) -> Iterator[tuple[str, Clauses]]:
    for prize in promotion.prizes.values():
        yield from missing_prize_details(rules, prize)


def missing_prize_details(
    rules: TableRules, prize: PromotionPrize
) -> Iterator[tuple[str, Clauses]]:
    """Yield the missing details that the kind of a prize requires."""
    kind = promotion_section(rules).kinds.get(prize.kind)
    if kind is None:
        return
    for name, requirement in kind.details.items():
        if requirement.value is Stated.MUST and not _is_filled(prize.details.get(name)):
            text = f"{name.replace('_', ' ')} of {prize.title}"
            yield text, merged(requirement.clause, kind.clause)


def _missing_publicity(rules: TableRules, terms: PromotionTerms) -> Iterator[tuple[str, Clauses]]:
    if promotion_section(rules).says.marketing and not terms.marketing:
        yield "that marketing refers to them", promotion_section(rules).says.marketing
    if promotion_section(rules).says.available and not any(
        place.strip() for place in terms.available
    ):
        yield "where they are readily available", promotion_section(rules).says.available
