"""The parts of the page 'Why'."""
