"""The parts of the page 'Norms'."""
