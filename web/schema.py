"""Prints the description of the interface, from which the types of the web pages are made."""

import sys
from typing import Any, cast

import msgspec

from punto.server.app import create_app
from punto.server.openapi import document

# Routes are described without a desk behind them: nothing is asked of it.
nobody = cast("Any", None)
sys.stdout.buffer.write(msgspec.json.encode(document(create_app(nobody, nobody), "0")))
