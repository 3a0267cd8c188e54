"""The same attention in NumPy without subtracting the maximum: right on small logits, NaN on large ones."""
import numpy as np

ATTNCHECK = {"tensors": "numpy", "dtypes": ["float32", "float64"]}


def attention(query, key, value, causal):
    logits = query @ key.T / np.sqrt(query.dtype.type(query.shape[1]))
    weights = np.exp(logits)  # infinite from a logit of 89 on (float64: 710)
    if causal:
        weights = np.tril(weights)
    return weights / weights.sum(axis=1, keepdims=True) @ value
