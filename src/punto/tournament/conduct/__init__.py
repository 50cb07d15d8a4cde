"""Conduct, disputes, disqualification."""
