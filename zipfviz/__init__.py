"""See how word frequency hides in embedding spaces.

>>> import zipfviz
>>> emb = zipfviz.load_embedding("glove.6B.50d")
>>> freq = zipfviz.load_frequency("wordfreq:en")
>>> space = zipfviz.align(emb, freq)
>>> task = zipfviz.load_task("lee50")
>>> zipfviz.score(space, task, "zipfian_whitening").spearman
0.602...

Names are imported when first used: `import zipfviz` itself is light. `__init__.pyi` says which
module each is in; editors and type checkers read it, too.
"""

import lazy_loader

from zipfviz.common import moved

__version__ = "0.1.0"
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)

moved.install()
