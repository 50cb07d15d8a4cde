"""Measures and disputes, to the next state."""

from msgspec.structs import replace

from punto.aggregate.envelope import Envelope
from punto.table.conduct import events as happened
from punto.table.matters import Dispute, Ruling
from punto.table.table import Table


def evolve(table: Table, event: happened.ConductEvent, envelope: Envelope) -> Table:
    """Return the table after a measure against somebody, or a step of a dispute."""
    match event:
        case happened.PatronBarred() | happened.PatronExcluded():
            barred = tuple(dict.fromkeys((*table.admission.barred, event.name)))
            return replace(table, admission=replace(table.admission, barred=barred))
        case happened.PatronDetained():
            detained = (*table.open.detained, event.name)
            return replace(table, open=replace(table.open, detained=detained))
        case happened.PatronHandedOver():
            held = list(table.open.detained)
            held.remove(event.name)
            return replace(table, open=replace(table.open, detained=tuple(held)))
        case happened.DecisionRecorded():
            decided = {**table.papers.decided, event.matter: event.ruling}
            return replace(table, papers=replace(table.papers, decided=decided))
        case happened.DisputeRaised():
            dispute = Dispute(event.number, event.person, event.facts, coup=event.coup)
            count = replace(table.count, disputes=event.number)
            disputes = (*table.open.disputes, dispute)
            return replace(table, count=count, open=replace(table.open, disputes=disputes))
        case happened.ReviewRequested() | happened.DisputeRuled() | happened.DisputeClosed():
            disputes = tuple(
                moved_on(dispute, event, envelope) if dispute.number == event.number else dispute
                for dispute in table.open.disputes
            )
            return replace(table, open=replace(table.open, disputes=disputes))


def moved_on(
    dispute: Dispute,
    event: happened.ReviewRequested | happened.DisputeRuled | happened.DisputeClosed,
    envelope: Envelope,
) -> Dispute:
    """Return a dispute after its next step."""
    match event:
        case happened.ReviewRequested():
            return replace(dispute, review_requested=True)
        case happened.DisputeRuled():
            ruling = Ruling(envelope.actor, envelope.title, event.ruling)
            return replace(dispute, rulings=(*dispute.rulings, ruling))
        case happened.DisputeClosed():
            return replace(dispute, closed=True, advised=event.advised, decision=event.decision)
