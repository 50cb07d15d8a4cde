"""Sheets to print: seat slips, forms, counts, orders, conditions, prizes."""
