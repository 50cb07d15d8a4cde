"""The ranking of entrants: by chips, then by elimination. Level entrants are in one group."""

from collections.abc import Iterable, Mapping

from msgspec import Struct

from punto.rulebook.elect import TableRules
from punto.rulebook.tournament_policies import OutTogether, PlayOffChips
from punto.tournament.conditions import Conditions
from punto.tournament.entrant import EntrantStatus
from punto.tournament.placing.elimination import exit_order
from punto.tournament.rules import tournament_section
from punto.tournament.session import Elimination, Groups, Session
from punto.tournament.session_queries import current_round, is_final, minimum_cents
from punto.tournament.tournament import Tournament

# Entrants with these statuses cannot advance, and rank below all who played to the end.
WITHOUT_CLAIM = frozenset({EntrantStatus.DISQUALIFIED, EntrantStatus.FORFEITED})


class Tie(Struct, frozen=True):
    """Entrants who are level on places that matter; ``ahead`` is the number before them."""

    of: int
    names: tuple[str, ...]
    ahead: int
    playable: bool


def by_chips(names: Iterable[str], chips: Mapping[str, int]) -> Groups:
    """Return names in groups of equal chips, most chips first."""
    values: dict[int, list[str]] = {}
    for name in names:
        # An entrant who has left the table since is last.
        values.setdefault(chips.get(name, -1), []).append(name)
    return tuple(tuple(values[cents]) for cents in sorted(values, reverse=True))


def by_exit(outs: Iterable[Elimination]) -> Groups:
    """Return eliminated entrants in groups, last out first."""
    moments: dict[tuple[int, int], list[str]] = {}
    for out in outs:
        moments.setdefault((out.coup, out.order), []).append(out.name)
    return tuple(tuple(moments[moment]) for moment in sorted(moments, reverse=True))


def rankings(
    rules: TableRules, tournament: Tournament, chips: Mapping[str, int]
) -> dict[int, Groups]:
    """Return the rankings at the end of a session: of each table, or one of all in the final.

    Entrants of different tables are compared only in the final. Its ranking is under its first
    table.
    """
    session = tournament.session
    assert session is not None
    tables = sorted({seat.table for seat in session.seats.values()})
    table_groups = [tables] if is_final(tournament) else [[number] for number in tables]
    return {group[0]: _ranking_of_tables(rules, tournament, group, chips) for group in table_groups}


def _ranking_of_tables(
    rules: TableRules, tournament: Tournament, tables: list[int], chips: Mapping[str, int]
) -> Groups:
    session = tournament.session
    assert session is not None

    def is_here(name: str) -> bool:
        return name in session.seats and session.seats[name].table in tables

    remaining = [name for name in chips if is_here(name)]
    level = tuple(name for name in session.level if is_here(name))
    groups: list[tuple[str, ...]] = []
    for group in by_chips(remaining, chips):
        groups += rank_equal_chips(rules, tournament, group, chips)
    if level:
        groups.append(level)
    return (*groups, *by_exit(out for out in session.outs if is_here(out.name)))


def rank_equal_chips(
    rules: TableRules, tournament: Tournament, group: tuple[str, ...], chips: Mapping[str, int]
) -> Groups:
    """Return entrants with equal chips in order, if they are out and the rulebook ranks them."""
    session, placing = tournament.session, tournament_section(rules.edition).placing
    assert session is not None
    numbers = {session.seats[name].table for name in group}
    is_ranked = placing.out_together.value is OutTogether.RANKED
    if len(group) == 1 or not is_ranked or len(numbers) > 1:
        return (group,)
    [number] = numbers
    if chips.get(group[0], 0) >= minimum_cents(tournament, number):
        return (group,)
    return by_exit(
        Elimination(name, 0, order)
        for order, name, _ in exit_order(rules, tournament, number, [*group])
    )


def ties(rules: TableRules, tournament: Tournament) -> tuple[Tie, ...]:
    """Return the ties on which a place in the next round, or a prize, depends."""
    session = tournament.session
    assert session is not None
    tied = []
    for of, ranking in session.ranked.items():
        places_before, groups = 0, without_excluded(tournament, ranking)
        for group in groups:
            if len(group) > 1 and _order_matters(tournament, places_before, len(group)):
                playable = _can_be_played_off(rules, tournament, session, group)
                tied.append(Tie(of, group, places_before, playable))
            places_before += len(group)
    return tuple(tied)


def without_excluded(tournament: Tournament, groups: Groups) -> Groups:
    """Return a ranking without disqualified and forfeited entrants.

    In the final, entrants whose chips still count stay in the ranking.
    """
    session = tournament.session
    assert session is not None
    final = is_final(tournament)
    ranked_outs = {out.name for out in session.outs} if final else set()
    without_claim = {
        entrant.name
        for entrant in tournament.entrants
        if entrant.standing in WITHOUT_CLAIM and entrant.name not in ranked_outs
    }
    remaining = (tuple(name for name in group if name not in without_claim) for group in groups)
    return tuple(group for group in remaining if group)


def _order_matters(tournament: Tournament, places_before: int, people: int) -> bool:
    """Return whether the order of level entrants matters for prizes or advancement."""
    if is_final(tournament):
        prizes = _prize_values(tournament.conditions)
        return (
            len(
                {
                    prizes.get(place)
                    for place in range(places_before + 1, places_before + people + 1)
                }
            )
            > 1
        )
    round_ = current_round(tournament)
    places = round_.advance or 0 if round_ else 0
    return places_before < places < places_before + people


def _prize_values(conditions: Conditions) -> dict[int, tuple[int | None, int | None, str | None]]:
    return {prize.place: (prize.share, prize.cents, prize.goods) for prize in conditions.prizes}


def _can_be_played_off(
    rules: TableRules, tournament: Tournament, session: Session, names: tuple[str, ...]
) -> bool:
    """Return whether level entrants have, or get, the chips for a play-off."""
    placing, counted = tournament_section(rules.edition).placing, tournament.counted
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


def rank_of_each(groups: Groups) -> dict[str, int]:
    """Return the rank of each entrant. Level entrants share the best rank of their group."""
    ranks_by_name: dict[str, int] = {}
    for group in groups:
        rank = len(ranks_by_name) + 1
        ranks_by_name |= dict.fromkeys(group, rank)
    return ranks_by_name
