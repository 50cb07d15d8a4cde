"""The pool divided: what each place wins, and what entrants who are level share."""

from collections.abc import Iterable, Mapping

from msgspec import Struct

from punto.clause import Refused
from punto.money import dollars
from punto.rulebook.elect import TableRules
from punto.rulebook.tournament_policies import OddCents
from punto.tournament.conditions import Prize
from punto.tournament.rules import law, said


class Share(Struct, frozen=True):
    """What those at a place win: each the same, with the cents that this adds or leaves over.

    ``names`` are several where a place is shared; ``goods`` cannot be shared and are then nobody's.
    """

    place: int
    names: tuple[str, ...]
    cents: int
    borne_cents: int = 0
    odd_cents: int = 0
    goods: tuple[str, ...] = ()


def divided(
    rules: TableRules, pool_cents: int, prizes: Iterable[Prize], places: Mapping[str, int]
) -> tuple[Share, ...]:
    """Return what everybody wins who has a place that wins something, best first."""
    groups: dict[int, list[str]] = {}
    for name, place in sorted(places.items(), key=lambda item: item[1]):
        groups.setdefault(place, []).append(name)
    # Two who share the second place have the prizes of the second and of the third.
    taken = {place + step: place for place, names in groups.items() for step in range(len(names))}
    listed = [prize for prize in prizes if prize.place in taken]
    amounts = _amounts(rules, pool_cents, listed)
    shares = []
    for place, names in groups.items():
        of_place = [prize for prize in listed if taken[prize.place] == place]
        if of_place:
            total = sum(amounts[prize.place] for prize in of_place)
            goods = tuple(prize.goods for prize in of_place if prize.goods)
            shares.append(_shared(rules, place, tuple(names), total, goods))
    return tuple(shares)


def _amounts(rules: TableRules, pool_cents: int, listed: list[Prize]) -> dict[int, int]:
    """Return what each place wins: amounts first, then shares of the rest, all of it.

    Shares of places that nobody has go to the others; cents that no share divides go to the best.
    """
    fixed = {prize.place: prize.cents or 0 for prize in listed}
    rest, whole = pool_cents - sum(fixed.values()), sum(prize.share or 0 for prize in listed)
    if rest < 0 or (rest > 0 and not whole):
        text = f"the pool is {dollars(pool_cents)}, the prizes are {dollars(sum(fixed.values()))}"
        clause = said(rules, "pool_paid_out", "how much of the pool is paid out")
        raise Refused("prizes_do_not_add_up", clause, text)
    amounts = dict(fixed)
    for prize in listed:
        if prize.share:
            amounts[prize.place] += rest * prize.share // whole
    sharing = sorted(prize.place for prize in listed if prize.share)
    over = pool_cents - sum(amounts.values())
    for place in sharing[:over]:
        amounts[place] += 1
    return amounts


def _shared(
    rules: TableRules, place: int, names: tuple[str, ...], total: int, goods: tuple[str, ...]
) -> Share:
    """Return what each of those at a place wins, the same for everybody."""
    count = len(names)
    if count == 1:
        return Share(place, names, total, goods=goods)
    each, over = divmod(total, count)
    if law(rules.edition).money.odd_cents.value is OddCents.EACH_SHARE_UP and over:
        return Share(place, names, each + 1, borne_cents=count - over, goods=goods)
    return Share(place, names, each, odd_cents=over, goods=goods)
