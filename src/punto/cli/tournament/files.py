"""Files of a tournament: conditions read, logs read and written."""

from pathlib import Path

from punto.clause import Malformed
from punto.codec import read_tournament_event
from punto.notation.plan import Plan, read_plan
from punto.rulebook.elections import Origin
from punto.tournament.birth import TournamentSetUp
from punto.tournament.events import AnyEvent


def plan_from(path: Path) -> Plan:
    """Return the tournament that a conditions file describes, or say what is wrong with it."""
    try:
        text = path.read_text("utf-8")
    except OSError as error:
        raise Malformed(f"{path}: {error.strerror or error}", code="system") from None
    except UnicodeDecodeError:
        raise Malformed(f"{path}: this is not text", code="unreadable") from None
    try:
        return read_plan(text)
    except Malformed as wrong:
        hint = wrong.hint or "punto tournament new ID FILE writes one"
        raise Malformed(f"{path}: {wrong.message}", hint, code=wrong.code) from None


def check_virtual(plan: Plan) -> None:
    """Say that nobody is there to name real cards where a tournament is played by itself."""
    if plan.elect.origin is not Origin.VIRTUAL:
        said = f"the cards are {plan.elect.origin}: somebody has to name them"
        raise Malformed(said, "drive it with --full, or leave origin out", code="face_missing")


def log_from(path: Path) -> list[AnyEvent]:
    """Return the events of a tournament's log, or say in which line it is none."""
    try:
        lines = path.read_bytes().splitlines()
    except OSError as error:
        raise Malformed(f"{path}: {error.strerror or error}", code="system") from None
    events: list[AnyEvent] = []
    for number, line in enumerate(lines, start=1):
        try:
            events.append(read_tournament_event(line))
        except Malformed as error:
            said = f"{path} is not the log of a tournament: line {number}: {error.message}"
            raise Malformed(said, code="unreadable") from None
    if not events or not isinstance(events[0], TournamentSetUp):
        raise Malformed(f"{path} does not begin with a tournament", code="unreadable")
    return events
