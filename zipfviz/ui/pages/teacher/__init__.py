"""The parts of the page 'Teacher'."""
