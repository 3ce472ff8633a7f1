"""The parts of the page 'Space map'."""
