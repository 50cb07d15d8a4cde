"""A limit that changes with notice, from a supervisor's console to every eye at the table."""

import re
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from playwright.sync_api import Page, expect
from support.browser_users import Inside, People

MINUTES = 25


def fills_in(page: Page, action: str, **fields: str) -> None:
    """Choose a power of the console, fill its form in, and confirm what it would bring about."""
    page.get_by_role("searchbox").fill(action)
    page.get_by_role("region", name="Powers").get_by_role("button", name=action).click()
    form = page.get_by_role("dialog", name=action)
    for label, value in fields.items():
        form.get_by_label(re.compile(label)).first.fill(value)
    expect(form.locator(".ahead")).to_contain_text("6.7")
    form.get_by_role("button", name="Confirm").click()
    expect(form).to_be_hidden()


def test_a_limit_changes_with_notice_whose_clock_everybody_sees(
    house: Inside, people: People
) -> None:
    table = house.table("limits", minimum=25, maximum=5000)
    supervisor, ann, watcher = (people.new() for _ in range(3))
    page = supervisor.signs_in("/supervise/limits", "Sue")
    ann.sits("limits", "Ann", 1)
    watcher.goes("/play/limits")
    expect(watcher.spot("Player")).to_contain_text("$25–$5k")
    # Times are typed by the clock of the table, wherever the browser is.
    holds = datetime.now(ZoneInfo(table.view()["zone"])) + timedelta(minutes=MINUTES)
    fills_in(
        page, "Post a notice", **{r"^Minimum \(\$\)": "50", "^From": f"{holds:%Y-%m-%dT%H:%M}"}
    )
    for person in (supervisor, ann, watcher):
        clock = person.page.get_by_role("timer")
        expect(clock).to_contain_text(re.compile(r"\b2[34]:\d\d"))
        expect(clock.locator("..")).to_contain_text("minimum $50")
    # It runs by itself.
    was = ann.page.get_by_role("timer").inner_text()
    expect(ann.page.get_by_role("timer")).not_to_have_text(was)
    expect(watcher.spot("Player")).to_contain_text("$25–$5k")
    house.ahead_ms = (MINUTES + 1) * 60_000
    try:
        # Time alone changes nothing that the page knows of: something has to happen.
        table.say("Dean", "buy_chips", patron="Ann", cents=100_000)
        fills_in(page, "Change the sign", **{r"^Minimum \(\$\)": "50"})
    finally:
        house.ahead_ms = 0
    expect(watcher.spot("Player")).to_contain_text("$50–$5k")
    expect(watcher.page.get_by_role("timer")).to_have_count(0)
