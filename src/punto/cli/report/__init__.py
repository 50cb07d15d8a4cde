"""``punto report``: reports and registers from logs."""
