"""The parts of the page 'Token embeddings'."""
