# Wrong: the softmax runs over the queries of a key instead of the keys of a query.
from math import exp, inf, sqrt


def softmax(logits):
    largest = max(logits)
    weights = [exp(logit - largest) for logit in logits]
    total = sum(weights)
    return [weight / total for weight in weights]


def attention(query, key, value, causal):
    logits = [[sum(q * k for q, k in zip(row, column)) / sqrt(len(row)) if not causal or j <= i else -inf
               for j, column in enumerate(key)] for i, row in enumerate(query)]
    weights = list(zip(*[softmax(column) for column in zip(*logits)]))
    return [[sum(w * v for w, v in zip(row, column)) for column in zip(*value)] for row in weights]
