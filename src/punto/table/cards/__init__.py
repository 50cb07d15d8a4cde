"""Cards before and after they are dealt: checked, shuffled, cut, burned, held and replaced."""
