"""What goes without saying in the course of a tournament: asking, forms, announcing.

A step that wagers in turn has been asked for its wager; a coup that is dealt as a whole has had its
forms examined and announced by whoever does that, and everybody asked who has to be.
"""

from collections.abc import Iterator

from punto.aggregate.actor import DEALER, Actor
from punto.driver.tournament import TournamentDriver
from punto.rulebook.tournament_policies import TurnOpens
from punto.table.base_classes import TableCommand
from punto.table.deal.drawing import Draw
from punto.table.deal.settling import CollectLosers
from punto.table.phase import Betting, Idle
from punto.table.wagers.betting import OpenBetting
from punto.tournament.base_classes import TournamentCommand
from punto.tournament.session_queries import turns_of
from punto.tournament.tables import AtTable
from punto.tournament.tournament import Tournament, forms_of_current_coup, forms_of_next_coup
from punto.tournament.views.asking import Asking
from punto.tournament.views.due_table import table_due
from punto.tournament.wagers.order import has_acted, names_in_order, order_rules
from punto.tournament.wagers.turns import AskWager

Steps = Iterator[tuple[Actor, TournamentCommand]]
# What entrants do while betting is open.
WAGERING = frozenset({"place_wager", "hand_in_form", "play_pass_card", "alter_wager", "ask_wager"})
# What is done before the first card, and before losers are collected, in a coup dealt as a whole.
_BEFORE_CARDS = frozenset(
    {"ask_wager", "examine_form", "no_more_bets", "announce_forms", "place_form"}
)


def _dealer(at: int) -> Actor:
    return Actor(DEALER, DEALER, at)


def before_wagering(driver: TournamentDriver, number: int, name: str | None, at: int) -> Steps:
    """Yield what goes before somebody wagers: betting opened, whoever is next asked."""
    table = driver.tournament.tables.get(number)
    if table is None:
        return
    if isinstance(table.phase, Idle):
        yield _dealer(at), AtTable(number, OpenBetting())
    if name is not None:
        yield from _asked(driver, number, name, at)


def _asked(driver: TournamentDriver, number: int, name: str, at: int) -> Steps:
    """Yield those asked up to somebody, if nobody before them still has to wager."""
    rules = driver.rules
    order = order_rules(rules, driver.tournament)
    turns = turns_of(driver.tournament, number)
    if order is None or not (order.turn_opens.value is TurnOpens.WHEN_ASKED or turns.standing):
        return
    for other in names_in_order(rules, driver.tournament, number):
        if other in turns_of(driver.tournament, number).asked:
            continue
        if other == name or has_acted(driver.tournament, number, other):
            yield _dealer(at), AskWager(number, other)
        if other == name or not has_acted(driver.tournament, number, other):
            return


def before_dealing(driver: TournamentDriver, number: int, command: TableCommand, at: int) -> Steps:
    """Yield what goes before a step of a coup that is dealt as a whole."""
    between = isinstance(driver.tournament.tables[number].phase, Idle | Betting)
    if isinstance(command, Draw) and between:
        waits = _first_card_waits
    elif isinstance(command, CollectLosers):
        waits = _payment_waits
    else:
        return
    while waits(driver.tournament, number):
        asking = Asking(driver.elected, driver.tournament, at)
        for due in table_due(asking, number):
            first = due.command or due.example
            if due.by and due.title and first is not None and due.does in _BEFORE_CARDS:
                yield Actor(due.by, due.title, at), first
                break
        else:
            return


def _first_card_waits(tournament: Tournament, number: int) -> bool:
    """Return whether something may go before the first card: only then it is worked out what."""
    turns = turns_of(tournament, number)
    return bool(forms_of_next_coup(tournament, number) or turns.standing.keys() - set(turns.asked))


def _payment_waits(tournament: Tournament, number: int) -> bool:
    """Return whether forms are still to be announced once the result is known."""
    return any(not form.announced for form in forms_of_current_coup(tournament, number))
