"""Faces of which there are too many or too few among the cards that were looked through."""

from msgspec import Struct

from punto.cards import parse_card
from punto.clause import Clauses, Malformed, merged
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules, not_held
from punto.table.cards import commands as do
from punto.table.table import Table

JOKER = "joker"


class OddFaces(Struct, frozen=True):
    """What is wrong with the faces of a set of cards, how often, and by which clauses."""

    surplus: dict[str, int] = {}
    missing: dict[str, int] = {}
    clause: Clauses = ()

    @property
    def words(self) -> str:
        """Return what is too many and what is missing, face by face."""
        parts = [
            f"{what}: {', '.join(f'{face} ({count})' for face, count in faces.items())}"
            for what, faces in (("too many", self.surplus), ("missing", self.missing))
            if faces
        ]
        return f"; {'; '.join(parts)}" if parts else ""


def odd_faces(rules: TableRules, table: Table, command: do.VerifyCards) -> OddFaces:
    """Return which faces were found too often or not often enough; the count must bear it out."""
    cards = rules.edition.cards
    if cards is None:
        raise not_held(rules.edition, "which cards are used")
    if not command.faces:
        return OddFaces()
    decks = table.shoe.decks
    surplus: dict[str, int] = {}
    missing: dict[str, int] = {}
    for name, found in command.faces.items():
        joker = name == JOKER
        face = name if joker else str(parse_card(name))
        more = found - (0 if joker else decks)
        if found < 0 or face in surplus or face in missing:
            raise Malformed(f"say once how many of {face} were found", code=ErrorCode.INCOMPLETE)
        if more > 0:
            surplus[face] = more
        elif more < 0:
            missing[face] = -more
    total = table.shoe.size + sum(surplus.values()) - sum(missing.values())
    if total != command.count:
        text = f"with these faces there are {total} cards, and {command.count} were counted"
        raise Malformed(text, code=ErrorCode.INCOMPLETE)
    return OddFaces(surplus, missing, _clause(rules, surplus, missing))


def _clause(rules: TableRules, surplus: dict[str, int], missing: dict[str, int]) -> Clauses:
    """Return the clauses that a set of cards breaks: about whole decks, about jokers."""
    cards = rules.edition.cards
    assert cards is not None
    joker = cards.joker_found.clause if JOKER in surplus and cards.joker_found else ()
    others = set(surplus) | set(missing)
    if joker:
        others.discard(JOKER)
    return merged(cards.whole_decks.clause if others else (), joker)
