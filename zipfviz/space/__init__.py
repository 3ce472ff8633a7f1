"""Word spaces (words, vectors, p), the methods on them, and their cached analysis.

Words here and everywhere below: a *method* is what METHODS names; the *length* of a word is its
Euclidean norm ("norm" is kept where the paper's names have it); scores are in [-1, 1], and x 100 in
tables and differences of scores only, which say so.
"""
