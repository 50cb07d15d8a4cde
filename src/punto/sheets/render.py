"""Paper: a template and what goes on it, to PDF pages or to pictures of them."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import typst

TEMPLATES = Path(__file__).parent / "templates"
# Dots to the inch of pictures: enough to read on a screen.
SCREEN = 110


def pdf(template: str, words: Mapping[str, Any]) -> bytes:
    """Return a sheet as PDF; the same words give the same bytes."""
    made = typst.compile(str(TEMPLATES / f"{template}.typ"), sys_inputs=_inputs(words))
    assert isinstance(made, bytes)
    return made


def pictures(template: str, words: Mapping[str, Any]) -> list[bytes]:
    """Return the pages of a sheet as pictures, for a screen."""
    made: Any = typst.compile(
        str(TEMPLATES / f"{template}.typ"), format="png", ppi=SCREEN, sys_inputs=_inputs(words)
    )
    # One page is given as it is, several as a list.
    return made if isinstance(made, list) else [made]


def _inputs(words: Mapping[str, Any]) -> dict[str, str]:
    return {"words": json.dumps(words, ensure_ascii=False)}
