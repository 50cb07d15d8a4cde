"""``punto``: the commands, and the report of errors."""

import os
import sys
from collections.abc import Sequence
from typing import Any

import cyclopts

from punto.clause import Malformed, Refused
from punto.cli import help_texts
from punto.error_codes import ErrorCode

FINE, FINDINGS, USAGE = 0, 1, 2

app = cyclopts.App(
    name="punto",
    help=help_texts.PUNTO,
    help_epilogue=help_texts.EXAMPLES["punto"],
    version_flags=["--version"],
    help_format="plaintext",
    default_parameter=cyclopts.Parameter(show_default=False),
)
# Commands are import paths, so that a module is imported only when its command runs.
app.command("punto.cli.rules:app", name="rules", help=help_texts.HELP["rules"])
app.command("punto.cli.scenario:app", name="scenario", help=help_texts.HELP["scenario"])
app.command(
    "punto.cli.tournament.command:app", name="tournament", help=help_texts.HELP["tournament"]
)
app.command("punto.cli.report.command:app", name="report", help=help_texts.HELP["report"])
app.command("punto.cli.log.command:app", name="log", help=help_texts.HELP["log"])
app.command("punto.cli.serve:app", name="serve", help=help_texts.HELP["serve"])
app.command("punto.cli.demo:app", name="demo", help=help_texts.HELP["demo"])
app.command("punto.cli.staff:app", name="staff", help=help_texts.HELP["staff"])
for _name, _module in {
    "settle": "settle",
    "play": "play.command",
    "odds": "odds",
    "simulate": "simulate",
    "vulnerability": "vulnerability",
}.items():
    app.command(
        f"punto.cli.{_module}:{_name}",
        name=_name,
        help=help_texts.HELP[_name],
        help_epilogue=help_texts.EXAMPLES[_name],
    )


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
    typed = sys.argv[1:] if argv is None else argv
    json = "--json" in typed
    if {"--help", "-h"} & set(typed):
        from punto.cli.output import console  # noqa: PLC0415  Rich is slow to import

        options["console"] = console()
    try:
        code = app(typed, result_action="return_value", **options)
        sys.stdout.flush()
    except cyclopts.CycloptsError as error:
        return _report_error(_usage_error(error), json=json)
    except (Refused, Malformed) as error:
        return _report_error(error, json=json)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader of a pipe went away, as head does; nothing is wrong.
        _discard_output()
        return FINE
    except OSError as error:
        # stdout may be the cause, such as a full disk. Report the error on stderr only.
        _discard_output()
        return _report_error(
            Malformed(error.strerror or str(error), code=ErrorCode.SYSTEM), json=False
        )
    return code if isinstance(code, int) else FINE


def _usage_error(error: cyclopts.CycloptsError) -> Malformed:
    """Return a usage error, with a hint where the options are listed."""
    known = [name for name in error.command_chain or () if not name.startswith("-")]
    hint = f"punto {' '.join([*known, '--help'])} lists what there is"
    return Malformed(" ".join(str(error).split()), hint, code=ErrorCode.USAGE)


def _discard_output() -> None:
    """Discard buffered output, so that the flush at exit does not fail."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _report_error(error: Refused | Malformed, *, json: bool) -> int:
    """Print an error and return its exit code."""
    from punto.cli.output import tell  # noqa: PLC0415  Rich is slow to import

    tell(error, json=json)
    return FINDINGS if isinstance(error, Refused) else USAGE
