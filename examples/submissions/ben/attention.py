# Right: plain Python, a row at a time.
from math import exp, sqrt


def attention_row(query, keys, values):
    logits = [sum(q * k for q, k in zip(query, key)) / sqrt(len(query)) for key in keys]
    largest = max(logits)
    weights = [exp(logit - largest) for logit in logits]
    total = sum(weights)
    return [sum(w * v for w, v in zip(weights, column)) / total for column in zip(*values)]


def attention(query, key, value, causal):
    query, key, value = ([list(map(float, row)) for row in tensor] for tensor in (query, key, value))
    end = len(query)
    return [attention_row(row, key[: i + 1 if causal else end], value[: i + 1 if causal else end])
            for i, row in enumerate(query)]
