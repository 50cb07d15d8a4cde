"""Command to events; dispatch only. It may refuse and never changes anything."""

from typing import assert_never

from punto.clause import Refused
from punto.rulebook.elect import TableRules
from punto.table import commands as do
from punto.table import dealing, irregular, limits, no_bets, preparing, settling, wagering
from punto.table import events as happened
from punto.table.evolve import replay
from punto.table.people import Actor
from punto.table.state import Dealing, Table

Events = tuple[happened.AnyEvent, ...]


def decide(rules: TableRules, table: Table, by: Actor, command: do.AnyCommand) -> Events:
    """Return what happens when somebody commands something, or refuse it with its clause."""
    match command:
        case do.PlaceWager():
            return wagering.place_wager(rules, table, by, command)
        case do.Draw():
            _dealer(rules, by, "deal")
            return dealing.draw(rules, table, command)
        case do.CollectLosers() | do.PayWinners() | do.Discard():
            _dealer(rules, by, "settle")
            return _settle(rules, table, command)
        case (
            do.Join()
            | do.Leave()
            | do.BuyChips()
            | do.OpenBetting()
            | do.WithdrawWager()
            | do.ApproveBothHands()
            | do.NoMoreBets()
        ):
            return _wager(rules, table, by, command)
        case do.AgreeLimits():
            return limits.agree_limits(rules, table, by, command)
        case do.PullCard() | do.VoidCoup() | do.DirectNoBet():
            return _unusual(rules, table, by, command)
        case do.ReduceWagers():
            _dealer(rules, by, "cut wagers")
            return limits.reduce_wagers(rules, table)
        case do.OfferCut() | do.DeclineCut() | do.NominateCutter() | do.Cut():
            return _cut(rules, table, by, command)
        case _:
            return _prepare(rules, table, command)


def _unusual(
    rules: TableRules,
    table: Table,
    by: Actor,
    command: do.PullCard | do.VoidCoup | do.DirectNoBet,
) -> Events:
    match command:
        case do.PullCard():
            _dealer(rules, by, "deal")
            events = irregular.pull_card(rules, table, command)
            after = replay(table, events)
            rest = dealing.after_card(rules, after) if isinstance(after.phase, Dealing) else ()
            return (*events, *rest)
        case do.VoidCoup():
            return irregular.void_coup(rules, table, by, command)
        case do.DirectNoBet():
            return no_bets.direct_no_bet(rules, table, by, command)
        case _:
            assert_never(command)


def _dealer(rules: TableRules, by: Actor, act: str) -> None:
    """Refuse a patron who reaches for what the dealer does."""
    if by.is_patron:
        deal = rules.edition.deal
        clause = deal.order.clause if deal else rules.edition.wagering.main.clause
        raise Refused("not_entitled", clause, f"{by.name} is a patron and may not {act}")


def _settle(
    rules: TableRules, table: Table, command: do.CollectLosers | do.PayWinners | do.Discard
) -> Events:
    match command:
        case do.CollectLosers():
            return settling.collect_losers(rules, table)
        case do.PayWinners():
            return settling.pay_winners(rules, table)
        case do.Discard():
            return settling.discard(rules, table)
        case _:
            assert_never(command)


def _wager(
    rules: TableRules,
    table: Table,
    by: Actor,
    command: do.Join
    | do.Leave
    | do.BuyChips
    | do.OpenBetting
    | do.WithdrawWager
    | do.ApproveBothHands
    | do.NoMoreBets,
) -> Events:
    match command:
        case do.Join():
            return wagering.join(rules, table, command)
        case do.Leave():
            return wagering.leave(rules, table, command)
        case do.BuyChips():
            return wagering.buy_chips(rules, table, command)
        case do.OpenBetting():
            return wagering.open_betting(rules, table)
        case do.WithdrawWager():
            return wagering.withdraw_wager(rules, table, by, command)
        case do.ApproveBothHands():
            return wagering.approve_both_hands(rules, table, by, command)
        case do.NoMoreBets():
            return wagering.no_more_bets(rules, table, by)
        case _:
            assert_never(command)


def _cut(
    rules: TableRules,
    table: Table,
    by: Actor,
    command: do.OfferCut | do.DeclineCut | do.NominateCutter | do.Cut,
) -> Events:
    match command:
        case do.OfferCut():
            return preparing.offer_cut(rules, table, by, command)
        case do.DeclineCut():
            return preparing.decline_cut(rules, table, by)
        case do.NominateCutter():
            return preparing.nominate_cutter(rules, table, by, command)
        case do.Cut():
            return preparing.cut(rules, table, by, command)
        case _:
            assert_never(command)


def _prepare(
    rules: TableRules,
    table: Table,
    command: do.CheckCards | do.Shuffle | do.Mark | do.Load | do.Burn | do.AskBurned | do.NewShoe,
) -> Events:
    match command:
        case do.CheckCards():
            return preparing.check_cards(rules, table)
        case do.Shuffle():
            return preparing.shuffle(rules, table, command)
        case do.Mark():
            return preparing.mark(rules, table, command)
        case do.Load():
            return preparing.load(rules, table)
        case do.Burn():
            return preparing.burn(rules, table, command)
        case do.AskBurned():
            return preparing.ask_burned(table)
        case do.NewShoe():
            return preparing.new_shoe(rules, table)
        case _:
            assert_never(command)
