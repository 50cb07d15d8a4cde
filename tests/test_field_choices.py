"""What the words of commands may be at a table, under each rulebook, and how that is told."""

from types import SimpleNamespace
from typing import Any

import pytest
from msgspec import defstruct

from punto.aggregate.roles import fields_of
from punto.cards import Card
from punto.cli.play.field_choices import in_words
from punto.cli.play.vocabulary import TABLE
from punto.rulebook.elect import elect
from punto.rulebook.elections import Elections, Origin
from punto.rulebook.load import load
from punto.table.views.suggestions import choices

# A word of some commands, and what it may be: under every rulebook, and under each of them.
EVERYWHERE = """
number of enquire_mispayment, cure_mispayment: 3
when of count_float: closing opening shift
patrons of link_patrons, nominate_turner, direct_turning: ann ben
seat of join, change_seat: 1 3 4
patron of change_seat, leave, ask_to_vacate, buy_chips, cash_out, exchange_voucher,
    withdraw_limits, agree_limits, nominate_cutter, take_back_cards, place_wager,
    approve_both_hands, refuse_wager, find_invalid, relax_lock, find_mispayment, bar_patron,
    exclude_patron, detain, hand_over, void_wagers, raise_dispute, request_review: ann ben
agreed of change_sign, direct_no_bet, remove_cards: ann ben
limit of look_back: maximum cap area_maximum
what of show_rules: rules draw_table
point of riffle: before_multishuffler before_cut
requested_by of riffle, direct_no_bet, change_method: ann ben
to of offer_cut, pass_cards, report_mispass: ann ben
hand of pass_cards, decline_cards, turn_cards, return_cards, nominate_turner, direct_turning,
    correct_card, report_mispass: banker player
person of void_coup, invalidate_result, report_incident: ann ben
wager of withdraw_wager, claim_wager, refuse_wager, find_invalid, void_wagers: tie player
box of place_wager: 1 2 3 4
others of invalidate_result: ann ben
on_behalf_of of place_wager, report_incident: ann ben
to of pull_card: banker discards nobody player
kind of report_error: card_placement payment
what of report_missed: cut shuffle
kind of find_card: foreign missing
shows of report_display: player banker tie
incident of bar_patron, exclude_patron, detain, void_wagers: 6
number of request_review, rule_on_dispute, close_dispute: 5
"""
OFFERS = {"tas-2018": ("perfect_pairs",)}
BY_RULEBOOK = {
    "nsw-2024": """
how of cure_mispayment: rectified attempted told_commission
steps of cure_mispayment: identify contact deal
settlement of post_notice, change_sign: commission even_money
wager of post_notice, change_sign, agree_limits, place_wager, find_mispayment: player banker tie
item of attest: card_source discard_rack float_tray
approved_by of riffle, manual_shuffle, burn, nominate_turner: assistant_gaming_manager
    casino_supervisor gaming_manager gaming_supervisor
procedure of burn: one_unseen one_shown_on_request one_shown_and_its_value
same_back_approved_by of replace_cards: assistant_gaming_manager casino_supervisor
    gaming_manager gaming_supervisor
supply of replace_cards: plain casino_pre_shuffled angel_pre_shuffled
method of change_method: A B C
meant of claim_wager: player banker tie
flaw of find_invalid: outside_area not_separate not_flat on_another_bet not_in_chips
    not_a_permitted_combination optional_bet_not_permitted
trigger of report_error: order_doubt misdeal
report of find_card, void_shoe: daily_summary breach_report
ground of invalidate_result: civil_commotion fire riot brawl robbery act_of_god fraud
kind of report_incident: prohibited_device staff_advice unsolicited_advice side_bet
    proxy_betting cards_out_of_view cards_off_table cards_touched
to of hand_over: inspector police
role of report_incident: agent employee inspector
""",
    "tas-2018": """
settlement of post_notice, change_sign: commission federal
wager of post_notice, change_sign, agree_limits, place_wager, find_mispayment: player banker tie
    player_pair banker_pair
offer of restrict_offer: perfect_pairs
item of record_approval: shuffle_machine
authority of record_approval: Tasmanian Liquor and Gaming Commission
item of attest: cards_complete cards_whole cards_in_suits cards_spread shoe_at_left
    cards_checked_again cards_in_suits_again cards_spread_again
bank of open_table: licensee service_agreement_agent
agreement of open_table: service_agreement_agent
supply of replace_cards: plain pre_checked
method of change_method: face_up squeeze
meant of claim_wager: player banker tie player_pair banker_pair
kind of report_incident: card_removed_from_table cards_touched partnership
""",
    "act-2015": """
settlement of post_notice, change_sign: method_a method_b
wager of post_notice, change_sign, agree_limits, place_wager, find_mispayment: banker player tie
item of record_approval: shoe table pairs_layout
authority of record_approval: ACT Gambling and Racing Commission
procedure of burn: one_unseen one_shown_and_its_value
supply of replace_cards: plain
method of change_method: face_up face_down
because of void_coup: impractical fraud
meant of claim_wager: banker player tie
ground of invalidate_result: civil_commotion fire riot brawl robbery like_disturbance
kind of report_incident: rule_broken staff_advice staff_advantage odds_changed
    procedure_not_kept influence private_bet
matter of record_decision: shuffling_machine mispayment foreign_card missing_card card_face_up
    missed_cut missed_shuffle seat_numbers
""",
}


def read(text: str) -> dict[tuple[str, str], list[str]]:
    """Return what each word of each command may be."""
    found: dict[tuple[str, str], list[str]] = {}
    for line in text.replace("\n    ", " ").strip().splitlines():
        told, values = line.split(": ")
        word, commands = told.split(" of ")
        found |= {(command, word): values.split(" ") for command in commands.split(", ")}
    return found


def people(*seats: tuple[str, int, bool]) -> tuple[SimpleNamespace, ...]:
    return tuple(SimpleNamespace(name=n, seat=seat, standing=up) for n, seat, up in seats)


# A table with a free seat beside somebody who stands, and with something of everything open.
STATE: Any = SimpleNamespace(
    seats=4,
    patrons=people(("ann", 2, False), ("ben", 3, True)),
    wagers=[SimpleNamespace(wager=wager) for wager in ("tie", "player", "tie")],
    open=SimpleNamespace(
        mispayments=[SimpleNamespace(number=3)],
        disputes=[SimpleNamespace(number=4, closed=True), SimpleNamespace(number=5, closed=False)],
        findings=[SimpleNamespace(number=6)],
    ),
)


@pytest.mark.parametrize("name", BY_RULEBOOK)
def test_every_word_may_be_what_the_rulebook_and_the_table_say(name: str) -> None:
    edition = load(name)
    scheme = edition.settlement.schemes.value[0]
    rules = elect(edition, Elections(settlement=scheme, offer=OFFERS.get(name, ())))
    words = [(one, *field) for one in TABLE.names for field in TABLE.fields(one).items()]
    found = {(one, word): [*map(str, choices(rules, STATE, field))] for one, word, field in words}
    wanted = read(EVERYWHERE) | read(BY_RULEBOOK[name])
    # What is one name of several words is no list.
    shown = {key: " ".join(values).split(" ") for key, values in found.items() if values}
    assert shown == wanted


def test_a_rulebook_without_a_deal_has_no_choices_of_its_own() -> None:
    rules: Any = SimpleNamespace(edition=load("act-2000"), outcomes=(), offers=())
    for name, word in (
        *(("burn", "procedure"), ("burn", "approved_by"), ("report_error", "trigger")),
        *(("cure_mispayment", "how"), ("cure_mispayment", "steps"), ("change_method", "method")),
        *(("replace_cards", "supply"), ("riffle", "approved_by"), ("place_wager", "wager")),
    ):
        assert choices(rules, STATE, TABLE.fields(name)[word]) == ()


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (str | None, "a word, or words in quotation marks"),
        (bool, "yes or no"),
        (int, "a number"),
        (int | None, "a number"),
        (tuple[str, ...], "a list: a,b,c"),
        (tuple[int, ...], "a list: a,b,c"),
        (tuple[Card, ...], "cards: 9S,3D"),
        (Card, "a card: 9S"),
        (Origin, "virtual or scanned or keyed"),
    ],
)
def test_a_kind_is_told_in_words(kind: Any, words: str) -> None:
    made = defstruct("Made", [("field", kind)])
    assert in_words(fields_of(made)["field"]) == words


def test_a_choice_of_words_is_told_with_all_of_them() -> None:
    assert in_words(TABLE.fields("report_missed")["what"]) == "cut or shuffle"
