"""Conduct, to the next state."""

from msgspec.structs import replace

from punto.tournament.conduct import events as happened
from punto.tournament.entrant import Standing
from punto.tournament.matters import Breach, Dispute
from punto.tournament.people import changed
from punto.tournament.session import Out
from punto.tournament.tournament import Tournament


def evolve(tournament: Tournament, event: happened.ConductEvent) -> Tournament:
    """Return the tournament after somebody was put out, or a matter came up or was settled."""
    matters = tournament.matters
    match event:
        case happened.EntrantDisqualified():
            return _disqualified(tournament, event)
        case happened.BreachReported():
            breach = Breach(event.number, event.kind, event.name, event.text)
            matters = replace(matters, breaches=(*matters.breaches, breach))
        case happened.BreachRuled():
            breaches = tuple(
                replace(breach, found=event.found) if breach.number == event.number else breach
                for breach in matters.breaches
            )
            matters = replace(matters, breaches=breaches)
        case happened.RulesDisputed():
            dispute = Dispute(event.number, event.table, event.name, event.facts)
            matters = replace(matters, disputes=(*matters.disputes, dispute))
        case happened.DisputeSettled():
            disputes = tuple(
                replace(dispute, decision=event.decision)
                if dispute.number == event.number
                else dispute
                for dispute in matters.disputes
            )
            matters = replace(matters, disputes=disputes)
    return replace(tournament, matters=matters)


def _disqualified(tournament: Tournament, event: happened.EntrantDisqualified) -> Tournament:
    """Return the tournament without somebody, ranked among those who are out if that counts."""
    name, session = event.name, tournament.session
    if event.ranked and session is not None and name in session.seats:
        out = Out(name, event.coup, event.order, event.chips_cents)
        session = replace(session, outs=(*session.outs, out))
        tournament = replace(tournament, session=session)
    return changed(tournament, name, standing=Standing.DISQUALIFIED, cause=event.cause)
