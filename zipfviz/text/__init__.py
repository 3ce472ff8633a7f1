"""Tokenize, case-fold and identify the language of text in any script; match subword tokens."""
