"""An edition made ready for the shoe kernel: tables, pool of cards and the numbers of its shoe."""

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from punto.cards import Rank
from punto.clause import Malformed, short
from punto.odds.kernels.shoes import LANES
from punto.odds.pairs import SUIT_GRADE, faces
from punto.odds.rulebook_arrays import RESULTS, Tables, tables
from punto.rulebook.elect import not_held
from punto.rulebook.policies import BurnFurther, MarkerPlacing
from punto.rulebook.schema import Edition
from punto.rulebook.vocabulary import Result

_SIDES = {Result.PLAYER: 0, Result.BANKER: 1, Result.TIE: 2}


class ShoePlan(Struct, frozen=True):
    """Everything the kernel needs to deal shoes of an edition; cards are rank * 4 + suit."""

    rulebook: str
    decks: int
    marker_behind: int
    burn: str
    value_of: NDArray[np.uint8]
    face_of: NDArray[np.uint8]
    grade_of: NDArray[np.uint8]
    thirds: NDArray[np.uint8]
    class_of: NDArray[np.uint16]
    side_of: NDArray[np.uint8]
    numbers: NDArray[np.int64]
    burn_value: NDArray[np.int64]

    @property
    def cards(self) -> int:
        return self.decks * 52


def plan(
    edition: Edition,
    decks: int,
    *,
    marker_behind: int | None = None,
    burn: str | None = None,
    free: bool = False,
) -> ShoePlan:
    """Return how shoes of an edition are dealt, at its least marker depth unless told otherwise.

    ``free`` lets a what-if lay the marker where the rulebook does not permit it.
    """
    shoe = edition.shoe
    if shoe is None:
        raise not_held(edition, "how a shoe is dealt")
    held = tables(edition)
    behind = shoe.marker_behind.value if marker_behind is None else marker_behind
    exact = shoe.marker_placing.value is MarkerPlacing.EXACTLY
    if exact and behind != shoe.marker_behind.value and not free:
        clause = ", ".join(map(short, shoe.marker_placing.clause))
        raise Malformed(
            f"exactly {shoe.marker_behind.value} cards lie behind the marker [{clause}]",
            "--what-if allows another depth",
        )
    if not shoe.marker_behind.value <= behind <= decks * 52 - 12:
        least, most = shoe.marker_behind.value, decks * 52 - 12
        raise Malformed(f"{behind} cards behind the marker; {least} to {most} can be simulated")
    inside, first = shoe.coups_after_marker_inside.value, shoe.coups_after_marker_first.value
    tie = shoe.coups_after_tie.value if shoe.coups_after_tie else 0
    # The coup that meets the marker takes up to five more cards, each one after it up to six.
    if behind < 5 + 6 * max(inside, first, tie):
        raise Malformed(f"{behind} cards behind the marker may not be enough to end a shoe")
    chosen, values = _burn_counts(edition, burn)
    value_of = np.repeat(held.value_of_rank, 4).astype(np.uint8)
    return ShoePlan(
        rulebook=edition.id,
        decks=decks,
        marker_behind=behind,
        burn=chosen,
        value_of=value_of,
        face_of=np.repeat(faces(edition, held.value_of_rank), 4).astype(np.uint8),
        grade_of=SUIT_GRADE.reshape(-1).astype(np.uint8),
        thirds=_third_card_table(held),
        class_of=held.class_of,
        side_of=np.array([_SIDES[result] for result in RESULTS], np.uint8),
        numbers=np.array([decks * 52 - behind, inside, first, tie], np.int64),
        burn_value=values,
    )


def _burn_counts(edition: Edition, burn: str | None) -> tuple[str, NDArray[np.int64]]:
    """Return the burn procedure and how many cards follow a first burned card; -1 burns none."""
    assert edition.shoe is not None
    held = edition.shoe.burn
    if held is None:
        if burn is not None:
            raise Malformed(f"{edition.id} burns no cards")
        return "none", np.full(52, -1, np.int64)
    free = min(held.procedures, key=lambda name: held.procedures[name].approval is not None)
    name = burn or free
    if name not in held.procedures:
        raise Malformed(f"no burn {name!r}", f"known: {', '.join(held.procedures)}")
    if held.procedures[name].further is BurnFurther.NONE:
        return name, np.zeros(52, np.int64)
    by_rank = [held.values[rank].value for rank in Rank]
    return name, np.repeat(np.array(by_rank, np.int64), 4)


def _third_card_table(held: Tables) -> NDArray[np.uint8]:
    """Return how a coup continues, by both totals and the value of the fifth card.

    Player's final total times eight, plus four if Player took the fifth card, plus which card
    Banker takes: 0 none, 1 the fifth, 2 the sixth.
    """
    found = np.zeros((10, 10, 10), np.uint8)
    for player in range(10):
        for banker in range(10):
            for fifth in range(10):
                total, drew, which = player, 0, 0
                if not (held.player_natural[player] or held.banker_natural[banker]):
                    if held.player_draws[player]:
                        total, drew = (player + fifth) % 10, 1
                        which = 2 if held.banker_draws[banker, fifth] else 0
                    elif held.banker_draws[banker, 10]:
                        which = 1
                found[player, banker, fifth] = total * 8 + drew * 4 + which
    return found.reshape(-1)


def seeded(seed: int, chunk: int) -> NDArray[np.uint64]:
    """Return the state of the generators for one chunk of a simulation."""
    words = np.random.SeedSequence(seed, spawn_key=(chunk,)).generate_state(4 * LANES, np.uint64)
    return words.reshape(4, LANES).astype(np.uint64)
