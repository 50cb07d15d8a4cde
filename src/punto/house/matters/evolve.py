"""Events about what has to be looked after, to the next state."""

from msgspec.structs import replace

from punto.aggregate.envelope import Envelope
from punto.house.house import Done, House
from punto.house.matters import events as happened
from punto.house.promotion import Doubt, Promotion, PromotionDispute, Stage


def evolve(house: House, event: happened.MattersEvent, envelope: Envelope) -> House:
    """Return the house after something was looked after."""
    match event:
        case happened.DutyDone():
            done = Done(envelope.actor, envelope.title, envelope.at, event.text)
            return replace(house, done={**house.done, event.duty: done})
        case happened.ReportFiled():
            done = Done(envelope.actor, envelope.title, envelope.at, "filed")
            return replace(house, done={**house.done, filed(event.report, event.period): done})
        case happened.GapDecided():
            return replace(house, decisions=event.number)
        case happened.TableRegistered():
            return replace(house, tables=(*house.tables, event.table))
        case happened.PersonRegistered():
            return replace(house, people=(*house.people, event.person))
        case happened.PersonErased():
            left = tuple(person for person in house.people if person != event.person)
            return replace(house, people=left)
        case _:
            held = _changed(house.promotions[event.promotion], event, envelope)
            return replace(house, promotions={**house.promotions, held.number: held})


def filed(report: str, period: str) -> str:
    """Return the name under which a report that was filed is kept."""
    return f"{report} {period}"


def _changed(
    held: Promotion,
    event: happened.TermsDisputed
    | happened.TermsDecided
    | happened.ComplaintAdvised
    | happened.TermsDisputeClosed
    | happened.PromotionDoubted
    | happened.PromotionPostponed
    | happened.DrawCancelled
    | happened.InspectorTold
    | happened.PromotionValidated,
    envelope: Envelope,
) -> Promotion:
    match event:
        case happened.TermsDisputed():
            dispute = PromotionDispute(event.number, event.person, event.facts)
            return replace(held, disputes=(*held.disputes, dispute))
        case happened.TermsDecided():
            return _moved(
                held,
                event.number,
                decision=event.decision,
                satisfied=event.satisfied,
                decided_at=envelope.at,
            )
        case happened.ComplaintAdvised():
            return _moved(held, event.number, advised=True)
        case happened.TermsDisputeClosed():
            return _moved(held, event.number, closed=True)
        case happened.PromotionDoubted():
            doubt = Doubt(event.number, event.text, envelope.at)
            return replace(held, doubts=(*held.doubts, doubt))
        case happened.PromotionValidated():
            return _doubted(held, event.number, validated_at=envelope.at)
        case happened.DrawCancelled():
            held = replace(held, stage=Stage.CANCELLED)
            return _doubted(held, event.number, cancelled_at=envelope.at)
        case happened.PromotionPostponed():
            return _doubted(held, event.number, postponed_at=envelope.at)
        case happened.InspectorTold():
            return _doubted(held, event.number, told_at=envelope.at)


def _doubted(held: Promotion, number: int, **changes: int) -> Promotion:
    doubts = tuple(
        replace(doubt, **changes) if doubt.number == number else doubt for doubt in held.doubts
    )
    return replace(held, doubts=doubts)


def _moved(held: Promotion, number: int, **changes: str | int) -> Promotion:
    moved = tuple(
        replace(dispute, **changes) if dispute.number == number else dispute
        for dispute in held.disputes
    )
    return replace(held, disputes=moved)
