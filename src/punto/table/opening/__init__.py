"""A table set up, opened and closed: approvals, lists, who is on duty, what is shown and told."""
