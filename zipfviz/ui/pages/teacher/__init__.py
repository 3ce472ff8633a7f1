"""The parts of the page 'For the teacher'."""
