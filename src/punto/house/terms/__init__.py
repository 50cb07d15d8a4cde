"""Terms and prizes: drafted, published, sent to the regulator, amended; the start."""
