"""``punto serve``: tables, tournaments and the house over HTTP."""

from pathlib import Path
from typing import Annotated

import cyclopts

from punto.cli import help_texts
from punto.cli.log.store_options import Store, told_plainly
from punto.cli.output import talk
from punto.server.server_process import ServerConfig
from punto.server.server_process import serve as run

app = cyclopts.App(
    name="serve", help=help_texts.HELP["serve"], help_epilogue=help_texts.EXAMPLES["serve"]
)


@app.default
def serve(
    *,
    store: Store,
    host: Annotated[str, cyclopts.Parameter(help="Where it listens.")] = "127.0.0.1",
    port: Annotated[int, cyclopts.Parameter(help="The port.")] = 8021,
    key: Annotated[
        Path | None,
        cyclopts.Parameter(help="The key that seals cards; beside a store that is a file."),
    ] = None,
    behind_tls: Annotated[
        bool, cyclopts.Parameter(negative="", help="TLS is in front of it.")
    ] = False,
    log_level: Annotated[
        str,
        cyclopts.Parameter(help="From which level on it logs: debug, info, warning, error."),
    ] = "warning",
) -> None:
    """Serve tables until it is stopped; what was answered is on the disk.

    Beyond this machine it serves only where accounts exist and TLS is in front of it.
    """
    talk().print(f"serving on http://{host}:{port} (Ctrl-C stops it)", markup=False)
    with told_plainly():
        run(ServerConfig(store, host, port, key, behind_tls, log_level))
