"""The rows of a wager: which one a finished coup fits, and where rows leave gaps or overlap."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, product

from msgspec import Struct
from msgspec.structs import asdict

from punto.rulebook.finding import Finding
from punto.rulebook.schema import Edition, Outcome, When
from punto.rulebook.vocabulary import PairGrade, PairsTest, PairTest, Result

# Beyond this many offers at once nothing new is learnt about the rows of one wager.
_OFFERS_AT_ONCE = 3


class Facts(Struct, frozen=True, gc=False):
    """What a wager may ask about a finished coup."""

    result: str
    banker_total: int
    banker_cards: int
    player_pair: PairGrade
    banker_pair: PairGrade
    pairs: PairsTest


def matches(when: When, seen: Facts) -> bool:
    """Return whether every key of a pattern fits a coup."""
    return (
        (when.result is None or when.result == seen.result)
        and (when.banker_total is None or when.banker_total == seen.banker_total)
        and (when.banker_cards is None or when.banker_cards == seen.banker_cards)
        and _pair_fits(when.player_pair, seen.player_pair)
        and _pair_fits(when.banker_pair, seen.banker_pair)
        and (when.pairs is None or when.pairs is seen.pairs)
    )


def _pair_fits(test: PairTest | None, grade: PairGrade) -> bool:
    if test is None:
        return True
    if test is PairTest.ANY:
        return grade is not PairGrade.NONE
    return test.value == grade.value


def decide(rows: Sequence[Outcome], seen: Facts) -> Outcome:
    """Return the one row that fits a coup; none or two does not load, and is not guessed."""
    found = fitting(rows, seen)
    assert len(found) == 1, f"{len(found)} rows fit {seen}"
    return found[0]


def fitting(rows: Sequence[Outcome], seen: Facts) -> list[Outcome]:
    """Return the rows that fit a coup; one without a pattern is for what no other fits."""
    return [row for row in rows if _applies(row, seen)] or [row for row in rows if row.when is None]


def _applies(row: Outcome, seen: Facts) -> bool:
    if row.when is None or not matches(row.when, seen):
        return False
    return row.unless is None or not matches(row.unless, seen)


def check_rows(edition: Edition) -> Iterator[Finding]:
    """Yield each wager that has no row for some coup, or two, under anything a house may elect."""
    for name, wager in edition.wagers.items():
        found: dict[tuple[tuple[str, ...], tuple[str, ...]], list[str]] = {}
        for settlement, offers in _contexts(edition, name):
            elected = {settlement, *offers}
            rows = [row for row in wager.outcomes if elected.issuperset(row.under)]
            under = " with ".join([settlement, *([" and ".join(offers)] if offers else [])])
            for names, kinds in _unfit(rows).items():
                found.setdefault((names, kinds), []).append(under)
        for (names, kinds), unders in found.items():
            listed = "; ".join(kinds[:3]) + (f"; and {len(kinds) - 3} more" if kinds[3:] else "")
            what = f"{' and '.join(map(repr, names))} both apply" if names else "no row applies"
            text = f"{what} to {listed or 'any coup'}, under {', '.join(unders)}"
            yield Finding(f"wagers.{name}.outcomes", f"expected exactly one row for a coup: {text}")


def _unfit(rows: Sequence[Outcome]) -> dict[tuple[str, ...], tuple[str, ...]]:
    """Return the kinds of coup that no row fits, or more than one, by the names of those rows."""
    found: dict[tuple[str, ...], list[str]] = {}
    for seen, words in _kinds(_asked(rows)):
        fit = fitting(rows, seen)
        if len(fit) != 1:
            found.setdefault(tuple(row.name for row in fit), []).append(words)
    return {names: tuple(kinds) for names, kinds in found.items()}


def _contexts(edition: Edition, wager: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield each settlement with each set of offers under which a wager can be on a layout."""
    offering = [name for name, offer in edition.offers.items() if wager in offer.wagers]
    named = [name for row in edition.wagers[wager].outcomes for name in row.under]
    known = [name for name in dict.fromkeys((*offering, *named)) if name in edition.offers]
    one_of = edition.wagering.one_offer_of
    exclusive = set(one_of.value if one_of else ())
    main = wager in edition.wagering.main.value
    for size in range(min(len(known), _OFFERS_AT_ONCE) + 1):
        for offers in combinations(known, size):
            placed = main or any(name in offering for name in offers)
            if placed and len(exclusive.intersection(offers)) < 2:
                yield from ((settlement, offers) for settlement in edition.settlement.schemes.value)


def _asked(rows: Sequence[Outcome]) -> tuple[str, ...]:
    """Return what some rows ask about a coup."""
    patterns = [pattern for row in rows for pattern in (row.when, row.unless) if pattern]
    given = [item for pattern in patterns for item in asdict(pattern).items()]
    keys = {key for key, value in given if value is not None}
    return tuple(sorted(keys))


@lru_cache
def _kinds(keys: tuple[str, ...]) -> tuple[tuple[Facts, str], ...]:
    """Return one coup for each answer to some questions, with the answers in words."""
    found: dict[str, Facts] = {}
    for seen in _coups():
        words = ", ".join(f"{key.replace('_', ' ')} {getattr(seen, key)}" for key in keys)
        found.setdefault(words, seen)
    return tuple((seen, words) for words, seen in found.items())


def _coups() -> Iterator[Facts]:
    """Yield the facts of every finished coup."""
    none = PairGrade.NONE
    for result, total, cards in product(Result, range(10), (2, 3)):
        for player, banker in product(PairGrade, PairGrade):
            if player is none and banker is none:
                together: tuple[PairsTest, ...] = (PairsTest.NONE,)
            elif player is none or banker is none:
                together = (PairsTest.SINGLE,)
            else:
                together = (PairsTest.DOUBLE, PairsTest.TWIN)
            for pairs in together:
                yield Facts(result, total, cards, player, banker, pairs)
