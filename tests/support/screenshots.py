"""Pictures of every page, large and small: ``python -m support.screenshots FOLDER``."""

import re
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect

from support.browser_users import DESKTOP, PHONE, Person, browser
from support.demo_snapshot import Showing, Visit, showing

SIZES = {"desktop": DESKTOP, "phone": PHONE}
# Whatever can be pressed or read, as far as it is shown, and lies outside of the page or is cut
# off without a way to scroll to it.
_CUT = """() => {
  const shown = (one) => one.checkVisibility({opacityProperty: true, visibilityProperty: true});
  const scrolls = (one) => {
    for (let at = one; at && at !== document.body; at = at.parentElement) {
      const way = getComputedStyle(at);
      if (/auto|scroll/.test(way.overflowX) && at.scrollWidth > at.clientWidth) return true;
      if (way.clipPath !== 'none' || way.position === 'fixed') return true;
    }
    return false;
  };
  const found = [];
  const kinds = 'h1, h2, h3, button, a, input, select, th, td, dt, dd, p, strong';
  for (const one of document.querySelectorAll(kinds)) {
    const box = one.getBoundingClientRect();
    if (!shown(one) || box.width <= 1 || box.height <= 1 || scrolls(one)) continue;
    const said = (one.getAttribute('aria-label') ?? one.textContent).trim();
    const name = `${one.tagName} ${said.slice(0, 40)}`;
    if (box.left < -1 || box.right > innerWidth + 1) found.push(`outside: ${name}`);
    for (let at = one.parentElement; at && at !== document.body; at = at.parentElement) {
      const inside = /hidden|clip/.test(getComputedStyle(at).overflowX);
      if (inside && box.right > at.getBoundingClientRect().right + 2) found.push(`cut: ${name}`);
    }
    const way = getComputedStyle(one);
    const hides = /hidden|clip/.test(way.overflowX) && way.textOverflow !== 'ellipsis';
    if (hides && one.scrollWidth > one.clientWidth + 1) found.push(`cut: ${name}`);
  }
  return found;
}"""


def opens(
    machine: Browser, show: Showing, visit: Visit, size: tuple[int, int], **more: Any
) -> Person:
    """Return somebody who looks at a page, as whom it is for, once everything on it is there."""
    theme = more.pop("theme", "felt")
    person = Person(machine, show.url, size, **more)
    person.page.add_init_script(f"localStorage.setItem('punto-theme', '{theme}')")
    if visit.who is not None:
        asked = {"name": visit.who, **({"table": visit.at} if visit.at else {})}
        become = person.context.request.post(f"{show.url}/demo/person", data=asked)
        assert become.status == 201, become.text()
    person.goes(visit.path)
    expect(person.page.locator("main")).to_be_visible()
    line = person.page.get_by_text(re.compile(r"^(connecting|live)$"))
    if line.count():
        expect(line.first).to_have_text("live")
    person.page.wait_for_load_state("networkidle")
    return person


def sideways(page: Page) -> list[str]:
    """Return what lies beside the window or is cut off."""
    width = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    found: list[str] = page.evaluate(_CUT)
    return [*(["scrolls sideways"] if width[0] > width[1] else []), *found]


def main(folder: Path) -> None:
    """Write a picture of every page in every size, and say what does not fit."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place, showing(Path(place)) as show, browser() as machine:
        for visit in show.visits():
            for size, pixels in SIZES.items():
                person = opens(machine, show, visit, pixels)
                person.page.screenshot(path=folder / f"{visit.name}-{size}.png")
                print(visit.name, size, *sideways(person.page), sep="\n  ")
                person.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
