"""Bytes to embeddings, frequencies and tasks, each with a report; knows of no room above."""
