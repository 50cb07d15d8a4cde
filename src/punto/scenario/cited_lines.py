"""Lines of a sign or a page with their clauses, as far as a scenario spells the clauses out."""

from collections.abc import Iterable, Sequence

from punto.clause import Reason, short, stem


def cited_lines(shown: Iterable[Reason], wanted: Sequence[str]) -> list[str]:
    """Return a line for each clause of each text: a limb is named as the scenario names it.

    A scenario may name a clause where the register has limbs of it; several limbs of that clause
    then make one line.
    """
    lines: dict[str, None] = {}
    for reason in shown:
        for clause in map(short, reason.clause):
            line, whole = f"{clause} {reason.text}", f"{stem(clause)} {reason.text}"
            lines[whole if whole in wanted and line not in wanted else line] = None
    return list(lines)
