"""Moments, affine maps and symmetry measures under a prior; scikit-learn transformers."""
