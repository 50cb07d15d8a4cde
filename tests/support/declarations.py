"""What every event declares, one line each: who learns of it, its registers, its alert."""

from pathlib import Path

from punto.aggregate.event import Event, Unregistered
from punto.house.registry import registry as house_registry
from punto.table.registry import registry as table_registry
from punto.tournament.registry import registry as tournament_registry

FILE = Path(__file__).parent.parent / "golden" / "declarations.txt"
EVENTS: dict[str, tuple[type[Event], ...]] = {
    "table": table_registry.events,
    "tournament": tournament_registry.events,
    "house": house_registry.events,
}


def line(kind: type[Event]) -> str:
    """Return what an event declares."""
    registers = kind.registers
    if isinstance(registers, Unregistered):
        recorded = f"unregistered ({registers.name.lower()})"
    else:
        recorded = ", ".join(registers)
    parts = [f"{kind.tag()}: {kind.visibility}", recorded]
    parts += [f"concerns {kind.concerns}"] if kind.concerns else []
    parts += [f"alert {kind.alert}"] if kind.alert else []
    parts += [f"final: {kind.final}"] if kind.final else []
    return "; ".join(parts)


def written() -> str:
    """Return what the events of every aggregate declare."""
    blocks = (
        "\n".join([f"## {name}", *sorted(line(kind) for kind in kinds)])
        for name, kinds in EVENTS.items()
    )
    return "\n\n".join(blocks) + "\n"


if __name__ == "__main__":
    FILE.write_text(written(), "utf-8")
