"""One commit: appends of many streams in one transaction, each group checked separately."""

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

# Appends that are stored together: all of a group, or none of it.
Group = tuple[Append, ...]
Answer = tuple[Appended, ...] | StoreError
# The most heads of streams in memory. Others are read again when they are needed.
_REMEMBERED = 50_000


class _Tip(NamedTuple):
    """The end of a stream: its kind, its version, and the hash of its last event."""

    kind: str
    version: int
    hash: bytes


class Committer:
    """Writes events over one connection, and caches the ends of streams.

    The cache is valid while it holds the lock, because it then reads what others have added.
    """

    def __init__(self, backend: Backend) -> None:
        self.backend = backend
        self._reset()

    def _reset(self) -> None:
        self.tips: dict[str, _Tip] = {}
        self.last: int | None = None
        # Whether no other process seems to have written since the last commit here.
        self.alone = False
        self.chain = NOTHING

    def commit(self, raw: Any, groups: Sequence[Group]) -> list[Answer]:
        """Return an answer for each group; stored groups are on the disk."""
        try:
            return self._commit(raw, groups)
        except Exception as error:  # noqa: BLE001  no append may count as stored
            self._reset()
            problem = self._roll_back(raw, error)
        if len(groups) == 1 or not isinstance(problem, InvalidAppend | DiskFull):
            return [problem] * len(groups)
        # One group may be the cause: commit each separately, so that the others are stored.
        return [answer for group in groups for answer in self.commit(raw, [group])]

    def _roll_back(self, raw: Any, error: BaseException) -> StoreError:
        try:
            self.backend.undo(raw)
        except Exception as undo_error:  # noqa: BLE001  the connection and its lock are gone
            error = undo_error
        return error if isinstance(error, StoreError) else self.backend.problem(error)

    def _commit(self, raw: Any, groups: Sequence[Group]) -> list[Answer]:
        if self.alone:
            answers = self._commit_optimistically(raw, groups)
            if answers is not None:
                return answers
        return self._commit_after_reading(raw, groups)

    def _commit_optimistically(self, raw: Any, groups: Sequence[Group]) -> list[Answer] | None:
        """Commit without reading first, if no other process seems to write; else return ``None``.

        If another process did write, the unique indexes of the tables make the insert fail.
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
        self._remember(draft)
        return answers

    def _commit_after_reading(self, raw: Any, groups: Sequence[Group]) -> list[Answer]:
        """Lock, read what other processes have added and which keys exist, then commit."""
        keyed = [
            (append.stream, append.act.key)
            for group in groups
            for append in group
            if append.act.key is not None
        ]
        begun = self.backend.begin(raw, self.last or 0, keyed)
        self._catch_up(raw, begun)
        draft = _Draft(self, raw, begun.answers)
        answers = [draft.judge(group) for group in groups]
        if not draft.rows:
            self.backend.undo(raw)
            return answers
        self.backend.finish(raw, draft.rows)
        self._remember(draft)
        self.alone = not begun.newer
        return answers

    def _remember(self, draft: "_Draft") -> None:
        self.tips |= draft.tips
        self.last, self.chain = draft.position, draft.chain

    def _catch_up(self, raw: Any, begun: Begun) -> None:
        """Apply what other processes have added since the last commit here."""
        newer = begun.newer
        if len(newer) < NEWER_MAX and self.last is not None:
            for position, stream, kind, version, hashed, chain in newer:
                self.tips[stream] = _Tip(kind, version, hashed)
                self.last, self.chain = position, chain
        elif newer or self.last is None:
            self._reset()
            rows = self.backend.ask(raw, HEAD)
            self.last, self.chain = (rows[0][0], rows[0][1]) if rows else (0, NOTHING)
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
    """The rows that a commit will insert."""

    def __init__(self, committer: Committer, raw: Any, answers: Sequence[Row]) -> None:
        self.committer, self.raw = committer, raw
        self.rows: list[Row] = []
        self.tips: dict[str, _Tip] = {}
        self.position, self.chain = committer.last or 0, committer.chain
        self.answers = {
            (stream, key): (command, _repeated_answer(stream, version, parts, position))
            for stream, key, version, parts, position, command in answers
        }

    def judge(self, group: Group) -> Answer:
        """Add a group, or return the error; other groups are not affected."""
        # A failed append changes nothing, but a failed group may have added some of its appends.
        rows, position, chain = len(self.rows), self.position, self.chain
        tips, answers = (self.tips, self.answers)
        if len(group) > 1:
            self.tips, self.answers = tips.copy(), answers.copy()
        try:
            return self._add_group(group)
        except StoreError as error:
            del self.rows[rows:]
            self.tips, self.answers, self.position, self.chain = tips, answers, position, chain
            return error

    def _add_group(self, group: Group) -> tuple[Appended, ...]:
        answers = [self._earlier_answer(append) for append in group]
        if all(answers):
            return tuple(answer for answer in answers if answer is not None)
        for append, answer in zip(group, answers, strict=True):
            if answer is not None:
                # The key belongs to an earlier append of only a part of this group.
                raise KeyReused(append.stream, append.act.key or "")
        return tuple([self._add_append(append) for append in group])

    def _earlier_answer(self, append: Append) -> Appended | None:
        """Return the first answer to the key of an append, if the key exists."""
        if append.act.key is None:
            return None
        found = self.answers.get((append.stream, append.act.key))
        if found is None:
            return None
        if found[0] != asked(append.act):
            raise KeyReused(append.stream, append.act.key)
        return found[1]

    def _add_append(self, append: Append) -> Appended:
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
            answer = _repeated_answer(append.stream, version - parts + 1, parts, first)
            self.answers[append.stream, append.act.key] = (digest, answer)
        return Appended(append.stream, version - parts + 1, version, first)


def _repeated_answer(stream: str, version: int, parts: int, position: int) -> Appended:
    return Appended(stream, version, version + parts - 1, position, repeated=True)
