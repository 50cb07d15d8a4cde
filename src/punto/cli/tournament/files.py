"""Files of a tournament: conditions read, logs read and written."""

from pathlib import Path

from punto.aggregate.envelope import LogEntry
from punto.clause import Malformed
from punto.error_codes import ErrorCode
from punto.log_file import read_file
from punto.notation.conditions_file import Plan, read_plan
from punto.rulebook.elections import Origin
from punto.store.stream_kinds import TOURNAMENT
from punto.tournament.base_classes import TournamentEvent


def plan_from(path: Path) -> Plan:
    """Return the tournament of a conditions file, or raise an error that names the file."""
    try:
        text = path.read_text("utf-8")
    except OSError as error:
        raise Malformed(f"{path}: {error.strerror or error}", code=ErrorCode.SYSTEM) from None
    except UnicodeDecodeError:
        raise Malformed(f"{path}: this is not text", code=ErrorCode.UNREADABLE) from None
    try:
        return read_plan(text)
    except Malformed as wrong:
        hint = wrong.hint or "punto tournament new ID FILE writes one"
        raise Malformed(f"{path}: {wrong.message}", hint, code=wrong.code) from None


def check_virtual(plan: Plan) -> None:
    """Raise an error if a tournament that runs automatically has real cards."""
    if plan.elect.origin is not Origin.VIRTUAL:
        message = f"the cards are {plan.elect.origin}: somebody has to name them"
        raise Malformed(
            message, "drive it with --full, or leave origin out", code=ErrorCode.FACE_MISSING
        )


def log_from(path: Path) -> tuple[LogEntry[TournamentEvent], ...]:
    """Return the log of a tournament, or raise an error that names the line at fault."""
    held = read_file(path)
    if held.kind != TOURNAMENT:
        raise Malformed(f"{path} does not begin with a tournament", code=ErrorCode.UNREADABLE)
    return held.entries
