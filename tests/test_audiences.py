"""Who hears of which event: written down here once more, for every type of event there is.

An event that stands in no table below fails here, and is heard by those who watch alone until it
is decided who else may hear of it.
"""

from collections.abc import Callable
from enum import StrEnum
from functools import cache
from typing import Any, get_args

import pytest
from msgspec import Struct
from msgspec.structs import replace
from support.golden import FOLDER

from punto import codec
from punto.house import events as in_house
from punto.house.views.audience import Audience as AtHouse
from punto.house.views.feed import hears as hears_house
from punto.table import events as at_table
from punto.table.audience import Audience as AtTable
from punto.table.event import Event
from punto.table.views.feed import hears as hears_table
from punto.tournament import events as in_tournament
from punto.tournament.tables import TableStepped
from punto.tournament.views.audience import Audience as AtTournament
from punto.tournament.views.feed import hears as hears_tournament

TABLE = {
    "everybody": """
        wager_placed stakes_returned betting_opened betting_closed wager_raised
        both_hands_approved lock_relaxed offer_restricted offer_opened card_drawn
        coup_started coup_completed losers_collected winners_paid coup_discarded
        points_announced cards_turned cards_passed cards_returned cards_declined
        cards_forfeited turners_nominated no_bet_directed no_bet_lifted method_changed
        role_offered role_taken role_declined role_kept role_given_up pairs_settled
        patron_joined patron_left patron_moved chips_taken patrons_limited table_set_up
        table_opened table_closed cash_switched cards_looked_over cards_verified
        cards_shuffled cards_riffled cards_shuffled_by_hand cut_offered cut_declined
        cutter_nominated cards_cut cutting_card_placed cards_loaded cards_burned
        burned_card_shown cutting_card_shown shoe_taken_out last_coup_declared
        cards_replaced cards_swapped cards_signed_off notice_posted limits_changed
        limits_ordered settlement_changed wagers_reduced wagers_removable card_held
        card_retired held_card_swept held_card_exposed coups_left_changed coup_voided
        coup_reopened stakes_laid_again pairs_reversed coup_unbet wagers_resettled
        card_misplaced
    """,
    "the person and staff": """
        chips_bought chips_cashed_out tokens_handed_over rules_shown limits_agreed
        limits_withdrawn patron_advised stakes_chosen
    """,
    "staff": """
        turning_directed patrons_linked rulebook_adopted approval_recorded item_attested
        signed_on signed_off person_told sign_displayed cards_handled card_corrected
        device_failed cards_moved_over rest_shuffled rest_cut patron_barred
        patron_excluded decision_recorded float_filled float_credited float_counted
        blocked unblocked
    """,
    "watch": """
        wagers_forfeited winnings_taken_back wagers_reversed coup_reversed mispaid
        mispayment_enquired mispayment_cured patron_detained patron_handed_over
        dispute_raised review_requested dispute_ruled dispute_closed recorded
        late_error_reported late_error_dismissed
    """,
}
TOURNAMENT = {
    "everybody": """
        tournament_set_up conditions_supplemented conditions_published conditions_given
        conditions_explained application_made entry_accepted entry_withdrawn
        tournament_cancelled reserve_seated secondary_opened secondary_winner_advanced
        lead_appointed lead_arrived lead_left table_designated table_size_set
        ballot_committed ballot_drawn seats_allocated seating_time_set start_moved
        seat_taken entrant_forfeited entrant_away coup_missed deduction_ordered
        entrant_replaced session_begun break_called coup_counted shoe_counted
        table_finished session_ended marker_moved wager_asked turn_began turns_ended
        wagered_early early_wager_removed wagers_stand wager_altered pass_cards_given
        pass_card_played pass_cards_collected pass_cards_returned time_limit_announced
        time_limit_set turn_passed device_let_in
        held_to_minimum indicator_placed indicator_shown
        form_announced form_placed form_corrected form_played form_shown
        forms_put_away advancing_set entrant_eliminated all_out entrant_reinstated
        chip_count_ordered play_off_begun play_off_lost play_off_coup play_off_counted
        advancement_confirmed placings_confirmed value_added value_taken_back
        fees_retained retention_reduced buy_in_missed buy_ins_used bought_back
        prizes_awarded tournament_finished entrant_disqualified step_undone
    """,
    "the person and staff": """
        application_signed eligibility_checked entry_refused substitute_nominated
        pace_directed wagered_late form_reopened fee_paid commission_kept fee_refunded buy_in_paid
        buy_in_returned prize_paid chips_cashed
    """,
    "staff": """
        conditions_set conditions_approved agreement_required chips_owed chips_counted
        chips_stocked chips_taken_in stock_counted
    """,
    "watch": """
        breach_reported breach_ruled rules_disputed dispute_settled
    """,
    "the person and officials": """
        form_handed_back
    """,
    # Everybody hears of one that has a marker laid.
    "the person and staff, or everybody": """
        form_handed_in form_examined
    """,
    "nobody": """
        wager_unnoticed
    """,
    "as at the table": """
        table_stepped
    """,
}
HOUSE = {
    "everybody": """
        house_set_up terms_published promotion_started draw_committed scrutineer_named
        winners_drawn promotion_postponed draw_cancelled
    """,
    "the person and staff": """
        promotion_entered terms_disputed person_registered
    """,
    "the person and watch": """
        claim_denied award_refused
    """,
    "staff": """
        promotion_prize_paid prize_handed_over
    """,
    "watch": """
        promotion_drafted terms_written prize_offered prize_withdrawn item_prescribed
        item_lifted terms_sent winner_told money_taken_instead denied_told terms_decided
        complaint_advised terms_dispute_closed promotion_doubted inspector_told
        promotion_validated duty_done report_filed gap_decided table_registered
        person_erased
    """,
}

PERSON, OTHER = "the person", "another"
MARKED = "the person and staff, or everybody"


def tag(kind: type[Any]) -> str:
    """Return the name under which a type of event is kept."""
    return str(kind.__struct_config__.tag)


class Aggregate(Struct, frozen=True):
    """A table, a tournament or a house: its events, and whom each of them is for."""

    union: Any
    table: dict[str, str]
    hears: Callable[..., Any]
    folders: str
    read: Callable[[bytes], Any]
    everybody: frozenset[str]
    staff: frozenset[str]
    watch: frozenset[str]
    officials: frozenset[str] = frozenset()

    @property
    def kinds(self) -> dict[str, type[Any]]:
        return {tag(kind): kind for kind in get_args(self.union)}

    def hearing(self, who: str) -> frozenset[str]:
        """Return the audiences that hear what is meant for somebody."""
        return {
            "everybody": self.everybody | {PERSON, OTHER},
            "the person and staff": self.staff | {PERSON},
            "the person and watch": self.watch | {PERSON},
            "the person and officials": self.officials | {PERSON},
            "staff": self.staff,
            "watch": self.watch,
            "nobody": frozenset[str](),
        }[who]


AGGREGATES = {
    "table": Aggregate(
        at_table.AnyEvent,
        TABLE,
        hears_table,
        "v",
        codec.read_event,
        frozenset({"public", "dealer", "supervisor", "surveillance"}),
        frozenset({"dealer", "supervisor", "surveillance"}),
        frozenset({"supervisor", "surveillance"}),
    ),
    "tournament": Aggregate(
        in_tournament.AnyEvent,
        TOURNAMENT,
        hears_tournament,
        "tournaments-v",
        codec.read_tournament_event,
        frozenset({"public", "dealer", "supervisor", "director", "surveillance"}),
        frozenset({"dealer", "supervisor", "director", "surveillance"}),
        frozenset({"supervisor", "director", "surveillance"}),
        frozenset({"supervisor"}),
    ),
    "house": Aggregate(
        in_house.AnyEvent,
        HOUSE,
        hears_house,
        "houses-v",
        codec.read_house_event,
        frozenset({"public", "staff", "operator", "inspector"}),
        frozenset({"staff", "operator", "inspector"}),
        frozenset({"operator", "inspector"}),
    ),
}
EVERY = [
    (name, kind, who)
    for name, made in AGGREGATES.items()
    for who, kinds in made.table.items()
    for kind in kinds.split()
]
BY_HAND = [
    at_table.RulebookAdopted(digest="d"),
    at_table.ChipsTaken(name="ann", cents=5_000),
]


@cache
def specimens(name: str) -> dict[str, Any]:
    """Return one event of every type of an aggregate, as one happened once."""
    made, found = AGGREGATES[name], {tag(type(event)): event for event in BY_HAND}
    for folder in FOLDER.glob(f"{made.folders}[0-9]*"):
        for path in folder.glob("*.jsonl"):
            if not path.stem.endswith(".ends"):
                for line in path.read_bytes().splitlines():
                    event = made.read(line)
                    found[tag(type(event))] = event
    return found


def heard_by(name: str, event: Any) -> frozenset[str]:
    """Return who hears of an event: audiences, the person it is about, another patron."""
    made = AGGREGATES[name]
    about = getattr(event, "name", None) or getattr(event, "to", None)
    person = getattr(event, "person", None) if name == "house" else about
    patron = {"table": AtTable.PATRON, "tournament": AtTournament.ENTRANT, "house": AtHouse.PATRON}
    asks: dict[str, tuple[StrEnum, str | None]] = {
        who: (type(patron[name])(who), None) for who in made.everybody
    }
    asks[PERSON], asks[OTHER] = (patron[name], person or "ann"), (patron[name], "nobody else")
    return frozenset(
        who for who, (audience, viewer) in asks.items() if made.hears(event, audience, viewer)
    )


@pytest.mark.parametrize("name", AGGREGATES)
def test_who_hears_of_every_type_of_event_is_written_down_once(name: str) -> None:
    made = AGGREGATES[name]
    written = [kind for kinds in made.table.values() for kind in kinds.split()]
    assert len(written) == len(set(written)), "one type of event stands in two places"
    assert set(written) == set(made.kinds), set(written) ^ set(made.kinds)


@pytest.mark.parametrize(("name", "kind", "who"), EVERY)
def test_an_event_is_heard_by_those_it_is_for_and_by_nobody_else(
    name: str, kind: str, who: str
) -> None:
    event = specimens(name)[kind]
    if isinstance(event, TableStepped):
        return
    made = AGGREGATES[name]
    if who == MARKED:
        assert heard_by(name, replace(event, marks=True)) == made.hearing("everybody")
        assert heard_by(name, replace(event, marks=False)) == made.hearing("the person and staff")
        return
    assert heard_by(name, event) == made.hearing(who)


@pytest.mark.parametrize("kind", sorted(AGGREGATES["table"].kinds))
def test_what_happens_at_a_table_of_a_tournament_is_heard_as_at_a_table(kind: str) -> None:
    event = specimens("table")[kind]
    inside = heard_by("tournament", TableStepped(table=1, event=event))
    # Whoever leads a tournament hears what a supervisor hears.
    director = {"director"} if "supervisor" in inside else set()
    alone = heard_by("table", event)
    if PERSON in alone and OTHER not in alone:
        alone, inside = alone - {PERSON}, inside - {PERSON}
    assert inside == alone | director


class NeverListed(Event, frozen=True, gc=False, tag="never_listed"):
    """A type of event that nobody has put on any list."""

    name: str = "ann"
    person: str = "ann"


@pytest.mark.parametrize("name", AGGREGATES)
def test_an_event_that_nobody_listed_is_for_those_who_watch_alone(name: str) -> None:
    assert heard_by(name, NeverListed()) == AGGREGATES[name].watch
