"""Attention with NumPy: rows of query see rows of key, all of them or those up to their own."""
import numpy as np


def attention(query, key, value, causal):
    logits = query @ key.T / np.sqrt(query.shape[1])  # [tokens, tokens]
    if causal:
        logits = np.where(np.tri(len(query), dtype=bool), logits, -np.inf)
    weights = np.exp(logits - logits.max(axis=1, keepdims=True))
    return weights / weights.sum(axis=1, keepdims=True) @ value  # [tokens, value_dim]
