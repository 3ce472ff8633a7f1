"""Read embeddings, frequency lists and benchmarks from bytes, files, archives and addresses."""
