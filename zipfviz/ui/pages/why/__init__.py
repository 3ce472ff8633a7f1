"""The parts of the page 'Why did it change?'."""
