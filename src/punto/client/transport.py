"""HTTP requests to a server, with authentication, retries and errors."""

import time
from collections.abc import Callable
from typing import Any, TypeVar
from uuid import uuid4

import httpx
import msgspec

from punto.client.errors import problem, unreachable
from punto.client.responses import reason

Answer = TypeVar("Answer")
_TRIES, _WAIT_SECONDS, _TIMEOUT_SECONDS = 5, 0.2, 30.0
_BUSY = 503


class Wire:
    """A connection to one server as one caller."""

    def __init__(
        self,
        url: str,
        *,
        token: str | None = None,
        transport: httpx.BaseTransport | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.url, self._sleep = url.rstrip("/"), sleep
        self.token = token
        self.csrf: str | None = None
        self.http = httpx.Client(
            base_url=self.url, transport=transport, timeout=_TIMEOUT_SECONDS, follow_redirects=False
        )

    def headers(self, title: str | None = None) -> dict[str, str]:
        """Return the headers that identify the caller and their title."""
        headers = {}
        if self.token is not None:
            headers["authorization"] = f"Bearer {self.token}"
        elif self.csrf is not None:
            headers["punto-csrf"] = self.csrf
        if title is not None:
            headers["punto-title"] = title
        return headers

    def cookies(self) -> str:
        """Return the cookies of a browser's session, as a header."""
        return "; ".join(
            f"{cookie.name}={cookie.value}" for cookie in self.http.cookies.jar if cookie.value
        )

    def get(self, path: str, kind: type[Answer], **query: Any) -> Answer:
        """Send a GET request and return the response; try again if the connection breaks."""
        params = {name: value for name, value in query.items() if value is not None}
        return self._decode(self._request("GET", path, params=params), kind)

    def post(self, path: str, body: bytes, kind: type[Answer]) -> Answer:
        """Send a POST request once, because a second try might execute it twice."""
        return self._decode(self._request("POST", path, body, tries=1), kind)

    def command(self, path: str, body: bytes, kind: type[Answer], title: str | None) -> Answer:
        """Send a command. Its idempotency key makes another try safe."""
        key = {"idempotency-key": uuid4().hex}
        return self._decode(self._request("POST", path, body, title=title, more=key), kind)

    def delete(self, path: str) -> None:
        """Send a DELETE request. It is not an error if the resource ended before."""
        self._check_success(self._request("DELETE", path))

    def _request(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        *,
        tries: int = _TRIES,
        title: str | None = None,
        more: dict[str, str] | None = None,
        params: dict[str, Any] | None = None,
    ) -> httpx.Response:
        headers = {**self.headers(title), **(more or {})}
        if body is not None:
            headers["content-type"] = "application/json"
        for again in range(tries):
            last = again == tries - 1
            try:
                response = self.http.request(
                    method, path, content=body, headers=headers, params=params
                )
            except httpx.TransportError as error:
                if last:
                    raise unreachable(error) from None
            else:
                if response.status_code != _BUSY or last:
                    return response
            self._sleep(_WAIT_SECONDS * 2**again)
        raise AssertionError

    def _decode(self, response: httpx.Response, kind: type[Answer]) -> Answer:
        self._check_success(response)
        return msgspec.json.decode(response.content, type=kind, dec_hook=reason)

    @staticmethod
    def _check_success(response: httpx.Response) -> None:
        if not response.is_success:
            raise problem(response)
