"""What is due at a table: whoever does it plays whole shoes, and nothing else is said."""

from random import Random

import pytest
from msgspec.structs import replace

from punto.cards import DECK, Card, parse_cards
from punto.clause import Reason, Refused
from punto.driver.table import TableDriver, game_in_play, new_game
from punto.error_codes import ErrorCode
from punto.library import open_table
from punto.notation.shoe import laid_out
from punto.rulebook.elect import Elections, TableRules, elect
from punto.rulebook.elections import Hours, Origin
from punto.rulebook.load import load
from punto.rulebook.vocabulary import Source
from punto.shoe import Stage
from punto.shoe_preparation import prepare
from punto.table.phase import Settling
from punto.table.views.due import due_now, next_step
from punto.table.views.due_shoe import Step, next_shoe

BOOKS = ("act-2015", "nsw-2024", "tas-2018")
METHODS = [
    ("act-2015", "face_up"),
    ("act-2015", "face_down"),
    ("nsw-2024", "A"),
    ("nsw-2024", "B"),
    ("nsw-2024", "C"),
    ("tas-2018", "face_up"),
]
PAIRS = {"act-2015": "perfect_pairs", "nsw-2024": "pairs", "tas-2018": "perfect_pairs"}


def ruled(name: str, **chosen: object) -> tuple[TableRules, Elections]:
    """Return the rules of a table, and what its house chose."""
    edition = load(name)
    elections = replace(Elections(settlement=edition.settlement.schemes.value[0]), **chosen)
    return elect(edition, elections), elections


def table_of(
    name: str, shoe: str | None = None, stage: str = "ready", **chosen: object
) -> TableDriver:
    """Return a table with two patrons who have chips."""
    rules, elections = ruled(name, **chosen)
    made = laid_out(rules, shoe, stage)
    game = game_in_play(rules, elections, made, 10**9, Random(1).randrange)
    for seat, patron in enumerate(("ann", "ben"), start=1):
        game.act("dealer", "join", patron=patron, seat=seat)
        game.act("dealer", "buy_chips", patron=patron, dollars=10_000)
    return game


def due(game: TableDriver) -> str:
    """Return what is due, in words."""
    found = due_now(game.rules, game.table)
    return found.text if found else ""


def take(game: TableDriver, step: Step, faces: list[Card]) -> None:
    """Do what is due, with faces where somebody has to name them."""
    command = step.command
    assert command is not None, step.reason
    assert step.by is not None, step.reason
    if step.faces:
        named = tuple(faces.pop() for _ in range(step.faces))
        if "faces" in command.__struct_fields__:
            command = replace(command, faces=named)
        else:
            command = replace(command, card=named[0])
    game.carry_out(game.actor(step.by, 43_200), command)


def wagered(game: TableDriver, said: str) -> bool:
    """Place the wagers that are waited for, if any are."""
    if said == "wagers, or a no-bet coup":
        game.act("ann", "place_wager", wager="banker", stake=100)
        game.act("ben", "place_wager", wager="player", stake=100)
        return True
    if said.endswith("has to back Banker"):
        holder = said.split(maxsplit=1)[0]
        for wager in [wager.wager for wager in game.table.wagers if wager.patron == holder]:
            game.act(holder, "withdraw_wager", wager=wager)
        game.act(holder, "place_wager", wager="banker", stake=100)
        return True
    return False


def impossible(game: TableDriver, step: Step, faces: list[Card]) -> bool:
    """Return whether a face that was keyed is out too often already; otherwise it is taken."""
    try:
        take(game, step, faces)
    except Refused as no:
        if no.code == "card_not_in_decks" and game.rules.origin is Origin.KEYED:
            return True
        raise
    return False


@pytest.mark.parametrize("origin", [Origin.VIRTUAL, Origin.KEYED])
@pytest.mark.parametrize(("name", "method"), METHODS)
def test_whoever_does_what_is_due_plays_shoe_after_shoe(
    name: str, method: str, origin: Origin
) -> None:
    stage = "ready" if name == "tas-2018" else "loaded"
    game = table_of(name, stage=stage, method=method, origin=origin, offer=(PAIRS[name],))
    random, faces, coups = Random(7), list[Card](), 0
    while game.table.shoe.number < 3 and coups < 400:
        step = next_step(game.rules, game.table)
        assert step is not None
        faces = faces or random.sample(DECK * 8, 416)
        before = game.table
        if wagered(game, step.reason.text) or impossible(game, step, faces):
            continue
        assert game.table is not before
        shoe = game.table.shoe
        if origin is Origin.KEYED and not shoe.cutting_card_out and shoe.drawn > shoe.size - 50:
            game.act("dealer", "show_cutting_card")
        coups += isinstance(before.phase, Settling) and not isinstance(game.table.phase, Settling)
    assert game.table.shoe.number == 3
    assert coups > 60


def test_a_coup_from_the_wagers_to_the_discards() -> None:
    game = table_of("act-2015", "2S 3D 2H 3C 9S 4D ...", offer=("perfect_pairs",))
    said = [due(game)]
    game.act("dealer", "open_betting")
    game.act("ann", "place_wager", wager="player", stake=100)
    game.act("ann", "place_wager", wager="player_pair", stake=10)
    while said[-1] != "open betting" or len(said) == 1:
        step = next_step(game.rules, game.table)
        assert step is not None
        said.append(step.reason.text)
        if said[-1] != "open betting":
            take(game, step, [])
    assert said == [
        "open betting",
        'call "NO MORE BETS"',
        "the first card to Player",
        "the first card to Banker",
        "the second card to Player",
        "the second card to Banker",
        "settle pairs",
        "the third card to Player",
        "collect losers",
        "pay winners",
        "discard",
        "open betting",
    ]


def test_what_a_clause_orders_is_due_with_that_clause() -> None:
    game = table_of("nsw-2024", "2S 5D 2H KC 4S 9D ...")
    assert due_now(game.rules, game.table) == Reason("open betting", ())
    game.act("dealer", "open_betting")
    bare = due_now(game.rules, game.table)
    assert bare == Reason("wagers, or a no-bet coup", ("nsw-2024/7.4#3", "nsw-2024/7.5#1"))
    game.act("ann", "place_wager", wager="player", stake=100)
    for _ in range(4):
        game.act("dealer", "draw")
    third = due_now(game.rules, game.table)
    assert third == Reason("the third card to Player", ("nsw-2024/9.3", "nsw-2024/9.3.1"))
    game.act("dealer", "draw")
    third = due_now(game.rules, game.table)
    assert third == Reason("the third card to Banker", ("nsw-2024/9.4", "nsw-2024/9.4.1"))
    game.act("dealer", "draw")
    assert due_now(game.rules, game.table) == Reason("collect losers", ("nsw-2024/11.1.1",))


PREPARED = {
    "act-2015": [
        "shuffle",
        "the cut: offer it",
        "the cut: ann cuts or declines",
        "the cutting card goes in, 12 cards behind it",
        "load",
        "burn",
    ],
    "nsw-2024": [
        "shuffle",
        "the cut by the casino supervisor, or offered to a patron",
        "the cutting card goes in, 20 cards behind it",
        "load",
        "burn",
    ],
    "tas-2018": [
        "a patron looks the cards over first",
        "shuffle",
        "the cut: offer it",
        "the cut: ann cuts or declines",
        "the cutting card goes in, 7 cards behind it",
        "load",
    ],
}


@pytest.mark.parametrize("name", BOOKS)
def test_cards_on_their_way_into_play(name: str) -> None:
    game = table_of(name, stage="new")
    said = []
    while game.table.shoe.stage is not Stage.READY:
        step = next_step(game.rules, game.table)
        assert step is not None
        assert step.reason.clause or step.reason.text == "load"
        said.append(step.reason.text)
        take(game, step, [])
    assert said == PREPARED[name]


def test_cards_are_not_made_ready_under_wagers() -> None:
    game = table_of("nsw-2024", stage="loaded")
    game.act("dealer", "open_betting")
    game.act("ann", "place_wager", wager="player", stake=100)
    step = next_step(game.rules, game.table)
    assert step is not None
    assert step.reason.text == "burn, once the wagers are off the layout"
    assert step.command is None


def test_a_shoe_that_is_over_gives_way_to_another() -> None:
    game = table_of("tas-2018", "9S 3D KH 4C CUT 2S 2D 2C 2H 5S 5H 5D")
    game.act("dealer", "open_betting")
    for _ in range(2):
        if due(game) == "open betting":
            game.act("dealer", "open_betting")
        game.act("ann", "place_wager", wager="player", stake=5)
        while not due(game).startswith(("open betting", "a new shoe")):
            step = next_step(game.rules, game.table)
            assert step is not None
            take(game, step, [])
    assert due(game) == "a new shoe"


def test_a_block_comes_before_everything_else() -> None:
    game = table_of("nsw-2024", "9S 3D KH 4C ...", scanning_shoe=True)
    game.act("gaming_supervisor", "order_card_check")
    assert due(game) == "the cards are verified before another coup"
    step = next_step(game.rules, game.table)
    assert step is not None
    take(game, step, [])
    game.act("dealer", "open_betting")
    game.act("ann", "place_wager", wager="player", stake=100)
    for _ in range(4):
        game.act("dealer", "draw")
    game.act("dealer", "report_scan", text="it says 8S")
    assert due(game) == "a supervisor confirms the outcome or voids the coup first"
    step = next_step(game.rules, game.table)
    assert step is not None
    assert step.by == "casino_supervisor"
    take(game, step, [])
    assert due(game) == "collect losers"
    game.act("dealer", "find_card", kind="missing", text="one short", report="breach_report")
    assert due(game) == "all cards come out and are checked"
    game.act("dealer", "check_packs", complete=False)
    assert due(game) == "the packs are not complete: replace them"


def test_a_failed_device_is_seen_to_step_by_step() -> None:
    game = table_of("nsw-2024", source=Source.SHUFFLING_DEVICE)
    game.act("dealer", "open_betting")
    game.act("ann", "place_wager", wager="player", stake=100)
    game.act("dealer", "draw")
    words = {"disadvantaged": False, "spare": False, "practicable": True}
    game.act("casino_supervisor", "device_fault", **words)
    said = []
    for _ in range(3):
        step = next_step(game.rules, game.table)
        assert step is not None
        said.append(step.reason.text)
        take(game, step, [])
    assert said == [
        "ann takes all stakes back or leaves them in",
        "shuffle what is left",
        "cut what is left",
    ]
    assert due(game) == "the first card to Banker"


def test_a_coup_on_which_nobody_bets_needs_no_betting() -> None:
    game = table_of("nsw-2024", "9S 3D KH 4C 5S ...")
    game.act("dealer", "open_betting")
    game.act("ann", "place_wager", wager="player", stake=100)
    for _ in range(4):
        game.act("dealer", "draw")
    game.act("dealer", "pull_card", to="nobody")
    for command in ("collect_losers", "pay_winners", "discard"):
        game.act("dealer", command)
    assert due(game) == "the first card to Player: the one held over"


def test_nobody_deals_without_an_inspector() -> None:
    game = table_of("tas-2018")
    game.act("inspector", "sign_off")
    assert due(game) == "the inspector comes on duty"
    step = next_step(game.rules, game.table)
    assert step is not None
    take(game, step, [])
    assert due(game) == "open betting"


def test_keyed_cards_say_how_many_faces_are_missing() -> None:
    game = table_of("nsw-2024", origin=Origin.KEYED, method="B")
    game.act("dealer", "open_betting")
    game.act("ann", "place_wager", wager="player", stake=100)
    faces = []
    for _ in range(7):
        step = next_step(game.rules, game.table)
        assert step is not None
        faces.append((step.reason.text, step.faces))
        take(game, step, list(parse_cards("9S 3D")))
    assert faces == [
        ("the first card to Player, face down", 0),
        ("the first card to Banker, face down", 0),
        ("the second card to Player, face down", 0),
        ("the second card to Banker, face down", 0),
        ("pass the Player cards to ann", 0),
        ("ann turns the Player cards", 2),
        ("ann gives the Player cards back", 0),
    ]
    # Nobody backs Banker: the dealer keeps these.
    step = next_step(game.rules, game.table)
    assert step is not None
    assert (step.reason.text, step.by, step.faces) == ("turn the Banker cards", "dealer", 2)


def test_cards_of_somebody_who_is_barred_go_to_the_next_who_is_named() -> None:
    game = table_of("act-2015", "9S 3D KH 4C", method="face_down")
    game.act("dealer", "open_betting")
    game.act("ben", "place_wager", wager="player", stake=100)
    game.act("casino_supervisor", "direct_turning", hand="player", patrons=["ann", "ben"])
    while due(game) != "pass the Player cards to ann":
        step = next_step(game.rules, game.table)
        assert step is not None
        take(game, step, [])
    game.act("dealer", "pass_cards", hand="player", to="ann")
    assert due(game) == "ann turns the Player cards"
    game.act("casino_supervisor", "report_incident", kind="rule_broken", person="ann", text="bent")
    game.act("casino_operator", "bar_patron", patron="ann", incident=1)
    assert due(game) == "pass the Player cards to ben"
    game.act("dealer", "pass_cards", hand="player", to="ben")
    # Who gives cards back as they lie leaves them to the dealer.
    game.act("ben", "return_cards", hand="player")
    step = next_step(game.rules, game.table)
    assert step is not None
    assert (step.reason.text, step.by) == ("turn the Player cards", "dealer")


def test_an_empty_shoe_in_a_coup_is_told() -> None:
    game = table_of("nsw-2024", "2S 3D 2H 4C")
    game.act("dealer", "open_betting")
    game.act("ann", "place_wager", wager="player", stake=100)
    for _ in range(4):
        game.act("dealer", "draw")
    found = due_now(game.rules, game.table)
    assert found is not None
    assert found.text == "the third card to Player, and the shoe is empty: the coup is void"
    assert found.clause == ("nsw-2024/12.6",)


def test_a_closed_table_says_what_it_lacks_and_nothing_more() -> None:
    rules, elections = ruled("act-2015")
    game = new_game(rules.edition, elections, 10**9)
    assert due(game).startswith("before it opens: ")
    rules, elections = ruled("nsw-2024")
    game = new_game(rules.edition, elections, 10**9)
    while due(game):
        item = next(
            name
            for name, item in rules.edition.opening.checklist.items()
            if due(game).endswith(item.title)
        )
        for title in rules.edition.opening.checklist[item].by:
            game.act(title, "attest", item=item)
    game.act("dealer", "open_table")
    assert due(game) == "shuffle"


def test_the_time_of_day_does_not_matter() -> None:
    hours = Hours(opens=12 * 60, closes=4 * 60, source="a decision")
    game = table_of("act-2015", hours=hours)
    assert due(game) == "open betting"


def test_a_changed_text_is_adopted_first() -> None:
    game = table_of("nsw-2024")
    table = replace(game.table, setup=replace(game.table.setup, digest="other"))
    step = next_step(game.rules, table)
    assert step is not None
    assert "has changed since this table adopted it" in step.reason.text
    assert step.by == "casino_supervisor"


def test_the_banker_cards_are_offered_and_their_holder_backs_banker() -> None:
    rules, elections = ruled("nsw-2024", method="C")
    game = game_in_play(rules, elections, prepare(rules, Random(1).randrange), 10**9)
    for seat, patron in enumerate(("ann", "ben"), start=1):
        game.act("dealer", "join", patron=patron, seat=seat)
        game.act("dealer", "buy_chips", patron=patron, dollars=500)
    game.act("dealer", "open_betting")
    game.act("ann", "place_wager", wager="player", stake=100)
    assert due(game) == "offer the Banker cards"
    game.act("dealer", "offer_role")
    first = game.table.role.waiting[0]
    assert due(game) == f"{first} takes the Banker cards or declines them"
    game.act(first, "accept_role")
    assert due(game) == f"{first} holds the Banker cards and has to back Banker"


@pytest.mark.parametrize("code", [ErrorCode.SHOE_OVER, ErrorCode.TOO_FEW_CARDS, ErrorCode.NO_COUP])
def test_what_is_due_after_a_shoe_has_the_clauses_of_why_no_card_comes(code: ErrorCode) -> None:
    game = open_table("nsw-2024")
    refusal = Refused(code, ("nsw-2024/4.10#1",), "no card comes")
    due = next_shoe(game.rules, game.table, refusal)
    assert due.reason.clause == refusal.clause
    assert (due.by is None) is (code is ErrorCode.NO_COUP)
