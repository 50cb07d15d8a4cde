"""Confirmation of placings by the director: who advances from a round, and the final places."""

from msgspec.structs import replace

from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Unregistered, Visibility
from punto.aggregate.roles import EntrantName, Number, RoundName
from punto.aggregate.topic import Topic
from punto.clause import Clauses, Malformed, Reason, Refused
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.rulebook.power import Power
from punto.table.authority import require
from punto.tournament.base_classes import Events, TournamentCommand, TournamentEvent
from punto.tournament.conduct.lead import check_director
from punto.tournament.context import TournamentContext, changes
from punto.tournament.entrant import ACTIVE, EntrantStatus
from punto.tournament.entrant_lookup import entrant_named, with_entrant
from punto.tournament.placing.ranking import (
    WITHOUT_CLAIM,
    Tie,
    rank_of_each,
    ties,
    without_excluded,
)
from punto.tournament.rules import tournament_section
from punto.tournament.session import Groups
from punto.tournament.session_queries import current_round, current_session, is_final, names_to_play
from punto.tournament.tournament import Tournament, TournamentStage

confirmation: Topic[Tournament, TournamentContext] = Topic("confirmation", changes)


class SetAdvancing(TournamentCommand, frozen=True, tag="set_advancing"):
    """The number of entrants of each table who advance from a round is set."""

    group = Group.PLACING
    powers = (Power.SET_ADVANCING,)

    round: RoundName
    advance: Number


class ConfirmPlacings(TournamentCommand, frozen=True, tag="confirm_placings"):
    """The tournament director confirms the computed placings.

    ``ahead`` names the entrants who advance if a tie cannot be played off.
    """

    group = Group.PLACING
    powers = (Power.AWARD_PLACES,)

    ahead: tuple[EntrantName, ...] = ()


class AdvancingSet(TournamentEvent, frozen=True, gc=False, tag="advancing_set"):
    """The number of entrants of each table who advance from a round was set."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT

    round: str
    advance: int


class AdvancementConfirmed(TournamentEvent, frozen=True, gc=False, tag="advancement_confirmed"):
    """The entrants who advance from a session, and those who do not, by rank at their table.

    ``round_over`` if no entrant is left to play in this round.
    """

    visibility = Visibility.EVERYBODY
    registers = Unregistered.REPORTED

    through: tuple[str, ...]
    out: dict[str, int]
    round_over: bool = False


class PlacingsConfirmed(TournamentEvent, frozen=True, gc=False, tag="placings_confirmed"):
    """The places of all entrants; a shared place occurs more than once."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.REPORTED

    places: dict[str, int]


@confirmation.permits(SetAdvancing)
def may_set_advancing(at: TournamentContext) -> Clauses:
    """Raise an error if this person may not set how many entrants advance now."""
    rules, tournament, by = at.rules, at.state, at.by
    clause = require(rules, by, Power.SET_ADVANCING, "say how many go on")
    check_director(rules, tournament, by)
    fixed = tournament_section(rules.edition).placing.advance_fixed
    if fixed and tournament.stage not in (TournamentStage.DRAFT, TournamentStage.OPEN):
        text = "how many go on is fixed when the tournament begins"
        raise Refused(ErrorCode.ADVANCE_FIXED, fixed.clause, text)
    return clause


@confirmation.decides(SetAdvancing)
def set_advancing(at: TournamentContext, command: SetAdvancing) -> Events:
    """Set how many entrants of each table advance from a round, before the tournament begins."""
    tournament = at.state
    clause = may_set_advancing(at)
    names = [round_.name for round_ in tournament.conditions.rounds]
    if command.round not in names[:-1]:
        raise Malformed(f"nobody goes on from {command.round!r}", code=ErrorCode.NO_SUCH_THING)
    if command.advance < 1:
        raise Malformed("somebody goes on from every round", code=ErrorCode.NO_SUCH_AMOUNT)
    reason = Reason(f"{command.advance} of each table go on from {command.round}", clause)
    event = AdvancingSet(round=command.round, advance=command.advance, reasons=(reason,))
    return (event,)


@confirmation.permits(ConfirmPlacings)
def may_confirm_placings(at: TournamentContext) -> Clauses:
    """Raise an error if this person may not confirm placings now."""
    rules, tournament, by = at.rules, at.state, at.by
    clause = require(rules, by, Power.AWARD_PLACES, "confirm placings")
    check_director(rules, tournament, by)
    session = current_session(tournament)
    if not session.ended or session.play_off:
        raise Malformed("the session is not over", code=ErrorCode.NOT_NOW)
    return clause


@confirmation.decides(ConfirmPlacings)
def confirm_placings(at: TournamentContext, command: ConfirmPlacings) -> Events:
    """Confirm the computed placings, after all ties that matter are resolved."""
    rules, tournament = at.rules, at.state
    clause = may_confirm_placings(at)
    rankings = _rankings_without_ties(rules, tournament, command)
    placing = tournament_section(rules.edition).placing
    reasons: tuple[Reason, ...] = (
        Reason("confirmed by whoever leads", clause),
        Reason("most chips first", placing.ranked_by.clause),
        *_no_play_off_reasons(rules, tournament),
    )
    if is_final(tournament):
        [groups] = rankings.values()
        places = _final_places(tournament, without_excluded(tournament, groups))
        shared = len(set(places.values())) < len(places)
        shared_reason = (Reason("level, and a place shared", placing.out_together.clause),)
        reasons = (*reasons, *shared_reason) if shared else reasons
        return (PlacingsConfirmed(places=places, reasons=reasons),)
    return (_advancement(tournament, rankings, reasons),)


def _no_play_off_reasons(rules: TableRules, tournament: Tournament) -> tuple[Reason, ...]:
    """Return the reasons for ties that are not played off because nobody in them has chips."""
    above, counted = tournament_section(rules.edition).placing.play_off_above, tournament.counted
    if above is None:
        return ()
    return tuple(
        Reason(f"{', '.join(tie.names)} are level on nothing: no play-off", above.clause)
        for tie in ties(rules, tournament)
        if all(counted.get(name) == 0 for name in tie.names)
    )


def _rankings_without_ties(
    rules: TableRules, tournament: Tournament, command: ConfirmPlacings
) -> dict[int, Groups]:
    """Return the rankings; the director resolves ties that cannot be played off."""
    session, placing = current_session(tournament), tournament_section(rules.edition).placing
    rankings, names = dict(session.ranked), set(command.ahead)
    for tie in ties(rules, tournament):
        if tie.playable:
            text = f"{', '.join(tie.names)} are level: play it off"
            raise Refused(ErrorCode.TIE_OPEN, placing.equal_chips.clause, text)
        if not is_final(tournament):
            rankings[tie.of] = _resolve_tie(tournament, rankings[tie.of], tie, names)
            names -= set(tie.names)
    if names:
        raise Malformed(
            f"no tie is left to {', '.join(sorted(names))}", code=ErrorCode.NO_SUCH_THING
        )
    return rankings


def _resolve_tie(tournament: Tournament, groups: Groups, tie: Tie, names: set[str]) -> Groups:
    """Return a ranking in which the named entrants of a tie come first."""
    round_ = current_round(tournament)
    places = (round_.advance or 0 if round_ else 0) - tie.ahead
    chosen = tuple(name for name in tie.names if name in names)
    if len(chosen) != places:
        text = f"{', '.join(tie.names)} cannot play it off: name {places} who go on"
        raise Malformed(text, code=ErrorCode.TIE_LEFT)
    rest = tuple(name for name in tie.names if name not in names)
    others_by_group = [tuple(name for name in group if name not in tie.names) for group in groups]
    parts_by_group = [
        (chosen, rest, others) if set(tie.names) & set(group) else (group,)
        for group, others in zip(groups, others_by_group, strict=True)
    ]
    return tuple(subgroup for part_groups in parts_by_group for subgroup in part_groups if subgroup)


def _advancement(
    tournament: Tournament, rankings: dict[int, Groups], reasons: tuple[Reason, ...]
) -> AdvancementConfirmed:
    """Return the event with the entrants who advance from each table and those who do not."""
    round_ = current_round(tournament)
    assert round_ is not None
    through: list[str] = []
    out: dict[str, int] = {}
    for groups in rankings.values():
        # Level entrants are all above or all below the line, because ties are resolved.
        ranks_by_name = rank_of_each(without_excluded(tournament, groups)).items()
        advancing = [name for name, rank in ranks_by_name if rank <= (round_.advance or 0)]
        through += advancing
        out |= {name: rank for name, rank in rank_of_each(groups).items() if name not in advancing}
    return AdvancementConfirmed(
        through=tuple(through), out=out, round_over=not names_to_play(tournament), reasons=reasons
    )


def _final_places(tournament: Tournament, final: Groups) -> dict[str, int]:
    """Return the places of all entrants: the final first, then earlier rounds in reverse order.

    Entrants of one round with the same rank at their tables share a place, because tables are not
    compared. Disqualified and forfeited entrants are last, unless their chips still count.
    """
    placed = {name for group in final for name in group}
    others = [entrant for entrant in tournament.entrants if entrant.name not in placed]
    exits: dict[tuple[int, int], list[str]] = {}
    for entrant in others:
        if entrant.out_round is not None and entrant.out_rank is not None:
            exits.setdefault((-entrant.out_round, entrant.out_rank), []).append(entrant.name)
    earlier = tuple(tuple(exits[key]) for key in sorted(exits))
    ranked_names = {name for group in earlier for name in group}
    without_claim = tuple(
        entrant.name
        for entrant in others
        if entrant.name not in ranked_names and entrant.standing in WITHOUT_CLAIM
    )
    return rank_of_each((*final, *earlier, *((without_claim,) if without_claim else ())))


@confirmation.applies(AdvancingSet)
def advancing_set(tournament: Tournament, event: AdvancingSet, envelope: Envelope) -> Tournament:
    rounds = tuple(
        replace(round_, advance=event.advance) if round_.name == event.round else round_
        for round_ in tournament.conditions.rounds
    )
    return replace(tournament, conditions=replace(tournament.conditions, rounds=rounds))


@confirmation.applies(AdvancementConfirmed)
def advancement_confirmed(
    tournament: Tournament, event: AdvancementConfirmed, envelope: Envelope
) -> Tournament:
    progress = tournament.progress
    for name, rank in event.out.items():
        previous = entrant_named(tournament, name).standing
        standing = EntrantStatus.ELIMINATED if previous in ACTIVE else previous
        tournament = with_entrant(
            tournament, name, standing=standing, out_round=progress.round, out_rank=rank
        )
    for name in event.through:
        # An eliminated entrant advances if the director named them.
        tournament = with_entrant(tournament, name, standing=EntrantStatus.PLAYING)
    if event.round_over:
        progress = replace(progress, round=progress.round + 1, played=(), through=())
    else:
        progress = replace(progress, through=(*progress.through, *event.through))
    return replace(tournament, session=None, progress=progress)


@confirmation.applies(PlacingsConfirmed)
def placings_confirmed(
    tournament: Tournament, event: PlacingsConfirmed, envelope: Envelope
) -> Tournament:
    entrants = tuple(
        replace(entrant, place=event.places.get(entrant.name)) for entrant in tournament.entrants
    )
    return replace(tournament, entrants=entrants, session=None)
