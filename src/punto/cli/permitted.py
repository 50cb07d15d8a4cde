"""Decks and depths that a command is asked for, against what the rulebook permits."""

from punto.clause import Refused, short
from punto.cli.output import decks_of, talk
from punto.cli.unpermitted import Unpermitted
from punto.odds.composition import DECKS_MAX, fresh
from punto.rulebook.elect import Elections, elect, not_held
from punto.rulebook.policies import MarkerPlacing
from punto.rulebook.schema import Edition


def permitted_decks(edition: Edition, decks: int | None, *, free: bool = False) -> int:
    """Return the decks asked for; ones the rulebook does not permit only for a what-if.

    There are two errors: the rulebook does not permit it, or counts are no longer exact.
    """
    if edition.cards is None:
        raise not_held(edition, "which cards are used, so it has no odds")
    permitted = edition.cards.decks
    if decks is None:
        return max(permitted.value)
    if decks in permitted.value or free:
        fresh(decks)
        if decks not in permitted.value:
            _warn(edition, decks_of(decks), permitted.clause)
        return decks
    try:
        elect(edition, Elections(decks=decks, settlement=edition.settlement.schemes.value[0]))
    except Refused as refusal:
        text = f"{edition.id} does not permit {decks_of(decks)}"
        hint = f"{refusal.hint}; --what-if takes any number from 1 to {DECKS_MAX}"
        raise Unpermitted(Refused(refusal.code, refusal.clause, text, hint)) from None
    return decks


def warn_of_depth(edition: Edition, marker: int | None) -> None:
    """Warn if a what-if places the cutting card where the rulebook does not permit it."""
    shoe = edition.shoe
    if shoe is None or marker is None or marker == shoe.marker_behind.value:
        return
    if shoe.marker_placing.value is MarkerPlacing.EXACTLY:
        _warn(edition, f"{marker} cards behind the marker", shoe.marker_placing.clause)


def _warn(edition: Edition, what: str, clause: tuple[str, ...]) -> None:
    cited = ", ".join(map(short, clause))
    text = f"warning: {edition.id} does not permit {what} [{cited}]"
    talk().print(text, markup=False, soft_wrap=True)
