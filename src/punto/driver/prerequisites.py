"""What goes without saying in the course of a tournament: asking, forms, announcing.

A step that wagers in turn has been asked for its wager; a coup that is dealt as a whole has had its
forms examined and announced by whoever does that, and everybody asked who has to be.
"""

from collections.abc import Iterator

from punto.aggregate.actor import DEALER, PATRON, Actor
from punto.driver.tournament import TournamentDriver
from punto.rulebook.power import Power
from punto.rulebook.tournament_policies import TurnOpens
from punto.table.base_classes import TableCommand
from punto.table.deal.drawing import Draw
from punto.table.deal.settling import CollectLosers
from punto.table.phase import Betting, Idle
from punto.table.wagers.betting import NoMoreBets, OpenBetting
from punto.tournament.base_classes import TournamentCommand
from punto.tournament.rules import tournament_section
from punto.tournament.secret.announcement import AnnounceForms, is_announced_early
from punto.tournament.secret.examination import ExamineForm
from punto.tournament.secret.placed_forms import PlaceForm, due_cents
from punto.tournament.session_queries import turns_of
from punto.tournament.tables import AtTable
from punto.tournament.tournament import forms_of_current_coup, forms_of_next_coup
from punto.tournament.wagers.order import has_acted, names_in_order, order_rules
from punto.tournament.wagers.turns import AskWager

Steps = Iterator[tuple[Actor, TournamentCommand]]
# What entrants do while betting is open.
WAGERING = frozenset({"place_wager", "hand_in_form", "play_pass_card", "alter_wager", "ask_wager"})


def _dealer(at: int) -> Actor:
    return Actor(DEALER, DEALER, at)


def _titled(driver: TournamentDriver, power: Power, at: int) -> Actor:
    held = driver.rules.edition.powers.get(power)
    title = held.value[0] if held else DEALER
    return Actor(title, title, at)


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
    table = driver.tournament.tables[number]
    if isinstance(command, Draw) and isinstance(table.phase, Idle | Betting):
        yield from _first_card(driver, number, at)
        return
    waiting = any(not form.announced for form in forms_of_current_coup(driver.tournament, number))
    if waiting and isinstance(command, CollectLosers):
        yield _titled(driver, Power.ANNOUNCE_FORMS, at), AnnounceForms(number)


def _first_card(driver: TournamentDriver, number: int, at: int) -> Steps:
    """Yield everybody asked, forms examined and, where they are, announced and placed."""
    for name in names_in_order(driver.rules, driver.tournament, number):
        turns = turns_of(driver.tournament, number)
        if turns.standing and name not in turns.asked:
            yield _dealer(at), AskWager(number)
    if tournament_section(driver.rules.edition).secret is not None:
        yield from _forms(driver, number, at)


def _forms(driver: TournamentDriver, number: int, at: int) -> Steps:
    """Yield forms examined and, where that comes before the cards, announced and placed."""
    for form in forms_of_next_coup(driver.tournament, number):
        if not form.examined:
            yield _titled(driver, Power.EXAMINE_FORMS, at), ExamineForm(form.name)
    if not is_announced_early(driver.rules, driver.tournament, number):
        return
    phase = driver.tournament.tables[number].phase
    if not (isinstance(phase, Betting) and phase.closed):
        yield _dealer(at), AtTable(number, NoMoreBets())
    if any(not form.announced for form in forms_of_next_coup(driver.tournament, number)):
        yield _titled(driver, Power.ANNOUNCE_FORMS, at), AnnounceForms(number)
    for form in forms_of_next_coup(driver.tournament, number):
        due = due_cents(driver.rules, driver.tournament.tables[number], form)
        if due:
            yield Actor(form.name, PATRON, at), PlaceForm(form.name, form.wager or "", due)
