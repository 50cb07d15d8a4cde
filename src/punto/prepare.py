"""A shoe made ready by the rulebook's own procedure: check, shuffle, cut, marker, load, burn."""

from punto import shoe as shoes
from punto.clause import Reason
from punto.rulebook.elect import TableRules
from punto.shoe import RandBelow, Shoe, Stage, shoe_rules


def prepare(rules: TableRules, randbelow: RandBelow) -> tuple[Shoe, tuple[Reason, ...]]:
    """Return a shoe ready for its first coup, cut at random, with the marker at its least depth."""
    data = shoe_rules(rules)
    shoe = shoes.check_cards(rules, shoes.new_shoe(rules, shoes.composition(rules)))
    shoe = shoes.shuffle(rules, shoe, shoes.shuffled(shoe.cards, randbelow))
    reasons = [Reason(f"{len(shoe.cards)} cards shuffled", data.shuffle_first.clause)]
    if not (data.uncut_sources and rules.source in data.uncut_sources.value):
        distance = data.cut_from_each_end.value
        at = distance + randbelow(len(shoe.cards) - 2 * distance + 1)
        shoe = shoes.cut(rules, shoe, at)
        reasons.append(Reason(f"cut after card {at}", data.cut_from_each_end.clause))
        shoe = shoes.mark(rules, shoe, data.marker_behind.value)
        text = f"{data.marker_behind.value} cards behind the marker"
        reasons.append(Reason(text, data.marker_behind.clause))
    shoe = shoes.load(rules, shoe)
    if shoe.stage is Stage.LOADED:
        name, approved_by = burn_procedure(rules)
        burned = shoes.burn(rules, shoe, name, approved_by)
        shoe = burned.shoe
        reasons.append(burned.reason)
    return shoe, tuple(reasons)


def burn_procedure(rules: TableRules) -> tuple[str, str | None]:
    """Return the first burn procedure that needs nobody's approval, or one and who gives it."""
    burn = shoe_rules(rules).burn
    assert burn is not None
    name = min(burn.procedures, key=lambda one: burn.procedures[one].approval is not None)
    return name, burn.procedures[name].approval
