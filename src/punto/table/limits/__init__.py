"""Limits: the sign, personal limits, caps, notices and changes."""
