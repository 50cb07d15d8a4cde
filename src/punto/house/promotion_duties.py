"""What the house owes about its promotions, and until when."""

from collections.abc import Iterator

from punto.clause import Clauses
from punto.house.calendar import HOUR, days_later
from punto.house.duty import Duty, in_order
from punto.house.house import House
from punto.house.promotion import Promotion, Stage
from punto.house.promotion_rules import law
from punto.rulebook.elect import TableRules
from punto.rulebook.power import Power


def owed(rules: TableRules, house: House) -> tuple[Duty, ...]:
    """Return the duties that are open, those with the earliest end first, those without last."""
    if rules.edition.promotion is None:
        return ()
    found = [duty for held in house.promotions.values() for duty in _of(rules, house, held)]
    return in_order(found)


def _of(rules: TableRules, house: House, held: Promotion) -> Iterator[Duty]:
    yield from _terms(rules, held)
    yield from _winners(rules, house, held)
    yield from _denied(rules, held)
    yield from _disputes(rules, held)
    yield from _doubt(rules, held)


def _duty(
    rules: TableRules,
    held: Promotion,
    *,
    key: str,
    text: str,
    since: int,
    due: int | None,
    clause: Clauses,
) -> Duty:
    """Return a duty about a promotion; whoever may offer promotions answers for it."""
    owner = rules.edition.powers[Power.OFFER_PROMOTIONS].value[0]
    return Duty(f"promotion {held.number} {key}", text, owner, since, due, clause)


def _terms(rules: TableRules, held: Promotion) -> Iterator[Duty]:
    if held.version in held.sent or held.starts_at is None:
        return
    if held.stage is Stage.PUBLISHED:
        hours = law(rules).terms_sent_hours
        yield _duty(
            rules,
            held,
            key=f"terms {held.version}",
            text=f"send the terms of {held.name} to the regulator",
            since=held.starts_at - hours.value * HOUR,
            due=held.starts_at - hours.value * HOUR,
            clause=hours.clause,
        )
    elif held.stage in (Stage.STARTED, Stage.DRAWN) and held.amended_at is not None:
        yield _duty(
            rules,
            held,
            key=f"terms {held.version}",
            text=f"send the amended terms of {held.name} to the regulator again",
            since=held.amended_at,
            due=None,
            clause=law(rules).says.submitted_again,
        )


def _winners(rules: TableRules, house: House, held: Promotion) -> Iterator[Duty]:
    if held.terms.presence:
        return
    days = law(rules).told_within_days
    for winner in held.winners.values():
        refused = held.stage is Stage.CANCELLED and winner.denied
        if not winner.attempts and not refused:
            yield _duty(
                rules,
                held,
                key=f"winner {winner.prize}",
                text=f"tell the winner of {held.prizes[winner.prize].title}",
                since=winner.at,
                due=days_later(house.setup.zone, winner.at, days.value),
                clause=days.clause,
            )


def _denied(rules: TableRules, held: Promotion) -> Iterator[Duty]:
    for claim in held.denied:
        if claim.told_at is None:
            yield _duty(
                rules,
                held,
                key=f"denied {claim.number}",
                text=f"tell {claim.person} why the claim is not met",
                since=claim.at,
                due=None,
                clause=law(rules).says.reason_told,
            )


def _disputes(rules: TableRules, held: Promotion) -> Iterator[Duty]:
    for dispute in held.disputes:
        if dispute.satisfied is False and not dispute.advised:
            yield _duty(
                rules,
                held,
                key=f"dispute {dispute.number}",
                text=f"tell {dispute.person} of the right to complain to an inspector",
                since=dispute.decided_at,
                due=None,
                clause=law(rules).says.complaint_advised,
            )


def _doubt(rules: TableRules, held: Promotion) -> Iterator[Duty]:
    hours = law(rules).inspector_told_hours
    for doubt in held.doubts:
        if doubt.told_at is None:
            yield _duty(
                rules,
                held,
                key=f"doubt {doubt.number}",
                text=f"tell the inspector that {held.name} is put off or cancelled",
                since=doubt.at,
                due=doubt.at + hours.value * HOUR,
                clause=hours.clause,
            )
