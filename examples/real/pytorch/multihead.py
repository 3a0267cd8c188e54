"""PyTorch's MultiheadAttention as attention with one head: identity projections, no bias.

The module wants its output as wide as its query, and scales by that width. So columns of value go through it head_dim
at a time; the last, narrower group is what vdim is for.
"""
import functools

import torch

ATTNCHECK = {"tensors": "torch", "dtypes": ["float32", "float64"]}


@functools.lru_cache(maxsize=None)
def module(head_dim, vdim, dtype):
    made = torch.nn.MultiheadAttention(head_dim, num_heads=1, bias=False, vdim=vdim, batch_first=True, dtype=dtype)
    identity = torch.eye(head_dim, dtype=dtype)
    with torch.no_grad():
        if made.in_proj_weight is not None:  # vdim equals head_dim: the three projections are one tensor
            made.in_proj_weight.copy_(identity.repeat(3, 1))
        else:
            made.q_proj_weight.copy_(identity)
            made.k_proj_weight.copy_(identity)
            made.v_proj_weight.copy_(identity[:, :vdim])
        made.out_proj.weight.copy_(identity)
    return made.eval()


def attention(query, key, value, causal):
    tokens, head_dim = query.shape
    # A true element of this mask is hidden; in scaled_dot_product_attention a true element is seen.
    hidden = torch.ones(tokens, tokens, dtype=torch.bool).triu(1) if causal else None
    columns = []
    with torch.inference_mode():
        for group in value.split(head_dim, dim=1):
            attend = module(head_dim, group.shape[1], query.dtype)
            output, _ = attend(query[None], key[None], group[None], attn_mask=hidden, need_weights=False)
            columns.append(output[0, :, : group.shape[1]])
    return torch.cat(columns, dim=1)
