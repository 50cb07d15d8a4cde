"""A shoe made ready by the rulebook's own procedure: check, shuffle, cut, marker, load, burn."""

from msgspec import Struct
from msgspec.structs import replace

from punto import shoe as shoes
from punto.burning import burn
from punto.cards import Card
from punto.clause import Reason
from punto.rulebook.elect import TableRules
from punto.rulebook.elections import Origin
from punto.shoe import RandBelow, Shoe, Stage, shoe_rules


class Prepared(Struct, frozen=True):
    """A shoe ready for its first coup, the order of its cards, and what was done to them."""

    shoe: Shoe
    order: tuple[Card, ...]
    reasons: tuple[Reason, ...]


def prepare(rules: TableRules, randbelow: RandBelow) -> Prepared:
    """Return a shoe cut at random, with the cutting card at its least depth, and burned.

    It is left loaded where every burn takes somebody's approval: nobody is there to give it.
    """
    data = shoe_rules(rules)
    virtual = rules.origin is Origin.VIRTUAL
    shoe = replace(shoes.new_shoe(rules), checked=True)
    shoes.check_shuffle(rules, shoe)
    order = shoes.shuffled(shoes.composition(rules), randbelow)
    shoe = replace(shoe, stage=Stage.SHUFFLED)
    reasons = [Reason(f"{shoe.size} cards shuffled", data.shuffle_first.clause)]
    if not shoes.uncut(rules):
        distance = data.cut_from_each_end.value
        at = distance + randbelow(shoe.size - 2 * distance + 1)
        shoes.check_cut(rules, shoe, at)
        order = order[at:] + order[:at]
        reasons.append(Reason(f"cut after card {at}", data.cut_from_each_end.clause))
        behind = data.marker_behind.value
        # Where the marker lies among real cards nobody knows before it shows.
        place = shoe.size - behind if virtual else None
        shoe = replace(shoe, stage=Stage.MARKED, cutting_card=place)
        reasons.append(Reason(f"{behind} cards behind the marker", data.marker_behind.clause))
    shoe = replace(shoe, stage=shoes.loaded(rules, shoe))
    name, approved_by = burn_procedure(rules) if shoe.stage is Stage.LOADED else (None, None)
    if name is not None and approved_by is None:
        burning = burn(rules, shoe, name, order[0] if virtual else None)
        seen = {burning.shown: 1} if burning.shown else {}
        count = burning.count
        shoe = replace(shoe, stage=Stage.READY, drawn=count, burned=count, seen=seen)
        reasons.append(burning.reason)
    return Prepared(shoe, order, tuple(reasons))


def burn_procedure(rules: TableRules) -> tuple[str, str | None]:
    """Return the first burn procedure that needs nobody's approval, or one and who gives it."""
    burn = shoe_rules(rules).burn
    assert burn is not None
    name = min(burn.procedures, key=lambda one: burn.procedures[one].approval is not None)
    return name, burn.procedures[name].approval
