"""Checks of secret wagers on a command at a table: forms come first, wagers may be locked."""

from msgspec.structs import replace

from punto.aggregate.actor import Actor
from punto.clause import Refused
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.rulebook.policies import LiveRule
from punto.rulebook.schema.tournament.secret import Secret
from punto.table.deal.drawing import Draw
from punto.table.deal.settling import CollectLosers, PayWinners
from punto.table.guards import coup_is_on, has_wager
from punto.table.limits.deferred_changes import may_change_during_play
from punto.table.limits.notices import items_of
from punto.table.limits.sign_changes import ChangeSign, change_must_wait
from punto.table.phase import Betting, Idle
from punto.table.wagers.betting import WithdrawWager
from punto.table.wagers.invalid_wagers import RelaxLock
from punto.table.wagers.placing import PlaceWager
from punto.tournament.rules import tournament_section
from punto.tournament.secret.announcement import announcement_clauses, is_announced_early
from punto.tournament.secret.placed_forms import due_cents
from punto.tournament.tables import AtTable
from punto.tournament.tournament import Tournament, forms_of_current_coup, forms_of_next_coup


def check_secret(rules: TableRules, tournament: Tournament, by: Actor, command: AtTable) -> None:
    """Refuse commands that secret wagers forbid. No error depends on what a form says."""
    data, table_command = tournament_section(rules.edition).secret, command.command
    if data is None:
        return
    table = tournament.tables[command.table]
    match table_command:
        case PlaceWager() if _has_no_wager(
            tournament, command.table, table_command.patron or by.name
        ):
            pass  # Every entrant wagers on every coup, also the last one.
        case PlaceWager() | WithdrawWager() | RelaxLock():
            _check_locked(data, tournament, command.table)
        case Draw() if isinstance(table.phase, Idle | Betting):
            _check_first_card(rules, data, tournament, command.table)
        case CollectLosers() | PayWinners():
            for form in forms_of_current_coup(tournament, command.table):
                if not form.announced:
                    text = f"the secret wager of {form.name} is announced first"
                    raise Refused(
                        ErrorCode.FORM_NOT_ANNOUNCED, announcement_clauses(rules, early=False), text
                    )
        case _:
            pass


def check_sign(rules: TableRules, tournament: Tournament, command: AtTable) -> None:
    """Refuse a change of the sign while there are forms: a form is a wager under the present sign.

    Only a person who may change the sign gets this error, because the table checks that first.
    """
    change_sign = command.command
    if not isinstance(change_sign, ChangeSign) or not forms_of_next_coup(tournament, command.table):
        return
    items = items_of(rules, change_sign.change)
    if not may_change_during_play(rules, tournament.tables[command.table], items):
        raise change_must_wait(rules, items, wagers=True)


def with_locked_wagers(rules: TableRules, tournament: Tournament, number: int) -> TableRules:
    """Return the rules by which a table decides. Locked wagers cannot be lifted."""
    data = tournament_section(rules.edition).secret
    if data is None or data.locks is None:
        return rules
    if not any(form.announced for form in forms_of_current_coup(tournament, number)):
        return rules
    sets_aside = {**rules.sets_aside, LiveRule.LIFTING: data.locks.clause}
    return replace(rules, sets_aside=sets_aside)


def _has_no_wager(tournament: Tournament, number: int, name: str) -> bool:
    """Return whether an entrant has not yet wagered on the next coup."""
    table = tournament.tables[number]
    secret = any(form.name == name for form in forms_of_next_coup(tournament, number))
    return not (coup_is_on(table) or has_wager(table, name) or secret)


def _check_locked(data: Secret, tournament: Tournament, number: int) -> None:
    coup_on = coup_is_on(tournament.tables[number])
    forms = (forms_of_current_coup if coup_on else forms_of_next_coup)(tournament, number)
    if data.locks and any(form.announced for form in forms):
        text = "secret wagers are announced: no other wager is made or changed"
        raise Refused(ErrorCode.WAGERS_LOCKED, data.locks.clause, text)


def _check_first_card(rules: TableRules, data: Secret, tournament: Tournament, number: int) -> None:
    """Refuse the first card until forms are examined, and announced and placed if required."""
    table, forms = tournament.tables[number], forms_of_next_coup(tournament, number)
    for form in forms:
        if not form.examined:
            text = f"the form of {form.name} has not been examined"
            raise Refused(ErrorCode.FORM_NOT_EXAMINED, data.examined.clause, text)
    if not is_announced_early(rules, tournament, number):
        return
    for form in forms:
        if not form.announced:
            text = f"the secret wager of {form.name} is announced first"
            raise Refused(
                ErrorCode.FORM_NOT_ANNOUNCED, announcement_clauses(rules, early=True), text
            )
    for form in forms:
        if due_cents(rules, table, form):
            text = f"{form.name} places the announced wager first"
            raise Refused(ErrorCode.FORM_NOT_PLACED, data.placed.clause, text)
