"""What keeps people out of a page, as far as a program can tell: axe, run in the page itself."""

from pathlib import Path

from playwright.sync_api import Page

SOURCE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
RULES = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")


def violations(page: Page) -> list[str]:
    """Return what axe finds on a page that lets itself be looked into (``bypass_csp``)."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(SOURCE.read_text())
    found = page.evaluate("only => axe.run(document, {runOnly: only})", list(RULES))
    return [
        f"{one['id']}: {node['target']} {node['html'][:200]} {node['failureSummary']}"
        for one in found["violations"]
        for node in one["nodes"]
    ]
