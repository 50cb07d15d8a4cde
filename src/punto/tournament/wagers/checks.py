"""What the tournament's rules of wagering say to a command at one of its tables."""

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
from punto.tournament.rules import law
from punto.tournament.tables import AtTable
from punto.tournament.tournament import Tournament
from punto.tournament.wagers.first_card_checks import check_asked, check_first_card, check_short
from punto.tournament.wagers.placed_wagers import check_place, check_withdraw
from punto.tournament.wagers.stakes import wager_rules


def check_wagers(rules: TableRules, tournament: Tournament, by: Actor, command: AtTable) -> None:
    """Refuse what the rules of wagering forbid at a table of the tournament."""
    asked, number = command.command, command.table
    table = tournament.tables[number]
    match asked:
        case PlaceWager():
            name = asked.patron or by.name
            if asked.patron is None and not by.is_patron:
                return  # The table says that somebody has to be named.
            check_place(rules, tournament, number, name, asked)
        case WithdrawWager():
            check_withdraw(rules, tournament, number, by.name)
        case Draw() if isinstance(table.phase, Idle | Betting):
            check_first_card(rules, tournament, number)
        case NoMoreBets():
            check_asked(rules, tournament, number)
        case CollectLosers() | PayWinners():
            if isinstance(table.phase, Settling) and not table.phase.begun:
                check_short(rules, table)
        case DirectNoBet():
            clause = wager_rules(rules).compulsory.clause
            raise Refused(ErrorCode.WAGER_EVERY_COUP, clause, "everybody wagers on every coup")
        case BuyChips() | ExchangeVoucher() | Join() | CashOut():
            _check_chips(rules, tournament, asked)
        case _:
            pass


def _check_worth(rules: TableRules) -> None:
    """Refuse money for chips that are worth none."""
    worthless = law(rules.edition).money.cash_chips
    if worthless:
        text = "chips of a tournament are not exchanged for money"
        raise Refused(ErrorCode.CHIPS_WORTH_NO_MONEY, worthless.clause, text)


def _check_chips(
    rules: TableRules,
    tournament: Tournament,
    asked: BuyChips | ExchangeVoucher | Join | CashOut,
) -> None:
    """Refuse chips that others have not, and people who would bet at somebody's place."""
    if isinstance(asked, CashOut):
        _check_worth(rules)
        return
    data = wager_rules(rules)
    if isinstance(asked, Join):
        aside = rules.sets_aside.get(LiveRule.SHARING)
        if asked.standing and aside is not None:
            text = "nobody stands and bets at the place of an entrant"
            raise Refused(ErrorCode.NOBODY_STANDS, aside, text)
        return
    if isinstance(asked, ExchangeVoucher):
        only = data.chips_only_live if tournament.conditions.live else data.chips_only
        if only:
            text = "only chips of the tournament are handed out"
            raise Refused(ErrorCode.TOURNAMENT_CHIPS_ONLY, only.clause, text)
        return
    if data.equal_chips:
        text = "everybody has the same chips when a session begins, and no others"
        raise Refused(ErrorCode.EQUAL_CHIPS, data.equal_chips.clause, text)
