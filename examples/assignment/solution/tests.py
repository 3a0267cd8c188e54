"""Task 7: what a right attention cannot fail, as experiments. Run it to try the attention beside it."""
import random
from math import exp

TOLERANCE = 1e-4  # far above what float32 rounds, far below what a mistake changes


def close(one, other):
    return abs(one - other) <= TOLERANCE * max(1.0, abs(other))  # false for NaN too


def rows_of(tensor):
    return [[float(x) for x in row] for row in tensor]


def normal_rows(rows, columns):
    return [[random.gauss(0, 1) for _ in range(columns)] for _ in range(rows)]


def visible_weights_sum_to_one(attention):
    query, key, value = normal_rows(6, 3), normal_rows(6, 3), [[1.0, -5.0]] * 6
    for causal in (False, True):
        for row in rows_of(attention(query, key, value, causal)):
            assert close(row[0], 1) and close(row[1], -5), "the mean of equal values is that value, not %s" % row


def future_weights_are_zero(attention):
    query, key, value = normal_rows(5, 3), normal_rows(5, 3), normal_rows(5, 2)
    value[-1] = [1e8, -1e8]  # the smallest weight would be seen
    assert all(abs(x) < 1e3 for row in rows_of(attention(query, key, value, True))[:-1] for x in row)
    assert close(rows_of(attention(query, key, value, True))[0][0], value[0][0]), "row 0 sees key 0 alone"


def the_past_does_not_change(attention):
    query, key, value = normal_rows(5, 3), normal_rows(5, 3), normal_rows(5, 2)
    before = rows_of(attention(query, key, value, True))
    key[-1], value[-1] = [9.0, -9.0, 9.0], [-7.0, 7.0]
    after = rows_of(attention(query, key, value, True))
    assert before[:-1] == after[:-1], "a row changed with a key that it does not see"
    assert before[-1] != after[-1], "the last row sees the last key"


def the_scale_is_one_over_the_root_of_head_dim(attention):
    # Logits 4 / sqrt(4) = 2 and 0: the weights are e^2 and 1, divided by their sum.
    output = rows_of(attention([[1.0] * 4] * 2, [[1.0] * 4, [0.0] * 4], [[1.0], [0.0]], False))
    assert all(close(row[0], exp(2) / (exp(2) + 1)) for row in output), output


def each_query_has_its_own_weights(attention):
    # Row 0 prefers key 1, row 1 prefers key 0, and both logits are the same size.
    output = rows_of(attention([[0.0, 3.0], [2.0, 0.0]], [[1.0, 0.0], [0.0, 1.0]], [[1.0], [3.0]], False))
    assert output[0][0] > 2.5 and output[1][0] < 1.5, output


def equal_logits_average(attention):
    for tokens in (1, 2, 17):
        value = [[float(j)] for j in range(tokens)]
        for row in rows_of(attention([[0.0]] * tokens, normal_rows(tokens, 1), value, False)):
            assert close(row[0], (tokens - 1) / 2), "the mean of 0 to %d is not %s" % (tokens - 1, row)


def large_logits_are_no_trouble(attention):
    for sign in (1, -1):  # exp(400) overflows, and exp(-400) is zero
        output = rows_of(attention([[20.0 * sign]] * 2, [[20.0], [20.0]], [[2.0], [4.0]], False))
        assert all(close(row[0], 3) for row in output), output


def accepts(attention):
    visible_weights_sum_to_one(attention)
    future_weights_are_zero(attention)
    the_past_does_not_change(attention)
    the_scale_is_one_over_the_root_of_head_dim(attention)
    each_query_has_its_own_weights(attention)
    equal_logits_average(attention)
    large_logits_are_no_trouble(attention)


if __name__ == "__main__":
    from attention import attention

    accepts(attention)
    print("accepted")
