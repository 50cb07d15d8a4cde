"""The target of the shell for a table of a server. It prints events as they happen."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import msgspec

from punto import codec
from punto.aggregate.actor import DEALER
from punto.aggregate.roles import Role, card_field
from punto.cards import Card
from punto.clause import Malformed, Refused
from punto.cli.output import paragraph, with_clause
from punto.cli.play.command_parser import Line, as_command, parse
from punto.cli.play.remote_help import print_options, print_seen
from punto.cli.play.repl import Target
from punto.cli.play.status import hands
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
# Maximum number of steps of a whole coup.
_STEPS = 60


@contextmanager
def told_plainly() -> Iterator[None]:
    """Turn an error of the server into a usage error."""
    try:
        yield
    except ServerProblem as error:
        raise Malformed(error.message, code=error.code) from None


class RemoteTarget(Target):
    """The caller's place at a table of a server."""

    def __init__(self, table: Thing, *, brief: bool) -> None:
        self.table, self.brief = table, brief
        self.you: responses.CallerInfo = NOBODY
        self.view: View = {}
        self.version = 0
        self._feed = table.follow()
        self._moved = threading.Condition()
        self._thread = threading.Thread(target=self._follow, daemon=True)

    def begin(self) -> None:
        """Load the view of the table, and follow its feed."""
        now = self.table.seen()
        self.version, self.view, self.you = now.version, now.view, now.you
        self._feed = self.table.follow(now.version)
        self._thread.start()

    def end(self) -> None:
        """Close the feed."""
        self._feed.close()
        if self._thread.is_alive():
            self._thread.join(_WAIT_SECONDS)

    def _follow(self) -> None:
        try:
            for change in self._feed:
                self._show_change(change)
        except (ServerProblem, Refused, Malformed) as error:
            with self._moved:
                self.lost = error
                self._moved.notify_all()

    def _show_change(self, change: Change) -> None:
        """Print the events of a change, and store the new view."""
        for event in change.events:
            self._print_event(event.heard)
        with self._moved:
            self.version, self.view = change.version, change.view
            self._moved.notify_all()

    def _print_event(self, heard: dict[str, Any]) -> None:
        paragraph(str(heard.get("text") or heard["type"]).replace("_", " "), 2, 2)
        reasons = [] if self.brief else heard.get("reasons", [])
        for reason in reasons:
            if reason["clause"]:
                paragraph(_text_with_clauses(reason).strip(), 4, 4)

    @property
    def state(self) -> int:
        return self.version

    def prompt(self) -> str:
        return f"{self.you.name} {self.view.get('phase', '')}> ".lstrip()

    def status(self) -> None:
        seen = self.view
        parts = [str(seen["phase"]), f"coup {seen['coup']}", f"{seen['cards_left']} cards left"]
        own = [place for place in seen["places"] if place["name"] == self.you.name]
        parts += [
            dollars(place["chips_cents"]) for place in own if place["chips_cents"] is not None
        ]
        paragraph(", ".join(parts), 2, 2)
        if seen["player"] or seen["banker"]:
            lie = hands(seen["player"], seen["banker"])
            paragraph(f"{lie}  {seen['result'] or ''}".rstrip(), 2, 2)
        due = seen.get("due")
        if due:
            paragraph(f"due: {_text_with_clauses(due)}", 2, 2)
        self._print_decisions()

    def _print_decisions(self) -> None:
        """Print the pending decisions that the caller may see."""
        for waits in self.view.get("decisions", ()):
            title = str(waits["by"]).replace("_", " ")
            paragraph(f"the {title} decides: {_text_with_clauses(waits)}", 2, 2)

    def help(self, words: list[str]) -> None:
        self._print_decisions()
        print_options(self.table.options(), self.you.name, words)

    def see(self, _: str = "") -> None:
        print_seen(self.table.seen().view)

    @property
    def _titles(self) -> frozenset[str]:
        return known_titles(load(str(self.view["rulebook"])))

    @property
    def _default_actor(self) -> str | None:
        """Return the actor of a line without a name; None for staff, who act under titles."""
        return None if self.you.kind == "staff" else self.you.name

    def parse(self, words: list[str]) -> Line:
        if self._default_actor is not None and as_command(words[0]) in TABLE.names:
            words = [self._default_actor, *words]
        return parse(words, self._titles)

    def act(self, line: Line) -> None:
        if line.name == DEAL:
            self._deal()
            return
        by = line.by or self._default_actor
        given = dict(line.words)
        title = by if by in self._titles else None
        if by is not None and title is None and by != self.you.name:
            self._fill_patron(line, by, given)
        self._send(self._read_command(line, given, by), title)

    def _fill_patron(self, line: Line, by: str, given: dict[str, Any]) -> None:
        """Fill the field for the patron for whom staff enter a command, or raise an error."""
        if "patron" not in TABLE.fields(line.name):
            message = f"you are {self.you.name}: {by} does that"
            raise Malformed(message, code=ErrorCode.NOT_YOURSELF)
        given.setdefault("patron", by)

    def _read_command(self, line: Line, given: dict[str, Any], by: str | None) -> TableCommand:
        """Return the command of a line; the server identifies wagers by their numbers."""
        for word, field in TABLE.fields(line.name).items():
            if field.key is Role.LAYOUT_WAGER and word in given:
                given[word] = self._amounts_by_number(given[word])
        return understood(line.name, given, None, by).command

    def _amounts_by_number(self, amounts: dict[str, str]) -> dict[int, str]:
        numbers = {
            f"{wager['patron']} {wager['wager']}": wager["number"] for wager in self.view["wagers"]
        }
        for name in amounts:
            if name not in numbers:
                raise Malformed(f"{name!r} is no wager of this coup", code=ErrorCode.NO_SUCH_THING)
        return {numbers[name]: text for name, text in amounts.items()}

    def _send(self, command: TableCommand | dict[str, Any], title: str | None = None) -> None:
        table = self.table if title is None else self.table.under(title)
        with told_plainly():
            done = table.act(command)
        with self._moved:
            self._moved.wait_for(lambda: self.version >= done.last or self.lost, _WAIT_SECONDS)

    @property
    def name_cards(self) -> Callable[[tuple[Card, ...]], None] | None:
        return None if self.view.get("origin") == "virtual" else self._name_cards

    def _name_cards(self, cards: tuple[Card, ...]) -> None:
        """Carry out the step that is due, with the cards that it takes."""
        due = self.view.get("due")
        if due and due["asks"]:
            raise _missing_words_error(due)
        if not due or not due["command"] or due["faces"] != len(cards):
            raise Malformed(
                f"{due['faces'] if due else 0} faces are asked for now", code=ErrorCode.NOT_NOW
            )
        kind = type(codec.read_command(msgspec.json.encode(due["command"])))
        self._send({**due["command"], **card_field(kind).naming([str(card) for card in cards])})

    def _deal(self) -> None:
        """Carry out the steps of the dealer until the coup is over or another person must act."""
        for _ in range(_STEPS):
            due = self.view.get("due")
            if not due or not due["command"] or due["by"] != DEALER or due["faces"]:
                break
            if due["asks"]:
                raise _missing_words_error(due)
            self._send(due["command"])
            if self.view["phase"] in ("idle", "closed"):
                return
        text = due["text"] if due else "nothing is due from the dealer"
        raise Malformed(f"the table waits: {text}", code=ErrorCode.NOT_NOW)


def _missing_words_error(due: dict[str, Any]) -> Malformed:
    """Return the error for missing fields that a person must fill in."""
    name, asks = due["command"]["type"], due["asks"]
    words = " ".join(f"{field}={field.upper()}" for field in asks)
    text = f"{name} needs {', '.join(asks)}: nobody says that for somebody else"
    return Malformed(text, f"{due['by'] or DEALER} {name} {words}", code=ErrorCode.INCOMPLETE)


def _text_with_clauses(cited: dict[str, Any]) -> str:
    """Return a text of the server with its clauses."""
    return with_clause(cited["text"], tuple(cited["clause"]))
