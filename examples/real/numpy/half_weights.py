"""Attention in NumPy whose weights are stored in float16, as some kernels do, and which declares that."""
import numpy as np

ATTNCHECK = {"tensors": "numpy", "profile": "float16_weights"}


def attention(query, key, value, causal):
    logits = query @ key.T / np.sqrt(np.float32(query.shape[1]))
    if causal:
        logits = np.where(np.tri(len(query), dtype=bool), logits, -np.inf)
    weights = np.exp(logits - logits.max(axis=1, keepdims=True))
    stored = weights.astype(np.float16).astype(np.float32)
    return stored @ value / weights.sum(axis=1, keepdims=True)
