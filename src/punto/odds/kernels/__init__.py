"""Compiled loops over arrays. They contain no rule: every table is an argument."""

import os
import tempfile
from pathlib import Path

# Numba keeps what it compiled beside the source, or in the home folder. Where neither can be
# written, as in a read-only installation, a folder for temporary files serves.
if "NUMBA_CACHE_DIR" not in os.environ:
    homes = (Path(__file__).parent, Path.home())
    if not any(os.access(home, os.W_OK) for home in homes):
        os.environ["NUMBA_CACHE_DIR"] = str(Path(tempfile.gettempdir()) / "punto-numba")
