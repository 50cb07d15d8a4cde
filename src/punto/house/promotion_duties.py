"""The duties of the house that follow from promotions."""

from collections.abc import Iterator

from punto.clause import Clauses
from punto.house.calendar import HOUR, days_later
from punto.house.duty import Duty, by_due_time
from punto.house.house import House
from punto.house.promotion import Promotion, PromotionStage
from punto.house.promotion_rules import promotion_section
from punto.rulebook.elect import TableRules
from punto.rulebook.power import Power


def open_promotion_duties(rules: TableRules, house: House) -> tuple[Duty, ...]:
    """Return the open duties by due time; duties without one are last."""
    if rules.edition.promotion is None:
        return ()
    open_duties = [
        duty
        for promotion in house.promotions.values()
        for duty in _promotion_duties(rules, house, promotion)
    ]
    return by_due_time(open_duties)


def _promotion_duties(rules: TableRules, house: House, promotion: Promotion) -> Iterator[Duty]:
    yield from _terms_duties(rules, promotion)
    yield from _winner_duties(rules, house, promotion)
    yield from _denied_claim_duties(rules, promotion)
    yield from _dispute_duties(rules, promotion)
    yield from _integrity_duties(rules, promotion)


def _duty(
    rules: TableRules,
    promotion: Promotion,
    *,
    key: str,
    text: str,
    since: int,
    due: int | None,
    clause: Clauses,
) -> Duty:
    """Return a duty about a promotion. Its owner is the title that may offer promotions."""
    owner = rules.edition.powers[Power.OFFER_PROMOTIONS].value[0]
    return Duty(f"promotion {promotion.number} {key}", text, owner, since, due, clause)


def _terms_duties(rules: TableRules, promotion: Promotion) -> Iterator[Duty]:
    if promotion.version in promotion.sent or promotion.starts_at is None:
        return
    if promotion.stage is PromotionStage.PUBLISHED:
        hours = promotion_section(rules).terms_sent_hours
        yield _duty(
            rules,
            promotion,
            key=f"terms {promotion.version}",
            text=f"send the terms of {promotion.name} to the regulator",
            since=promotion.starts_at - hours.value * HOUR,
            due=promotion.starts_at - hours.value * HOUR,
            clause=hours.clause,
        )
    elif (
        promotion.stage in (PromotionStage.STARTED, PromotionStage.DRAWN)
        and promotion.amended_at is not None
    ):
        yield _duty(
            rules,
            promotion,
            key=f"terms {promotion.version}",
            text=f"send the amended terms of {promotion.name} to the regulator again",
            since=promotion.amended_at,
            due=None,
            clause=promotion_section(rules).says.submitted_again,
        )


def _winner_duties(rules: TableRules, house: House, promotion: Promotion) -> Iterator[Duty]:
    if promotion.terms.presence:
        return
    days = promotion_section(rules).told_within_days
    for winner in promotion.winners.values():
        refused = promotion.stage is PromotionStage.CANCELLED and winner.denied
        if not winner.attempts and not refused:
            yield _duty(
                rules,
                promotion,
                key=f"winner {winner.prize}",
                text=f"tell the winner of {promotion.prizes[winner.prize].title}",
                since=winner.at,
                due=days_later(house.setup.zone, winner.at, days.value),
                clause=days.clause,
            )


def _denied_claim_duties(rules: TableRules, promotion: Promotion) -> Iterator[Duty]:
    for claim in promotion.denied:
        if claim.told_at is None:
            yield _duty(
                rules,
                promotion,
                key=f"denied {claim.number}",
                text=f"tell {claim.person} why the claim is not met",
                since=claim.at,
                due=None,
                clause=promotion_section(rules).says.reason_told,
            )


def _dispute_duties(rules: TableRules, promotion: Promotion) -> Iterator[Duty]:
    for dispute in promotion.disputes:
        if dispute.satisfied is False and not dispute.advised:
            yield _duty(
                rules,
                promotion,
                key=f"dispute {dispute.number}",
                text=f"tell {dispute.person} of the right to complain to an inspector",
                since=dispute.decided_at,
                due=None,
                clause=promotion_section(rules).says.complaint_advised,
            )


def _integrity_duties(rules: TableRules, promotion: Promotion) -> Iterator[Duty]:
    hours = promotion_section(rules).inspector_told_hours
    for doubt in promotion.doubts:
        if doubt.told_at is None:
            yield _duty(
                rules,
                promotion,
                key=f"doubt {doubt.number}",
                text=f"tell the inspector that {promotion.name} is put off or cancelled",
                since=doubt.at,
                due=doubt.at + hours.value * HOUR,
                clause=hours.clause,
            )
