"""One file a family of formats; readers/embeddings.py and readers/writers.py are the way in."""
