"""What is said above each figure: numbers and names in, plain sentences out.

Beside the figures, for a sentence must be so in states that no chart is drawn for, and is tested
apart from any: `tests/figures/test_headlines.py` draws such states for all of them and reads what
they say. Numbers are compared as they are printed, by `zipfviz.common.wording`; names of words and
methods are as typed, and a page that shows a sentence as Markdown escapes it.
"""
