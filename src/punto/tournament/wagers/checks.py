"""Checks of the tournament's wagering rules on a command at one of its tables."""

from punto.aggregate.actor import Actor
from punto.clause import Refused
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.rulebook.policies import LiveRule
from punto.table.deal.drawing import Draw
from punto.table.deal.no_bets import DirectNoBet
from punto.table.deal.settling import CollectLosers, PayWinners
from punto.table.phase import Betting, Idle, Settling
from punto.table.seats.buying import BuyChips, CashOut, ExchangeVoucher
from punto.table.seats.joining import Join
from punto.table.wagers.betting import NoMoreBets, WithdrawWager
from punto.table.wagers.placing import PlaceWager
from punto.tournament.rules import tournament_section
from punto.tournament.tables import AtTable
from punto.tournament.tournament import Tournament
from punto.tournament.wagers.first_card_checks import check_all_asked, check_first_card, check_short
from punto.tournament.wagers.placed_wagers import check_place, check_withdraw
from punto.tournament.wagers.stakes import wager_rules


def check_wagers(rules: TableRules, tournament: Tournament, by: Actor, command: AtTable) -> None:
    """Refuse commands that the wagering rules forbid at a table of the tournament."""
    table_command, number = command.command, command.table
    table = tournament.tables[number]
    match table_command:
        case PlaceWager():
            name = table_command.patron or by.name
            if table_command.patron is None and not by.is_patron:
                return  # The table refuses a wager without a name.
            check_place(rules, tournament, number, name, table_command)
        case WithdrawWager():
            check_withdraw(rules, tournament, number, by.name)
        case Draw() if isinstance(table.phase, Idle | Betting):
            check_first_card(rules, tournament, number)
        case NoMoreBets():
            check_all_asked(rules, tournament, number)
        case CollectLosers() | PayWinners():
            if isinstance(table.phase, Settling) and not table.phase.begun:
                check_short(rules, table)
        case DirectNoBet():
            clause = wager_rules(rules).compulsory.clause
            raise Refused(ErrorCode.WAGER_EVERY_COUP, clause, "everybody wagers on every coup")
        case BuyChips() | ExchangeVoucher() | Join() | CashOut():
            _check_chips(rules, tournament, table_command)
        case _:
            pass


def _check_no_cash(rules: TableRules) -> None:
    """Refuse to exchange worthless chips for money."""
    cash_chips = tournament_section(rules.edition).money.cash_chips
    if cash_chips:
        text = "chips of a tournament are not exchanged for money"
        raise Refused(ErrorCode.CHIPS_WORTH_NO_MONEY, cash_chips.clause, text)


def _check_chips(
    rules: TableRules,
    tournament: Tournament,
    command: BuyChips | ExchangeVoucher | Join | CashOut,
) -> None:
    """Refuse extra chips, and standing patrons who bet at the place of an entrant."""
    if isinstance(command, CashOut):
        _check_no_cash(rules)
        return
    data = wager_rules(rules)
    if isinstance(command, Join):
        sharing_clause = rules.sets_aside.get(LiveRule.SHARING)
        if command.standing and sharing_clause is not None:
            text = "nobody stands and bets at the place of an entrant"
            raise Refused(ErrorCode.NOBODY_STANDS, sharing_clause, text)
        return
    if isinstance(command, ExchangeVoucher):
        chips_only = data.chips_only_live if tournament.conditions.live else data.chips_only
        if chips_only:
            text = "only chips of the tournament are handed out"
            raise Refused(ErrorCode.TOURNAMENT_CHIPS_ONLY, chips_only.clause, text)
        return
    if data.equal_chips:
        text = "everybody has the same chips when a session begins, and no others"
        raise Refused(ErrorCode.EQUAL_CHIPS, data.equal_chips.clause, text)
