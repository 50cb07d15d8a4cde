"""Commands about the cards on their way: dispatch only."""

from typing import assert_never

from punto.aggregate.actor import Actor
from punto.rulebook.elect import TableRules
from punto.table.cards import commands as do
from punto.table.cards.checking import (
    confirm_picked_up,
    drop_cards,
    order_card_check,
    order_shuffle,
    verify_cards,
    void_shoe,
)
from punto.table.cards.cutting import cut, decline_cut, nominate_cutter, offer_cut
from punto.table.cards.cutting_card import show_cutting_card
from punto.table.cards.mixing import manual_shuffle, riffle
from punto.table.cards.preparing import (
    ask_burned,
    burn,
    check_cards,
    declare_last,
    load,
    mark,
    new_shoe,
    shuffle,
)
from punto.table.cards.replacing import replace_cards, sign_off_cards
from punto.table.events import Events
from punto.table.table import Table


def decide(rules: TableRules, table: Table, by: Actor, command: do.CardsCommand) -> Events:
    """Return what happens when somebody commands something about the cards."""
    match command:
        case do.CheckCards():
            return check_cards(rules, table, by)
        case do.VerifyCards():
            return verify_cards(rules, table, by, command)
        case do.Shuffle():
            return shuffle(rules, table, by, command)
        case do.Riffle():
            return riffle(rules, table, by, command)
        case do.ManualShuffle():
            return manual_shuffle(rules, table, by, command)
        case do.OfferCut():
            return offer_cut(rules, table, by, command)
        case do.DeclineCut():
            return decline_cut(rules, table, by)
        case do.NominateCutter():
            return nominate_cutter(rules, table, by, command)
        case do.Cut():
            return cut(rules, table, by, command)
        case do.Mark():
            return mark(rules, table, by, command)
        case do.Load():
            return load(rules, table, by, command)
        case do.Burn():
            return burn(rules, table, by, command)
        case do.AskBurned():
            return ask_burned(rules, table, by, command)
        case do.ShowCuttingCard():
            return show_cutting_card(rules, table, by, command)
        case do.NewShoe():
            return new_shoe(rules, table, by)
        case do.DeclareLast():
            return declare_last(rules, table, by)
        case do.ReplaceCards():
            return replace_cards(rules, table, by, command)
        case do.SignOffCards():
            return sign_off_cards(rules, table, by, command)
        case do.OrderCardCheck():
            return order_card_check(rules, table, by)
        case do.OrderShuffle():
            return order_shuffle(rules, table, by, command)
        case do.DropCards():
            return drop_cards(rules, table, by, command)
        case do.ConfirmPickedUp():
            return confirm_picked_up(rules, table, by, command)
        case do.VoidShoe():
            return void_shoe(rules, table, by, command)
        case _:
            assert_never(command)
