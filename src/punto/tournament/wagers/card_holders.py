"""Who holds and turns the cards of each hand: the entrant with the highest stake on it."""

from punto.clause import Reason, merged
from punto.rulebook.elect import TableRules
from punto.rulebook.vocabulary import Side
from punto.table.deal.dealing_methods import TurningDirected, stakes_on
from punto.tournament.base_classes import Events
from punto.tournament.rules import tournament_section
from punto.tournament.session_queries import takes_wagers
from punto.tournament.tables import events_of_table
from punto.tournament.tournament import Tournament, forms_of_current_coup
from punto.tournament.wagers.order import names_in_order
from punto.tournament.wagers.stakes import wager_rules


def name_card_holders(rules: TableRules, tournament: Tournament, number: int) -> Events:
    """Return the events that assign the cards of each hand, after a coup has begun."""
    turning, table = wager_rules(rules).turning, tournament.tables[number]
    if turning is None or not takes_wagers(table):
        return ()
    order = names_in_order(rules, tournament, number)
    # Forms that were announced before the cards are on the layout as chips.
    forms_announced = any(form.announced for form in forms_of_current_coup(tournament, number))
    dealt_clause = (
        tournament_section(rules.edition).says.dealt_after_forms if forms_announced else ()
    )
    events = []
    for side in Side:
        most_datum = turning.most_on_player if side is Side.PLAYER else turning.most_on_banker
        stakes = stakes_on(table, side)
        holders = [name for name in order if stakes.get(name) == max(stakes.values(), default=0)]
        if not holders:
            reason = Reason(f"nobody backs {side.title()}: the dealer", turning.nobody.clause)
            names: tuple[str, ...] = ()
        else:
            equal_clause = turning.equal.clause if len(holders) > 1 else ()
            clause = merged(most_datum.clause, equal_clause, dealt_clause)
            reason = Reason(f"{holders[0]} turns the {side.title()} cards", clause)
            names = (holders[0],)
        events.append(TurningDirected(hand=side.value, names=names, reasons=(reason,)))
    return events_of_table(number, events)
