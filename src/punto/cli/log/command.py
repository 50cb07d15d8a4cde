"""``punto log``: its commands."""

import cyclopts

from punto.cli import help_texts

app = cyclopts.App(
    name="log",
    help=help_texts.HELP["log"],
    help_epilogue=help_texts.EXAMPLES["log"],
)
# Named by their place, so that a command is imported only when it runs.
for _name, _place in {
    "show": "show:show",
    "verify": "verify:verify_store",
    "head": "verify:head",
    "export": "export:export",
    "import": "import_log:import_log",
    "backup": "backup:backup",
    "restore": "backup:restore_store",
    "copy": "backup:copy_store",
}.items():
    app.command(
        f"punto.cli.log.{_place}",
        name=_name,
        help=help_texts.HELP[f"log {_name}"],
        help_epilogue=help_texts.EXAMPLES[f"log {_name}"],
    )
