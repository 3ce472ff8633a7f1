"""The parts of the page 'Scores'."""
