"""Placings confirmed by whoever leads: who goes on from a round, who is where in the end."""

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
from punto.tournament.conduct.lead import check_lead
from punto.tournament.context import At, changes
from punto.tournament.entrant import ACTIVE, Standing
from punto.tournament.entrant_lookup import changed, known
from punto.tournament.placing.ranking import WITHOUT_CLAIM, Tie, ranks, still_in, ties
from punto.tournament.rules import law
from punto.tournament.session import Groups
from punto.tournament.session_queries import is_final, round_now, session_on, to_play
from punto.tournament.tournament import Stage, Tournament

confirmation: Topic[Tournament, At] = Topic("confirmation", changes)


class SetAdvancing(TournamentCommand, frozen=True, tag="set_advancing"):
    """So many of each table go on from a round of the structure."""

    group = Group.PLACING
    powers = (Power.SET_ADVANCING,)

    round: RoundName
    advance: Number


class ConfirmPlacings(TournamentCommand, frozen=True, tag="confirm_placings"):
    """Whoever leads the tournament confirms the placings that were worked out.

    ``ahead`` names those who go on where a tie cannot be played off.
    """

    group = Group.PLACING
    powers = (Power.AWARD_PLACES,)

    ahead: tuple[EntrantName, ...] = ()


class AdvancingSet(TournamentEvent, frozen=True, gc=False, tag="advancing_set"):
    """So many of each table go on from a round."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT

    round: str
    advance: int


class AdvancementConfirmed(TournamentEvent, frozen=True, gc=False, tag="advancement_confirmed"):
    """Who goes on from a session, and who does not, by rank at their table.

    ``round_over`` if nobody is left who plays in this round.
    """

    visibility = Visibility.EVERYBODY
    registers = Unregistered.REPORTED

    through: tuple[str, ...]
    out: dict[str, int]
    round_over: bool = False


class PlacingsConfirmed(TournamentEvent, frozen=True, gc=False, tag="placings_confirmed"):
    """Everybody's place; a place that is shared stands more than once."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.REPORTED

    places: dict[str, int]


@confirmation.permits(SetAdvancing)
def may_set_advancing(at: At) -> Clauses:
    """Raise an error if this person may not say how many go on now."""
    rules, tournament, by = at.rules, at.state, at.by
    clause = require(rules, by, Power.SET_ADVANCING, "say how many go on")
    check_lead(rules, tournament, by)
    fixed = law(rules.edition).placing.advance_fixed
    if fixed and tournament.stage not in (Stage.DRAFT, Stage.OPEN):
        text = "how many go on is fixed when the tournament begins"
        raise Refused(ErrorCode.ADVANCE_FIXED, fixed.clause, text)
    return clause


@confirmation.decides(SetAdvancing)
def set_advancing(at: At, command: SetAdvancing) -> Events:
    """Say how many of each table go on from a round, before the tournament begins."""
    tournament = at.state
    clause = may_set_advancing(at)
    names = [stage.name for stage in tournament.conditions.rounds]
    if command.round not in names[:-1]:
        raise Malformed(f"nobody goes on from {command.round!r}", code=ErrorCode.NO_SUCH_THING)
    if command.advance < 1:
        raise Malformed("somebody goes on from every round", code=ErrorCode.NO_SUCH_AMOUNT)
    reason = Reason(f"{command.advance} of each table go on from {command.round}", clause)
    fixing = AdvancingSet(round=command.round, advance=command.advance, reasons=(reason,))
    return (fixing,)


@confirmation.permits(ConfirmPlacings)
def may_confirm_placings(at: At) -> Clauses:
    """Raise an error if this person may not confirm placings now."""
    rules, tournament, by = at.rules, at.state, at.by
    clause = require(rules, by, Power.AWARD_PLACES, "confirm placings")
    check_lead(rules, tournament, by)
    session = session_on(tournament)
    if not session.ended or session.play_off:
        raise Malformed("the session is not over", code=ErrorCode.NOT_NOW)
    return clause


@confirmation.decides(ConfirmPlacings)
def confirm_placings(at: At, command: ConfirmPlacings) -> Events:
    """Confirm the placings that were worked out, once no tie is open that matters."""
    rules, tournament = at.rules, at.state
    clause = may_confirm_placings(at)
    by_table = _untied(rules, tournament, command)
    placing = law(rules.edition).placing
    reasons: tuple[Reason, ...] = (
        Reason("confirmed by whoever leads", clause),
        Reason("most chips first", placing.ranked_by.clause),
        *_level_on_nothing(rules, tournament),
    )
    if is_final(tournament):
        [groups] = by_table.values()
        places = _places(tournament, still_in(tournament, groups))
        shared = len(set(places.values())) < len(places)
        because = (Reason("level, and a place shared", placing.out_together.clause),)
        reasons = (*reasons, *because) if shared else reasons
        return (PlacingsConfirmed(places=places, reasons=reasons),)
    return (_advanced(tournament, by_table, reasons),)


def _level_on_nothing(rules: TableRules, tournament: Tournament) -> tuple[Reason, ...]:
    """Return why a tie that matters is not played off: nobody in it has a chip."""
    above, counted = law(rules.edition).placing.play_off_above, tournament.counted
    if above is None:
        return ()
    return tuple(
        Reason(f"{', '.join(tie.names)} are level on nothing: no play-off", above.clause)
        for tie in ties(rules, tournament)
        if all(counted.get(name) == 0 for name in tie.names)
    )


def _untied(
    rules: TableRules, tournament: Tournament, command: ConfirmPlacings
) -> dict[int, Groups]:
    """Return who is where, with a tie that cannot be played off cut as whoever leads says."""
    session, placing = session_on(tournament), law(rules.edition).placing
    ranked, named = dict(session.ranked), set(command.ahead)
    for tie in ties(rules, tournament):
        if tie.playable:
            text = f"{', '.join(tie.names)} are level: play it off"
            raise Refused(ErrorCode.TIE_OPEN, placing.equal_chips.clause, text)
        if not is_final(tournament):
            ranked[tie.of] = _cut(tournament, ranked[tie.of], tie, named)
            named -= set(tie.names)
    if named:
        raise Malformed(
            f"no tie is left to {', '.join(sorted(named))}", code=ErrorCode.NO_SUCH_THING
        )
    return ranked


def _cut(tournament: Tournament, groups: Groups, tie: Tie, named: set[str]) -> Groups:
    """Return a ranking in which those of a tie are ahead who are named."""
    stage = round_now(tournament)
    places = (stage.advance or 0 if stage else 0) - tie.ahead
    chosen = tuple(name for name in tie.names if name in named)
    if len(chosen) != places:
        text = f"{', '.join(tie.names)} cannot play it off: name {places} who go on"
        raise Malformed(text, code=ErrorCode.TIE_LEFT)
    rest = tuple(name for name in tie.names if name not in named)
    gone = [tuple(name for name in group if name not in tie.names) for group in groups]
    cut = [
        (chosen, rest, others) if set(tie.names) & set(group) else (group,)
        for group, others in zip(groups, gone, strict=True)
    ]
    return tuple(part for parts in cut for part in parts if part)


def _advanced(
    tournament: Tournament, by_table: dict[int, Groups], reasons: tuple[Reason, ...]
) -> AdvancementConfirmed:
    """Return who goes on from each table, and who does not."""
    stage = round_now(tournament)
    assert stage is not None
    through: list[str] = []
    out: dict[str, int] = {}
    for groups in by_table.values():
        # Nobody straddles the line: those who are level are all before it or all behind it.
        claims = ranks(still_in(tournament, groups)).items()
        on = [name for name, rank in claims if rank <= (stage.advance or 0)]
        through += on
        out |= {name: rank for name, rank in ranks(groups).items() if name not in on}
    return AdvancementConfirmed(
        through=tuple(through), out=out, round_over=not to_play(tournament), reasons=reasons
    )


def _places(tournament: Tournament, final: Groups) -> dict[str, int]:
    """Return everybody's place: the final first, then round by round those who did not go on.

    Of one round, those of the same rank at their tables share a place: nothing compares tables.
    Whoever was disqualified or never came is behind everybody, unless their chips still count.
    """
    placed = {name for group in final for name in group}
    rest = [entrant for entrant in tournament.entrants if entrant.name not in placed]
    exits: dict[tuple[int, int], list[str]] = {}
    for entrant in rest:
        if entrant.out_round is not None and entrant.out_rank is not None:
            exits.setdefault((-entrant.out_round, entrant.out_rank), []).append(entrant.name)
    earlier = tuple(tuple(exits[key]) for key in sorted(exits))
    ranked = {name for group in earlier for name in group}
    last = tuple(
        entrant.name
        for entrant in rest
        if entrant.name not in ranked and entrant.standing in WITHOUT_CLAIM
    )
    return ranks((*final, *earlier, *((last,) if last else ())))


@confirmation.applies(AdvancingSet)
def advancing_set(tournament: Tournament, event: AdvancingSet, envelope: Envelope) -> Tournament:
    rounds = tuple(
        replace(stage, advance=event.advance) if stage.name == event.round else stage
        for stage in tournament.conditions.rounds
    )
    return replace(tournament, conditions=replace(tournament.conditions, rounds=rounds))


@confirmation.applies(AdvancementConfirmed)
def advancement_confirmed(
    tournament: Tournament, event: AdvancementConfirmed, envelope: Envelope
) -> Tournament:
    progress = tournament.progress
    for name, rank in event.out.items():
        held = known(tournament, name).standing
        standing = Standing.ELIMINATED if held in ACTIVE else held
        tournament = changed(
            tournament, name, standing=standing, out_round=progress.round, out_rank=rank
        )
    for name in event.through:
        # Somebody whom a coup put out goes on if whoever leads says so.
        tournament = changed(tournament, name, standing=Standing.PLAYING)
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
