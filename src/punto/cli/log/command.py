"""``punto log``: its commands."""

import cyclopts

from punto.cli import words

app = cyclopts.App(
    name="log",
    help=words.HELP["log"],
    help_epilogue=words.EXAMPLES["log"],
)
# Named by their place, so that a command is imported only when it runs.
for _name, _place in {
    "show": "show:show",
    "verify": "verify:verify_store",
    "head": "verify:head",
    "export": "export:export",
    "import": "taking:import_log",
    "backup": "keeping:backup",
    "restore": "keeping:restore_store",
    "copy": "keeping:copy_store",
}.items():
    app.command(
        f"punto.cli.log.{_place}",
        name=_name,
        help=words.HELP[f"log {_name}"],
        help_epilogue=words.EXAMPLES[f"log {_name}"],
    )
