"""A solution, with the experiments of tasks 1, 3, 5 and 6: run it to see them."""
import random
from math import exp, log, sqrt


def logits_of(query_row, keys, scale=None):
    scale = 1 / sqrt(len(query_row)) if scale is None else scale
    return [sum(q * k for q, k in zip(query_row, key)) * scale for key in keys]


def softmax(logits):
    largest = max(logits)  # exp(logit - largest) is at most 1; numerator and sum shrink by the same factor
    weights = [exp(logit - largest) for logit in logits]
    total = sum(weights)
    return [weight / total for weight in weights]


def attention_row(query_row, keys, values):
    weights = softmax(logits_of(query_row, keys))
    return [sum(w * v for w, v in zip(weights, column)) for column in zip(*values)]


def attention(query, key, value, causal):
    query, key, value = ([[float(x) for x in row] for row in tensor] for tensor in (query, key, value))
    # A hidden key has weight exactly 0, so leaving it out is the mask.
    ends = [i + 1 if causal else len(key) for i in range(len(query))]
    return [attention_row(row, key[:end], value[:end]) for row, end in zip(query, ends)]


def entropy(weights):
    return -sum(w * log(w) for w in weights if w > 0)


def normal_rows(rows, columns):
    return [[random.gauss(0, 1) for _ in range(columns)] for _ in range(rows)]


def four_tokens():
    query, key, value = [[1, 0], [0, 1], [1, 1], [2, -1]], [[1, 0], [0, 1], [1, 1], [-1, 2]], [[1], [2], [3], [4]]
    for row in attention(query, key, value, causal=True):
        print("causal row", row)


def future_invariance():
    query, key, value = (normal_rows(5, 3) for _ in range(3))
    before = attention(query, key, value, causal=True)
    key[-1], value[-1] = [9.0, 9.0, 9.0], [-9.0, 9.0, 0.0]
    after = attention(query, key, value, causal=True)
    assert before[:-1] == after[:-1], "a row before the last one changed"
    assert before[-1] != after[-1]
    print("four rows of five are the same to the bit")


def why_the_scale():
    for head_dim in (4, 64, 1024):
        query_row, keys = normal_rows(1, head_dim)[0], normal_rows(64, head_dim)
        print("head_dim %4d: entropy %.3f scaled, %.3f unscaled, %.3f at most" % (
            head_dim, entropy(softmax(logits_of(query_row, keys))), entropy(softmax(logits_of(query_row, keys, 1.0))),
            log(64)))


if __name__ == "__main__":
    random.seed(1)
    four_tokens()
    future_invariance()
    why_the_scale()
