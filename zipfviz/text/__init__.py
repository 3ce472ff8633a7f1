"""Words in running text, in any script: boundaries, folding, languages, marks of subwords."""
