"""Bytes to embeddings, frequencies and tasks, each with a report. Knows nothing of the rooms above."""
