"""What has to be looked after: disputes, doubts, duties done, decisions, keys of people."""
