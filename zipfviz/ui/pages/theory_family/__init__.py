"""The parts of the page 'Length is information'."""
