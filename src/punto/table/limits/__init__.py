"""What the sign says: limits, personal ones, caps, notices and changes."""
