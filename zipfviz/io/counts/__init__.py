"""Read frequency lists and count texts."""
