"""Baccarat exactly as its approved rules say it must be played.

``import punto`` gives the few names an embedder needs; ``docs/library.md`` shows them at work.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from punto import codec as codec
    from punto.aggregate.actor import Actor
    from punto.clause import Malformed, NotEntitled, Reason, Refused
    from punto.driver.house import Premises
    from punto.library import Game, new_table, open_house, open_table, read_log, resume, write_log
    from punto.rulebook.load import load
    from punto.table.audience import Audience
    from punto.table.registry import replay
    from punto.virtual_cards import Sealed

    __version__: str

# Loaded when they are first asked for, so that the command line starts at once.
_HOMES = {
    "Actor": "punto.table.authority",
    "Audience": "punto.table.audience",
    "Game": "punto.library",
    "Malformed": "punto.clause",
    "NotEntitled": "punto.clause",
    "Reason": "punto.clause",
    "Premises": "punto.driver.house",
    "Refused": "punto.clause",
    "Sealed": "punto.virtual_cards",
    "load": "punto.rulebook.load",
    "new_table": "punto.library",
    "open_house": "punto.library",
    "open_table": "punto.library",
    "read_log": "punto.library",
    "replay": "punto.table.registry",
    "resume": "punto.library",
    "write_log": "punto.library",
}

__all__ = [
    "Actor",
    "Audience",
    "Game",
    "Malformed",
    "NotEntitled",
    "Premises",
    "Reason",
    "Refused",
    "Sealed",
    "load",
    "new_table",
    "open_house",
    "open_table",
    "read_log",
    "replay",
    "resume",
    "write_log",
]


def __getattr__(name: str) -> Any:
    if name == "codec":
        return import_module("punto.codec")
    if name == "__version__":
        return import_module("importlib.metadata").version("punto")
    home = _HOMES.get(name)
    if home is None:
        text = f"module 'punto' has no attribute {name!r}"
        raise AttributeError(text)
    return getattr(import_module(home), name)


def __dir__() -> list[str]:
    return sorted(__all__)
