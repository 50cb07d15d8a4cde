"""Proposes tables and rounds for a number of entrants. The user may change them."""


def proposed_rounds(entrants: int, seats: int) -> str:
    """Return rounds until one table is left: ``heats 15 tables 2 on; final 1 tables``."""
    names = ["heats", "quarter-finals", "semi-finals"]
    fields: list[tuple[int, int]] = []
    left = entrants
    while left > seats:
        tables = -(-left // seats)
        on = 2 if 2 * tables <= seats or tables > seats else 1
        fields.append((tables, on))
        left = tables * on
    shown = names[: len(fields)]
    if len(fields) == 2:
        shown = ["heats", "semi-finals"]
    shown += [f"round {place}" for place in range(len(shown) + 1, len(fields) + 1)]
    lines = [
        f"{name} {tables} tables {on} on" for name, (tables, on) in zip(shown, fields, strict=True)
    ]
    return "; ".join([*lines, "final 1 tables"])
