"""``punto odds --removal``: what one card does to every wager, and the best count of cards."""

from typing import Any

from msgspec import Struct

from punto.cards import DECK, Card, Rank
from punto.cli.output import console, decks_of, emit, paragraph, rows, table, unicode
from punto.odds import par_sheet
from punto.odds.card_counting import TAG_MAX, Count, Efficiency, best_count, efficiencies
from punto.odds.composition import Counts, fresh, sequences
from punto.odds.exact import Analyser
from punto.odds.removal import Removal, removals
from punto.odds.settlement_groups import ANY, grouped
from punto.odds.shoe_plan import plan
from punto.rulebook.schema import Edition

# Shoes dealt to see what a count gains: the same ones every time.
SHOES, SEED = 500, 0
_TENS = (Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING)


class _WagerEffects(Struct, frozen=True):
    """One wager: its effects, and its count where it has one."""

    head: str
    removal: Removal
    count: Count | None
    efficiency: Efficiency | None


def show_removal(
    edition: Edition, analyser: Analyser, decks: int, counts: Counts, kept: list[int], *, json: bool
) -> None:
    """Show effects of removal for some wagers, and their counts where the shoe is whole."""
    whole = bool((counts == fresh(decks)).all())
    found = removals(analyser, counts)
    counted = [best_count(wager, decks) if whole else None for wager in found]
    measured: list[Efficiency | None] = [None] * len(found)
    if any(counted[place] for place in kept):
        measured = efficiencies(
            analyser, plan(edition, decks, free=True), counted, SHOES, seed=SEED
        )
    if json:
        emit(
            {
                "rulebook": edition.id,
                "decks": decks,
                "cards": int(counts.sum()),
                "total": sequences(int(counts.sum())),
                "shoes": SHOES,
                "seed": SEED,
                "wagers": [_document(found[n], counted[n], measured[n]) for n in kept],
            }
        )
        return
    entries = [analyser.entries[place] for place in kept]
    shown = []
    names = [alike.name for alike in grouped(entries)]
    for alike in grouped(entries):
        place = kept[alike.place]
        many = names.count(alike.name) > 1 and alike.settlement != ANY
        head = f"{alike.name}, {alike.settlement}" if many else alike.name
        shown.append(_WagerEffects(head, found[place], counted[place], measured[place]))
    paragraph(
        f"{edition.id}: {decks_of(decks)}, {int(counts.sum())} cards. By how much the house edge "
        "changes, in per cent of the stake, when one card leaves the shoe; below nought that is "
        "good for the patron."
    )
    _print_effects(shown)
    if whole:
        _print_counts(shown)
    else:
        console().print()
        paragraph("A count begins with whole decks, so none is shown for a depleted shoe.")


def _print_effects(shown: list[_WagerEffects]) -> None:
    """Show effects rank by rank, and card by card where the suit matters to a wager."""
    effects = [wager.removal.by_card for wager in shown]
    by_suit = {
        card: [_effect_text(effect.get(card)) for effect in effects]
        for card in sorted(DECK, key=lambda card: list(Rank).index(card.rank))
    }
    lines: dict[str, list[str]] = {}
    for rank in Rank:
        cards = [card for card in by_suit if card.rank is rank]
        alike = all(by_suit[card] == by_suit[cards[0]] for card in cards)
        for card in cards[:1] if alike else cards:
            lines[_rank_text(rank) if alike else str(card)] = by_suit[card]
    _print_table("card", shown, _merge_tens(lines))


def _print_table(head: str, shown: list[_WagerEffects], lines: list[tuple[str, list[str]]]) -> None:
    heads = [wager.head for wager in shown]
    console().print()
    rows(table(head, *heads, right=heads, keys=1), ([name, *cells] for name, cells in lines))


def _rank_text(rank: Rank) -> str:
    return "10" if rank is Rank.TEN else str(rank)


def _merge_tens(lines: dict[str, list[str]]) -> list[tuple[str, list[str]]]:
    """Return named lines; those of tens and court cards are merged if they are equal."""
    tens = [lines.get(_rank_text(rank)) for rank in _TENS]
    if tens[0] is None or any(line != tens[0] for line in tens):
        return list(lines.items())
    others = {name: cells for name, cells in lines.items() if name not in map(_rank_text, _TENS)}
    return [*others.items(), ("10-K", tens[0])]


def _effect_text(effect: Any) -> str:
    """Return an effect in per cent with its sign; a hyphen if no such card is left."""
    if effect is None:
        return "-"
    text = par_sheet.percent(effect, 5)
    return "0" if not effect else text if effect < 0 else f"+{text}"


def _print_counts(shown: list[_WagerEffects]) -> None:
    counted = [wager for wager in shown if wager.count is not None]
    still = [wager.head for wager in shown if wager.count is None]
    if counted:
        console().print()
        paragraph(
            f"The best count with tags from -{TAG_MAX} to {TAG_MAX}: add the tag of every card "
            "that goes and divide by the decks left; from the number named on, the wager favours "
            "the patron as far as a count can tell. Correlation: how well the tags follow the "
            "effects above, 1 at best. "
            "Efficiency: what the count gains, in per cent of what perfect play gains in the same "
            f"{SHOES} dealt shoes, with its standard error."
        )
        counts = [wager.count for wager in counted if wager.count]
        lines = _merge_tens(
            {_rank_text(rank): [_tag_text(count.tags[rank]) for count in counts] for rank in Rank}
        )
        lines.append(("correlation", [f"{count.correlation:.3f}" for count in counts]))
        lines.append(("from, per deck", [f"{count.from_per_deck:+.1f}" for count in counts]))
        lines.append(("efficiency %", [_share_text(wager.efficiency) for wager in counted]))
        _print_table("card", counted, lines)
    if still:
        console().print()
        paragraph(
            f"No single card changes {', '.join(still)}: to them all ranks are alike, and a count "
            "that adds up tags says nothing about them."
        )


def _tag_text(tag: int) -> str:
    return f"{tag:+d}" if tag else "0"


def _share_text(efficiency: Efficiency | None) -> str:
    if efficiency is None:
        return "-"
    sign = "±" if unicode() else "+-"
    return f"{efficiency.share * 100:.0f} {sign}{efficiency.standard_error * 100:.0f}"


def _document(
    removal: Removal, count: Count | None, efficiency: Efficiency | None
) -> dict[str, Any]:
    entry, edge = removal.entry, removal.edge
    ranked = removal.by_rank
    effects = ranked if ranked is not None else removal.by_card
    found: dict[str, Any] = {
        "wager": entry.wager,
        "offer": entry.offer,
        "settlement": entry.settlement,
        "edge": f"{edge.numerator}/{edge.denominator}",
        "edge_percent": float(par_sheet.percent(edge, 6)),
        "by": "rank" if ranked is not None else "card",
        "effects": [
            {
                "card": key.value if isinstance(key, Card) else str(key),
                "edge_change": f"{effect.numerator}/{effect.denominator}",
                "edge_change_percent": float(par_sheet.percent(effect, 9)),
            }
            for key, effect in effects.items()
        ],
        "count": None,
    }
    if count is not None:
        found["count"] = {
            "tags": {str(rank): tag for rank, tag in count.tags.items()},
            "correlation": round(count.correlation, 6),
            "from_per_deck": round(count.from_per_deck, 4),
            "efficiency_percent": round(efficiency.share * 100, 2) if efficiency else None,
            "efficiency_standard_error_percent": round(efficiency.standard_error * 100, 2)
            if efficiency
            else None,
        }
    return found
