"""Notification of winners in time and by permitted means, and denial of claims."""

from msgspec.structs import replace

from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Register, Unregistered, Visibility
from punto.aggregate.roles import (
    Attestation,
    GivenReason,
    Number,
    PersonKey,
    PrizeNumber,
    PromotionNumber,
    Text,
)
from punto.aggregate.topic import Topic
from punto.clause import Malformed, Reason, Refused, clause_of, merged
from punto.error_codes import ErrorCode
from punto.house.award.winners import winner_of
from punto.house.base_classes import Events, HouseCommand, HouseEvent
from punto.house.calendar import days_later, local_text
from punto.house.context import HouseContext, changes
from punto.house.guards import check_any_promotion, may_offer_promotions, require_promotion_power
from punto.house.house import House
from punto.house.promotion import DeniedPrize, NotificationAttempt, Promotion, PromotionStage
from punto.house.promotion_rules import promotion_section
from punto.rulebook.power import Power
from punto.rulebook.promotion_policies import ToldBy

notification: Topic[House, HouseContext] = Topic("notification", changes)


class TellWinner(HouseCommand, frozen=True, tag="tell_winner"):
    """An attempt to notify a winner; ``reached`` if it succeeded."""

    group = Group.PRIZES
    powers = (Power.OFFER_PROMOTIONS,)

    promotion: PromotionNumber
    prize: PrizeNumber
    means: Attestation[ToldBy]
    reached: Attestation[bool] = False


class DenyClaim(HouseCommand, frozen=True, tag="deny_claim"):
    """A claim to a prize is denied, for a reason."""

    group = Group.PRIZES
    powers = (Power.OFFER_PROMOTIONS,)

    promotion: PromotionNumber
    prize: PrizeNumber
    person: PersonKey
    text: GivenReason[Text]


class TellDenied(HouseCommand, frozen=True, tag="tell_denied"):
    """A person whose claim was denied is told why."""

    group = Group.PRIZES
    powers = (Power.OFFER_PROMOTIONS,)

    promotion: PromotionNumber
    claim: Number


class WinnerTold(HouseEvent, frozen=True, gc=False, tag="winner_told"):
    """A winner was notified, or an attempt failed; ``late`` if the time for it was past."""

    visibility = Visibility.WATCH
    registers = Unregistered.REPORTED

    promotion: int
    prize: int
    means: ToldBy
    reached: bool = False
    late: bool = False


class ClaimDenied(HouseEvent, frozen=True, gc=False, tag="claim_denied"):
    """A claim was denied; ``kept`` if its details must be stored. People are named by key."""

    visibility = Visibility.PERSON
    registers = (Register.DENIED_CLAIMS,)
    concerns = "person"

    promotion: int
    number: int
    prize: int
    person: str
    text: str
    kept: bool = False


class AwardRefused(HouseEvent, frozen=True, gc=False, tag="award_refused"):
    """A winner does not get a prize, because its draw is cancelled. People are named by key."""

    visibility = Visibility.PERSON
    registers = (Register.DENIED_CLAIMS,)
    concerns = "person"

    promotion: int
    number: int
    prize: int
    person: str
    text: str


class DeniedTold(HouseEvent, frozen=True, gc=False, tag="denied_told"):
    """A person whose claim was denied was told why."""

    visibility = Visibility.WATCH
    registers = (Register.DENIED_CLAIMS,)

    promotion: int
    number: int


@notification.permits(TellWinner)
def may_tell_winner(at: HouseContext) -> None:
    """Raise an error if there is no winner whom this person may notify."""
    may_offer_promotions(at)

    def check(promotion: Promotion) -> None:
        if not promotion.winners:
            raise Malformed("nobody has won", code=ErrorCode.NOT_NOW)

    check_any_promotion(at.state, check)


@notification.permits(DenyClaim)
def may_deny(at: HouseContext) -> None:
    """Raise an error if there is no prize to which this person could deny a claim."""
    may_offer_promotions(at)

    def check(promotion: Promotion) -> None:
        if not promotion.published or not promotion.prizes:
            raise Malformed("there is no prize", code=ErrorCode.NO_SUCH_THING)

    check_any_promotion(at.state, check)


@notification.permits(TellDenied)
def may_tell_denied(at: HouseContext) -> None:
    """Raise an error if there is nobody whom this person may tell why a claim was denied."""
    may_offer_promotions(at)

    def check(promotion: Promotion) -> None:
        if all(claim.told_at is not None for claim in promotion.denied):
            raise Malformed("there is no denied claim to tell of", code=ErrorCode.NO_SUCH_THING)

    check_any_promotion(at.state, check)


@notification.decides(TellWinner)
def tell_winner(at: HouseContext, command: TellWinner) -> Events:
    """Record an attempt to notify a winner, and whether it was in time."""
    rules, house, by = at.rules, at.state, at.by
    require_promotion_power(rules, by)
    promotion, winner = winner_of(house, command.promotion, command.prize)
    if promotion.stage is PromotionStage.CANCELLED and winner.denied:
        raise Malformed("the draw is cancelled", code=ErrorCode.NOT_NOW)
    data = promotion_section(rules)
    if command.means not in data.told_by.value:
        permitted_means = ", ".join(way.replace("_", " ") for way in data.told_by.value)
        text = f"a winner is not told by {command.means.replace('_', ' ')}"
        raise Refused(
            ErrorCode.MEANS_NOT_ALLOWED, data.told_by.clause, text, f"by {permitted_means}"
        )
    if by.at < winner.at:
        raise Malformed("nobody is told before the draw", code=ErrorCode.NO_SUCH_TIME)
    reasons = [
        Reason(f"told by {command.means.replace('_', ' ')}", clause_of(data.told_by, command.means))
    ]
    late = False
    if not promotion.terms.presence:
        zone, days = house.setup.zone, data.told_within_days
        until = days_later(zone, winner.at, days.value)
        late = by.at > until
        timeliness = "too late" if late else "in time"
        clause = merged(promotion_section(rules).says.winner_told, days.clause)
        reasons.append(Reason(f"{timeliness}: until {local_text(zone, until)}", clause))
    event = WinnerTold(
        promotion=promotion.number,
        prize=winner.prize,
        means=command.means,
        reached=command.reached,
        late=late,
        reasons=tuple(reasons),
    )
    return (event,)


@notification.decides(DenyClaim)
def deny_claim(at: HouseContext, command: DenyClaim) -> Events:
    """Deny a claim to a prize. Above an amount, name and address of the claimant are required."""
    rules, house, by, known = at.rules, at.state, at.by, at.known
    require_promotion_power(rules, by)
    promotion = house.promotion(command.promotion)
    prize = promotion.prizes.get(command.prize)
    if prize is None or not promotion.published:
        raise Malformed(f"there is no prize {command.prize}", code=ErrorCode.NO_SUCH_THING)
    if not command.person.strip():
        raise Malformed("say whose claim it is", code=ErrorCode.INCOMPLETE)
    if not command.text.strip():
        text = "nobody is refused a prize without a reason"
        raise Refused(ErrorCode.NO_REASON, promotion_section(rules).says.reason_told, text)
    winner = promotion.winners.get(command.prize)
    if winner is not None and winner.person == command.person and winner.received:
        raise Malformed(f"{command.person} has the prize", code=ErrorCode.ALREADY_SO)
    threshold = promotion_section(rules).denied_kept_over_cents
    details_stored = (prize.value_cents or 0) > threshold.value
    if details_stored:
        missing_facts = {"name", "address"} - known.people.get(command.person, frozenset())
        if missing_facts:
            text = f"{' and '.join(sorted(missing_facts, reverse=True))} of the claimant are kept"
            clause = merged(promotion_section(rules).says.claimant_known, threshold.clause)
            raise Refused(ErrorCode.CLAIMANT_UNKNOWN, clause, text)
    reasons = [Reason("the claim is not met", promotion_section(rules).says.reason_told)]
    if details_stored:
        clause = merged(
            threshold.clause,
            promotion_section(rules).says.claimant_known,
            promotion_section(rules).says.reason_kept,
        )
        reasons.append(Reason("its details are kept", clause))
    denied = ClaimDenied(
        promotion=promotion.number,
        number=len(promotion.denied) + 1,
        prize=command.prize,
        person=command.person,
        text=command.text,
        kept=details_stored,
        reasons=tuple(reasons),
    )
    return (denied,)


@notification.decides(TellDenied)
def tell_denied(at: HouseContext, command: TellDenied) -> Events:
    """Record that a claimant was told why their claim was denied."""
    rules, house, by = at.rules, at.state, at.by
    require_promotion_power(rules, by)
    promotion = house.promotion(command.promotion)
    claim = next((denied for denied in promotion.denied if denied.number == command.claim), None)
    if claim is None:
        raise Malformed(f"there is no denied claim {command.claim}", code=ErrorCode.NO_SUCH_THING)
    if claim.told_at is not None:
        raise Malformed(f"{claim.person} was told", code=ErrorCode.ALREADY_SO)
    reason = Reason(f"{claim.person} is told why", promotion_section(rules).says.reason_told)
    return (DeniedTold(promotion=promotion.number, number=claim.number, reasons=(reason,)),)


@notification.applies(WinnerTold)
def winner_told(house: House, event: WinnerTold, envelope: Envelope) -> House:
    winner = house.promotions[event.promotion].winners[event.prize]
    attempts = (*winner.attempts, NotificationAttempt(event.means, envelope.at, event.reached))
    return house.with_winner(event.promotion, event.prize, attempts=attempts)


@notification.applies(ClaimDenied, AwardRefused)
def claim_denied(house: House, event: ClaimDenied | AwardRefused, envelope: Envelope) -> House:
    promotion = house.promotions[event.promotion]
    details_stored = isinstance(event, ClaimDenied) and event.kept
    claim = DeniedPrize(
        event.number, event.prize, event.person, event.text, envelope.at, details_stored
    )
    house = house.with_promotion(replace(promotion, denied=(*promotion.denied, claim)))
    winner = promotion.winners.get(event.prize)
    if winner is None or winner.person != event.person:
        return house
    return house.with_winner(event.promotion, event.prize, denied=True)


@notification.applies(DeniedTold)
def denied_told(house: House, event: DeniedTold, envelope: Envelope) -> House:
    promotion = house.promotions[event.promotion]
    claims = tuple(
        replace(claim, told_at=envelope.at) if claim.number == event.number else claim
        for claim in promotion.denied
    )
    return house.with_promotion(replace(promotion, denied=claims))
