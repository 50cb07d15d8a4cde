"""``punto play --full``: one person drives a whole table, as dealer, supervisor and patrons."""

import re
import shlex
import sys
from inspect import cleandoc
from typing import Any

from msgspec import inspect as shapes
from rich.text import Text

from punto.clause import Malformed, Reason, Refused
from punto.cli import felt
from punto.cli.output import cited, console, heading, rows, table
from punto.money import dollars
from punto.scenario import commands
from punto.scenario.legal import KINDS, options
from punto.scenario.world import World
from punto.table.state import Dealing, Settling
from punto.table.view import Audience, View, view

HELP = """\
  ann place_wager banker 100          somebody does something; the dealer if nobody is named
  gaming_supervisor void_coup "fire"  staff act under their title
  deal                                a whole coup at once: cards, settlement, discards
  ?                                   what is legal now, and why the rest is not
  ? place_wager                       what a command needs
  see, see ann, see public            what somebody may see of the table
  clock 14:20, clock +20              the time, or so many minutes later
  q                                   leave"""

_KINDS = {str(kind.__struct_config__.tag): kind for kind in KINDS}


def drive(world: World) -> int:
    """Read what is to be done, line by line, until somebody leaves; 1 if the last was refused."""
    screen = console()
    screen.print(HELP, markup=False)
    titles = ", ".join(sorted(world.titles))
    screen.print(f"staff here: {titles}; any other name is a patron", markup=False)
    refused = False
    while True:
        line = _line(world)
        if line is None or line in ("q", "quit", "exit"):
            return int(refused and not sys.stdin.isatty())
        if not line or line.startswith("#"):
            continue
        refused = False
        try:
            _obey(world, line)
        except Refused as no:
            refused = True
            screen.print(str(no), style="red", markup=False)
            if no.hint:
                screen.print(f"hint: {no.hint}", markup=False)
        except Malformed as no:
            refused = True
            screen.print(no.message, style="red", markup=False)
            if no.hint:
                screen.print(f"hint: {no.hint}", markup=False)


def _line(world: World) -> str | None:
    """Return the next line typed or piped in, or nothing at the end."""
    assert world.table is not None
    clock = f"{world.at // 3600 % 24:02d}:{world.at // 60 % 60:02d}"
    prompt = f"{clock} {type(world.table.phase).__name__.lower()}> "
    try:
        if sys.stdin.isatty():
            return console().input(prompt).strip()
        text = sys.stdin.readline()
    except (EOFError, KeyboardInterrupt):
        return None
    if not text:
        return None
    console().print(f"{prompt}{text.strip()}", markup=False, style="bold")
    return text.strip()


def _obey(world: World, line: str) -> None:
    """Do what one line asks."""
    try:
        words = shlex.split(line)
    except ValueError as error:
        raise Malformed(f"{error}: close what is quoted") from None
    match words[0]:
        case "?" | "help":
            _help(world, words[1:])
        case "see":
            _see(world, words[1] if len(words) > 1 else "supervisor")
        case "clock":
            _clock(world, words[1:])
        case _:
            _act(world, words)


def _act(world: World, words: list[str]) -> None:
    """Give a command and say what came of it, each thing with its clause."""
    named = words[0] in commands.COMMANDS
    by, rest = (None, words) if named else (words[0], words[1:])
    if not rest:
        raise Malformed(f"{by} does what?", "? lists the commands")
    said, log = len(world.reasons), len(world.log)
    world.act(by, commands.command(rest[0], _arguments(rest[0], rest[1:])))
    screen = console()
    for text in (*world.seen.announced, *world.seen.called):
        screen.print(f'  "{text}"', markup=False, style="bold")
    reasons = [one for one in world.reasons[said:] if one.clause]
    if reasons:
        screen.print(felt.why(list(dict.fromkeys(reasons))))
    elif len(world.log) == log:
        screen.print("done", markup=False)
    _brief(world)


def _arguments(name: str, words: list[str]) -> dict[str, Any]:
    """Return what stands behind a command: ``key=value``, or values in the order of its fields."""
    kind = _KINDS.get(name)
    fields = {one.name: one.type for one in _fields(kind)} if kind else {}
    order = [_typed(one) for one in fields]
    if name in ("join", "leave", "buy_chips"):
        order = [one for one in order if one != "patron"]
    found: dict[str, Any] = {}
    for word in words:
        key, equals, text = word.partition("=")
        if not equals or not re.fullmatch(r"[a-z_]+", key):
            left = [one for one in order if one not in found]
            if not left:
                raise Malformed(f"{name} takes no {word!r}", f"? {name} says what it takes")
            key, text = left[0], word
        found[key] = _value(text, fields.get(key))
    return found


def _value(text: str, kind: shapes.Type | None) -> Any:
    """Return a word as what its field holds."""
    if isinstance(kind, shapes.UnionType):
        kinds = [one for one in kind.types if not isinstance(one, shapes.NoneType)]
        kind = kinds[0]
    match kind:
        case shapes.VarTupleType(item_type=shapes.IntType()):
            return [int(one) for one in text.split(",") if one.lstrip("-").isdigit()]
        case shapes.VarTupleType(item_type=shapes.StrType()):
            return [one for one in text.split(",") if one]
        case shapes.VarTupleType():
            return text.replace(",", " ")
        case shapes.BoolType():
            return text.lower() in ("true", "yes", "1")
        case shapes.IntType() if text.lstrip("-").isdigit():
            return int(text)
        case _:
            return text


def _clock(world: World, words: list[str]) -> None:
    if not words:
        raise Malformed("clock 14:20, or clock +20 for twenty minutes later")
    if re.fullmatch(r"\+\d{1,6}", words[0]):
        world.at += int(words[0]) * 60
    else:
        world.at = commands.moment(" ".join(words))


def _help(world: World, words: list[str]) -> None:
    if words:
        _describe(words[0])
        return
    assert world.table is not None
    found = options(world.rules, world.table, world.at)
    made = table("legal now", "for example")
    rows(made, ((one.name, one.example) for one in found if one.example))
    made = table("not now", "why", "clause")
    rows(made, ((one.name, one.why, cited(one.clause)) for one in found if not one.example))


def _describe(name: str) -> None:
    kind = _KINDS.get(name)
    if kind is None:
        raise Malformed(
            f"there is no command {name!r}", f"commands: {', '.join(commands.COMMANDS)}"
        )
    console().print(f"{name}: {cleandoc(kind.__doc__ or '')}", markup=False)
    made = table("takes", "needed")
    rows(made, ((_typed(one.name), "yes" if one.required else "no") for one in _fields(kind)))


def _fields(kind: type) -> tuple[shapes.Field, ...]:
    info = shapes.type_info(kind)
    assert isinstance(info, shapes.StructType)
    return info.fields


def _typed(field: str) -> str:
    """Return the name under which a field is typed: money in dollars."""
    return "dollars" if field == "cents" else field.removesuffix("_cents")


def _brief(world: World) -> None:
    """Print where the table stands in one line."""
    held = world.table
    assert held is not None
    parts = [
        type(held.phase).__name__.lower(),
        f"coup {held.coups}",
        f"{held.shoe.left} cards left",
    ]
    if isinstance(held.phase, Dealing):
        parts.append(_hands(view(world.rules, held, Audience.SUPERVISOR)))
    if held.wagers:
        parts.append(f"layout {dollars(held.layout_cents)}")
    parts += [one.kind.replace("_", " ") for one in held.blocks]
    console().print(Text("  " + ", ".join(parts), style="dim"))


def _hands(seen: View) -> str:
    return f"P {' '.join(seen.player)}  B {' '.join(seen.banker)}"


def _see(world: World, who: str) -> None:
    """Print what somebody sees."""
    assert world.table is not None
    staff = who in list(Audience)
    audience = Audience(who) if staff else Audience.PATRON
    seen = view(world.rules, world.table, audience, None if staff else who)
    screen = console()
    screen.print(heading(f"{who} sees"))
    screen.print(f"{seen.phase}, coup {seen.coup}, {seen.cards_left} cards left", markup=False)
    if seen.player or seen.banker:
        screen.print(_hands(seen), markup=False, style="bold")
    if isinstance(world.table.phase, Settling):
        screen.print(seen.result or "", markup=False)
    _reasons("sign", seen.sign)
    if seen.places:
        made = table("seat", "name", "chips", "markers", "wagers")
        rows(made, (_place(seen, one.name) for one in seen.places))
    if seen.results:
        screen.print(felt.plate(seen.results))
    if seen.register:
        made = table("register", "about", "text", "clause")
        rows(made, ((o.kind, o.person or "", o.text, cited(o.clause)) for o in seen.register))
    for one in seen.disputes:
        screen.print(f"dispute {one.number} of {one.person}: {one.state}", markup=False)
    for block in seen.blocks:
        screen.print(f"waits: {block.text}  [{cited(block.clause)}]", markup=False)
    _reasons("at hand", seen.at_hand)


def _reasons(name: str, reasons: tuple[Reason, ...]) -> None:
    if reasons:
        made = table(name, "clause")
        rows(made, ((one.text, cited(one.clause)) for one in reasons))


def _place(seen: View, name: str) -> tuple[str, ...]:
    [place] = [one for one in seen.places if one.name == name]
    wagers = [f"{o.wager} {dollars(o.stake_cents)}" for o in seen.wagers if o.patron == name]
    chips = "" if place.chips_cents is None else dollars(place.chips_cents)
    seat = f"{place.seat} standing" if place.standing else str(place.seat)
    markers = ", ".join(one.text for one in place.markers)
    return seat, name, chips, markers, ", ".join(wagers)
