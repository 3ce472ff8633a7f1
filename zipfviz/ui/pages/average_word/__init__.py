"""The parts of the page 'The average word'."""
