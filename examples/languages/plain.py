"""Attention in plain Python: tensors are lists of rows."""
import math

ATTNCHECK = {"tensors": "lists"}


def attention(query, key, value, causal):
    scale = 1 / math.sqrt(len(query[0]))
    output = []
    for i, row in enumerate(query):
        seen = key[: i + 1] if causal else key
        logits = [scale * sum(a * b for a, b in zip(row, other)) for other in seen]
        largest = max(logits)
        weights = [math.exp(logit - largest) for logit in logits]
        total = sum(weights)
        output.append([sum(w * v[c] for w, v in zip(weights, value)) / total for c in range(len(value[0]))])
    return output
