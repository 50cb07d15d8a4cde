"""The last step of whoever leads, taken back with a reason."""
