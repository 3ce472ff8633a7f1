"""What leaves the app: snippets, captions, LaTeX, manifests, transformed vectors."""
