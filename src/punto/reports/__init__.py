"""Reports to inspectors, to a commission and to staff, made from the journal."""
