"""The parts of the page 'Symmetry map'."""
