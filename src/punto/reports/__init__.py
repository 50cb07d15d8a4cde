"""Reports: what a house tells an inspector, a commission and its own people, from the journal."""
