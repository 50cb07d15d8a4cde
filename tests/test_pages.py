"""The web pages are served as they were built, and nothing beside them is."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from punto.server import pages
from punto.server.error_responses import handler

Client = TestClient[Litestar]


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Client]:
    (tmp_path / "web" / "assets").mkdir(parents=True)
    (tmp_path / "web" / "assets" / "main-1a2b.js").write_text("export {};")
    (tmp_path / "secret").write_text("not a page")
    monkeypatch.setattr(pages, "BUILT", tmp_path / "web")
    routes = [pages.page, pages.asset, pages.favicon]
    app = Litestar(routes, exception_handlers={Exception: handler}, openapi_config=None)
    with TestClient(app) as made:
        yield made


def test_every_page_is_one_document_that_is_asked_for_anew(client: Client) -> None:
    (pages.BUILT / "index.html").write_text("<!doctype html>")
    for address in ("/", "/play/t1", "/deal/t1", "/display/t1", "/read/nsw-2024/11.2.2"):
        answer = client.get(address)
        assert (answer.status_code, answer.text) == (200, "<!doctype html>"), address
        assert answer.headers["cache-control"] == "no-cache"
        assert "script-src 'self';" in answer.headers["content-security-policy"]
        assert "unsafe" not in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"


def test_files_may_be_kept_for_ever(client: Client) -> None:
    answer = client.get("/assets/main-1a2b.js")
    assert answer.status_code == 200
    assert "javascript" in answer.headers["content-type"]
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.text == "export {};"
    plain = client.get("/assets/main-1a2b.js", headers={"accept-encoding": "identity"})
    assert plain.text == "export {};"
    assert "content-encoding" not in plain.headers


@pytest.mark.parametrize("name", ["none.js", "..%2f..%2fsecret", "..%2findex.html"])
def test_nothing_else_is_served(client: Client, name: str) -> None:
    assert client.get(f"/assets/{name}").status_code == 404


def test_pages_that_are_not_built_say_so(client: Client) -> None:
    answer = client.get("/play/t1")
    assert answer.status_code == 503
    assert "not built" in answer.text
