"""The parts of the page 'Settings'."""
