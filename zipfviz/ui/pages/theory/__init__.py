"""The parts of the page 'Why it works'."""
