"""What each audience sees and hears of a table, and what somebody may do now."""
