"""The parts of the page 'Skip-gram on a corpus'."""
