"""Who is where: by chips, then by who went out when. Those who are level stand together."""

from collections.abc import Iterable, Mapping

from msgspec import Struct

from punto.rulebook.elect import TableRules
from punto.rulebook.tournament_policies import OutTogether, PlayOffChips
from punto.tournament.conditions import Conditions
from punto.tournament.entrant import Standing
from punto.tournament.placing.elimination import out_in_order
from punto.tournament.rules import law
from punto.tournament.session import Groups, Out, Session
from punto.tournament.session_queries import is_final, minimum_cents, round_now
from punto.tournament.tournament import Tournament

# Who has no claim to go on, or to a place among those who played to the end.
WITHOUT_CLAIM = frozenset({Standing.DISQUALIFIED, Standing.FORFEITED})


class Tie(Struct, frozen=True):
    """People who are level on places that matter; ``ahead`` so many are before them."""

    of: int
    names: tuple[str, ...]
    ahead: int
    playable: bool


def by_chips(names: Iterable[str], chips: Mapping[str, int]) -> Groups:
    """Return people in groups of equal chips, most chips first."""
    values: dict[int, list[str]] = {}
    for name in names:
        # Whoever has left the table since is behind everybody.
        values.setdefault(chips.get(name, -1), []).append(name)
    return tuple(tuple(values[cents]) for cents in sorted(values, reverse=True))


def by_exit(outs: Iterable[Out]) -> Groups:
    """Return those who are out in groups, last out first."""
    moments: dict[tuple[int, int], list[str]] = {}
    for out in outs:
        moments.setdefault((out.coup, out.order), []).append(out.name)
    return tuple(tuple(moments[moment]) for moment in sorted(moments, reverse=True))


def ranked(
    rules: TableRules, tournament: Tournament, chips: Mapping[str, int]
) -> dict[int, Groups]:
    """Return who is where at the end of a session: at each table, or over all in the final.

    Nothing compares entrants of different tables but the final, which has one ranking, under its
    first table.
    """
    session = tournament.session
    assert session is not None
    tables = sorted({seat.table for seat in session.seats.values()})
    shares = [tables] if is_final(tournament) else [[number] for number in tables]
    return {share[0]: _ranked_at(rules, tournament, share, chips) for share in shares}


def _ranked_at(
    rules: TableRules, tournament: Tournament, tables: list[int], chips: Mapping[str, int]
) -> Groups:
    session = tournament.session
    assert session is not None

    def here(name: str) -> bool:
        return name in session.seats and session.seats[name].table in tables

    left = [name for name in chips if here(name)]
    level = tuple(name for name in session.level if here(name))
    groups: list[tuple[str, ...]] = []
    for group in by_chips(left, chips):
        groups += told_apart(rules, tournament, group, chips)
    if level:
        groups.append(level)
    return (*groups, *by_exit(out for out in session.outs if here(out.name)))


def told_apart(
    rules: TableRules, tournament: Tournament, group: tuple[str, ...], chips: Mapping[str, int]
) -> Groups:
    """Return people with equal chips in order, where too few to play let keys tell more."""
    session, placing = tournament.session, law(rules.edition).placing
    assert session is not None
    numbers = {session.seats[name].table for name in group}
    ranks = placing.out_together.value is OutTogether.RANKED
    if len(group) == 1 or not ranks or len(numbers) > 1:
        return (group,)
    [number] = numbers
    if chips.get(group[0], 0) >= minimum_cents(tournament, number):
        return (group,)
    return by_exit(
        Out(name, 0, order) for order, name, _ in out_in_order(rules, tournament, number, [*group])
    )


def ties(rules: TableRules, tournament: Tournament) -> tuple[Tie, ...]:
    """Return ties on which a place in the next round, or a prize, hangs."""
    session = tournament.session
    assert session is not None
    found = []
    for of, ranking in session.ranked.items():
        ahead, groups = 0, still_in(tournament, ranking)
        for group in groups:
            if len(group) > 1 and _matters(tournament, ahead, len(group)):
                playable = _playable(rules, tournament, session, group)
                found.append(Tie(of, group, ahead, playable))
            ahead += len(group)
    return tuple(found)


def still_in(tournament: Tournament, groups: Groups) -> Groups:
    """Return a ranking without those who were put out, or never came, and so have no claim.

    Where the value of their chips stays on record they keep their place in the final.
    """
    session = tournament.session
    assert session is not None
    final = is_final(tournament)
    kept = {out.name for out in session.outs} if final else set()
    gone = {
        entrant.name
        for entrant in tournament.entrants
        if entrant.standing in WITHOUT_CLAIM and entrant.name not in kept
    }
    left = (tuple(name for name in group if name not in gone) for group in groups)
    return tuple(group for group in left if group)


def _matters(tournament: Tournament, ahead: int, people: int) -> bool:
    """Return whether it matters in which order people stand who have so many before them."""
    if is_final(tournament):
        prizes = _prizes(tournament.conditions)
        return len({prizes.get(place) for place in range(ahead + 1, ahead + people + 1)}) > 1
    stage = round_now(tournament)
    places = stage.advance or 0 if stage else 0
    return ahead < places < ahead + people


def _prizes(conditions: Conditions) -> dict[int, tuple[int | None, int | None, str | None]]:
    return {prize.place: (prize.share, prize.cents, prize.goods) for prize in conditions.prizes}


def _playable(
    rules: TableRules, tournament: Tournament, session: Session, names: tuple[str, ...]
) -> bool:
    """Return whether those who are level have, or get, the chips to play it off."""
    placing, counted = law(rules.edition).placing, tournament.counted
    if all(name in session.level for name in names):
        return True
    if any(name not in counted for name in names):
        return False
    if placing.play_off_chips.value is PlayOffChips.SET_BY_LEAD:
        return placing.play_off_above is None or all(counted[name] > 0 for name in names)
    return all(
        counted[name] >= max(minimum_cents(tournament, session.seats[name].table), 1)
        for name in names
    )


def ranks(groups: Groups) -> dict[str, int]:
    """Return everybody's place: those who are level share the best of theirs."""
    found: dict[str, int] = {}
    for group in groups:
        place = len(found) + 1
        found |= dict.fromkeys(group, place)
    return found
