"""``punto play --full``: one person drives a whole table, as dealer, supervisor and patrons."""

import re
import shlex
import sys
from difflib import get_close_matches
from inspect import cleandoc
from typing import Any

from msgspec import inspect as shapes
from rich.text import Text

from punto.clause import Malformed, Reason, Refused
from punto.cli import felt
from punto.cli.output import cited, console, heading, rows, table
from punto.money import dollars
from punto.notation.moment import moment
from punto.notation.written import written
from punto.scenario import commands
from punto.scenario.world import World
from punto.table.authority import DEALER
from punto.table.notice import Proposed
from punto.table.phase import Betting, Dealing, Settling, phase_name
from punto.table.projections import entries
from punto.table.views.audience import WATCH, Audience
from punto.table.views.legal import KINDS, Option, options_of_all
from punto.table.views.view import View, view

HELP = """\
  ann place_wager banker 100          somebody does something; the dealer if nobody is named
  gaming_supervisor void_coup "fire"  staff act under their title
  deal                                a whole coup at once: cards, settlement, discards
  ?                                   what is legal now, and why the rest is not
  ? place_wager                       what a command takes, and an example
  see, see ann, see public            what somebody may see of the table
  clock 14:20, clock +20              the time, or so many minutes later
  q                                   leave; docs/play.md has the rest"""

_BOOLS = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
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
    prompt = f"{clock} {phase_name(world.table.phase)}> "
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
        words = shlex.split(line, comments=True)
    except ValueError as error:
        raise Malformed(f"{error}: close what is quoted") from None
    if not words:
        return
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
    named = _command(words[0]) in commands.COMMANDS
    by, rest = (DEALER, words) if named else (words[0], words[1:])
    if not rest:
        near = get_close_matches(_command(by), commands.COMMANDS, n=3)
        hint = f"or did you mean {', '.join(near)}?" if near else "? lists the commands"
        raise Malformed(f"{by} does what?", hint)
    name = _command(rest[0])
    said, log = len(world.reasons), len(world.log)
    world.act(by, commands.command(name, _arguments(name, rest[1:])))
    screen = console()
    for text in (*world.seen.announced, *world.seen.called):
        screen.print(f'  "{text}"', markup=False, style="bold")
    reasons = [one for one in world.reasons[said:] if one.clause]
    if reasons:
        screen.print(felt.why(list(dict.fromkeys(reasons))))
    else:
        done = [str(one.__struct_config__.tag).replace("_", " ") for one in world.log[log:]]
        screen.print("  " + ", ".join(dict.fromkeys(done)), markup=False)
    _brief(world)


def _command(word: str) -> str:
    """Return a word as the name of a command would be written."""
    return word.lower().replace("-", "_")


def _arguments(name: str, words: list[str]) -> dict[str, Any]:
    """Return what stands behind a command: ``key=value``, or values in the order of its fields."""
    kind = _KINDS.get(name)
    fields = {_typed(one.name): one.type for one in _fields(kind)} if kind else {}
    if "change" in fields:
        del fields["change"]
        fields |= {_typed(one.name): one.type for one in _fields(Proposed)}
    order = list(fields)
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
        if key in found:
            raise Malformed(f"{key} is given twice")
        found[key] = _value(key, text, fields.get(key))
    return found


def _value(key: str, text: str, kind: shapes.Type | None) -> Any:
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
            if text.lower() not in _BOOLS:
                raise Malformed(f"{key} is yes or no, not {text!r}")
            return _BOOLS[text.lower()]
        case shapes.DictType():
            return _amounts(text)
        case shapes.IntType() if text.lstrip("-").isdigit():
            return int(text)
        case _:
            return text


def _amounts(text: str) -> dict[str, str]:
    """Return what was paid on wagers: ``ann player 150, ben tie 20``."""
    found = {}
    for part in text.split(","):
        words = part.split()
        if len(words) != 3:
            raise Malformed(f"{part.strip()!r} is no payment", 'write "ann player 150, ben tie 20"')
        found[f"{words[0]} {words[1]}"] = words[2]
    return found


def _clock(world: World, words: list[str]) -> None:
    if not words:
        raise Malformed("clock 14:20, or clock +20 for twenty minutes later")
    if re.fullmatch(r"\+\d{1,6}", words[0]):
        world.at += int(words[0]) * 60
        return
    at = moment(" ".join(words))
    if at < world.at:
        raise Malformed("the clock does not go back")
    world.at = at


def _help(world: World, words: list[str]) -> None:
    assert world.table is not None
    found = options_of_all(world.rules, world.table, world.at)
    if words:
        _describe(_command(words[0]), found)
        return
    silent = [one.name for one in found if one.code == "rule_not_held"]
    made = table("not now", "why", "clause")
    rest = [one for one in found if not one.example and one.name not in silent]
    rows(made, ((one.name, one.why, cited(one.clause)) for one in rest))
    if silent:
        console().print(f"nothing in this rulebook about: {', '.join(silent)}", markup=False)
    console().print()
    made = table("legal now", "for example")
    rows(made, ((one.name, _example(one)) for one in found if one.example))


def _example(option: Option) -> str:
    """Return a command as somebody would type it who may give it now."""
    assert option.example is not None
    assert option.by is not None
    return written(option.by, option.example)


def _describe(name: str, found: list[Option]) -> None:
    kind = _KINDS.get(name)
    if kind is None:
        near = ", ".join(get_close_matches(name, commands.COMMANDS, n=3) or commands.COMMANDS)
        raise Malformed(f"there is no command {name!r}", f"commands: {near}")
    console().print(f"{name}: {cleandoc(kind.__doc__ or '')}", markup=False)
    fields = [one for one in _fields(kind) if one.name != "change"]
    if len(fields) < len(_fields(kind)):
        fields += _fields(Proposed)
    made = table("takes", "needed", "which is")
    rows(made, ((_typed(o.name), "yes" if o.required else "no", _kind(o.type)) for o in fields))
    [now] = [one for one in found if one.name == name]
    if now.example:
        console().print(f"for example: {_example(now)}", markup=False)
    else:
        console().print(f"not now: {now.why}  [{cited(now.clause)}]", markup=False)


def _kind(kind: shapes.Type) -> str:
    """Return in words what a field holds."""
    match kind:
        case shapes.UnionType():
            kinds = [one for one in kind.types if not isinstance(one, shapes.NoneType)]
            return _kind(kinds[0])
        case shapes.LiteralType():
            return " or ".join(str(one) for one in kind.values)
        case shapes.BoolType():
            return "yes or no"
        case shapes.IntType():
            return "a number"
        case shapes.VarTupleType(item_type=shapes.StrType() | shapes.IntType()):
            return "a list: a,b,c"
        case shapes.VarTupleType() | shapes.EnumType():
            return "cards: 9S,3D"
        case shapes.DictType():
            return '"ann player 150, ben tie 20"'
        case _:
            return "a word"


def _fields(kind: type) -> tuple[shapes.Field, ...]:
    info = shapes.type_info(kind)
    assert isinstance(info, shapes.StructType)
    return info.fields


def _typed(field: str) -> str:
    """Return the name under which a field is typed: money in dollars."""
    if field in ("cents", "effective_at"):
        return {"cents": "dollars", "effective_at": "from"}[field]
    return field.removesuffix("_cents")


def _brief(world: World) -> None:
    """Print where the table stands in one line."""
    held = world.table
    assert held is not None
    parts = [
        phase_name(held.phase),
        f"coup {held.shoe.coups}",
        f"{held.shoe.left} cards left",
    ]
    if isinstance(held.phase, Dealing | Settling):
        seen = view(world.rules, held, Audience.SUPERVISOR)
        parts += [_hands(seen), *([seen.result] if seen.result else [])]
    if isinstance(held.phase, Betting) and held.phase.closed:
        parts.append("no more bets called")
    if held.carried:
        parts.append("a card is held for the next coup")
    if held.no_bet is not None:
        parts.append("no bets on this coup")
    if held.role.waiting:
        parts.append(f"{held.role.waiting[0]} is offered the Banker cards")
    if held.wagers:
        parts.append(f"layout {dollars(held.layout_cents)}")
    parts += [one.kind.replace("_", " ") for one in held.open.blocks]
    console().print(Text("  " + ", ".join(parts), style="dim"))


def _hands(seen: View) -> str:
    return f"P {' '.join(seen.player)}  B {' '.join(seen.banker)}"


def _see(world: World, who: str) -> None:
    """Print what somebody sees."""
    assert world.table is not None
    audience = _audience(world, who)
    patron = who if audience is Audience.PATRON else None
    seen = view(world.rules, world.table, audience, patron)
    screen = console()
    screen.print(heading(f"{who} sees"))
    screen.print(f"{seen.phase}, coup {seen.coup}, {seen.cards_left} cards left", markup=False)
    if seen.player or seen.banker:
        screen.print(_hands(seen), markup=False, style="bold")
    if isinstance(world.table.phase, Settling):
        screen.print(seen.result or "", markup=False)
    _reasons("sign", seen.sign)
    for notice in seen.notices:
        screen.print(f"notice: {notice}", markup=False)
    if seen.held_card:
        screen.print(f"held for the next coup: {seen.held_card}", markup=False)
    if seen.places:
        made = table("seat", "name", "chips", "markers", "wagers")
        rows(made, (_place(seen, one.name) for one in seen.places))
    if seen.results:
        screen.print(felt.plate(seen.results))
    lines = entries(world.log) if audience in WATCH else []
    if lines:
        made = table("register", "about", "text", "clause")
        rows(made, ((o.kind, o.person or "", o.text, cited(o.clause)) for o in lines))
    for one in seen.disputes:
        said = "; ".join((one.facts, *(ruling.text for ruling in one.rulings)))
        screen.print(f"dispute {one.number} of {one.person}, {one.state}: {said}", markup=False)
    for block in seen.blocks:
        screen.print(f"waits: {block.text}  [{cited(block.clause)}]", markup=False)
    _reasons("at hand", seen.at_hand)


def _audience(world: World, who: str) -> Audience:
    """Return as whom somebody looks: an audience, a title, or a patron at the table."""
    if who in list(Audience) and who != Audience.PATRON:
        return Audience(who)
    if who in ("inspector", "commission"):
        return Audience.SURVEILLANCE
    if who in world.titles:
        return Audience.PUBLIC if who == "onlooker" else Audience.SUPERVISOR
    assert world.table is not None
    if world.table.patron(who) is None:
        raise Malformed(f"{who} is not at the table", f"or one of: {', '.join(Audience)}")
    return Audience.PATRON


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
