"""``punto play``: a shoe dealt in the terminal, every step explained by its clause."""

import re
import secrets
import sys
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Annotated

import cyclopts
from msgspec import Struct
from msgspec.structs import replace

from punto.clause import Malformed, Reason, Refused
from punto.cli import felt
from punto.cli.full import drive
from punto.cli.house import (
    Chips,
    Decks,
    Layout,
    Offer,
    Settlement,
    Wagers,
    as_usage,
    chips_of,
    opened,
)
from punto.cli.output import cited, console, emit, heading, talk
from punto.cli.record import record
from punto.money import dollars
from punto.notation.elections import elections
from punto.notation.shoe import laid_out
from punto.prepare import prepare
from punto.roads import Bead
from punto.rulebook import load
from punto.rulebook.elect import Elections, TableRules
from punto.scenario import commands
from punto.scenario.world import World
from punto.table import commands as do
from punto.wagers import Placed, accept, parse_wager

_HELP = """\
  ann banker 100, bob tie 20    place wagers and deal
  Enter                         deal without wagers
  =                             the same wagers again
  q                             leave
on offer here:"""


class Tally(Struct):
    """What a shoe came to so far."""

    beads: list[Bead]
    nets: Counter[str]


def play(
    rulebook: str,
    *,
    seed: Annotated[int | None, cyclopts.Parameter(help="Deal the same shoe again.")] = None,
    coups: Annotated[
        int | None, cyclopts.Parameter(help="Stop after so many coups, not at the end of the shoe.")
    ] = None,
    wager: Wagers = None,
    shoe: Annotated[
        str | None,
        cyclopts.Parameter(help='A given order: "9S 3D CUT KH ...", the rest as in new packs.'),
    ] = None,
    decks: Decks = None,
    settlement: Settlement = None,
    offer: Offer = None,
    layout: Layout = None,
    chips: Chips = None,
    full: Annotated[
        bool,
        cyclopts.Parameter(
            negative="", help="Drive the whole table yourself: dealer, supervisor and patrons."
        ),
    ] = False,
    choose: Annotated[
        list[str] | None,
        cyclopts.Parameter(
            negative="",
            help="With --full, what else the house chose: method=B, minimum=25; repeatable.",
        ),
    ] = None,
    json: Annotated[
        bool, cyclopts.Parameter(name="--json", negative="", help="One JSON document per coup.")
    ] = False,
) -> int:
    """Deal a shoe: cards, totals, why each card was drawn or not, and what every wager pays.

    With --full nothing is dealt by itself: every step is typed, by whoever may take it, and ?
    lists what is legal now and why the rest is not. A script may be piped in.
    """
    _check_options(coups, seed, shoe)
    if full and (coups is not None or wager or json):
        raise Malformed("--full is driven by hand: it goes without --coups, --wager and --json")
    if choose and not full:
        raise Malformed("--choose goes with --full")
    if settlement is None:
        settlement = load.load(load.known(rulebook)).settlement.schemes.value[0]
    chosen = Elections(settlement=settlement)
    if full and choose:
        chosen = _chosen(choose, settlement)
    chosen = replace(
        chosen,
        decks=decks,
        settlement=settlement,
        offer=tuple(offer or ()),
        layout=layout,
        chips_cents=chips_of(chips),
    )
    rules = opened(rulebook, chosen)
    standing = [_checked(rules, text) for text in wager or []]
    seed = seed if seed is not None else secrets.randbelow(2**31)
    world, reasons = _world(rules, shoe, seed, chosen)
    if full:
        _open(rules, reasons, None if shoe else seed)
        return drive(world)
    # Wagers that the table does not take are told before anything is dealt.
    assert world.game is not None
    mark = world.game.mark()
    _place(world, standing)
    world.game.back_to(mark)
    asking = not standing and not json and sys.stdin.isatty()
    if not json:
        _open(rules, reasons, None if shoe else seed)
    tally = Tally([], Counter())
    _coups(world, tally, standing, coups, asking=asking, json_seed=seed if json else None)
    if not json:
        _close(world, tally)
    return 0


def _coups(
    world: World,
    tally: Tally,
    standing: list[Placed],
    coups: int | None,
    *,
    asking: bool,
    json_seed: int | None,
) -> None:
    """Deal coup after coup until the shoe, the number asked for or the patience is at an end."""
    try:
        while coups is None or len(tally.beads) < coups:
            placed = _asked(world, standing) if asking else standing
            if placed is None:
                break
            standing = placed
            if not asking and not _over(world):
                _place(world, placed)
            if not _coup(world, tally, json_seed):
                break
    except (KeyboardInterrupt, EOFError):
        talk().print()


def _over(world: World) -> bool:
    """Return whether no coup is dealt from this shoe any more; the attempt to deal says why."""
    return world.shoe is not None and world.shoe.coups_left == 0


def _check_options(coups: int | None, seed: int | None, shoe: str | None) -> None:
    if coups is not None and coups < 1:
        raise Malformed(f"--coups must be at least 1, not {coups}")
    if seed is not None and seed < 0:
        raise Malformed(f"--seed must not be negative, not {seed}")
    if shoe is not None and (seed is not None or not shoe.strip()):
        raise Malformed("--shoe gives the order of the cards, so it goes without --seed")


def _checked(rules: TableRules, text: str) -> Placed:
    placed = parse_wager(text)
    accept(rules, placed)
    return placed


def _world(
    rules: TableRules, shoe: str | None, seed: int, chosen: Elections
) -> tuple[World, tuple[Reason, ...]]:
    if shoe is None:
        made = prepare(rules, Random(seed).randrange)  # noqa: S311  a seeded shoe for show
        return World(rules, made, elections=chosen), made.reasons
    with as_usage():
        return World(rules, laid_out(rules, shoe, "ready"), elections=chosen), ()


def _chosen(texts: Sequence[str], settlement: str | None) -> Elections:
    """Return what a house chose in words such as ``method=B``."""
    tree: dict[str, object] = {"settlement": settlement}
    for text in texts:
        key, equals, value = text.partition("=")
        if not equals or key in ("decks", "offer", "layout", "chips", "settlement"):
            raise Malformed(f"--choose {text!r}: write method=B, minimum=25", "others are options")
        whole = int(value) if value.isdigit() else value
        tree[key] = {"true": True, "false": False}.get(value, whole)
    return elections(tree)


def _open(rules: TableRules, reasons: Sequence[Reason], seed: int | None) -> None:
    screen = console()
    instrument = rules.edition.instrument
    settlement = rules.settlement.replace("_", " ")
    screen.print(f"{rules.edition.id}  {instrument.title}", style="bold", markup=False)
    screen.print(f"{rules.decks} decks, settlement {settlement}", markup=False)
    for one in reasons:
        screen.print(f"  {one.text}  [{cited(one.clause)}]", markup=False)
    if seed is not None:
        talk().print(f"seed {seed}: the same shoe again with --seed {seed}", markup=False)


def _place(world: World, placed: Sequence[Placed]) -> None:
    """Put wagers on the layout, all of them or none."""
    assert world.game is not None
    mark = world.game.mark()
    try:
        for bet in placed:
            world.act(bet.patron, do.PlaceWager(bet.wager, bet.stake_cents))
    except (Refused, Malformed):
        world.game.back_to(mark)
        raise


def _asked(world: World, last: list[Placed]) -> list[Placed] | None:
    """Place the wagers somebody types and return them, or nothing if they leave."""
    rules = world.rules
    while True:
        line = console().input("\nwagers (? for help)> ").strip()
        if line in ("q", "quit", "exit"):
            return None
        if line in ("?", "help"):
            console().print(_HELP, markup=False)
            for name, rows in rules.outcomes.items():
                pays = ", ".join(f"{row.name} {row.odds}" for row in rows if row.odds)
                console().print(f"  {name:<12} {pays}", markup=False)
            continue
        try:
            texts = [text for text in re.split(r",\s+|;", line) if text.strip()]
            placed = last if line == "=" else [_checked(rules, text) for text in texts]
            _place(world, placed)
        except Refused as refusal:
            console().print(str(refusal), markup=False)
            if refusal.hint:
                console().print(f"hint: {refusal.hint}", markup=False)
        except Malformed as error:
            console().print(f"{error.message}", markup=False)
            if error.hint:
                console().print(f"hint: {error.hint}", markup=False)
        else:
            return placed


def _coup(world: World, tally: Tally, json_seed: int | None) -> bool:
    """Deal one coup and show it, as JSON if a seed is given; say when the shoe is over."""
    json = json_seed is not None
    said = len(world.reasons)
    try:
        world.act("dealer", commands.Deal())
    except Refused as refusal:
        if refusal.code not in ("shoe_over", "too_few_cards"):
            raise
        if not json:
            console().print(f"\n{refusal.message}  [{cited(refusal.clause)}]", markup=False)
        return False
    coup, settled = world.seen.coup, world.seen.settled
    assert world.shoe is not None
    if coup is None:
        for reason in world.reasons[said:]:
            talk().print(f"{reason.text}  [{cited(reason.clause)}]", markup=False, soft_wrap=True)
        return False
    assert world.table is not None
    tally.beads.append(world.table.results[-1])
    for one in settled:
        tally.nets[one.placed.patron] += one.net_cents
    number = len(tally.beads)
    if json:
        left, called = world.shoe.left, world.seen.announced
        settlements = {one.reason for one in settled}
        said_before = [
            one
            for one in world.reasons[said:]
            if one not in coup.reasons and one not in settlements
        ]
        shown = record(world.rules, number, coup, settled, left=left, announced=called)
        emit({**shown, "seed": json_seed, "shoe_reasons": said_before})
        return True
    screen = console()
    screen.print(heading(f"coup {number}"))
    screen.print(felt.hands(coup))
    texts = {one.reason.text for one in settled}
    screen.print(felt.why([one for one in world.reasons[said:] if one.text not in texts]))
    screen.print(felt.announcement(coup))
    if settled:
        screen.print(felt.payments(world.rules, settled))
    return True


def _close(world: World, tally: Tally) -> None:
    screen = console()
    if not tally.beads:
        return
    counts = Counter(bead.result for bead in tally.beads)
    summary = ", ".join(f"{result} {counts[result]}" for result in counts)
    assert world.shoe is not None
    screen.print(heading("the shoe so far"))
    screen.print(felt.plate(tally.beads))
    coups = "1 coup" if len(tally.beads) == 1 else f"{len(tally.beads)} coups"
    screen.print(f"{coups}: {summary}; {world.shoe.left} cards left", markup=False)
    for patron, net in tally.nets.items():
        screen.print(f"  {patron} {'+' if net > 0 else ''}{dollars(net)}", markup=False)
