"""The parts of the page 'Lesson'."""
