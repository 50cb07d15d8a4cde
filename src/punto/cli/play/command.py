"""``punto play``: checks the options, opens the table, and deals or starts the shell."""

import io
import secrets
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import cyclopts
from msgspec.structs import replace

from punto.clause import Malformed, Reason
from punto.cli.election_options import (
    Chips,
    Decks,
    Layout,
    Offer,
    Settlement,
    Wagers,
    chips_of,
    opened,
)
from punto.cli.output import cited, console, paragraph, talk
from punto.cli.play.choose_option import chosen, with_choices
from punto.cli.play.coup_loop import Manner, checked, deal_coups
from punto.cli.play.coup_loop import no_bets as no_bets_of
from punto.cli.play.open_table import Begun, Wanted, begin
from punto.cli.play.table_target import drive
from punto.cli.play.terminal_table import FLOAT_CENTS
from punto.cli.unpermitted import Unpermitted
from punto.log_file import new_file
from punto.money import dollars, parse_dollars
from punto.rulebook import load
from punto.rulebook.elect import Elections, TableRules
from punto.rulebook.elect_table import with_sign
from punto.rulebook.elections import Origin
from punto.table.authority import known_titles

Seed = Annotated[int | None, cyclopts.Parameter(help="Deal the same shoe again.")]
Coups = Annotated[
    int | None, cyclopts.Parameter(help="Stop after so many coups, not at the end of the shoe.")
]
Order = Annotated[
    str | None,
    cyclopts.Parameter(help='A given order: "9S 3D CUT KH ...", the rest as in new packs.'),
]
Brief = Annotated[bool, cyclopts.Parameter(negative="", help="One line a coup, without reasons.")]
Full = Annotated[
    bool,
    cyclopts.Parameter(
        negative="", help="Drive the whole table yourself: dealer, supervisor and patrons."
    ),
]
Choose = Annotated[
    list[str] | None,
    cyclopts.Parameter(
        negative="",
        help="With --full, what else the house chose: method=B, minimum=25, origin=keyed; "
        "repeatable.",
    ),
]
Float = Annotated[
    str | None,
    cyclopts.Parameter(
        name="--float",
        help=f"What the float holds, in dollars; {dollars(FLOAT_CENTS)} if left out.",
    ),
]
Log = Annotated[
    Path | None,
    cyclopts.Parameter(
        help="Write what happens to a new file, one event a line as JSON. With origin=keyed a "
        "file that is there is gone on with."
    ),
]
NoBets = Annotated[
    str | None,
    cyclopts.Parameter(
        name="--no-bets",
        help='Where a coup without wagers has to be directed, who says so: "casino_supervisor '
        'marker=yes".',
    ),
]
Json = Annotated[
    bool, cyclopts.Parameter(name="--json", negative="", help="One JSON document per coup.")
]
Played = Annotated[
    str,
    cyclopts.Parameter(
        name=["--rulebook", "--table"],
        help="For example nsw-2024; with --server the name of a table there.",
    ),
]
Server = Annotated[
    str | None, cyclopts.Parameter(help="Play at a table that is served, http://127.0.0.1:8021.")
]
Patron = Annotated[
    str | None, cyclopts.Parameter(name="--as", help="With --server: sit down under this name.")
]
Seat = Annotated[int | None, cyclopts.Parameter(help="With --as: where to sit.")]
Staff = Annotated[
    str | None,
    cyclopts.Parameter(
        name="--name", help="With --server: sign in; PUNTO_PASSWORD has the password, or it asks."
    ),
]
Token = Annotated[
    str | None,
    cyclopts.Parameter(env_var="PUNTO_TOKEN", help="With --server: whoever has this token."),
]


def play(
    rulebook: Played,
    *,
    server: Server = None,
    patron: Patron = None,
    seat: Seat = None,
    staff: Staff = None,
    token: Token = None,
    seed: Seed = None,
    coups: Coups = None,
    wager: Wagers = None,
    shoe: Order = None,
    decks: Decks = None,
    settlement: Settlement = None,
    offer: Offer = None,
    layout: Layout = None,
    chips: Chips = None,
    float_dollars: Float = None,
    no_bets: NoBets = None,
    brief: Brief = False,
    full: Full = False,
    choose: Choose = None,
    log: Log = None,
    json: Json = False,
) -> int:
    """Deal a shoe, or drive a table here or at a server; return the exit code."""
    if server is not None:
        cards = (seed, shoe, decks, coups, wager, no_bets, log)
        house = (settlement, offer, layout, chips, float_dollars, choose)
        if any(option is not None for option in (*cards, *house)) or full or json:
            raise Malformed("--server: the table is laid out there, and only played here")
        # Imported here, because only this option needs it.
        from punto.cli.play.remote_play import Visitor, play_served  # noqa: PLC0415

        return play_served(server, rulebook, Visitor(patron, seat, staff, token), brief=brief)
    if patron or staff or seat is not None:
        raise Malformed("--as, --seat and --name go with --server")
    _check_numbers(coups, seed, shoe)
    by_hand = bool(coups is not None or wager or json or no_bets)
    _check_together(full=full, by_hand=by_hand, choose=choose)
    _check_output(json=json, brief=brief)
    edition = load.load(load.known(rulebook))
    settlement = settlement or edition.settlement.schemes.value[0]
    elections = replace(
        chosen(edition, choose or (), settlement),
        decks=decks,
        offer=tuple(offer or ()),
        layout=layout,
        chips_cents=chips_of(chips),
    )
    elections = with_sign(edition, elections)
    try:
        rules = opened(rulebook, elections)
    except Unpermitted as error:
        raise with_choices(edition, choose or (), error) from None
    _check_real_cards(elections, seed, shoe)
    standing = [checked(rules, text) for text in wager or []]
    unbet = no_bets_of(no_bets, known_titles(edition)) if no_bets is not None else None
    seed = seed if seed is not None else secrets.randbelow(2**31)
    _accept_any_bytes()
    begun = begin(rules, elections, Wanted(seed, shoe, _float_cents(float_dollars), log))
    repeats = None if shoe or rules.origin is not Origin.VIRTUAL else seed
    # Report wagers that the table does not accept before anything is dealt or written.
    begun.driven.check(standing)
    if log is not None and not begun.continued:
        begun.driven.start_log(new_file(log))
    try:
        if full:
            _print_opening(rules, begun, repeats)
            return drive(begun.driven, brief=brief)
        if not json:
            _print_opening(rules, begun, repeats)
        deal_coups(begun.driven, Manner(standing, coups, brief, seed if json else None, unbet))
    finally:
        begun.driven.close()
    return 0


def _accept_any_bytes() -> None:
    """Replace input bytes that the encoding of the terminal cannot decode."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")


def _check_output(*, json: bool, brief: bool) -> None:
    if json and brief:
        raise Malformed("--brief is for people and --json for programs: give one of them")


def _check_numbers(coups: int | None, seed: int | None, shoe: str | None) -> None:
    if coups is not None and coups < 1:
        raise Malformed(f"--coups must be at least 1, not {coups}")
    if seed is not None and seed < 0:
        raise Malformed(f"--seed must not be negative, not {seed}")
    if shoe is not None and (seed is not None or not shoe.strip()):
        raise Malformed("--shoe gives the order of the cards, so it goes without --seed")


def _check_together(*, full: bool, by_hand: bool, choose: Sequence[str] | None) -> None:
    if full and by_hand:
        raise Malformed("--full is driven by hand: it goes without --coups, --wager and --json")
    if choose and not full:
        raise Malformed("--choose goes with --full")


def _check_real_cards(elections: Elections, seed: int | None, shoe: str | None) -> None:
    if elections.origin is not Origin.VIRTUAL and (seed is not None or shoe is not None):
        raise Malformed(
            f"origin={elections.origin}: you deal real cards, so it goes without --seed and --shoe"
        )


def _float_cents(text: str | None) -> int:
    cents = FLOAT_CENTS if text is None else parse_dollars(text)
    if cents <= 0:
        raise Malformed(f"--float must be more than nothing, not {text}")
    return cents


def _print_opening(rules: TableRules, begun: Begun, seed: int | None) -> None:
    """Print the rulebook, the elections, and the preparation of the cards."""
    instrument = rules.edition.instrument
    settlement = rules.settlement.replace("_", " ")
    console().print(f"{rules.edition.id}  {instrument.title}", style="bold", markup=False)
    paragraph(f"{rules.decks} decks, settlement {settlement}")
    if begun.continued:
        paragraph(f"gone on with after {begun.continued} events")
    for reason in begun.reasons:
        paragraph(_reason_line(reason), 2)
    if seed is not None:
        talk().print(f"seed {seed}: the same shoe again with --seed {seed}", markup=False)


def _reason_line(reason: Reason) -> str:
    return f"{reason.text}  [{cited(reason.clause)}]"
