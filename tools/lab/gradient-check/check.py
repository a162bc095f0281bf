"""Holds the gradients that write.ts has written against PyTorch's autograd, in float64.

The models are written down here once more, from their definition and not from our graphs.
Needs PyTorch and NumPy: apt-get install python3-torch, or pip install torch.
"""

import json
import math
import sys
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

torch.set_default_dtype(torch.float64)


def norm(x, scale=None):
    y = x * torch.rsqrt((x * x).mean(-1, keepdim=True) + 1e-6)
    return y if scale is None else y * scale


def rope(x, neighbours):
    """x [texts, heads, tokens, dim]"""
    dim, tokens = x.shape[-1], x.shape[-2]
    rates = 10000.0 ** (-2 * torch.arange(dim // 2) / dim)
    angles = torch.arange(tokens)[:, None] * rates
    a, b = (x[..., 0::2], x[..., 1::2]) if neighbours else x.split(dim // 2, -1)
    turned = torch.view_as_complex(torch.stack([a, b], -1)) * torch.polar(torch.ones_like(angles), angles)
    real, imaginary = turned.real, turned.imag
    return torch.stack([real, imaginary], -1).flatten(-2) if neighbours else torch.cat([real, imaginary], -1)


def heads(x, count):
    texts, tokens, width = x.shape
    return x.view(texts, tokens, count, width // count).transpose(1, 2)


def attend(q, k, v):
    tokens = q.shape[-2]
    scores = q @ k.transpose(-1, -2) / math.sqrt(q.shape[-1])
    hidden = torch.triu(torch.ones(tokens, tokens, dtype=torch.bool), 1)
    return F.softmax(scores.masked_fill(hidden, -math.inf), -1) @ v


def attention(x, w, shape):
    kind, count, dim = shape["attention"], shape["nHeads"], shape["headDim"]
    if kind["kind"] == "latent":
        content, turning = heads(x @ w("wq"), count).split([dim, kind["ropeDim"]], -1)
        latent = norm(x @ w("wDown"), w("latentScale"))
        up = lambda weight: torch.einsum("btr,hdr->bhtd", latent, weight)
        shared = rope((x @ w("wRope"))[:, None], True).expand(-1, count, -1, -1)
        q = torch.cat([content, rope(turning, True)], -1)
        o = attend(q, torch.cat([up(w("wUpK")), shared], -1), up(w("wUpV")))
    else:
        groups = kind["nKv"]
        k, v = rope(heads(x @ w("wk"), groups), False), heads(x @ w("wv"), groups)
        if kind["kind"] == "grouped":
            q = heads(x @ w("wq"), count)
        else:
            physical = heads(x @ w("wq"), kind["queryHeads"])
            q = torch.cat([physical @ w("premix")[group] for group in range(groups)], 1)
        each = count // groups
        o = attend(rope(q, False), k.repeat_interleave(each, 1), v.repeat_interleave(each, 1))
        if kind["kind"] == "virtual":
            mix = torch.eye(count) + w("b") @ w("a").T
            o = torch.einsum("ij,bjtd->bitd", mix, o)
    return o.transpose(1, 2).flatten(2) @ w("wo")


def loss_of(parts, facts):
    shape = facts["shape"]
    grid = lambda name: torch.tensor(facts[name]).view(*facts["size"])
    x = parts["embedding"][grid("tokens").long()] + parts["previousEmbedding"][grid("previous").long()]
    for layer in range(shape["layers"]):
        w = lambda name: parts[f"{layer}.{name}"]
        x = x + attention(norm(x, w("attentionScale")), w, shape)
        x = x + F.relu(norm(x, w("mlpScale")) @ w("w1")) ** 2 @ w("w2")
    logits = norm(x, parts["finalScale"]) @ parts["head"]
    entropy = F.cross_entropy(logits.flatten(0, 1), grid("targets").long().flatten(), reduction="none")
    counts = grid("counts").flatten()
    return (entropy * counts).sum() / counts.sum()


def main(folder):
    print("| member | loss, relative error | gradient, largest error of a tensor | of |\n|---|---|---|---|")
    for file in sorted(Path(folder).glob("*.json")):
        facts = json.loads(file.read_text())
        read = lambda ending: np.fromfile(file.with_suffix(ending), np.float32).astype(np.float64)
        parameters, gradient = read(".parameters"), read(".gradient")
        parts, places = {}, {}
        for each in facts["layout"]:
            length = math.prod(each["dims"])
            places[each["name"]] = slice(each["at"], each["at"] + length)
            part = torch.from_numpy(parameters[places[each["name"]]]).view(each["dims"])
            parts[each["name"]] = part.clone().requires_grad_()
        loss = loss_of(parts, facts)
        loss.backward()
        worst = max(
            (np.abs(gradient[places[name]] - part.grad.numpy().ravel()).max() / part.grad.abs().max().item(), name)
            for name, part in parts.items()
        )
        off = abs(facts["loss"] / loss.item() - 1)
        print(f"| {file.stem} | {off:.1e} | {worst[0]:.1e} | `{worst[1]}` |")


main(sys.argv[1])
