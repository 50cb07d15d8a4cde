"""The spring of 2024 in Sydney, by hand: when its days begin, and what a clock shows."""

# Clocks in Sydney go from +10 to +11 at this moment: 6 October 2024, 02:00.
CHANGE = 1_728_144_000
DAY = 86_400
# Midnight of 1 October 2024 in Sydney.
START = 1_727_704_800


def day_of(at: int) -> str:
    """Return the day of a moment in Sydney in spring 2024, by hand: no database is asked."""
    local = (at + (11 if at >= CHANGE else 10) * 3600 - (START + 10 * 3600)) // DAY
    return f"2024-10-{local + 1:02d}" if local < 31 else f"2024-11-{local - 30:02d}"


def midnight(day: int) -> int:
    """Return when a day of that October begins."""
    return START + (day - 1) * DAY - (3600 if day > 6 else 0)


def local(at: int | None) -> str | None:
    """Return a moment as a clock in Sydney shows it that spring, by hand."""
    if at is None:
        return None
    summer = at >= CHANGE
    day = next(day for day in range(1, 92) if midnight(day) <= at < midnight(day + 1))
    since = at + (11 if summer else 10) * 3600
    clock = since % 86_400
    month, before = (10, 0) if day <= 31 else (11, 31) if day <= 61 else (12, 61)
    name = f"2024-{month}-{day - before:02d}"
    time = f"{clock // 3600:02d}:{clock // 60 % 60:02d}:{clock % 60:02d}"
    return f"{name}T{time}+{11 if summer else 10}:00"
