"""Count text, fit Zipf laws, count co-occurrences, train embeddings."""
