"""Effects of removal and counts of cards: published figures, a slow derivation, brute force."""

import json
import shlex
from fractions import Fraction
from functools import cache
from itertools import product

import numpy as np
import pytest
from support.editions import DEALING
from support.reference_rules import BANKER_DRAWS_AGAINST

from punto.cards import DECK, Card, Rank, parse_cards
from punto.cli.main import run
from punto.cli.output import console
from punto.odds import card_counting
from punto.odds.card_counting import best_count, efficiencies
from punto.odds.composition import fresh, without
from punto.odds.exact import Analyser
from punto.odds.removal import Removal, removals
from punto.odds.shoe_plan import plan
from punto.odds.vulnerability import shoe_starts, traced
from punto.rulebook.load import load

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _fresh_console() -> None:
    console.cache_clear()


# As published for eight decks: millionths of a stake that the patron gains when one card of a
# value goes, with tens and courts as nought.
PUBLISHED = {
    "banker": [19, 44, 52, 65, 116, -83, -113, -83, -50, -23],
    "player": [-18, -45, -54, -67, -120, 84, 113, 82, 53, 25],
}
# The same from another hand: by how much Player wins less often when one such card goes.
PLAYER_WINS = {"4": -0.0000435175, "K": -0.0000373810, "A": -0.0000295798, "3": -0.0000217068}


@cache
def analyser(name: str, settlement: str | None = None) -> Analyser:
    return Analyser(load(name), settlement)


def effects(name: str, settlement: str, gone: str = "") -> dict[str, Removal]:
    counts = without(fresh(8), parse_cards(gone))
    found = removals(analyser(name, settlement), counts)
    return {one.entry.name: one for one in found}


@pytest.mark.parametrize("wager", PUBLISHED)
def test_effects_equal_the_published_ones(wager: str) -> None:
    found = effects("nsw-2024", "commission")[wager].by_rank
    assert found is not None
    ranks = [Rank.KING, *list(Rank)[:9]]
    assert [round(-float(found[rank]) * 10**6) for rank in ranks] == PUBLISHED[wager]
    assert found[Rank.TEN] == found[Rank.JACK] == found[Rank.QUEEN] == found[Rank.KING]


@pytest.mark.parametrize("rank", PLAYER_WINS)
def test_how_often_player_wins_changes_as_published(rank: str) -> None:
    chances = []
    for gone in ("", f"{rank}H"):
        wager = analyser("nsw-2024").analyse(without(fresh(8), parse_cards(gone))).wagers[0]
        chances.append(wager.outcomes[0].sequences / wager.total)
    assert round(chances[1] - chances[0], 10) == PLAYER_WINS[rank]


def test_effects_equal_a_slow_derivation_of_the_tie() -> None:
    """Every pair of opening hands and every third card, as fractions, from the textbook's table."""
    found = effects("tas-2018", "commission")["tie"].by_rank
    assert found is not None
    whole = [128, *[32] * 9]
    for rank, value in ((Rank.KING, 0), (Rank.ACE, 1), (Rank.SIX, 6), (Rank.NINE, 9)):
        left = [held - (place == value) for place, held in enumerate(whole)]
        assert found[rank] == 9 * (_tie(whole) - _tie(left))


def _tie(left: list[int]) -> Fraction:
    """Return how likely a tie is when so many cards of each value are left."""
    total = Fraction(0)
    for p1, p2, b1, b2 in product(range(10), repeat=4):
        if p1 > p2 or b1 > b2:
            continue
        orders = (1 + (p1 != p2)) * (1 + (b1 != b2))
        chance, rest = _drawn(left, (p1, p2, b1, b2))
        if chance:
            total += orders * chance * _tie_after((p1 + p2) % 10, (b1 + b2) % 10, rest)
    return total


def _drawn(left: list[int], values: tuple[int, ...]) -> tuple[Fraction, list[int]]:
    rest, chance = list(left), Fraction(1)
    for value in values:
        chance *= Fraction(rest[value], sum(rest))
        rest[value] -= 1
    return chance, rest


def _tie_after(player: int, banker: int, rest: list[int]) -> Fraction:
    """Return how likely a tie is once both hands have two cards."""
    if player >= 8 or banker >= 8:
        return Fraction(player == banker)
    cards = sum(rest)
    if player > 5:
        if banker > 5:
            return Fraction(player == banker)
        return Fraction(rest[(player - banker) % 10], cards)
    total = Fraction(0)
    for third, held in enumerate(rest):
        mine = (player + third) % 10
        if third in BANKER_DRAWS_AGAINST.get(banker, set()):
            needed = (mine - banker) % 10
            total += Fraction(held * (rest[needed] - (needed == third)), cards * (cards - 1))
        else:
            total += Fraction(held * (mine == banker), cards)
    return total


@pytest.mark.parametrize("name", DEALING)
@pytest.mark.parametrize("gone", ["", "KH KD 9S 9S 6C AS"])
def test_a_card_taken_blindly_changes_nothing_on_average(name: str, gone: str) -> None:
    counts = without(fresh(8), parse_cards(gone))
    for one in removals(analyser(name), counts):
        effect = sum(
            (one.by_card[card] * int(held) for card, held in zip(DECK, counts, strict=True)),
            Fraction(0),
        )
        assert effect == 0
        assert one.edge == _edge(name, counts, one)


def _edge(name: str, counts: np.ndarray, removal: Removal) -> Fraction:
    entries = analyser(name).entries
    place = next(n for n, entry in enumerate(entries) if entry is removal.entry)
    return analyser(name).analyse(counts).wagers[place].edge


def test_no_single_card_moves_a_pair_in_a_whole_shoe_and_suits_matter_in_a_depleted_one() -> None:
    whole = effects("tas-2018", "commission")["player_pair (perfect_pairs)"]
    assert not whole.moves
    assert whole.by_rank is not None
    assert best_count(whole, 8) is None
    some = effects("tas-2018", "commission", "KH")["player_pair (perfect_pairs)"]
    assert some.by_rank is None
    hearts, diamonds, spades = (some.by_card[Card(card)] for card in ("KH", "KD", "KS"))
    # A second king of hearts leaves fewest kings that could have matched the first.
    assert hearts < diamonds < spades < 0 < some.by_card[Card("AS")]


def test_a_card_that_is_not_there_has_no_effect_and_six_cards_are_a_coup() -> None:
    counts = fresh(1)
    counts[:46] = 0
    held = removals(analyser("nsw-2024"), counts)
    assert all(not one.by_card for one in held)
    counts[0] = 1
    assert {str(card) for card in removals(analyser("nsw-2024"), counts)[0].by_card} == {
        "AS",
        *["8C", "9C", "TC", "JC", "QC", "KC"],
    }


@pytest.mark.parametrize("wager", ["player", "tie", "tiger", "big_tiger", "banker"])
def test_no_other_balanced_tags_follow_the_effects_better(
    wager: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(card_counting, "TAG_MAX", 1)
    removal = effects("nsw-2024", "even_money")[wager]
    found = best_count(removal, 8)
    held = removal.by_rank
    assert found is not None
    assert held is not None
    assert sum(found.tags.values()) == 0
    tags = np.array(list(product((-1, 0, 1), repeat=10)), float)
    tags = tags[np.abs(tags).sum(axis=1) > 0]
    sizes = np.array([1.0] * 9 + [4.0])
    tags = tags[tags @ sizes == 0]
    good = np.array([-float(held[rank]) for rank in list(Rank)[:10]])
    follow = (tags * sizes) @ good / np.sqrt((tags**2) @ sizes * (sizes @ good**2))
    assert found.correlation == pytest.approx(follow.max(), abs=1e-12)


def test_larger_tags_follow_better_and_the_forecast_is_nought_where_betting_starts() -> None:
    removal = effects("nsw-2024", "commission")["super_six"]
    found = best_count(removal, 8)
    held = removal.by_rank
    assert found is not None
    assert held is not None
    assert list(found.tags.values()) == [0, 0, 0, 0, 0, -4, 3, 3, 2, -1, -1, -1, -1]
    tags = np.array(list(found.tags.values()), float)
    good = np.array([-float(held[rank]) for rank in Rank])
    assert found.correlation == pytest.approx(np.corrcoef(tags, good)[0, 1], abs=1e-12)
    assert found.correlation > 0.98
    # So many tags for each deck left, each worth what the best straight line says.
    slope = (tags @ good) / (tags @ tags)
    assert found.from_per_deck * slope * 415 / 52 == pytest.approx(float(removal.edge))


def test_efficiency_is_what_a_count_gains_of_what_there_is_to_gain() -> None:
    work, dealing = analyser("nsw-2024", "commission"), plan(load("nsw-2024"), 8)
    counts = [best_count(one, 8) for one in removals(work, fresh(8))]
    place = next(n for n, entry in enumerate(work.entries) if entry.name == "big_tiger")
    tags = counts[place]
    assert tags is not None
    [measured] = [efficiencies(work, dealing, counts, 30, seed=3)[place]]
    assert measured is not None
    found = traced(dealing, 3, 0, 30)
    perfect = gained = 0.0
    for left, worth in zip(found.counts, work.expectations(found.counts)[:, place], strict=True):
        gone = dict.fromkeys(Rank, 32)
        for card, held in zip(DECK, left, strict=True):
            gone[card.rank] -= int(held)
        running = sum(tags.tags[rank] * number for rank, number in gone.items())
        perfect += max(worth, 0.0)
        gained += worth if running / (left.sum() / 52) >= tags.from_per_deck else 0.0
    assert len(shoe_starts(found.depth)) == 30
    assert measured.share == pytest.approx(gained / perfect)
    assert 0 < measured.standard_error < 0.2
    assert efficiencies(work, dealing, [None] * len(counts), 2)[place] is None


TIE = """
tas-2018: 8 decks, 416 cards. By how much the house edge changes, in per cent of the stake, when one
card leaves the shoe; below nought that is good for the patron.

card       tie
A     -0.01293
2     +0.02392
3     +0.02141
4     +0.02924
5     +0.02644
6     +0.11595
7     +0.10914
8     -0.06543
9     -0.04260
10-K  -0.05129

The best count with tags from -4 to 4: add the tag of every card that goes and divide by the decks
left; from the number named on, the wager favours the patron as far as a count can tell.
Correlation: how well the tags follow the effects above, 1 at best. Efficiency: what the count
gains, in per cent of what perfect play gains in the same 4 dealt shoes, with its standard error.

card               tie
A                    0
2                   -1
3                   -1
4                   -1
5                   -1
6                   -4
7                   -4
8                   +2
9                   +2
10-K                +2
correlation      0.994
from, per deck   +66.3
efficiency %    62 ±19
"""


def test_effects_and_count_of_a_wager_are_two_tables(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setattr("punto.cli.odds_removal.SHOES", 4)
    assert run(shlex.split("odds tas-2018 --removal --wager tie")) == 0
    said = capsys.readouterr().out.splitlines()
    assert [line.rstrip() for line in said] == TIE.strip().splitlines()


def effects_shown(capsys: Capture) -> dict[str, list[str]]:
    """Return the table of effects that was printed, by the names of its lines."""
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    start = next(n for n, line in enumerate(lines) if line[:1] == ["card"])
    return {name: cells for name, *cells in lines[start + 1 : lines.index([], start)]}


@pytest.mark.parametrize(
    ("gone", "cards"),
    [
        ("JH", ["A", *"23456789", "10", "JS", "JH", "JD", "JC", "Q", "K"]),
        ("KH", ["A", *"23456789", "10", "J", "Q", "KS", "KH", "KD", "KC"]),
        ("10H JH QH KH", ["A", *"23456789", *(r + s for r in "TJQK" for s in "SHDC")]),
        ("JH QH", ["A", *"23456789", "10", *(r + s for r in "JQ" for s in "SHDC"), "K"]),
    ],
)
def test_suits_are_shown_apart_only_where_they_differ(
    gone: str, cards: list[str], capsys: Capture
) -> None:
    assert run(shlex.split(f"odds tas-2018 --removal --wager player_pair --without '{gone}'")) == 0
    assert list(effects_shown(capsys)) == cards


def test_cards_that_are_gone_have_no_effect_and_tens_are_one_line(capsys: Capture) -> None:
    nines = " ".join(f"9{suit}" for suit in "SHDC" for _ in range(4))
    line = f"odds tas-2018 --removal --decks 4 --wager tie --without '{nines}'"
    assert run(shlex.split(line)) == 0
    said = effects_shown(capsys)
    assert list(said) == ["A", *"23456789", "10-K"]
    assert said["9"] == ["-"]
    assert said["10-K"][0].startswith("-0.")


def test_removal_is_shown_and_given_as_json(capsys: Capture) -> None:
    assert run(["odds", "tas-2018", "--removal"]) == 0
    out = capsys.readouterr().out
    [six] = [line.split() for line in out.splitlines() if line.startswith("6 ")][:1]
    assert six[1:5] == ["-0.01128", "+0.01132", "-0.00613", "+0.11595"]
    for word in ("correlation", "efficiency %", "from, per deck", "10-K"):
        assert word in out
    assert "No single card changes player_pair (perfect_pairs)" in out
    assert run(shlex.split("odds tas-2018 --removal --wager tie --settlement federal --json")) == 0
    found = json.loads(capsys.readouterr().out)
    [tie] = found["wagers"]
    assert (found["rulebook"], found["decks"], found["cards"]) == ("tas-2018", 8, 416)
    assert set(tie) >= {"wager", "settlement", "edge", "edge_percent", "effects", "count"}
    changed = {one["card"]: one["edge_change"] for one in tie["effects"]}
    assert sum(map(Fraction, changed.values())) == 0
    assert changed["6"] == "103136982128/88947191534565"
    assert tie["count"]["tags"]["6"] == -4
    assert tie["count"]["correlation"] > 0.99
    assert tie["count"]["efficiency_standard_error_percent"] > 0


def test_removal_of_a_depleted_shoe_shows_suits_and_no_count(capsys: Capture) -> None:
    assert run(shlex.split("odds tas-2018 --removal --without '10♥'")) == 0
    out = capsys.readouterr().out
    rows = [line.split()[0] for line in out.splitlines() if line and "0.0" in line]
    assert rows == ["A", *"23456789", "TS", "TH", "TD", "TC", "J", "Q", "K"]
    assert "A count begins with whole decks" in out
    line = "odds tas-2018 --removal --without '10♥' --wager player_pair --json"
    assert run(shlex.split(line)) == 0
    [first, *_] = json.loads(capsys.readouterr().out)["wagers"]
    assert first["by"] == "card"
    assert len(first["effects"]) == 52
    assert first["count"] is None


@pytest.mark.parametrize("other", ["--covariance", "--par x.md", "--shoe 'seed 1'", "--stake 1"])
def test_removal_goes_alone(other: str, capsys: Capture) -> None:
    assert run(shlex.split(f"odds nsw-2024 --removal {other}")) == 2
    assert "error: " in capsys.readouterr().err
