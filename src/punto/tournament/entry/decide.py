"""A command about conditions and entries to its events: dispatch only."""

from typing import assert_never

from punto.aggregate.actor import Actor
from punto.rulebook.elect import TableRules
from punto.tournament.entry import commands as do
from punto.tournament.entry.approvals import file_approval
from punto.tournament.entry.chances import admit_to_secondary, advance_from_secondary
from punto.tournament.entry.conditions import (
    publish_conditions,
    set_conditions,
    supplement_conditions,
)
from punto.tournament.entry.entering import accept_entry, apply, check_eligibility, refuse_entry
from punto.tournament.entry.informing import (
    explain_conditions,
    give_conditions,
    let_device_in,
    require_agreement,
    sign_application,
)
from punto.tournament.entry.reserves import seat_reserve
from punto.tournament.entry.withdrawing import cancel_tournament, withdraw_entry
from punto.tournament.events import Events
from punto.tournament.tournament import Tournament


def decide(
    rules: TableRules, tournament: Tournament, by: Actor, command: do.EntryCommand
) -> Events:
    """Return what a command about conditions and entries brings about."""
    match command:
        case do.SetConditions():
            return set_conditions(rules, tournament, by, command)
        case do.SupplementConditions():
            return supplement_conditions(rules, tournament, by, command)
        case do.FileApproval():
            return file_approval(rules, tournament, by, command)
        case do.PublishConditions():
            return publish_conditions(rules, tournament, by)
        case do.RequireAgreement():
            return require_agreement(rules, tournament, by)
        case do.GiveConditions():
            return give_conditions(rules, tournament, by, command)
        case do.ExplainConditions():
            return explain_conditions(rules, tournament, by, command)
        case do.SignApplication():
            return sign_application(rules, tournament, by, command)
        case do.Apply():
            return apply(rules, tournament, by, command)
        case do.CheckEligibility():
            return check_eligibility(rules, tournament, by, command)
        case do.AcceptEntry():
            return accept_entry(rules, tournament, by, command)
        case do.RefuseEntry():
            return refuse_entry(rules, tournament, by, command)
        case do.WithdrawEntry():
            return withdraw_entry(rules, tournament, by, command)
        case do.CancelTournament():
            return cancel_tournament(rules, tournament, by, command)
        case do.SeatReserve():
            return seat_reserve(rules, tournament, by, command)
        case do.AdmitToSecondary():
            return admit_to_secondary(rules, tournament, by, command)
        case do.AdvanceFromSecondary():
            return advance_from_secondary(rules, tournament, by, command)
        case do.LetDeviceIn():
            return let_device_in(rules, tournament, by, command)
        case _:
            assert_never(command)
