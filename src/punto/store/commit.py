"""One commit: appends of many streams, each judged by itself, in one transaction."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from msgspec.structs import astuple

from punto.store.chain import NOTHING, asked, chained, linked
from punto.store.errors import (
    AlreadyExists,
    Conflict,
    DiskFull,
    InvalidAppend,
    KeyReused,
    StoreError,
)
from punto.store.records import Append, Appended, StoredEvent
from punto.store.sql import HEAD, NEWER_MAX, STREAM, Backend, Begun, Row

# What is asked together is kept together: all of a group, or nothing of it.
Group = tuple[Append, ...]
Answer = tuple[Appended, ...] | StoreError
# More heads than this are not remembered; they are read again when they are needed.
_REMEMBERED = 50_000


class _Tip(NamedTuple):
    """Where a stream stands: what its next event has to follow."""

    kind: str
    version: int
    hash: bytes


class Committer:
    """Writes events over one connection, and remembers where streams stand.

    What it remembers is true when it holds the lock: it then reads what others have added since.
    """

    def __init__(self, backend: Backend) -> None:
        self.backend = backend
        self._forget()

    def _forget(self) -> None:
        self.tips: dict[str, _Tip] = {}
        self.last: int | None = None
        # Whether nobody else has written since the last commit here, as far as is known.
        self.alone = False
        self.chain = NOTHING

    def commit(self, raw: Any, groups: Sequence[Group]) -> list[Answer]:
        """Return an answer for each group; those that are kept are on the disk."""
        try:
            return self._commit(raw, groups)
        except Exception as error:  # noqa: BLE001  whatever it was, nobody is told that it is kept
            self._forget()
            problem = self._undone(raw, error)
        if len(groups) == 1 or not isinstance(problem, InvalidAppend | DiskFull):
            return [problem] * len(groups)
        # One of them may be to blame: each gets a commit of its own, so that the rest are kept.
        return [answer for group in groups for answer in self.commit(raw, [group])]

    def _undone(self, raw: Any, error: BaseException) -> StoreError:
        try:
            self.backend.undo(raw)
        except Exception as worse:  # noqa: BLE001  the connection is gone, and with it the lock
            error = worse
        return error if isinstance(error, StoreError) else self.backend.problem(error)

    def _commit(self, raw: Any, groups: Sequence[Group]) -> list[Answer]:
        if self.alone:
            answers = self._in_hope(raw, groups)
            if answers is not None:
                return answers
        return self._in_certainty(raw, groups)

    def _in_hope(self, raw: Any, groups: Sequence[Group]) -> list[Answer] | None:
        """Commit without asking first, as long as nobody else seems to write; else nothing.

        The unique positions, versions and keys of the tables make a mistake fail, not happen.
        """
        draft = _Draft(self, raw, ())
        answers = [draft.judge(group) for group in groups]
        if any(isinstance(answer, StoreError) for answer in answers):
            self.backend.undo(raw)
            return None
        try:
            self.backend.begin_and_finish(raw, draft.rows)
        except Exception as error:
            if not isinstance(self.backend.problem(error), AlreadyExists):
                raise
            self.backend.undo(raw)
            self.alone = False
            return None
        self._follow(draft)
        return answers

    def _in_certainty(self, raw: Any, groups: Sequence[Group]) -> list[Answer]:
        """Commit knowing what others have added, and which keys are known."""
        keyed = [
            (one.stream, one.act.key)
            for group in groups
            for one in group
            if one.act.key is not None
        ]
        begun = self.backend.begin(raw, self.last or 0, keyed)
        self._catch_up(raw, begun)
        draft = _Draft(self, raw, begun.answers)
        answers = [draft.judge(group) for group in groups]
        if not draft.rows:
            self.backend.undo(raw)
            return answers
        self.backend.finish(raw, draft.rows)
        self._follow(draft)
        self.alone = not begun.newer
        return answers

    def _follow(self, draft: "_Draft") -> None:
        self.tips |= draft.tips
        self.last, self.chain = draft.position, draft.chain

    def _catch_up(self, raw: Any, begun: Begun) -> None:
        """Follow what other processes have added since the last commit here."""
        newer = begun.newer
        if len(newer) < NEWER_MAX and self.last is not None:
            for position, stream, kind, version, hashed, chain in newer:
                self.tips[stream] = _Tip(kind, version, hashed)
                self.last, self.chain = position, chain
        elif newer or self.last is None:
            self._forget()
            found = self.backend.ask(raw, HEAD)
            self.last, self.chain = (found[0][0], found[0][1]) if found else (0, NOTHING)
        if len(self.tips) > _REMEMBERED:
            self.tips.clear()

    def tip(self, raw: Any, stream: str) -> _Tip | None:
        """Return where a stream stands, or nothing where it has not begun."""
        known = self.tips.get(stream)
        if known is not None:
            return known
        found = self.backend.ask(raw, STREAM, (stream,))
        if not found:
            return None
        kind, version, hashed = found[0]
        self.tips[stream] = _Tip(kind, version, hashed)
        return self.tips[stream]


class _Draft:
    """What a commit is about to add."""

    def __init__(self, committer: Committer, raw: Any, answers: Sequence[Row]) -> None:
        self.committer, self.raw = committer, raw
        self.rows: list[Row] = []
        self.tips: dict[str, _Tip] = {}
        self.position, self.chain = committer.last or 0, committer.chain
        self.answers = {
            (stream, key): (command, _answer(stream, version, parts, position))
            for stream, key, version, parts, position, command in answers
        }

    def judge(self, group: Group) -> Answer:
        """Add a group, or return why it cannot be added; the others go on."""
        # An append that cannot be added has touched nothing; only a group needs a way back.
        rows, position, chain = len(self.rows), self.position, self.chain
        tips, answers = (self.tips, self.answers)
        if len(group) > 1:
            self.tips, self.answers = tips.copy(), answers.copy()
        try:
            return self._judged(group)
        except StoreError as error:
            del self.rows[rows:]
            self.tips, self.answers, self.position, self.chain = tips, answers, position, chain
            return error

    def _judged(self, group: Group) -> tuple[Appended, ...]:
        known = [self._known(append) for append in group]
        if all(known):
            return tuple(answer for answer in known if answer is not None)
        for append, answer in zip(group, known, strict=True):
            if answer is not None:
                # Part of a group was asked before without the rest.
                raise KeyReused(append.stream, append.act.key or "")
        return tuple([self._add(append) for append in group])

    def _known(self, append: Append) -> Appended | None:
        """Return the first answer to a key that is known."""
        if append.act.key is None:
            return None
        found = self.answers.get((append.stream, append.act.key))
        if found is None:
            return None
        if found[0] != asked(append.act):
            raise KeyReused(append.stream, append.act.key)
        return found[1]

    def _add(self, append: Append) -> Appended:
        tip = self.tips.get(append.stream) or self.committer.tip(self.raw, append.stream)
        kind, version, hashed = tip or _Tip(append.kind, 0, NOTHING)
        if version != append.expected:
            raise Conflict(append.stream, append.expected, version)
        if kind != append.kind:
            raise InvalidAppend(f"{append.stream} is a stream of kind {kind}, not {append.kind}")
        act = append.act
        digest, parts, first = asked(append.act), len(append.events), self.position + 1
        for part, event in enumerate(append.events, start=1):
            version += 1
            self.position += 1
            recorded = StoredEvent(
                self.position, append.stream, kind, version, event.type, event.payload,
                act.time_ms, act.actor, act.title, act.entered_by, act.key,
                digest, part, parts, append.rulebook, b"", b"",
            )  # fmt: skip
            hashed = linked(hashed, recorded)
            self.chain = chained(self.chain, self.position, hashed)
            self.rows.append((*astuple(recorded)[:-2], hashed, self.chain))
        self.tips[append.stream] = _Tip(kind, version, hashed)
        if append.act.key is not None:
            again = _answer(append.stream, version - parts + 1, parts, first)
            self.answers[append.stream, append.act.key] = (digest, again)
        return Appended(append.stream, version - parts + 1, version, first)


def _answer(stream: str, version: int, parts: int, position: int) -> Appended:
    return Appended(stream, version, version + parts - 1, position, repeated=True)
