"""The parts of the page 'Is the difference real?'."""
