"""Score methods on tasks: tokens, similarities, tables, uncertainty, attribution.

>>> from zipfviz.evaluation import changed_pairs, comparisons, score_table

`zipfviz.evaluation.published` holds the numbers that the paper printed and released.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
