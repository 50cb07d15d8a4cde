"""A command about terms to its events: dispatch only."""

from typing import assert_never

from punto.aggregate.actor import Actor
from punto.house.events import Events
from punto.house.house import House
from punto.house.terms import commands as do
from punto.house.terms.prizes import offer_prize, prescribe_item, withdraw_prize
from punto.house.terms.publishing import (
    draft_promotion,
    publish_terms,
    send_terms,
    start_promotion,
    write_terms,
)
from punto.rulebook.elect import TableRules


def decide(rules: TableRules, house: House, by: Actor, command: do.TermsCommand) -> Events:
    """Return what a command about terms brings about."""
    match command:
        case do.DraftPromotion():
            return draft_promotion(rules, house, by, command)
        case do.WriteTerms():
            return write_terms(rules, house, by, command)
        case do.OfferPrize():
            return offer_prize(rules, house, by, command)
        case do.WithdrawPrize():
            return withdraw_prize(rules, house, by, command)
        case do.PrescribeItem():
            return prescribe_item(rules, house, by, command)
        case do.PublishTerms():
            return publish_terms(rules, house, by, command)
        case do.SendTerms():
            return send_terms(rules, house, by, command)
        case do.StartPromotion():
            return start_promotion(rules, house, by, command)
        case _:
            assert_never(command)
