"""The parts of the page 'Losses and batches'."""
