"""``punto tournament``: its commands."""

import cyclopts

from punto.cli import words

app = cyclopts.App(
    name="tournament",
    help=words.HELP["tournament"],
    help_epilogue=words.EXAMPLES["tournament"],
)
# Named by their place, so that a command is imported only when it runs.
for _name in ("new", "check", "run", "simulate", "sheets"):
    app.command(
        f"punto.cli.tournament.{_name}:{_name}",
        name=_name,
        help=words.HELP[f"tournament {_name}"],
        help_epilogue=words.EXAMPLES[f"tournament {_name}"],
    )
