# Good: each promise of the handout is an experiment, and every mistake of the rubric fails one.
from math import exp


def close(one, other):
    return abs(one - other) <= 1e-4 * max(1, abs(other))


def rows_of(tensor):
    return [list(map(float, row)) for row in tensor]


def wave(rows, columns, start):  # numbers without a pattern, the same each time
    return [[((start + 7 * i + 3 * c) ** 2 % 11) / 5 - 1 for c in range(columns)] for i in range(rows)]


def accepts(attention):
    query, key, value = wave(5, 4, 1), wave(5, 4, 2), wave(5, 2, 3)

    # Normalisation: the weights of a row sum to one, so the mean of equal values is that value.
    for causal in (False, True):
        for row in rows_of(attention(query, key, [[2.0, 3.0]] * 5, causal)):
            assert close(row[0], 2) and close(row[1], 3), "weights do not sum to one"

    # Zero future weights: no row before the last sees the last value, however large it is.
    loud = value[:4] + [[1e9, 1e9]]
    for row in rows_of(attention(query, key, loud, True))[:4]:
        assert max(map(abs, row)) < 10, "a future value is seen"

    # Past invariance: another last token, and not a bit of the rows before it changes.
    first = rows_of(attention(query, key, value, True))
    second = rows_of(attention(query, key[:4] + [[5.0, 5.0, -5.0, 5.0]], value[:4] + [[4.0, 4.0]], True))
    assert first[:4] == second[:4], "the past changed"
    assert all(close(x, y) for x, y in zip(first[0], value[0])), "row 0 sees key 0 alone"

    # By hand: logits 2 * 2 / sqrt(4) = 2 and 0 in row 0, 1 and 2 in row 1.
    output = rows_of(attention([[2, 0, 0, 0], [1, 1, 0, 0]], [[2, 0, 0, 0], [0, 4, 0, 0]], [[1], [0]], False))
    assert close(output[0][0], exp(2) / (exp(2) + 1)) and close(output[1][0], 1 / (1 + exp(1))), output

    # Stable: exp(900) overflows, and both keys weigh the same.
    assert close(rows_of(attention([[30.0]] * 2, [[30.0]] * 2, [[1.0], [2.0]], False))[0][0], 1.5), "exp overflows"
