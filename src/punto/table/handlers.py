"""What a family of decisions offers: for each kind of command the function that decides it."""

from collections.abc import Callable
from typing import Any

from punto.rulebook.elect import TableRules
from punto.table import events as happened
from punto.table.people import Actor
from punto.table.state import Table

Events = tuple[happened.AnyEvent, ...]
Handlers = dict[type, Callable[[TableRules, Table, Actor, Any], Events]]
