"""PyTorch's scaled_dot_product_attention, with its own causal flag."""
import torch
import torch.nn.functional as functional

ATTNCHECK = {"tensors": "torch", "dtypes": ["float32", "float64"]}

# Public since PyTorch 2.0; before, it has an underscore and also returns the weights.
if hasattr(functional, "scaled_dot_product_attention"):
    sdpa = functional.scaled_dot_product_attention
else:
    def sdpa(query, key, value, is_causal):
        return functional._scaled_dot_product_attention(query, key, value, is_causal=is_causal)[0]


def attention(query, key, value, causal):
    with torch.inference_mode():
        batch = (tensor[None] for tensor in (query, key, value))  # [1, tokens, dim]
        return sdpa(*batch, is_causal=causal)[0]
