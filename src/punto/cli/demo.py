"""``punto demo``: tables with life in them, and a page to look at them."""

import os
import sys
import webbrowser
from pathlib import Path
from typing import Annotated

import cyclopts

from punto.cli import help_texts
from punto.cli.log.store_options import told_plainly
from punto.cli.output import talk
from punto.demo.run import run
from punto.server.server_process import ServerConfig

app = cyclopts.App(
    name="demo", help=help_texts.HELP["demo"], help_epilogue=help_texts.EXAMPLES["demo"]
)


@app.default
def demo(
    *,
    port: Annotated[int, cyclopts.Parameter(help="The port.")] = 8021,
    host: Annotated[str, cyclopts.Parameter(help="An address of this machine alone.")] = (
        "127.0.0.1"
    ),
    store: Annotated[
        str | None,
        cyclopts.Parameter(help="Keep the log in this file; nothing is kept if left out."),
    ] = None,
    key: Annotated[
        Path | None,
        cyclopts.Parameter(help="The key that seals cards; beside a store that is a file."),
    ] = None,
    browser: Annotated[
        bool, cyclopts.Parameter(negative="--no-browser", help="Open a browser.")
    ] = True,
) -> None:
    """Play sample tables and a tournament on this machine until it is stopped."""
    address = f"http://{host}:{port}"

    def there() -> None:
        talk().print(f"the demo is at {address} (Ctrl-C stops it)", markup=False)
        if browser and _has_display():
            webbrowser.open(address)

    with told_plainly():
        run(ServerConfig(store or "", host, port, key), there)


def _has_display() -> bool:
    """Return whether a browser could show itself."""
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
