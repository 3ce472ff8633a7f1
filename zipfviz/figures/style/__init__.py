"""Theme, palette, labels and layout that all figures share."""
