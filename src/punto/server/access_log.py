"""One log line for each request: its result and its duration.

A line contains no secret, no body, no card and no name: only the pattern of the route and the
kind of the caller.
"""

import logging
import secrets
import sys
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

import msgspec

from punto.http_api.routes import Route
from punto.server.metrics import Metrics

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Any, Any, Any], Awaitable[None]]

LEVELS = ("debug", "info", "warning", "error")
log = logging.getLogger("punto.server")
_ID = b"x-request-id"
_SIGN_INS = {201: "in", 401: "wrong", 429: "throttled"}


class Lines(logging.Formatter):
    """Formats a log record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        entry = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
            + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "from": record.name,
            "said": record.getMessage(),
            **getattr(record, "told", {}),
        }
        if record.exc_info and record.exc_info[0] is not None:
            entry["error"] = record.exc_info[0].__name__
            entry["where"] = _stack_lines(record.exc_info[1])
        return msgspec.json.encode(entry).decode()


def _stack_lines(error: BaseException | None) -> list[str]:
    """Return the places in the code, without the error text, which may contain secrets."""
    lines, trace = [], error.__traceback__ if error is not None else None
    while trace is not None:
        code = trace.tb_frame.f_code
        lines.append(f"{code.co_filename.rpartition('/')[2]}:{trace.tb_lineno} {code.co_name}")
        trace = trace.tb_next
    return lines[-12:]


def configured(level: str) -> None:
    """Configure the loggers of the process: lines of JSON, from this level."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines())
    for name in ("punto", "uvicorn"):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
        logger.setLevel(level.upper())
    # At every start and stop it logs what the server logs itself.
    logging.getLogger("uvicorn.error").setLevel("WARNING")


class AccessLogMiddleware:
    """Wraps an application: counts every request and logs its result."""

    def __init__(self, app: App, metrics: Metrics) -> None:
        self.app, self.metrics = app, metrics

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Handle a request and log its result."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        observed = _ObservedRequest(scope, self.metrics)

        async def send_observed(message: Message) -> None:
            observed.says(message)
            await send(message)

        try:
            await self.app(scope, receive, send_observed)
        finally:
            observed.ended()


class _ObservedRequest:
    """A request that is in progress. It is counted before its response is sent completely.

    So a caller who has a response and then reads the metrics finds that request in them.
    """

    def __init__(self, scope: Any, metrics: Metrics) -> None:
        self.scope, self.metrics = scope, metrics
        self.http = scope["type"] == "http"
        self.begun, self.number = time.perf_counter(), _request_id(scope)
        self.status, self.counted = 0, False

    def says(self, message: Message) -> None:
        """Record the status of a message to the caller, and add the id of the request."""
        match message["type"]:
            case "http.response.start":
                self.status = message["status"]
                message["headers"] = [*message.get("headers", ()), (_ID, self.number.encode())]
            case "http.response.body" if not message.get("more_body", False):
                self.ended()
            case "websocket.close":
                self.status = message.get("code", 1000)

    def ended(self) -> None:
        """Count the request and log its result, once."""
        if self.counted:
            return
        self.counted = True
        seconds = time.perf_counter() - self.begun
        route = str(self.scope.get("path_template") or "other")
        method = self.scope["method"] if self.http else "WEBSOCKET"
        self.metrics.requests.labels(method, route, str(self.status)).inc()
        if self.http:
            self.metrics.answer.observe(seconds)
            if route == Route.SESSION and method == "POST":
                self.metrics.sign_ins.labels(_SIGN_INS.get(self.status, "unreadable")).inc()
        if log.isEnabledFor(logging.INFO):
            fields = {
                "request": self.number,
                "method": method,
                "route": route,
                "status": self.status,
                "ms": round(seconds * 1000, 2),
                **_caller_fields(self.scope),
            }
            log.info("answered" if self.http else "ended", extra={"told": fields})


def _request_id(scope: Any) -> str:
    """Return the id of a request: the one that a proxy gave it, or a new one."""
    for name, value in scope.get("headers", ()):
        if name == _ID and value.isascii() and value.isalnum() and len(value) <= 64:
            return str(value.decode())
    return secrets.token_hex(8)


def _caller_fields(scope: Any) -> dict[str, Any]:
    """Return the kind and the titles of a caller, without the name."""
    person = scope.get("state", {}).get("person")
    if person is None:
        return {}
    return {"caller": str(person.kind), "titles": list(person.titles)}
