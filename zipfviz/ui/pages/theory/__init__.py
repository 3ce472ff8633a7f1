"""The parts of the page 'Theory'."""
