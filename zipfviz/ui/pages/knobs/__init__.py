"""The parts of the page 'Knobs'."""
