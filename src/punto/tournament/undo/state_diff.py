"""What changed between two states of a tournament, place by place, so that it can be put back."""

from typing import Any

import msgspec
from msgspec import Struct

from punto.clause import Reason
from punto.tournament.tournament import Tournament

Path = tuple[str | int, ...]


class Restored(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Something that stands again as it did: where, and what."""

    path: Path
    value: Any


class StateDiff(Struct):
    """What stood otherwise, what was not there, which lists were shorter."""

    restored: list[Restored]
    gone: list[Path]
    cut: list[Restored]


def tree(tournament: Tournament) -> Any:
    """Return a tournament as plain values, as a log would hold them."""
    return _lists(msgspec.to_builtins(tournament, str_keys=True, enc_hook=_line))


def tournament_of(plain: Any) -> Tournament:
    """Return the tournament that plain values describe."""
    return msgspec.convert(plain, Tournament, str_keys=True, dec_hook=_read)


def _line(value: Any) -> str:
    assert isinstance(value, Reason), type(value)
    return value.line


def _read(kind: type, value: Any) -> Reason:
    assert kind is Reason, kind
    return Reason.read(value)


def difference(before: Tournament, now: Tournament) -> StateDiff:
    """Return what has to be put back so that a tournament stands as it did."""
    found = StateDiff([], [], [])
    _compare(tree(before), tree(now), (), found)
    return found


def _compare(before: Any, now: Any, path: Path, found: StateDiff) -> None:
    if type(before) is dict and type(now) is dict:
        # In the order of the state, so that the same step is always undone in the same words.
        found.gone += [(*path, key) for key in now if key not in before]
        for key, value in before.items():
            if key in now:
                _compare(value, now[key], (*path, key), found)
            else:
                found.restored.append(Restored((*path, key), value))
    elif type(before) is list and type(now) is list:
        for place, value in enumerate(before):
            if place < len(now):
                _compare(value, now[place], (*path, place), found)
            else:
                found.restored.append(Restored((*path, place), value))
        if len(now) > len(before):
            found.cut.append(Restored(path, len(before)))
    elif before != now:
        found.restored.append(Restored(path, before))


def put_back(plain: Any, changed: StateDiff) -> Any:
    """Put everything back into plain values, and return them; the rest stays as it is."""
    for one in sorted(changed.restored, key=lambda one: _sorted(one.path)):
        inside, last = _inside(plain, one.path)
        if isinstance(inside, list) and last == len(inside):
            inside.append(one.value)
        else:
            inside[last] = one.value
    for path in changed.gone:
        inside, last = _inside(plain, path)
        del inside[last]
    for one in changed.cut:
        inside = plain
        for step in one.path:
            inside = inside[step]
        del inside[one.value :]
    return plain


def _inside(plain: Any, path: Path) -> tuple[Any, Any]:
    """Return what holds a place, and its name there."""
    for step in path[:-1]:
        plain = plain[step]
    return plain, path[-1]


def _sorted(path: Path) -> tuple[tuple[bool, int, str], ...]:
    return tuple(
        (isinstance(step, str), step if isinstance(step, int) else 0, str(step)) for step in path
    )


def _lists(plain: Any) -> Any:
    """Return plain values all of whose sequences are lists."""
    if isinstance(plain, dict):
        return {key: _lists(value) for key, value in plain.items()}
    if isinstance(plain, list | tuple):
        return [_lists(value) for value in plain]
    return plain
