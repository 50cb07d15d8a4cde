"""Scenarios: the law as examples that a dealer can check, and what they prove."""
