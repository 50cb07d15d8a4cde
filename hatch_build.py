"""Builds the web pages when the package is built, with the Node that a wheel brings along."""

import hashlib
import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# What the pages are made of; anything else in the folder is made from it or only tests it.
SOURCES = (
    *("web/src", "web/public", "web/index.html", "web/package-lock.json", "web/package.json"),
    *("web/vite.config.ts", "web/generate.js", "web/routes.py", "src/punto/http_api/routes.py"),
)
STAMP = "sources.sha256"


class Pages(BuildHookInterface[Any]):
    """Puts the built pages where the server finds them, unless they are there already."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the pages for a wheel, an editable one too."""
        del version, build_data
        root = Path(self.root)
        web, built = root / "web", root / "src" / "punto" / "web"
        if self.target_name != "wheel" or not web.is_dir():
            return
        digest, stamp = made_of(root), built / STAMP
        if stamp.is_file() and stamp.read_text() == digest:
            return
        build(web)
        stamp.write_text(digest)


def made_of(root: Path) -> str:
    """Return a digest of everything that the pages are made of."""
    digest = hashlib.sha256()
    for name in SOURCES:
        start = root / name
        for path in sorted(start.rglob("*")) if start.is_dir() else [start]:
            if path.is_file():
                digest.update(f"{path.relative_to(root).as_posix()}\0".encode())
                digest.update(path.read_bytes())
    return digest.hexdigest()


def build(web: Path) -> None:
    """Install what the lock file names, then build."""
    tools = runpy.run_path(str(web / "npm.py"))
    tools["install"]()
    tools["npm"]("run", "build", quiet=True)
