"""Count text, fit Zipf laws, count co-occurrences, train embeddings.

>>> from zipfviz.corpus import cooccurrence, count_text, read_corpus, train_skipgram
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
