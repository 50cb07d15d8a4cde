"""A command about what has to be looked after to its events: dispatch only."""

from typing import assert_never

from punto.aggregate.actor import Actor
from punto.house.events import Events
from punto.house.house import House
from punto.house.known import Known
from punto.house.matters import commands as do
from punto.house.matters.disputes import (
    advise_complaint,
    close_terms_dispute,
    decide_terms,
    dispute_terms,
)
from punto.house.matters.doubts import (
    cancel_draw,
    doubt_promotion,
    postpone_promotion,
    tell_inspector,
    validate_promotion,
)
from punto.house.matters.keeping import (
    decide_gap,
    do_duty,
    erase_person,
    file_report,
    register_person,
    register_table,
)
from punto.rulebook.elect import TableRules


def decide(
    rules: TableRules, house: House, by: Actor, command: do.MattersCommand, known: Known
) -> Events:
    """Return what a command about what has to be looked after brings about."""
    match command:
        case do.DisputeTerms():
            return dispute_terms(rules, house, by, command)
        case do.DecideTerms():
            return decide_terms(rules, house, by, command)
        case do.AdviseComplaint():
            return advise_complaint(rules, house, by, command)
        case do.CloseTermsDispute():
            return close_terms_dispute(rules, house, by, command)
        case do.DoubtPromotion():
            return doubt_promotion(rules, house, by, command)
        case do.PostponePromotion():
            return postpone_promotion(rules, house, by, command)
        case do.CancelDraw():
            return cancel_draw(rules, house, by, command)
        case do.TellInspector():
            return tell_inspector(rules, house, by, command)
        case do.ValidatePromotion():
            return validate_promotion(rules, house, by, command)
        case do.DoDuty():
            return do_duty(rules, house, by, command, known)
        case do.FileReport():
            return file_report(rules, house, by, command)
        case do.DecideGap():
            return decide_gap(rules, house, by, command)
        case do.RegisterTable():
            return register_table(rules, house, by, command)
        case do.RegisterPerson():
            return register_person(rules, house, by, command)
        case do.ErasePerson():
            return erase_person(rules, house, by, command)
        case _:
            assert_never(command)
