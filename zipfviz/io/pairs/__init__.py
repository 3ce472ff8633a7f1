"""Read benchmarks: pairs of texts or words with a gold score."""
