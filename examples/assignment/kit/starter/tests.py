"""tests.py: task 7; hand it in beside attention.py, or write tests.cpp instead. accepts() is called with one attention
after another, right and wrong ones: a wrong one is rejected by an assert that fails. Inputs and outputs are lists of
rows, or NumPy arrays."""


def accepts(attention):
    output = attention([[1.0, 2.0]], [[3.0, 4.0]], [[5.0]], causal=False)
    assert abs(output[0][0] - 5.0) < 1e-4, "a single key has weight one"
    # Task 7: normalisation, future weights, the past, the scale, large logits.


if __name__ == "__main__":  # python3 tests.py tries your own attention
    from attention import attention

    accepts(attention)
    print("accepted")
