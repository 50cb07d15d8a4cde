"""The web pages: one HTML document for every page, and its assets."""

import gzip
from functools import lru_cache
from mimetypes import guess_type
from pathlib import Path
from typing import Any

from litestar import MediaType, Request, Response, get
from litestar.datastructures import State
from litestar.params import FromPath

from punto.clause import Malformed
from punto.error_codes import ErrorCode
from punto.http_api.routes import PageRoute

Asking = Request[Any, Any, State]
BUILT = Path(__file__).parent.parent / "web"
# A page loads only files of this server, and no inline scripts or styles.
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
_GUARDS = {
    "content-security-policy": _POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
_NOT_BUILT = (
    "The web pages are not built. Install Punto anew (pip install -e .), which builds them, "
    "or ask for /schema: everything else is served."
)


@get(list(PageRoute), include_in_schema=False, sync_to_thread=False)
def page() -> Response[bytes]:
    """Return the document that shows any page."""
    return document()


def document(status: int = 200) -> Response[bytes]:
    """Return the HTML document. It also shows the page for an unknown address."""
    built = BUILT / "index.html"
    if not built.is_file():
        headers = {**_GUARDS, "cache-control": "no-store"}
        return Response(
            _NOT_BUILT.encode(), status_code=503, media_type=MediaType.TEXT, headers=headers
        )
    headers = {**_GUARDS, "cache-control": "no-cache"}
    return Response(
        built.read_bytes(), status_code=status, media_type=MediaType.HTML, headers=headers
    )


@get("/assets/{name:str}", include_in_schema=False, sync_to_thread=False)
def asset(request: Asking, name: FromPath[str]) -> Response[bytes]:
    """Return a file of the pages; its name changes whenever it does."""
    return _file_response(request, BUILT / "assets", name, "public, max-age=31536000, immutable")


@get("/favicon.svg", include_in_schema=False, sync_to_thread=False)
def favicon(request: Asking) -> Response[bytes]:
    """Return the small picture of a tab."""
    return _file_response(request, BUILT, "favicon.svg", "public, max-age=86400")


def _file_response(request: Asking, folder: Path, name: str, cache_control: str) -> Response[bytes]:
    path = folder / name
    if path.parent != folder or not path.is_file():
        raise Malformed("there is no such file", code=ErrorCode.NO_SUCH_THING)
    kind = guess_type(name)[0] or "application/octet-stream"
    headers = {**_GUARDS, "cache-control": cache_control, "vary": "accept-encoding"}
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(path.read_bytes(), media_type=kind, headers=headers)
    headers["content-encoding"] = "gzip"
    return Response(_compressed(path, path.stat().st_mtime_ns), media_type=kind, headers=headers)


@lru_cache(maxsize=256)
def _compressed(path: Path, changed_ns: int) -> bytes:
    """Return a compressed file, cached until the file changes."""
    del changed_ns
    return gzip.compress(path.read_bytes(), mtime=0)
