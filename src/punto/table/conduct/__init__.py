"""What people may not do, the measures against it, and disputes."""
