"""Compliance: disputes, integrity of promotions, duties, decisions and keys of people."""
