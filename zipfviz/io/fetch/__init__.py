"""Download embeddings, frequency lists and benchmarks, and keep what people bring."""
