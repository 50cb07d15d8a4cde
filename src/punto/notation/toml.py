"""Writes values as TOML, for conditions files."""

import json
from collections.abc import Mapping, Sequence
from typing import Any


def toml_value(value: Any) -> str:
    """Return a value as TOML writes it on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        # JSON escapes the same characters as TOML, except for one.
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, Mapping):
        inner = ", ".join(f"{toml_key(key)} = {toml_value(item)}" for key, item in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, Sequence):
        return f"[{', '.join(toml_value(item) for item in value)}]"
    return str(value)


def toml_key(key: str) -> str:
    """Return a key, in quotation marks if TOML requires them."""
    plain = key.isascii() and key.replace("_", "").replace("-", "").isalnum()
    return key if plain else toml_value(key)
