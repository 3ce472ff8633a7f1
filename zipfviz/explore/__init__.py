"""What a chart shows of a space: lengths, directions, maps, neighbours, paths of the prior.

>>> from zipfviz.explore import agreement, length_view, pca_map, prior_path
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
