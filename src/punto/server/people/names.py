"""Names of people: validation and comparison."""

from unicodedata import category, normalize

from punto.clause import Malformed
from punto.error_codes import ErrorCode
from punto.server.people.titles import no_names

NAME_MAX = 60
# Letters and symbols that are invisible.
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")


def checked(name: str) -> str:
    """Return a name in its stored form, or raise an error if it is invalid."""
    # A text that is far too long is not normalized.
    if len(name) > 4 * NAME_MAX:
        raise _too_long()
    text = " ".join(word for word in normalize("NFC", name).split(" ") if word)
    if not text:
        raise _invalid_name("everybody has a name")
    if len(text) > NAME_MAX:
        raise _too_long()
    if any(_is_invisible(sign) for sign in text):
        raise _invalid_name("a name has no signs that nobody can see")
    if not any(category(sign)[0] in "LN" for sign in text):
        raise _invalid_name("a name has a letter or a digit")
    if folded(text) in no_names():
        raise _invalid_name(f"nobody is called {text}: that is a title, or who looks")
    return text


def folded(name: str) -> str:
    """Return a form that is equal for names that people would confuse."""
    caseless = normalize("NFKC", name).casefold()
    return " ".join(normalize("NFKC", caseless).split())


def looked_up(name: str) -> str:
    """Return the form for looking up a typed name; empty if it cannot be a name."""
    return folded(name) if len(name) <= 4 * NAME_MAX and name.isprintable() else ""


def shown(name: str) -> str:
    """Return a typed name in a form that is safe in a message."""
    return repr(name[:NAME_MAX] + ("..." if len(name) > NAME_MAX else ""))


def _is_invisible(sign: str) -> bool:
    return sign in _BLANK or "\ufe00" <= sign <= "\ufe0f" or not sign.isprintable()


def _too_long() -> Malformed:
    return _invalid_name(f"a name has up to {NAME_MAX} characters")


def _invalid_name(text: str) -> Malformed:
    return Malformed(text, code=ErrorCode.NO_SUCH_NAME)
