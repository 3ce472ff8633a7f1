"""The parts of the page 'Uncertainty'."""
