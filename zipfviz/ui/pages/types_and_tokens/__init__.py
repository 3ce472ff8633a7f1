"""The parts of the page 'Types and tokens'."""
