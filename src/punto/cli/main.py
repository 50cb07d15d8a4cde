"""``punto``: the commands, and one clear line for everything that goes wrong."""

import os
import sys
from collections.abc import Sequence
from typing import Any

import cyclopts

from punto.clause import Malformed, Refused

FINE, FINDINGS, USAGE = 0, 1, 2

_PLAY = """Deal a shoe in the terminal.

With --wager the same wagers stand on every coup. Without, and at a terminal, you are asked before
each coup. --json gives one document per coup, one a line."""

app = cyclopts.App(
    name="punto",
    help="Baccarat exactly as its approved rules say it must be played.",
    version_flags=["--version"],
    help_format="plaintext",
)
app.command("punto.cli.rules:app", name="rules", help="Read, compare and test the rulebooks.")
app.command("punto.cli.scenario:app", name="scenario", help="Run scenario files.")
app.command("punto.cli.play:play", name="play", help=_PLAY)
app.command("punto.cli.odds:odds", name="odds", help="Exact odds of every wager.")
app.command("punto.cli.simulate:simulate", name="simulate", help="Deal shoes by the million.")
app.command(
    "punto.cli.vulnerability:vulnerability",
    name="vulnerability",
    help="How far wagers can be beaten by counting cards.",
)
app.command("punto.cli.settle:settle", name="settle", help="Settle one coup and say why.")


def main(argv: Sequence[str] | None = None) -> None:
    """Run a command and leave with its exit code: 0 fine, 1 findings or refusal, 2 usage."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115, PTH123
    for stream in (sys.stdout, sys.stderr):
        if stream is not None and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    sys.exit(run(argv))


def run(argv: Sequence[str] | None = None) -> int:
    """Return the exit code of a command."""
    options: dict[str, Any] = {"exit_on_error": False, "print_error": False}
    words = sys.argv[1:] if argv is None else argv
    if {"--help", "-h"} & set(words):
        from punto.cli.output import console  # noqa: PLC0415  Rich is slow to import

        options["console"] = console()
    try:
        code = app(words, result_action="return_value", **options)
        sys.stdout.flush()
    except cyclopts.CycloptsError as error:
        return _tell(f"error: {' '.join(str(error).split())}", "punto --help lists the commands")
    except Refused as refusal:
        _tell(str(refusal), refusal.hint)
        return FINDINGS
    except Malformed as error:
        return _tell(f"error: {error.message}", error.hint)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader of a pipe went away, as head does; nothing is wrong.
        _silence()
        return FINE
    except OSError as error:
        _silence()
        return _tell(f"error: {error.strerror or error}", None)
    return code if isinstance(code, int) else FINE


def _silence() -> None:
    """Send what is still in the buffer nowhere, so that leaving does not fail on it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _tell(line: str, hint: str | None) -> int:
    print(line, file=sys.stderr)
    if hint:
        print(f"hint: {hint}", file=sys.stderr)
    return USAGE
