"""``punto tournament``: its commands."""

import cyclopts

from punto.cli import help_texts

app = cyclopts.App(
    name="tournament",
    help=help_texts.HELP["tournament"],
    help_epilogue=help_texts.EXAMPLES["tournament"],
)
# Named by their place, so that a command is imported only when it runs.
for _name in ("new", "check", "run", "simulate", "sheets"):
    app.command(
        f"punto.cli.tournament.{_name}:{_name}",
        name=_name,
        help=help_texts.HELP[f"tournament {_name}"],
        help_epilogue=help_texts.EXAMPLES[f"tournament {_name}"],
    )
