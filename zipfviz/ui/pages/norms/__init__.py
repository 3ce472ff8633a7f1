"""The parts of the page 'Vector length'."""
