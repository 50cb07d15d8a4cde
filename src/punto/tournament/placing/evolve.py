"""Placings, to the next state."""

from msgspec.structs import replace

from punto.tournament.entrant import ACTIVE, Standing
from punto.tournament.people import changed, known
from punto.tournament.placing import events as happened
from punto.tournament.session import Out, PlayOff, Session
from punto.tournament.tournament import Tournament


def evolve(tournament: Tournament, event: happened.PlacingEvent) -> Tournament:
    """Return the tournament after somebody went out, played on, or placings were confirmed."""
    match event:
        case happened.AdvancingSet():
            rounds = tuple(
                replace(stage, advance=event.advance) if stage.name == event.round else stage
                for stage in tournament.conditions.rounds
            )
            return replace(tournament, conditions=replace(tournament.conditions, rounds=rounds))
        case happened.AdvancementConfirmed():
            return _advanced(tournament, event)
        case happened.PlacingsConfirmed():
            entrants = tuple(
                replace(entrant, place=event.places.get(entrant.name))
                for entrant in tournament.entrants
            )
            return replace(tournament, entrants=entrants, session=None)
        case happened.EntrantEliminated():
            tournament = changed(tournament, event.name, standing=Standing.ELIMINATED)
        case happened.EntrantReinstated():
            tournament = changed(tournament, event.name, standing=Standing.PLAYING)
        case happened.PlayOffCounted():
            counted = {**tournament.counted, **event.chips}
            tournament = replace(tournament, counted=counted)
        case _:
            pass
    session = tournament.session
    assert session is not None
    return replace(tournament, session=_in_session(session, event))


def _in_session(session: Session, event: happened.PlacingEvent) -> Session:
    """Return the session after somebody went out or came back, or something was counted."""
    match event:
        case happened.EntrantEliminated():
            out = Out(event.name, event.coup, event.order, event.chips_cents)
            return replace(session, outs=(*session.outs, out))
        case happened.AllOut():
            return replace(session, level=(*session.level, *event.names))
        case happened.ChipsOwed():
            owed = session.owed.get(event.name, 0) + event.cents
            return replace(session, owed={**session.owed, event.name: owed})
        case happened.EntrantReinstated():
            outs = tuple(out for out in session.outs if out.name != event.name)
            owed_left = {name: cents for name, cents in session.owed.items() if name != event.name}
            return replace(session, outs=outs, owed=owed_left)
        case happened.ChipCountOrdered():
            return replace(session, count_ordered=True, counts={})
        case happened.ChipsCounted():
            return replace(session, counts={**session.counts, event.name: event.cents})
        case _:
            return _play_off(session, event)


def _play_off(session: Session, event: happened.PlacingEvent) -> Session:
    """Return the session after something in a play-off."""
    play_offs = dict(session.play_offs)
    match event:
        case happened.PlayOffBegun():
            play_offs[event.table] = PlayOff(event.of, (event.names,), event.coups)
            level = tuple(name for name in session.level if name not in event.names)
            seats = {**session.seats, **event.seats}
            return replace(session, play_offs=play_offs, level=level, seats=seats)
        case happened.PlayOffLost():
            held = play_offs[event.table]
            out = Out(event.name, event.coup, chips_cents=event.chips_cents)
            play_offs[event.table] = replace(held, outs=(*held.outs, out))
        case happened.PlayOffCoup():
            held = play_offs[event.table]
            play_offs[event.table] = replace(held, played=held.played + 1)
        case happened.PlayOffCounted():
            held = play_offs.pop(event.table)
            if event.groups:
                held = replace(held, groups=event.groups, played=held.played + 1)
                play_offs[event.table] = held
            ranked = {**session.ranked, event.of: event.ranked}
            return replace(session, play_offs=play_offs, ranked=ranked)
        case _:
            pass
    return replace(session, play_offs=play_offs)


def _advanced(tournament: Tournament, event: happened.AdvancementConfirmed) -> Tournament:
    """Return the tournament with a session done and its round gone on, or over."""
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
