"""The rows of a wager: which one matches a finished coup, and gaps and overlaps of rows."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from punto.rulebook.finding import Finding
from punto.rulebook.schema import Edition, Outcome, When
from punto.rulebook.schema.coup_facts import FACTS, CoupState, Fact, asked, coup_kinds

# Larger combinations of offers do not reveal other errors in the rows of a wager.
_OFFERS_AT_ONCE = 3


def matches(when: When, coup: CoupState) -> bool:
    """Return whether every key of a pattern fits a coup."""
    # Every wager of every coup comes here, and a generator takes twice as long.
    for fact, value in asked(when):  # noqa: SIM110
        if not fact.fits(value, fact.of(coup)):
            return False
    return True


def facts_asked(rows: Iterable[Outcome]) -> tuple[Fact, ...]:
    """Return the facts that some rows ask, in the order of their names."""
    patterns = [pattern for row in rows for pattern in (row.when, row.unless) if pattern]
    names = {fact.name for pattern in patterns for fact, _ in asked(pattern)}
    return tuple(FACTS[name] for name in sorted(names))


def decide(rows: Sequence[Outcome], coup: CoupState) -> Outcome:
    """Return the one row that fits a coup; none or two does not load, and is not guessed."""
    found = fitting(rows, coup)
    assert len(found) == 1, f"{len(found)} rows fit {coup}"
    return found[0]


def fitting(rows: Sequence[Outcome], coup: CoupState) -> list[Outcome]:
    """Return the rows that fit a coup; one without a pattern is for what no other fits."""
    return [row for row in rows if _applies(row, coup)] or [row for row in rows if row.when is None]


def _applies(row: Outcome, coup: CoupState) -> bool:
    if row.when is None or not matches(row.when, coup):
        return False
    return row.unless is None or not matches(row.unless, coup)


def check_rows(edition: Edition) -> Iterator[Finding]:
    """Yield a finding for each wager with no row or two rows for a coup, under any election."""
    for name, wager in edition.wagers.items():
        settlements_by_gap: dict[tuple[tuple[str, ...], tuple[str, ...]], list[str]] = {}
        for settlement, offers in _contexts(edition, name):
            elected = {settlement, *offers}
            rows = [row for row in wager.outcomes if elected.issuperset(row.under)]
            election_text = " with ".join([settlement, *([" and ".join(offers)] if offers else [])])
            for names, kinds in _unmatched_coups(rows).items():
                settlements_by_gap.setdefault((names, kinds), []).append(election_text)
        for (names, kinds), settlements in settlements_by_gap.items():
            kinds_text = "; ".join(kinds[:3]) + (
                f"; and {len(kinds) - 3} more" if kinds[3:] else ""
            )
            problem = f"{' and '.join(map(repr, names))} both apply" if names else "no row applies"
            text = f"{problem} to {kinds_text or 'any coup'}, under {', '.join(settlements)}"
            yield Finding(f"wagers.{name}.outcomes", f"expected exactly one row for a coup: {text}")


def _unmatched_coups(rows: Sequence[Outcome]) -> dict[tuple[str, ...], tuple[str, ...]]:
    """Return the kinds of coup that no row fits, or more than one, by the names of those rows."""
    found: dict[tuple[str, ...], list[str]] = {}
    facts = facts_asked(rows)
    for answers, coup in coup_kinds(facts).items():
        fit = fitting(rows, coup)
        if len(fit) != 1:
            told = zip(facts, answers, strict=True)
            words = ", ".join(f"{fact.name.replace('_', ' ')} {answer}" for fact, answer in told)
            found.setdefault(tuple(row.name for row in fit), []).append(words)
    return {names: tuple(kinds) for names, kinds in found.items()}


def _contexts(edition: Edition, wager: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield each settlement with each set of offers under which a wager can be on a layout."""
    offers_with_wager = [name for name, offer in edition.offers.items() if wager in offer.wagers]
    tested_offers = [name for row in edition.wagers[wager].outcomes for name in row.under]
    relevant = [
        name
        for name in dict.fromkeys((*offers_with_wager, *tested_offers))
        if name in edition.offers
    ]
    one_of = edition.wagering.one_offer_of
    exclusive = set(one_of.value if one_of else ())
    main = wager in edition.wagering.main.value
    for size in range(min(len(relevant), _OFFERS_AT_ONCE) + 1):
        for offers in combinations(relevant, size):
            placed = main or any(name in offers_with_wager for name in offers)
            if placed and len(exclusive.intersection(offers)) < 2:
                yield from ((settlement, offers) for settlement in edition.settlement.schemes.value)
