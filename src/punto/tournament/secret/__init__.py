"""Secret wagers: forms that other people may not see until they are announced."""
