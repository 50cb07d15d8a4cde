"""``punto rules check`` and ``punto rules keys``: for those who write rulebooks."""

import sys
from pathlib import Path
from typing import Annotated

import cyclopts

from punto.clause import Malformed
from punto.cli.output import console, emit, rows, table
from punto.rulebook.keys import Part, page, parts
from punto.rulebook.load import findings

Json = Annotated[bool, cyclopts.Parameter(name="--json", negative="", help="One JSON document.")]


def check(file: Path, *, json: Json = False) -> int:
    """Report everything that is wrong with a rulebook file and the register beside it.

    Unknown names, missing data, rows of wagers with gaps or overlaps, citations that are not in
    the register, each with its place and what is allowed there. Exit code 1 if there is any.

    Parameters
    ----------
    file
        A rulebook, such as mine/xyz-2030.toml, with xyz-2030.clauses.csv beside it.
    """
    if not file.is_file() or file.suffix != ".toml":
        raise Malformed(f"{file} is not a rulebook file", "name a file that ends in .toml")
    found = findings(file)
    if json:
        emit({"file": str(file), "rulebook": file.stem, "findings": found})
        return int(bool(found))
    many = "nothing found" if not found else f"{len(found)} finding{'s' if found[1:] else ''}"
    console().print(f"{file}: {many}", markup=False, soft_wrap=True)
    for finding in found:
        where = f"line {finding.line}, {finding.place}" if finding.line else finding.place
        lines = [f"\n{where}", f"  {finding.problem}"]
        lines += [f"  allowed: {', '.join(finding.allowed)}"] if finding.allowed else []
        console().print("\n".join(lines), markup=False)
    return int(bool(found))


def keys(
    section: str | None = None,
    *,
    markdown: Annotated[
        bool, cyclopts.Parameter(negative="", help="The tables of the documentation.")
    ] = False,
    json: Json = False,
) -> None:
    """Explain the keys of a rulebook file: what each takes, whether it is needed, what it means.

    Parameters
    ----------
    section
        Only one section and what is below it, such as shoe or wagers.
    """
    if markdown:
        if json or section:
            raise Malformed("--markdown makes the tables of all sections, so it goes alone")
        sys.stdout.write(page())
        return
    chosen = [part for part in parts() if section is None or _is_in_section(part, section)]
    if not chosen:
        names = [key.name for key in parts()[0].keys]
        raise Malformed(f"there is no section {section!r}", f"sections: {', '.join(names)}")
    if json:
        emit(chosen)
        return
    for part in chosen:
        console().print(f"\n[{part.place}]  {part.title}", markup=False)
        made = table("key", "takes", "needed", "meaning")
        rows(made, ((key.name, key.takes, key.needed, key.meaning) for key in part.keys))


def _is_in_section(part: Part, section: str) -> bool:
    return part.place == section or part.place.startswith((f"{section}.", f"{section}["))
