"""The pool: what there is to win, and until when it may still change."""

from collections.abc import Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from punto.clause import Malformed, Refused
from punto.error_codes import ErrorCode
from punto.money import dollars
from punto.rulebook.elect import TableRules
from punto.rulebook.tournament_policies import OddCents
from punto.table.authority import require_clauses
from punto.tournament.conditions import Prize
from punto.tournament.entrant import Standing
from punto.tournament.rules import law
from punto.tournament.tournament import Stage, Tournament

# Those who never entered: their applications are no entries.
_NOT_ENTERED = frozenset({Standing.APPLIED, Standing.REFUSED})


def pool_cents(tournament: Tournament) -> int:
    """Return what there is to win: what came in and stays, and what the house adds."""
    purse = tournament.purse
    paid_in = purse.fees_cents + purse.bought_cents + purse.added_cents
    return paid_in - purse.refunded_cents - purse.kept_cents


def guaranteed_entries(tournament: Tournament) -> int:
    """Return how many entries were received and not given back."""
    return sum(
        entrant.standing not in _NOT_ENTERED
        and (not entrant.refunded_cents or entrant.paid_cents > entrant.refunded_cents)
        for entrant in tournament.entrants
    )


def check_open(tournament: Tournament) -> None:
    """Say that the pool does not change any more, or not yet."""
    if tournament.stage not in (Stage.OPEN, Stage.RUNNING):
        raise Malformed(f"the tournament is {tournament.stage}", code=ErrorCode.NOT_NOW)
    if tournament.purse.awarded:
        raise Malformed("the pool is divided", code=ErrorCode.NOT_NOW)


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
    of_place: dict[int, list[Prize]] = {}
    for prize in sorted(prizes, key=lambda prize: prize.place):
        if prize.place in taken:
            of_place.setdefault(taken[prize.place], []).append(prize)
    totals = _totals(rules, pool_cents, of_place)
    shares = []
    for place, won in of_place.items():
        goods = tuple(prize.goods for prize in won if prize.goods)
        shares.append(_shared(rules, place, tuple(groups[place]), totals[place], goods))
    return tuple(shares)


def _totals(
    rules: TableRules, pool_cents: int, of_place: Mapping[int, list[Prize]]
) -> dict[int, int]:
    """Return what those at each place win together: amounts first, then all of the rest in shares.

    Prizes that are shared are put together before anything is rounded. What places that nobody has
    would win goes to the others; cents that no share divides go to the best.
    """
    totals = {place: sum(prize.cents or 0 for prize in won) for place, won in of_place.items()}
    parts = {place: sum(prize.share or 0 for prize in won) for place, won in of_place.items()}
    rest = pool_cents - sum(totals.values())
    if not any(parts.values()):
        parts = dict(totals)
    whole = sum(parts.values())
    if rest < 0 or (rest > 0 and not whole):
        text = f"the pool is {dollars(pool_cents)}, the prizes are {dollars(sum(totals.values()))}"
        clause = require_clauses(
            rules, law(rules.edition).says.pool_paid_out, "how much of the pool is paid out"
        )
        raise Refused(ErrorCode.PRIZES_DO_NOT_ADD_UP, clause, text)
    for place, part in parts.items():
        totals[place] += rest * part // whole if whole else 0
    over = pool_cents - sum(totals.values())
    for place in sorted(place for place, part in parts.items() if part)[:over]:
        totals[place] += 1
    return totals


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


def with_purse(tournament: Tournament, **cents: int) -> Tournament:
    """Return the tournament with more, or less, in parts of its purse."""
    purse = tournament.purse
    parts = {name: getattr(purse, name) + more for name, more in cents.items()}
    return replace(tournament, purse=replace(purse, **parts))
