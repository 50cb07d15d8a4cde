"""Prints the status of a tournament, and the usual next step."""

from datetime import UTC, datetime

from punto.cli.output import dim
from punto.cli.tournament.terminal_tournament import TerminalTournament
from punto.money import dollars
from punto.notation.command_text import written
from punto.rehearsal.step import Coup, Step
from punto.rulebook.elections import Origin
from punto.sheets.session_records import round_name
from punto.tournament.entrant import EntrantStatus
from punto.tournament.entry.conditions import SetConditions
from punto.tournament.money.pool import pool_cents


def prompt(driven: TerminalTournament) -> str:
    """Return the prompt: day, time, and the stage of the tournament."""
    at = datetime.fromtimestamp(driven.house.at, UTC)
    return f"{at:%Y-%m-%d %H:%M} {driven.tournament.stage}> "


def print_status(driven: TerminalTournament) -> None:
    """Print the status of the tournament, and what is due."""
    dim(", ".join(_status_parts(driven)))
    step = driven.rehearsal.due()
    if step is not None:
        dim(f"due: {typed(driven, step)}")


def typed(driven: TerminalTournament, step: Step) -> str:
    """Return the line to type for a step."""
    if isinstance(step, Coup):
        how = f"coup {step.table}, or next"
        if driven.driver.rules.origin is not Origin.VIRTUAL:
            how = f'wagers, and then deal {step.table} "9S 3D KH 4C"'
        return f"a coup at table {step.table}  type: {how}"
    command = step.command
    if isinstance(command, SetConditions):
        line = f"{step.actor.name} set_conditions"
    else:
        line = written(step.actor.name, command)
    return f"{line}  type that, or next"


def _status_parts(driven: TerminalTournament) -> list[str]:
    tournament = driven.tournament
    counts: dict[EntrantStatus, int] = {}
    for entrant in tournament.entrants:
        counts[entrant.standing] = counts.get(entrant.standing, 0) + 1
    parts = [str(tournament.stage)]
    parts += [f"{count} {standing}" for standing, count in counts.items()]
    pool = pool_cents(tournament)
    parts += [f"pool {dollars(pool)}"] if pool else []
    session = tournament.session
    if session is not None:
        parts.append(round_name(tournament))
        coups = sorted(set(session.coups.values()))
        if session.begun_at is None:
            parts.append("seats are drawn")
        elif session.ended:
            parts.append("play-off" if session.play_offs else "over")
        elif coups:
            parts.append(
                f"coup {coups[-1]}" if len(coups) == 1 else f"coups {coups[0]}-{coups[-1]}"
            )
    return parts
