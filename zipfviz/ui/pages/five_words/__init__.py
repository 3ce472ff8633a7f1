"""The parts of the page 'Five words by hand'."""
