"""Commands about what goes wrong: dispatch only."""

from collections.abc import Mapping
from typing import assert_never

from punto.aggregate.actor import Actor
from punto.rulebook.elect import TableRules
from punto.table.errors import commands as do
from punto.table.errors.correcting import correct_card
from punto.table.errors.device import (
    choose_stakes,
    cut_rest,
    device_fault,
    device_ready,
    shuffle_rest,
)
from punto.table.errors.excess import expose_held, put_back, sweep_held
from punto.table.errors.invalidating import invalidate_result
from punto.table.errors.late import confirm_cards, remove_cards, report_error
from punto.table.errors.mispaid import cure, enquire
from punto.table.errors.packs import check_packs, find_card, play_on, report_missed
from punto.table.errors.payments import find_mispayment, wrong_scale
from punto.table.errors.pulled import face_up_found, order_face_check, pull_card, run_out
from punto.table.errors.rebuilding import rebuild_coup
from punto.table.errors.scans import confirm_result, report_display, report_mispass, report_scan
from punto.table.errors.void import void_coup
from punto.table.events import Events
from punto.table.phase import PastCoup
from punto.table.table import Table


def decide(
    rules: TableRules,
    table: Table,
    by: Actor,
    command: do.ErrorsCommand,
    past: Mapping[int, PastCoup],
) -> Events:
    """Return what happens when somebody reports an error, or does something about one."""
    match command:
        case do.PullCard():
            return pull_card(rules, table, by, command)
        case do.FindFaceUp():
            return face_up_found(rules, table, by, command)
        case do.CorrectCard():
            return correct_card(rules, table, by, command)
        case do.OrderFaceCheck():
            return order_face_check(rules, table, by)
        case do.PutBack():
            return put_back(rules, table)
        case do.SweepHeld():
            return sweep_held(rules, table, by)
        case do.ExposeHeld():
            return expose_held(rules, table, by, command)
        case do.RunOut():
            return run_out(rules, table, by)
        case do.VoidCoup():
            return void_coup(rules, table, by, command)
        case do.ReportError():
            return report_error(rules, table, by, command, past)
        case do.ConfirmCards():
            return confirm_cards(rules, table, by, command)
        case do.RebuildCoup():
            return rebuild_coup(rules, table, by, command)
        case do.RemoveCards():
            return remove_cards(rules, table, by, command)
        case do.ReportMissed():
            return report_missed(rules, table, by, command)
        case do.PlayOn():
            return play_on(rules, table, by)
        case _:
            return _about_results(rules, table, by, command, past)


def _about_results(
    rules: TableRules,
    table: Table,
    by: Actor,
    command: do.ResultsCommand,
    past: Mapping[int, PastCoup],
) -> Events:
    match command:
        case do.FindCard():
            return find_card(rules, table, by, command)
        case do.CheckPacks():
            return check_packs(rules, table, by, command)
        case do.ReportScan():
            return report_scan(rules, table, command)
        case do.ConfirmResult():
            return confirm_result(rules, table, by)
        case do.ReportDisplay():
            return report_display(rules, table, command)
        case do.ReportMispass():
            return report_mispass(rules, table, by, command)
        case do.InvalidateResult():
            return invalidate_result(rules, table, by, command, past)
        case do.WrongScale():
            return wrong_scale(rules, table, by, command, past)
        case do.FindMispayment():
            return find_mispayment(rules, table, by, command, past)
        case do.EnquireMispayment():
            return enquire(rules, table, by, command)
        case do.CureMispayment():
            return cure(rules, table, by, command)
        case do.DeviceFault():
            return device_fault(rules, table, by, command)
        case do.DeviceReady():
            return device_ready(rules, table, by)
        case do.ChooseStakes():
            return choose_stakes(rules, table, by, command)
        case do.ShuffleRest():
            return shuffle_rest(rules, table, by)
        case do.CutRest():
            return cut_rest(rules, table, by, command)
        case _:
            assert_never(command)
