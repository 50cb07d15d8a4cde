"""What goes wrong with cards, results, payments and devices, and what follows."""
