"""Options that several commands take, each with one meaning."""

from typing import Annotated

import cyclopts

Rulebook = Annotated[
    str, cyclopts.Parameter(help="For example nsw-2024; `punto rules list` names them.")
]
Json = Annotated[
    bool,
    cyclopts.Parameter(name="--json", negative="", help="Print one JSON document; errors too."),
]
Seed = Annotated[int | None, cyclopts.Parameter(help="Deal the same shoes again: any number.")]
Decks = Annotated[
    int | None, cyclopts.Parameter(help="Number of decks; the most that are permitted if left out.")
]
Marker = Annotated[
    int | None,
    cyclopts.Parameter(help="Cards behind the cutting card; the fewest permitted if left out."),
]
Burn = Annotated[
    str | None, cyclopts.Parameter(help="Burn procedure, where the rulebook has several.")
]
