"""Attention in plain NumPy, the textbook way: logits, maximum, softmax, weighted sum."""
import numpy as np

ATTNCHECK = {"tensors": "numpy", "dtypes": ["float32", "float64"]}


def attention(query, key, value, causal):
    logits = query @ key.T / np.sqrt(query.dtype.type(query.shape[1]))
    if causal:
        logits = np.where(np.tri(len(query), dtype=bool), logits, -np.inf)
    weights = np.exp(logits - logits.max(axis=1, keepdims=True))
    return weights / weights.sum(axis=1, keepdims=True) @ value
