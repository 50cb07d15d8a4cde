"""A table that is served, at which lines are typed; what happens there is shown as it happens."""

import threading
from typing import Any

import msgspec

from punto import codec
from punto.aggregate.actor import DEALER
from punto.aggregate.roles import Role, card_field
from punto.cards import parse_cards
from punto.clause import Malformed, Refused
from punto.cli.output import cited, paragraph
from punto.cli.play.command_parser import Line, as_command, parse
from punto.cli.play.remote_help import print_options, print_seen
from punto.cli.play.vocabulary import DEAL, TABLE
from punto.client import Change, ServerProblem, Thing
from punto.client.responses import NOBODY, View
from punto.error_codes import ErrorCode
from punto.http_api import responses
from punto.money import dollars
from punto.notation.table_commands import understood
from punto.rulebook.load import load
from punto.table.authority import known_titles
from punto.table.base_classes import TableCommand

_WAIT_SECONDS = 5.0
# A whole coup takes no more steps than these.
_STEPS = 60


class ServedDesk:
    """Somebody's place at a table that is served."""

    def __init__(self, table: Thing, *, brief: bool) -> None:
        self.table, self.brief = table, brief
        self.you: responses.CallerInfo = NOBODY
        self.view: View = {}
        self.version = 0
        self._feed = table.follow()
        self._moved = threading.Condition()
        self._over: Exception | None = None
        self._thread = threading.Thread(target=self._follow, daemon=True)

    def begin(self) -> None:
        """Look at the table, and follow what happens from then on."""
        now = self.table.seen()
        self.version, self.view, self.you = now.version, now.view, now.you
        self._feed = self.table.follow(now.version)
        self._thread.start()

    def end(self) -> None:
        """Follow no longer."""
        self._feed.close()
        if self._thread.is_alive():
            self._thread.join(_WAIT_SECONDS)

    def _follow(self) -> None:
        try:
            for change in self._feed:
                self._happened(change)
        except (ServerProblem, Refused, Malformed) as error:
            with self._moved:
                self._over = error
                self._moved.notify_all()

    def _happened(self, change: Change) -> None:
        """Show what happened, and remember how the table stands."""
        for told in change.events:
            self._tell(told.heard)
        with self._moved:
            self.version, self.view = change.version, change.view
            self._moved.notify_all()

    def _tell(self, heard: dict[str, Any]) -> None:
        paragraph(str(heard.get("text") or heard["type"]).replace("_", " "), 2, 2)
        reasons = [] if self.brief else heard.get("reasons", [])
        for reason in reasons:
            if reason["clause"]:
                paragraph(f"{reason['text']}{_by(reason['clause'])}".strip(), 4, 4)

    @property
    def stands(self) -> object:
        """Return what is another once something has happened."""
        return self.version

    def prompt(self) -> str:
        """Return what stands before a line."""
        return f"{self.you.name} {self.view.get('phase', '')}> ".lstrip()

    def status(self) -> None:
        """Print where the table stands, and what is due."""
        seen = self.view
        parts = [str(seen["phase"]), f"coup {seen['coup']}", f"{seen['cards_left']} cards left"]
        own = [one for one in seen["places"] if one["name"] == self.you.name]
        parts += [dollars(one["chips_cents"]) for one in own if one["chips_cents"] is not None]
        paragraph(", ".join(parts), 2, 2)
        if seen["player"] or seen["banker"]:
            hands = f"P {' '.join(seen['player']) or '-'}  B {' '.join(seen['banker']) or '-'}"
            paragraph(f"{hands}  {seen['result'] or ''}".rstrip(), 2, 2)
        due = seen.get("due")
        if due:
            paragraph(f"due: {due['text']}{_by(due['clause'])}", 2, 2)
        self._decisions()

    def _decisions(self) -> None:
        """Print what waits for somebody's decision, as far as the caller sees it."""
        for waits in self.view.get("decisions", ()):
            title = str(waits["by"]).replace("_", " ")
            paragraph(f"the {title} decides: {waits['text']}{_by(waits['clause'])}", 2, 2)

    def do(self, words: list[str]) -> None:
        """Do one thing that a line asks for."""
        if self._over is not None:
            raise Malformed(str(self._over), code=ErrorCode.UNREACHABLE)
        match words[0]:
            case "?" | "help":
                self._decisions()
                print_options(self.table.options(), self.you.name, words[1:])
            case "see":
                print_seen(self.table.seen().view)
            case _ if self._faces(words):
                self._due(self._faces(words))
            case _:
                self._act(words)

    @property
    def _titles(self) -> frozenset[str]:
        return known_titles(load(str(self.view["rulebook"])))

    def _act(self, words: list[str]) -> None:
        """Give a command, and wait until what came of it was shown."""
        staff = self.you.kind == "staff"
        if not staff and as_command(words[0]) in TABLE.names:
            words = [self.you.name, *words]
        line = parse(words, self._titles)
        if line.name == DEAL:
            self._deal()
            return
        by = line.by or (None if staff else self.you.name)
        given = dict(line.words)
        title = by if by in self._titles else None
        if by is not None and title is None and by != self.you.name:
            self._for_another(line, by, given)
        self._say(self._understood(line, given, by), title)

    def _for_another(self, line: Line, by: str, given: dict[str, Any]) -> None:
        """Name for whom somebody of the staff enters something, where that can be named."""
        if "patron" not in TABLE.fields(line.name):
            said = f"you are {self.you.name}: {by} does that"
            raise Malformed(said, code=ErrorCode.NOT_YOURSELF)
        given.setdefault("patron", by)

    def _understood(self, line: Line, given: dict[str, Any], by: str | None) -> TableCommand:
        """Return the command that words mean; wagers are named by their numbers over there."""
        for word, field in TABLE.fields(line.name).items():
            if field.key is Role.LAYOUT_WAGER and word in given:
                given[word] = self._by_number(given[word])
        return understood(line.name, given, None, by).command

    def _by_number(self, amounts: dict[str, str]) -> dict[int, str]:
        numbers = {f"{one['patron']} {one['wager']}": one["number"] for one in self.view["wagers"]}
        for name in amounts:
            if name not in numbers:
                raise Malformed(f"{name!r} is no wager of this coup", code=ErrorCode.NO_SUCH_THING)
        return {numbers[name]: text for name, text in amounts.items()}

    def _say(self, command: TableCommand | dict[str, Any], title: str | None = None) -> None:
        table = self.table if title is None else self.table.under(title)
        try:
            done = table.act(command)
        except ServerProblem as error:
            raise Malformed(error.message, code=error.code) from None
        with self._moved:
            self._moved.wait_for(lambda: self.version >= done.last or self._over, _WAIT_SECONDS)

    def _faces(self, words: list[str]) -> list[str]:
        """Return the cards of a line that holds nothing else, where somebody names cards."""
        if self.view.get("origin") == "virtual":
            return []
        try:
            return [str(card) for card in parse_cards(" ".join(words).replace(",", " "))]
        except Malformed:
            return []

    def _due(self, faces: list[str]) -> None:
        """Do what is due with the cards that it takes."""
        due = self.view.get("due")
        if due and due["asks"]:
            raise _unsaid(due)
        if not due or not due["command"] or due["faces"] != len(faces):
            raise Malformed(
                f"{due['faces'] if due else 0} faces are asked for now", code=ErrorCode.NOT_NOW
            )
        kind = type(codec.read_command(msgspec.json.encode(due["command"])))
        self._say({**due["command"], **card_field(kind).naming(faces)})

    def _deal(self) -> None:
        """Do what is due from the dealer until the coup is over, or something else is due."""
        for _ in range(_STEPS):
            due = self.view.get("due")
            if not due or not due["command"] or due["by"] != DEALER or due["faces"]:
                break
            if due["asks"]:
                raise _unsaid(due)
            self._say(due["command"])
            if self.view["phase"] in ("idle", "closed"):
                return
        text = due["text"] if due else "nothing is due from the dealer"
        raise Malformed(f"the table waits: {text}", code=ErrorCode.NOT_NOW)


def _unsaid(due: dict[str, Any]) -> Malformed:
    """Return that somebody has to say something first, and by which words."""
    name, asks = due["command"]["type"], due["asks"]
    words = " ".join(f"{field}={field.upper()}" for field in asks)
    text = f"{name} needs {', '.join(asks)}: nobody says that for somebody else"
    return Malformed(text, f"{due['by'] or DEALER} {name} {words}", code=ErrorCode.INCOMPLETE)


def _by(clauses: list[str]) -> str:
    return f"  [{cited(tuple(clauses))}]" if clauses else ""
