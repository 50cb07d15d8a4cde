"""A live feed that reconnects: every version once and in order."""

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from urllib.parse import urlsplit, urlunsplit

import msgspec
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from punto.client.errors import ServerProblem, of_no, unreachable
from punto.client.responses import NOBODY, Change, Message, View
from punto.client.transport import Wire
from punto.error_codes import ErrorCode
from punto.http_api.responses import ErrorResponse
from punto.http_api.routes import ResourceRoute

_MISSING, _ENDED = 4404, 4401
_STATUS = {_MISSING: 404, _ENDED: 401}


class Following:
    """Follows one resource until it is closed, or until the server is unreachable for too long."""

    def __init__(
        self,
        wire: Wire,
        path: str,
        after: int | None,
        *,
        patience_seconds: float = 30.0,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._wire, self._path, self._sleep = wire, path, sleep
        self._after, self._patience = after, patience_seconds
        self._view: View = {}
        self._you = NOBODY
        self._socket: ClientConnection | None = None
        self._closed = False

    def close(self) -> None:
        """Stop following; an iteration that waits for the next change ends."""
        self._closed = True
        if self._socket is not None:
            self._socket.close()

    def __iter__(self) -> Iterator[Change]:
        waited, pause = 0.0, 0.1
        while not self._closed:
            try:
                for change in self._changes_of_connection():
                    waited, pause = 0.0, 0.1
                    yield change
            except (OSError, InvalidHandshake, ConnectionClosed, TimeoutError) as error:
                status = error.response.status_code if isinstance(error, InvalidStatus) else 0
                if 400 <= status < 500:
                    raise of_no(
                        ErrorResponse(ErrorCode.NO_SUCH_THING, f"there is no {self._path}"), status
                    ) from None
                if waited >= self._patience:
                    raise unreachable(error) from None
            self._pause(pause)
            waited, pause = waited + pause, min(2 * pause, 2.0)

    def _pause(self, pause: float) -> None:
        """Wait before the next try, unless the feed is closed."""
        if not self._closed:
            self._sleep(pause)

    def _changes_of_connection(self) -> Iterator[Change]:
        """Yield the changes that one connection sends, until it ends."""
        headers = self._wire.headers()
        if cookies := self._wire.cookies():
            headers["cookie"] = cookies
        with connect(self._address(), additional_headers=headers, max_size=None) as socket:
            self._socket = socket
            try:
                for text in socket:
                    change = self._parse_message(text)
                    if change is not None:
                        yield change
            except ConnectionClosed:
                pass
            self._check_end(socket)

    def _address(self) -> str:
        parts = urlsplit(self._wire.url)
        scheme = "wss" if parts.scheme == "https" else "ws"
        query = "" if self._after is None else f"after={self._after}"
        return urlunsplit(
            (scheme, parts.netloc, f"{parts.path}{self._path}{ResourceRoute.LIVE}", query, "")
        )

    def _parse_message(self, text: str | bytes) -> Change | None:
        """Return the new changes in a message, or None."""
        with suppress(msgspec.ValidationError):
            return self._merge_message(msgspec.json.decode(text, type=Message))
        return None

    def _merge_message(self, message: Message) -> Change | None:
        before, self._view = self._view, message.view or {**self._view, **message.changes}
        self._you = message.you or self._you
        changed = frozenset(
            name for name, value in self._view.items() if before.get(name, ...) != value
        )
        last = -1 if self._after is None else self._after
        events = tuple(event for event in message.events if event.version > last)
        first = self._after is None
        self._after = max(message.version, last)
        if not (first or events or changed):
            return None
        return Change(message.version, self._view, changed, events, self._you)

    def _check_end(self, socket: ClientConnection) -> None:
        """Raise the error that ends a feed for good; after any other end, reconnect."""
        code = socket.close_code
        if code in _STATUS:
            reason = socket.close_reason or "the feed has ended"
            if code == _ENDED:
                raise ServerProblem(ErrorCode.NOT_SIGNED_IN, reason, status=401)
            raise of_no(
                ErrorResponse(ErrorCode.NO_SUCH_THING, f"there is no {self._path}"), _STATUS[code]
            )
