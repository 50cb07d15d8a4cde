"""``punto log backup``, ``restore`` and ``copy``: a store taken away, and brought back."""

from pathlib import Path
from typing import Annotated

import cyclopts

from punto.cli.log.store_options import Store, far, told_plainly
from punto.cli.options import Json
from punto.cli.output import console, emit
from punto.store.address import open_log, read_log
from punto.store.backup import back_up, check_new, restore
from punto.store.records import Head
from punto.store.store_copy import copy


def backup(
    file: Annotated[Path, cyclopts.Parameter(help="A new file; none is ever overwritten.")],
    *,
    store: Store,
    json: Json = False,
) -> None:
    """Write the whole store into one file, while it is in use."""
    with told_plainly():
        check_new(file)
        with read_log(store) as log, far("backing up") as told:
            head = back_up(log, file, told)
    _print(head, f"written to {file}", json=json)


def restore_store(
    file: Annotated[Path, cyclopts.Parameter(help="A file that `punto log backup` wrote.")],
    *,
    store: Store,
    json: Json = False,
) -> None:
    """Make a store anew from a backup, and verify every event on the way."""
    with told_plainly(), far("restoring") as told:
        head = restore(file, store, told)
    _print(head, "restored, and every event verified", json=json)


def copy_store(
    *,
    store: Store,
    to: Annotated[str, cyclopts.Parameter(help="Where to: a file, or postgresql://...")],
    json: Json = False,
) -> None:
    """Copy a store to another place or engine, and verify every event on the way."""
    with (
        told_plainly(),
        read_log(store) as source,
        open_log(to) as target,
        far("copying") as told,
    ):
        head = copy(source, target, told)
    _print(head, "copied, and every event verified", json=json)


def _print(head: Head, said: str, *, json: bool) -> None:
    if json:
        emit({"events": head.position, "head": head.line})
        return
    events = "1 event" if head.position == 1 else f"{head.position:,} events"
    console().print(f"{events} {said}", markup=False, soft_wrap=True)
    console().print(f"head: {head.line}", markup=False, soft_wrap=True)
