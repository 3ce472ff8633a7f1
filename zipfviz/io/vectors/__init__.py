"""Read and write embeddings in the formats people have."""
