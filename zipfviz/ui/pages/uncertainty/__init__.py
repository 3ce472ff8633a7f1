"""The parts of the page 'Does it stand?'."""
