"""Logs with the envelope that a store gives every event: when it was kept."""

from typing import Any

from punto.contest import Contest
from punto.game import Game
from punto.journal import Kind, Line, lines_of_log
from punto.premises import Premises


class Enveloped:
    """Watches a table, a tournament or a house in memory and notes when each event came."""

    def __init__(self, holder: Game | Contest | Premises) -> None:
        self.holder = holder
        self.times: list[int] = []
        name = "act" if isinstance(holder, Premises) else "carry_out"
        plain = getattr(holder, name)

        def noted(actor: Any, asked: Any, /, **words: Any) -> Any:
            before = len(holder.log)
            events = plain(actor, asked, **words)
            at = words.get("clock", 0) if isinstance(actor, str) else actor.at
            # A server's clock does not go back.
            at = max(at, *self.times[:before][-1:], 0)
            # What came before the first command, and what was only tried, has no time of its own.
            self.times = [*self.times[:before], *[at] * (before - len(self.times))]
            self.times += [at] * (len(holder.log) - before)
            return events

        setattr(holder, name, noted)

    def lines(self, stream: str, kind: Kind) -> list[Line]:
        """Return the journal of the stream, each line at the time at which it was kept."""
        log = self.holder.log
        plain = lines_of_log(stream, kind, log)
        times = self.times[: len(log)] or [line.at for line in plain]
        return [
            Line(stream, kind, line.version, at, line.by, line.title, line.event)
            for line, at in zip(plain, times, strict=True)
        ]
