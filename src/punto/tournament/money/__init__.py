"""Fees, the pool and the prizes."""
