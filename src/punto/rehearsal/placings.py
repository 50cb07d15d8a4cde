"""A session brought to its end: chips counted, ties played off, placings confirmed."""

from punto.cards import DECK, Card
from punto.rehearsal.step import CommandStep, Coup, Step
from punto.rehearsal.title_resolution import RehearsalDriver
from punto.rulebook.power import Power
from punto.rulebook.tournament_policies import EqualChips, PlayOffChips
from punto.shoe import RandBelow
from punto.tournament.placing.chip_counts import CountChips
from punto.tournament.placing.confirmation import ConfirmPlacings
from punto.tournament.placing.play_offs import OrderPlayOff
from punto.tournament.placing.ranking import ties
from punto.tournament.rules import tournament_section
from punto.tournament.seating.sessions import EndSession
from punto.tournament.session import Session
from punto.tournament.session_length import is_table_finished, session_tables
from punto.tournament.session_queries import current_round, is_final, value_cents


def play_due(house: RehearsalDriver, session: Session) -> Step:
    """Return a coup at the table that is furthest behind, or how a session that is over ends."""
    driver = house.driver
    tournament = driver.tournament
    playing = [
        number
        for number in session_tables(tournament)
        if not is_table_finished(tournament, number, house.at)
    ]
    if playing:
        return Coup(min(playing, key=lambda number: session.coups.get(number, 0)))
    if tournament_section(driver.rules.edition).placing.counted:
        for table in tournament.tables.values():
            for patron in table.patrons:
                if patron.name not in session.counts:
                    counted = CountChips(patron.name, value_cents(table, patron.name))
                    return CommandStep(house.staff(Power.COUNT_TOURNAMENT_CHIPS), counted)
    return CommandStep(house.staff(Power.CONDUCT_TOURNAMENT), EndSession())


def placing_due(house: RehearsalDriver, session: Session, randbelow: RandBelow) -> Step:
    """Return a coup of a play-off, that a tie is played off, or that placings are confirmed."""
    driver = house.driver
    for number in session.play_offs:
        return Coup(number, off=True)
    tied = ties(driver.rules, driver.tournament)
    for tie in tied:
        if tie.playable:
            return CommandStep(
                house.staff(Power.ORDER_PLAY_OFF), _ordered(house, tie.of, randbelow)
            )
    ahead: list[str] = []
    stage = current_round(driver.tournament)
    if not is_final(driver.tournament) and stage is not None:
        # A tie that cannot be played off is cut by lot.
        for tie in tied:
            names, places = list(tie.names), range((stage.advance or 0) - tie.ahead)
            ahead += [names.pop(randbelow(len(names))) for _ in places]
    return CommandStep(house.staff(Power.AWARD_PLACES), ConfirmPlacings(tuple(ahead)))


def _ordered(house: RehearsalDriver, number: int, randbelow: RandBelow) -> OrderPlayOff:
    """Return how a tie is played off: with which chips, for how many coups."""
    driver = house.driver
    placing = tournament_section(driver.rules.edition).placing
    chips = None
    if placing.play_off_chips.value is PlayOffChips.SET_BY_LEAD:
        chips = driver.tournament.conditions.chips_cents
    card: Card | None = None
    if placing.equal_chips.value is EqualChips.DRAWN_COUPS:
        card = DECK[randbelow(len(DECK))]
    return OrderPlayOff(number, chips, card)
