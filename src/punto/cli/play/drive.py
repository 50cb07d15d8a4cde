"""``punto play --full``: one person drives a whole table, as dealer, supervisor and patrons."""

import re
import sys

from msgspec.structs import replace
from rich.text import Text

from punto.cards import Card, parse_cards
from punto.clause import Malformed, Refused
from punto.cli import felt
from punto.cli.output import console, paragraph, refusal_lines, rows, table
from punto.cli.play.driven import Driven
from punto.cli.play.help import print_help
from punto.cli.play.line import DEAL, parse, split
from punto.cli.play.look import see
from punto.cli.play.now import wager_now
from punto.cli.play.status import due_line, print_status, prompt
from punto.cli.play.told import Told, done
from punto.cli.sheet import indented
from punto.notation.commands import Understood
from punto.notation.moment import moment
from punto.rulebook.elections import Origin
from punto.table.authority import check_moment
from punto.table.views.due import next_step

LEAVE = ("q", "quit", "exit")


def drive(driven: Driven, *, brief: bool = False) -> int:
    """Read what is to be done, line by line, until somebody leaves; 1 if the last was refused."""
    _banner(driven)
    print_status(driven)
    refused = False
    while True:
        line = _line(driven)
        if line is None or line in LEAVE:
            return int(refused and not _at_terminal())
        if not line or line.startswith("#"):
            continue
        refused = False
        try:
            _obey(driven, line, brief=brief)
        except (Refused, Malformed) as no:
            refused = True
            for place, text in enumerate(refusal_lines(no)):
                shown = indented(text, 0, console().width, hang=2)
                style = "" if place else "red"
                console().print(Text(shown, style=style, no_wrap=True, overflow="ignore"))
        except KeyboardInterrupt:
            console().print()


def _banner(driven: Driven) -> None:
    """Print how a line is written, with examples that work under the rulebook at hand."""
    wager = wager_now(driven)
    bets = wager if isinstance(wager, str) else "ann place_wager banker 100"
    power = driven.rules.edition.powers.get("void_coup")
    title = power.value[0] if power else min(driven.titles)
    errors = driven.rules.edition.errors
    # Where a void needs an error that was reported, something else is an example of a power.
    act = "order_card_check" if errors and errors.void_after else 'void_coup "fire"'
    lines = {
        re.sub(r"\b\w+=", "", bets): "do something as somebody; as the dealer if nobody is named",
        f"{title} {act}": "act under a title",
        DEAL: "deal a whole coup, or the rest of it: cards, settlement, discards",
        **_keyed(driven, title),
        "?": "see what comes next and what may be asked for; ? all has everything",
        "? place_wager": "see what a command takes, and an example",
        "see, see ann, see public": "see what somebody may see of the table",
        "clock 14:20, clock +20": "set the time, or let minutes go by",
        "q": "leave; docs/play.md has the rest",
    }
    rows(table("type", "to"), lines.items())
    titles = ", ".join(sorted(driven.titles))
    paragraph(f"staff here: {titles}; any other name is a patron")


def _keyed(driven: Driven, title: str) -> dict[str, str]:
    """Return how the faces of cards are named, where that is for the dealer to do."""
    if driven.rules.origin is Origin.VIRTUAL:
        return {}
    lines = {"draw 9S, or just 9S": "deal a real card and say what it is"}
    if driven.rules.origin is Origin.KEYED:
        lines |= {
            "draw": "deal a card that lies face down: nobody knows it yet",
            "turn_cards player 9S,3D": "turn cards and say what they are; or just 9S 3D",
            "correct_card player 1 9H": "put a face right that was keyed wrongly",
            f"{title} run_out": "say that the shoe is empty although a card is due",
        }
    return {**lines, "show_cutting_card": "say that the cutting card shows"}


def _at_terminal() -> bool:
    return sys.stdin is not None and sys.stdin.isatty()


def _line(driven: Driven) -> str | None:
    """Return the next line typed or piped in, or nothing at the end."""
    before = prompt(driven)
    try:
        if _at_terminal():
            return console().input(before, markup=False).strip()
        text = sys.stdin.readline() if sys.stdin is not None else ""
    except (EOFError, KeyboardInterrupt):
        console().print()
        return None
    if not text:
        return None
    console().print(f"{before}{text.strip()[:200]}", markup=False, style="bold")
    return text.strip()


def _obey(driven: Driven, line: str, *, brief: bool) -> None:
    """Do what one line asks, one thing after the other; the first no ends it."""
    before = driven.table
    try:
        for words in split(line):
            _do(driven, words, brief=brief)
    finally:
        if driven.table is not before:
            print_status(driven)


def _do(driven: Driven, words: list[str], *, brief: bool) -> None:
    match words[0]:
        case "?" | "help":
            print_help(driven, words[1:])
        case "see":
            see(driven, words[1] if len(words) > 1 else "supervisor")
        case "clock":
            _clock(driven, words[1:])
        case _:
            faces = _only_faces(driven, words)
            if faces:
                _name_faces(driven, faces, brief=brief)
            else:
                act(driven, words, brief=brief)


def act(driven: Driven, words: list[str], *, brief: bool = False) -> None:
    """Give a command and say what came of it, each thing with its clause."""
    line = parse(words, driven.titles)
    if line.name == DEAL:
        cards = line.words.get("cards")
        named = parse_cards(cards.replace(",", " ")) if cards is not None else None
        _tell(driven.deal(line.by, named, burn_missed=line.words.get("burn_missed", False)), brief)
    else:
        _tell(driven.act(line.by, line.name, line.words), brief)


def _only_faces(driven: Driven, words: list[str]) -> tuple[Card, ...]:
    """Return the cards of a line that holds nothing else, where the dealer names cards."""
    if driven.rules.origin is Origin.VIRTUAL:
        return ()
    try:
        return parse_cards(" ".join(words).replace(",", " "))
    except Malformed:
        return ()


def _name_faces(driven: Driven, faces: tuple[Card, ...], *, brief: bool) -> None:
    """Do what is due with the cards that it takes, or say how many it takes."""
    step = next_step(driven.rules, driven.table)
    if step is None or step.command is None or step.faces != len(faces):
        wanted = {0: "no face is", 1: "one face is"}.get(step.faces if step else 0, "2 faces are")
        due = due_line(step) if step else None
        raise Malformed(f"{wanted} asked for now", due, code="not_now")
    key = "faces" if "faces" in step.command.__struct_fields__ else "card"
    value = faces if key == "faces" else faces[0]
    command = replace(step.command, **{key: value})
    _tell(driven.carry_out(step.by, Understood(command)), brief)


def _tell(told: Told, brief: bool) -> None:
    screen = console()
    for text in (*told.announced, *told.called):
        screen.print(f'  "{text}"', markup=False, style="bold")
    if told.said:
        paragraph(", ".join(told.said), 2, 2)
    reasons = [reason for reason in told.reasons if reason.clause]
    if reasons and not brief:
        screen.print(felt.why(list(dict.fromkeys(reasons))))
    elif not told.said and (brief or not reasons) and not told.called:
        paragraph(done(told.events), 2, 2)


def _clock(driven: Driven, words: list[str]) -> None:
    if not words:
        raise Malformed("clock 14:20, or clock +20 for twenty minutes later", code="incomplete")
    later = re.fullmatch(r"\+([0-9]{1,6})", words[0])
    at = driven.at + int(later[1]) * 60 if later else moment(" ".join(words))
    check_moment(at)
    if at < driven.at:
        raise Malformed("the clock does not go back", code="no_such_time")
    driven.at = at
