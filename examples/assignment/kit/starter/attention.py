"""attention.py: hand in this file. query and key are [tokens, head_dim], value is [tokens, value_dim], as NumPy arrays,
or as lists of lists where NumPy is not installed. Return [tokens, value_dim]."""


def attention_row(query_row, keys, values):
    """The weighted mean of `values` for one row; all of `keys` are visible to it."""
    raise NotImplementedError("task 1")


def attention(query, key, value, causal):
    raise NotImplementedError("tasks 2 to 4")
