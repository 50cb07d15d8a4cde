"""Winners are told in time and by the means that count; whoever is refused is told why."""

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
from punto.house.award.winners import won
from punto.house.base_classes import Events, HouseCommand, HouseEvent
from punto.house.calendar import days_later, local_text
from punto.house.context import At, changes
from punto.house.guards import check_some, leading, may_lead
from punto.house.house import House
from punto.house.promotion import Attempt, Denied, Promotion, Stage
from punto.house.promotion_rules import law
from punto.rulebook.power import Power
from punto.rulebook.promotion_policies import ToldBy

notification: Topic[House, At] = Topic("notification", changes)


class TellWinner(HouseCommand, frozen=True, tag="tell_winner"):
    """An attempt to tell a winner; ``reached`` if it succeeded."""

    group = Group.PRIZES
    powers = (Power.OFFER_PROMOTIONS,)

    promotion: PromotionNumber
    prize: PrizeNumber
    means: Attestation[ToldBy]
    reached: Attestation[bool] = False


class DenyClaim(HouseCommand, frozen=True, tag="deny_claim"):
    """A claim to a prize is not met, for a reason."""

    group = Group.PRIZES
    powers = (Power.OFFER_PROMOTIONS,)

    promotion: PromotionNumber
    prize: PrizeNumber
    person: PersonKey
    text: GivenReason[Text]


class TellDenied(HouseCommand, frozen=True, tag="tell_denied"):
    """Whoever was refused a prize is told why."""

    group = Group.PRIZES
    powers = (Power.OFFER_PROMOTIONS,)

    promotion: PromotionNumber
    claim: Number


class WinnerTold(HouseEvent, frozen=True, gc=False, tag="winner_told"):
    """Somebody tried to tell a winner; ``late`` if the time for it was over."""

    visibility = Visibility.WATCH
    registers = Unregistered.REPORTED

    promotion: int
    prize: int
    means: ToldBy
    reached: bool = False
    late: bool = False


class ClaimDenied(HouseEvent, frozen=True, gc=False, tag="claim_denied"):
    """A claim was not met; ``kept`` if its details have to be kept. People stand as keys."""

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
    """A winner does not get a prize: its draw is cancelled. People stand as keys."""

    visibility = Visibility.PERSON
    registers = (Register.DENIED_CLAIMS,)
    concerns = "person"

    promotion: int
    number: int
    prize: int
    person: str
    text: str


class DeniedTold(HouseEvent, frozen=True, gc=False, tag="denied_told"):
    """Whoever was refused a prize was told why."""

    visibility = Visibility.WATCH
    registers = (Register.DENIED_CLAIMS,)

    promotion: int
    number: int


@notification.permits(TellWinner)
def may_tell_winner(at: At) -> None:
    """Raise an error if there is no winner whom this person may tell."""
    may_lead(at)

    def check(held: Promotion) -> None:
        if not held.winners:
            raise Malformed("nobody has won", code=ErrorCode.NOT_NOW)

    check_some(at.state, check)


@notification.permits(DenyClaim)
def may_deny(at: At) -> None:
    """Raise an error if there is no prize that somebody could claim from this person."""
    may_lead(at)

    def check(held: Promotion) -> None:
        if not held.published or not held.prizes:
            raise Malformed("there is no prize", code=ErrorCode.NO_SUCH_THING)

    check_some(at.state, check)


@notification.permits(TellDenied)
def may_tell_denied(at: At) -> None:
    """Raise an error if there is nobody whom this person may tell why a claim was denied."""
    may_lead(at)

    def check(held: Promotion) -> None:
        if all(claim.told_at is not None for claim in held.denied):
            raise Malformed("there is no denied claim to tell of", code=ErrorCode.NO_SUCH_THING)

    check_some(at.state, check)


@notification.decides(TellWinner)
def tell_winner(at: At, command: TellWinner) -> Events:
    """Put an attempt to tell a winner on record, and whether it came in time."""
    rules, house, by = at.rules, at.state, at.by
    leading(rules, by)
    held, winner = won(house, command.promotion, command.prize)
    if held.stage is Stage.CANCELLED and winner.denied:
        raise Malformed("the draw is cancelled", code=ErrorCode.NOT_NOW)
    data = law(rules)
    if command.means not in data.told_by.value:
        ways = ", ".join(way.replace("_", " ") for way in data.told_by.value)
        text = f"a winner is not told by {command.means.replace('_', ' ')}"
        raise Refused(ErrorCode.MEANS_NOT_ALLOWED, data.told_by.clause, text, f"by {ways}")
    if by.at < winner.at:
        raise Malformed("nobody is told before the draw", code=ErrorCode.NO_SUCH_TIME)
    reasons = [
        Reason(f"told by {command.means.replace('_', ' ')}", clause_of(data.told_by, command.means))
    ]
    late = False
    if not held.terms.presence:
        zone, days = house.setup.zone, data.told_within_days
        until = days_later(zone, winner.at, days.value)
        late = by.at > until
        words = "too late" if late else "in time"
        clause = merged(law(rules).says.winner_told, days.clause)
        reasons.append(Reason(f"{words}: until {local_text(zone, until)}", clause))
    told = WinnerTold(
        promotion=held.number,
        prize=winner.prize,
        means=command.means,
        reached=command.reached,
        late=late,
        reasons=tuple(reasons),
    )
    return (told,)


@notification.decides(DenyClaim)
def deny_claim(at: At, command: DenyClaim) -> Events:
    """Refuse somebody a prize, with a reason; over an amount their name and address are kept."""
    rules, house, by, known = at.rules, at.state, at.by, at.known
    leading(rules, by)
    held = house.promotion(command.promotion)
    prize = held.prizes.get(command.prize)
    if prize is None or not held.published:
        raise Malformed(f"there is no prize {command.prize}", code=ErrorCode.NO_SUCH_THING)
    if not command.person.strip():
        raise Malformed("say whose claim it is", code=ErrorCode.INCOMPLETE)
    if not command.text.strip():
        text = "nobody is refused a prize without a reason"
        raise Refused(ErrorCode.NO_REASON, law(rules).says.reason_told, text)
    winner = held.winners.get(command.prize)
    if winner is not None and winner.person == command.person and winner.received:
        raise Malformed(f"{command.person} has the prize", code=ErrorCode.ALREADY_SO)
    over = law(rules).denied_kept_over_cents
    kept = (prize.value_cents or 0) > over.value
    if kept:
        lacks = {"name", "address"} - known.people.get(command.person, frozenset())
        if lacks:
            text = f"{' and '.join(sorted(lacks, reverse=True))} of the claimant are kept"
            clause = merged(law(rules).says.claimant_known, over.clause)
            raise Refused(ErrorCode.CLAIMANT_UNKNOWN, clause, text)
    reasons = [Reason("the claim is not met", law(rules).says.reason_told)]
    if kept:
        clause = merged(over.clause, law(rules).says.claimant_known, law(rules).says.reason_kept)
        reasons.append(Reason("its details are kept", clause))
    denied = ClaimDenied(
        promotion=held.number,
        number=len(held.denied) + 1,
        prize=command.prize,
        person=command.person,
        text=command.text,
        kept=kept,
        reasons=tuple(reasons),
    )
    return (denied,)


@notification.decides(TellDenied)
def tell_denied(at: At, command: TellDenied) -> Events:
    """Put on record that somebody was told why they do not get a prize."""
    rules, house, by = at.rules, at.state, at.by
    leading(rules, by)
    held = house.promotion(command.promotion)
    claim = next((one for one in held.denied if one.number == command.claim), None)
    if claim is None:
        raise Malformed(f"there is no denied claim {command.claim}", code=ErrorCode.NO_SUCH_THING)
    if claim.told_at is not None:
        raise Malformed(f"{claim.person} was told", code=ErrorCode.ALREADY_SO)
    reason = Reason(f"{claim.person} is told why", law(rules).says.reason_told)
    return (DeniedTold(promotion=held.number, number=claim.number, reasons=(reason,)),)


@notification.applies(WinnerTold)
def winner_told(house: House, event: WinnerTold, envelope: Envelope) -> House:
    winner = house.promotions[event.promotion].winners[event.prize]
    attempts = (*winner.attempts, Attempt(event.means, envelope.at, event.reached))
    return house.with_winner(event.promotion, event.prize, attempts=attempts)


@notification.applies(ClaimDenied, AwardRefused)
def denied(house: House, event: ClaimDenied | AwardRefused, envelope: Envelope) -> House:
    held = house.promotions[event.promotion]
    kept = isinstance(event, ClaimDenied) and event.kept
    claim = Denied(event.number, event.prize, event.person, event.text, envelope.at, kept)
    house = house.with_promotion(replace(held, denied=(*held.denied, claim)))
    winner = held.winners.get(event.prize)
    if winner is None or winner.person != event.person:
        return house
    return house.with_winner(event.promotion, event.prize, denied=True)


@notification.applies(DeniedTold)
def denied_told(house: House, event: DeniedTold, envelope: Envelope) -> House:
    held = house.promotions[event.promotion]
    claims = tuple(
        replace(claim, told_at=envelope.at) if claim.number == event.number else claim
        for claim in held.denied
    )
    return house.with_promotion(replace(held, denied=claims))
