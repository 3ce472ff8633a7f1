"""Theory of the paper, to compute: why whitening with word frequencies works.

    partition       Z_u(c) and Z_z(c), exact and to second order, and how constant they are
    space_partition the same for a word space after any transform, over drawn contexts
    family          a constructed exponential family in which Theorem 1 can be watched to hold
    optimum         how near a skip-gram comes to its optimum (Levy-Goldberg), Z to 1/k
    information     both sides of Theorem 1 on a corpus, |w|^2_G and 2 KL; Arora's relation
    law             the two together for every word, and how they agree
    losses          softmax and logit-adjusted softmax on a small problem with Zipfian classes
    batches         which prior negatives drawn from a batch follow

Importing these needs numpy and scipy; gensim is imported where a skip-gram is trained.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
