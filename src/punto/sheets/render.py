"""Render a template with its values to PDF, or to pictures of the pages."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import typst

TEMPLATES = Path(__file__).parent / "templates"
# Dots per inch of pictures, enough to read on a screen.
SCREEN = 110


def pdf(template: str, words: Mapping[str, Any]) -> bytes:
    """Return a sheet as PDF; the same values give the same bytes."""
    document = typst.compile(str(TEMPLATES / f"{template}.typ"), sys_inputs=_inputs(words))
    assert isinstance(document, bytes)
    return document


def pictures(template: str, words: Mapping[str, Any]) -> list[bytes]:
    """Return the pages of a sheet as pictures, for a screen."""
    pages: Any = typst.compile(
        str(TEMPLATES / f"{template}.typ"), format="png", ppi=SCREEN, sys_inputs=_inputs(words)
    )
    # Typst returns a single page as bytes, several as a list.
    return pages if isinstance(pages, list) else [pages]


def _inputs(words: Mapping[str, Any]) -> dict[str, str]:
    return {"words": json.dumps(words, ensure_ascii=False)}
