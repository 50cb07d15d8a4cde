"""The prize pool: its amount, its division, and until when it may change."""

from collections.abc import Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from punto.clause import Malformed, Refused
from punto.error_codes import ErrorCode
from punto.money import dollars
from punto.rulebook.elect import TableRules
from punto.rulebook.tournament_policies import OddCents
from punto.table.authority import require_clauses
from punto.tournament.conditions import PlacePrize
from punto.tournament.entrant import EntrantStatus
from punto.tournament.rules import tournament_section
from punto.tournament.tournament import Tournament, TournamentStage

# An application that never became an entry does not count.
_NOT_ENTERED = frozenset({EntrantStatus.APPLIED, EntrantStatus.REFUSED})


def pool_cents(tournament: Tournament) -> int:
    """Return the pool in cents: payments less refunds and retained fees, plus added value."""
    purse = tournament.purse
    paid_in = purse.fees_cents + purse.bought_cents + purse.added_cents
    return paid_in - purse.refunded_cents - purse.kept_cents


def guaranteed_entries(tournament: Tournament) -> int:
    """Return how many entries count towards the guaranteed pool: those not refunded."""
    return sum(
        entrant.standing not in _NOT_ENTERED
        and (not entrant.refunded_cents or entrant.paid_cents > entrant.refunded_cents)
        for entrant in tournament.entrants
    )


def check_pool_open(tournament: Tournament) -> None:
    """Raise an error if the pool cannot change: not open yet, finished, or already divided."""
    if tournament.stage not in (TournamentStage.OPEN, TournamentStage.RUNNING):
        raise Malformed(f"the tournament is {tournament.stage}", code=ErrorCode.NOT_NOW)
    if tournament.purse.awarded:
        raise Malformed("the pool is divided", code=ErrorCode.NOT_NOW)


class PrizeShare(Struct, frozen=True):
    """What each entrant at a place wins.

    A shared place has several ``names``, who win the same amount. The house bears
    ``borne_cents`` of it; ``odd_cents`` are left over. ``goods`` cannot be shared.
    """

    place: int
    names: tuple[str, ...]
    cents: int
    borne_cents: int = 0
    odd_cents: int = 0
    goods: tuple[str, ...] = ()


def divide_pool(
    rules: TableRules, pool_cents: int, prizes: Iterable[PlacePrize], places: Mapping[str, int]
) -> tuple[PrizeShare, ...]:
    """Return the shares of the places that win a prize, best first."""
    groups: dict[int, list[str]] = {}
    for name, place in sorted(places.items(), key=lambda item: item[1]):
        groups.setdefault(place, []).append(name)
    # Two entrants who share the second place win the second and the third prize together.
    shared_place = {
        place + offset: place for place, names in groups.items() for offset in range(len(names))
    }
    prizes_by_place: dict[int, list[PlacePrize]] = {}
    for prize in sorted(prizes, key=lambda prize: prize.place):
        if prize.place in shared_place:
            prizes_by_place.setdefault(shared_place[prize.place], []).append(prize)
    totals = _place_totals(rules, pool_cents, prizes_by_place)
    shares = []
    for place, place_prizes in prizes_by_place.items():
        goods = tuple(prize.goods for prize in place_prizes if prize.goods)
        shares.append(_place_share(rules, place, tuple(groups[place]), totals[place], goods))
    return tuple(shares)


def _place_totals(
    rules: TableRules, pool_cents: int, prizes_by_place: Mapping[int, list[PlacePrize]]
) -> dict[int, int]:
    """Return the total of each place: fixed amounts first, then the rest of the pool by shares.

    The prizes of a shared place are added before rounding. Prizes of empty places go to the
    other places. Cents that cannot be divided go to the best places.
    """
    totals = {
        place: sum(prize.cents or 0 for prize in prizes)
        for place, prizes in prizes_by_place.items()
    }
    weights = {
        place: sum(prize.share or 0 for prize in prizes)
        for place, prizes in prizes_by_place.items()
    }
    rest = pool_cents - sum(totals.values())
    if not any(weights.values()):
        weights = dict(totals)
    total_weight = sum(weights.values())
    if rest < 0 or (rest > 0 and not total_weight):
        text = f"the pool is {dollars(pool_cents)}, the prizes are {dollars(sum(totals.values()))}"
        clause = require_clauses(
            rules,
            tournament_section(rules.edition).says.pool_paid_out,
            "how much of the pool is paid out",
        )
        raise Refused(ErrorCode.PRIZES_DO_NOT_ADD_UP, clause, text)
    for place, weight in weights.items():
        totals[place] += rest * weight // total_weight if total_weight else 0
    undivided = pool_cents - sum(totals.values())
    for place in sorted(place for place, weight in weights.items() if weight)[:undivided]:
        totals[place] += 1
    return totals


def _place_share(
    rules: TableRules, place: int, names: tuple[str, ...], total: int, goods: tuple[str, ...]
) -> PrizeShare:
    """Return the equal share of each entrant at a place."""
    count = len(names)
    if count == 1:
        return PrizeShare(place, names, total, goods=goods)
    each, remainder = divmod(total, count)
    if (
        tournament_section(rules.edition).money.odd_cents.value is OddCents.EACH_SHARE_UP
        and remainder
    ):
        return PrizeShare(place, names, each + 1, borne_cents=count - remainder, goods=goods)
    return PrizeShare(place, names, each, odd_cents=remainder, goods=goods)


def with_purse(tournament: Tournament, **cents: int) -> Tournament:
    """Return the tournament with amounts added to the named fields of its purse."""
    purse = tournament.purse
    totals = {name: getattr(purse, name) + change for name, change in cents.items()}
    return replace(tournament, purse=replace(purse, **totals))
