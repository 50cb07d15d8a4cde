"""Terms and prizes of a promotion, their publication, and the start."""
