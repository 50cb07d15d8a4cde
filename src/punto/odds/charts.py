"""Charts as PNG or SVG."""

from collections.abc import Callable, Mapping, Sequence
from math import exp, pi, sqrt
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from punto.clause import Malformed
from punto.odds.kernels.shoes import SPREAD

_COLOURS = ("#1b5e9e", "#b3261e", "#2e7d32", "#8e5ea2", "#c77700", "#00838f", "#5d4037", "#455a64")


def checked_path(text: str) -> Path:
    """Return the path of a chart, or raise an error if it cannot be written."""
    path = Path(text)
    if path.suffix not in (".png", ".svg"):
        raise Malformed(f"{text!r}: a plot is a .png or an .svg file")
    if not path.parent.is_dir():
        raise Malformed(f"{text!r}: there is no folder {str(path.parent)!r}")
    there = path.exists()
    try:
        # Better to know now than after a long run; an old picture stays until it is drawn anew.
        with path.open("ab"):
            pass
        if not there:
            path.unlink()
    except OSError as error:
        raise Malformed(f"{text!r}: cannot be written: {error.strerror}") from None
    return path


def _draw(path: Path, title: str, fill: Callable[[Any], None]) -> None:
    """Draw one picture in the style of the house."""
    import matplotlib as mpl  # noqa: PLC0415  slow to import, and only a plot needs it

    mpl.use("Agg")
    mpl.rcParams["svg.hashsalt"] = "punto"
    from matplotlib import pyplot as plt  # noqa: PLC0415

    figure, axes = plt.subplots(figsize=(10, 5.6), layout="constrained")
    axes.set_prop_cycle(color=_COLOURS)
    fill(axes)
    axes.set_title(title, loc="left", fontsize=13)
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="y", alpha=0.3)
    try:
        figure.savefig(path, dpi=130, metadata={"Date": None} if path.suffix == ".svg" else {})
    except OSError as error:
        raise Malformed(f"{str(path)!r}: cannot be written: {error.strerror}") from None
    finally:
        plt.close(figure)


def edges_by_stake(
    path: Path, title: str, stakes: Sequence[float], series: Mapping[str, Sequence[float]]
) -> None:
    """Draw the house edge by stake; a negative edge favours the patron."""

    def fill(axes: Any) -> None:
        for name, edges in series.items():
            axes.plot(stakes, edges, marker="o", markersize=3, linewidth=1, label=name)
        axes.axhline(0, color="black", linewidth=1)
        low = min(min(edges) for edges in series.values())
        if low < 0:
            axes.axhspan(low * 1.08, 0, color="#b3261e", alpha=0.08)
            axes.annotate("favours the patron", (stakes[-1], low), ha="right", va="bottom")
        axes.set_xlabel("stake in dollars")
        axes.set_ylabel("house edge in per cent")
        axes.legend(frameon=False)

    _draw(path, title, fill)


def edges_through_shoe(
    path: Path, title: str, dealt: Sequence[int], series: Mapping[str, NDArray[np.float64]]
) -> None:
    """Draw the house edge of every wager before each coup of a shoe."""

    def fill(axes: Any) -> None:
        styles = ("-", "--", ":")
        for number, (name, edges) in enumerate(series.items()):
            style = styles[number // len(_COLOURS) % len(styles)]
            axes.plot(dealt, edges, linewidth=1.3, linestyle=style, label=name)
        axes.axhline(0, color="black", linewidth=1)
        axes.set_xlabel("cards out of the shoe")
        axes.set_ylabel("house edge in per cent")
        axes.legend(frameon=False, fontsize=9, loc="center left", bbox_to_anchor=(1, 0.5))

    _draw(path, title, fill)


def shoe_results(
    path: Path, title: str, spread: NDArray[np.int64], mean: float, variance: float
) -> None:
    """Draw Banker wins minus Player wins in a shoe, with the expected distribution."""
    used = np.nonzero(spread)[0]
    low, high = int(used[0]), int(used[-1])
    xs = np.arange(low, high + 1) - SPREAD
    share = spread[low : high + 1] / spread.sum() * 100

    def fill(axes: Any) -> None:
        axes.bar(xs, share, width=0.9, color="#1b5e9e", alpha=0.65, label="simulated shoes")
        bell = [
            100 * exp(-((x - mean) ** 2) / (2 * variance)) / sqrt(2 * pi * variance) for x in xs
        ]
        axes.plot(xs, bell, color="#b3261e", linewidth=1.5, label="expected from exact odds")
        axes.set_xlabel("Banker wins minus Player wins in a shoe")
        axes.set_ylabel("per cent of shoes")
        axes.legend(frameon=False)

    _draw(path, title, fill)


def gains_by_depth(
    path: Path, title: str, depth: Sequence[int], series: Mapping[str, Sequence[float]]
) -> None:
    """Draw what perfect play gains in a shoe, by the depth of the cutting card."""

    def fill(axes: Any) -> None:
        for number, (name, gains) in enumerate(series.items()):
            style = ("-", "--", ":")[number // len(_COLOURS) % 3]
            axes.plot(depth, gains, marker="o", markersize=3, linestyle=style, label=name)
        axes.set_xlabel("cards in front of the cutting card")
        axes.set_ylabel("units gained in a shoe")
        axes.legend(frameon=False, fontsize=9, loc="center left", bbox_to_anchor=(1, 0.5))

    _draw(path, title, fill)
