"""Parses typed answers into values of a conditions file; a hyphen leaves one out."""

import re
from collections.abc import Callable
from typing import Any

from punto.clause import Malformed
from punto.cli.play.command_parser import YES_NO
from punto.error_codes import ErrorCode
from punto.money import parse_dollars
from punto.notation.time_parser import moment

LEFT_OUT = "-"
_SHOWN = 60
_ROUND = re.compile(
    r"(?P<name>\S(?:.*?\S)??)(?: (?P<tables>[0-9]{1,4}) tables?)?(?: (?P<on>[0-9]{1,4}) on)?"
)


def _invalid_answer(text: str, hint: str) -> Malformed:
    return Malformed(f"{text[:_SHOWN]!r} is no answer to that", hint, code=ErrorCode.INCOMPLETE)


def amount(text: str) -> Any:
    """Return dollars as a conditions file contains them: whole, or with cents as text."""
    cents = parse_dollars(text)
    return cents // 100 if cents % 100 == 0 else f"{cents // 100}.{cents % 100:02d}"


def number(text: str) -> Any:
    """Return a whole number."""
    if not re.fullmatch(r"-?[0-9]{1,9}", text):
        raise _invalid_answer(text, "a whole number, such as 100")
    return int(text)


def yes_no(text: str) -> Any:
    """Return yes or no."""
    if text.lower() not in YES_NO:
        raise _invalid_answer(text, "yes or no")
    return YES_NO[text.lower()]


def words(text: str) -> Any:
    """Return a text as it is."""
    return text


def point_in_time(text: str) -> Any:
    """Return a day and a time as text, or raise an error if it is not valid."""
    moment(text)
    return text


def length(text: str) -> Any:
    """Return how long a session lasts."""
    if not re.fullmatch(r"[0-9]{1,6} (coups|shoes|minutes)", text):
        raise _invalid_answer(text, "20 coups, 1 shoes or 45 minutes")
    return text


def rounds(text: str) -> Any:
    """Return the rounds of ``heats 15 tables 2 on; final 1 tables``."""
    found = []
    for part in text.split(";"):
        match = _ROUND.fullmatch(part.strip())
        if match is None:
            raise _invalid_answer(
                part, "heats 15 tables 2 on; semi-finals 5 tables 1 on; final 1 tables"
            )
        round_: dict[str, Any] = {"name": match["name"]}
        round_ |= {"advance": int(match["on"])} if match["on"] else {}
        round_ |= {"tables": int(match["tables"])} if match["tables"] else {}
        found.append(round_)
    return found


def prizes(text: str) -> Any:
    """Return the prizes of ``50% 30% 20%``; amounts without a percent sign are dollars."""
    found = []
    for place, word in enumerate(text.replace(",", " ").split(), start=1):
        if word.endswith("%"):
            found.append({"place": place, "share": word})
        else:
            found.append({"place": place, "dollars": amount(word)})
    if not found:
        raise _invalid_answer(text, "50% 30% 20%, or amounts in dollars")
    return found


def rises(text: str) -> Any:
    """Return limits that rise: ``11: 100-1000; 16: 200-2000``; the coup is optional."""
    found = []
    for part in text.split(";"):
        match = re.fullmatch(r"(?:([0-9]{1,6}): )?(\S+?)-(\S+)", part.strip())
        if match is None:
            raise _invalid_answer(part, "11: 100-1000; 16: 200-2000")
        step = {"minimum": amount(match[2]), "maximum": amount(match[3])}
        found.append(step | ({"from_coup": int(match[1])} if match[1] else {}))
    return found


def buy_back(text: str) -> Any:
    """Return how often an entrant may buy back: ``none``, or ``1 for 110 until session 1``."""
    if text == "none":
        return {"times": 0}
    match = re.fullmatch(r"([0-9]{1,4}) for (\S+)(?: until session ([0-9]{1,4}))?", text)
    if match is None:
        raise _invalid_answer(text, "none, or 1 for 110 until session 1")
    found = {"times": int(match[1]), "dollars": amount(match[2])}
    return found | ({"until_session": int(match[3])} if match[3] else {})


def guarantee(text: str) -> Any:
    """Return a guaranteed pool: ``20000 from 80``."""
    match = re.fullmatch(r"(\S+) from ([0-9]{1,9})", text)
    if match is None:
        raise _invalid_answer(text, "20000 from 80: a pool, and from how many entries")
    return {"guarantee": amount(match[1]), "guarantee_entries": int(match[2])}


def share(text: str) -> Any:
    """Return a share of the fees: ``10%``."""
    if not re.fullmatch(r"[0-9]{1,3}(\.[0-9]{1,2})?%", text):
        raise _invalid_answer(text, "10%")
    return text


Reads = Callable[[str], Any]
