"""Prizes on their way: winners told, money paid, prizes handed over, claims denied."""
