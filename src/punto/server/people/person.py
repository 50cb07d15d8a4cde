"""The caller of a request."""

from msgspec import Struct

from punto.http_api.responses import CallerKind


class Person(Struct, frozen=True):
    """A caller: a name for the log, titles that may be acted under, and a key that never changes.

    ``stream`` is the only one that a patron or a device has to do with; ``device`` says what it is.
    """

    name: str = ""
    titles: tuple[str, ...] = ()
    kind: CallerKind = CallerKind.NOBODY
    key: str = ""
    stream: str = ""
    device: str = ""

    @property
    def staff(self) -> bool:
        return self.kind is CallerKind.STAFF

    @property
    def patron(self) -> bool:
        return self.kind is CallerKind.PATRON

    def is_patron(self, stream: str, name: str) -> bool:
        """Return whether the caller is this patron of this stream."""
        return self.patron and (self.stream, self.name) == (stream, name)


NOBODY = Person()
