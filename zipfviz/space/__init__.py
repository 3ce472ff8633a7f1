"""Word spaces (words, vectors, p), the methods on them, and the analysis that computes once."""
