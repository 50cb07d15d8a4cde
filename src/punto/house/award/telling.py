"""Winners are told in time and by the means that count; whoever is refused is told why."""

from punto.aggregate.actor import Actor
from punto.clause import Malformed, Reason, Refused, clause_of, merged
from punto.error_codes import ErrorCode
from punto.house.award import commands as do
from punto.house.award import events as happened
from punto.house.award.winners import won
from punto.house.calendar import days_later, local_text
from punto.house.events import Events
from punto.house.guards import leading
from punto.house.house import House
from punto.house.known import Known
from punto.house.law import law
from punto.house.promotion import Stage
from punto.rulebook.elect import TableRules


def tell_winner(rules: TableRules, house: House, by: Actor, command: do.TellWinner) -> Events:
    """Put an attempt to tell a winner on record, and whether it came in time."""
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
    told = happened.WinnerTold(
        promotion=held.number,
        prize=winner.prize,
        means=command.means,
        reached=command.reached,
        late=late,
        reasons=tuple(reasons),
    )
    return (told,)


def deny_claim(
    rules: TableRules, house: House, by: Actor, command: do.DenyClaim, known: Known
) -> Events:
    """Refuse somebody a prize, with a reason; over an amount their name and address are kept."""
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
    denied = happened.ClaimDenied(
        promotion=held.number,
        number=len(held.denied) + 1,
        prize=command.prize,
        person=command.person,
        text=command.text,
        kept=kept,
        reasons=tuple(reasons),
    )
    return (denied,)


def tell_denied(rules: TableRules, house: House, by: Actor, command: do.TellDenied) -> Events:
    """Put on record that somebody was told why they do not get a prize."""
    leading(rules, by)
    held = house.promotion(command.promotion)
    claim = next((one for one in held.denied if one.number == command.claim), None)
    if claim is None:
        raise Malformed(f"there is no denied claim {command.claim}", code=ErrorCode.NO_SUCH_THING)
    if claim.told_at is not None:
        raise Malformed(f"{claim.person} was told", code=ErrorCode.ALREADY_SO)
    reason = Reason(f"{claim.person} is told why", law(rules).says.reason_told)
    return (happened.DeniedTold(promotion=held.number, number=claim.number, reasons=(reason,)),)
