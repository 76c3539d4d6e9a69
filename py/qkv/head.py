"""The whole mechanism on one screen: X, W_Q, W_K, W_V -> Q, K, V -> D -> S -> A -> O.

Names and order follow chapter 15. Every function takes any leading batch axes ("..."): samples never mix.
i is the receiving position (a row of Q), j the source position (a row of K and V), c a coordinate.
"""

from typing import NamedTuple

import numpy as np


class Head(NamedTuple):
    """Every array that one head computes, in the order in which it computes them."""

    Q: np.ndarray  # [..., T, d_k]
    K: np.ndarray  # [..., T_src, d_k]
    V: np.ndarray  # [..., T_src, d_v]
    D: np.ndarray  # [..., T, T_src]
    S: np.ndarray  # [..., T, T_src]
    A: np.ndarray  # [..., T, T_src]
    O: np.ndarray  # [..., T, d_v]


def project(X, W):
    """Map every position's row by the same stored matrix; no position reads another.

    Shapes: X [..., T, d_in], W [d_in, d] -> [..., T, d].
    Raises: ValueError where W does not have one row per column of X.
    Source: §15.1.
    """
    X, W = _matrix("X", X), _matrix("W", W)
    _require(W.shape[-2] == X.shape[-1], f"W needs {X.shape[-1]} rows, one per column of X; it has {W.shape[-2]}")
    return X @ W  # [..., T, d]


def compare(Q, K):
    """Take the dot product of every query with every key: D[i, j] = sum over c of Q[i, c] * K[j, c].

    Shapes: Q [..., T, d_k], K [..., T_src, d_k] -> [..., T, T_src].
    Raises: ValueError where queries and keys differ in length.
    Source: §15.2.
    """
    Q, K = _matrix("Q", Q), _matrix("K", K)
    _require(K.shape[-1] == Q.shape[-1], f"K needs {Q.shape[-1]} columns, one per column of Q; it has {K.shape[-1]}")
    return Q @ np.swapaxes(K, -1, -2)  # [..., T, T_src]


def scale(D, d_k):
    """Divide by sqrt(d_k), which undoes the growth of a sum of d_k products. Not by T, not by d_v.

    Shapes: D [..., T, T_src], d_k a positive integer -> [..., T, T_src].
    Raises: ValueError where d_k is not a positive integer.
    Source: §15.3; Vaswani et al. 2017, §3.2.1.
    """
    D = _matrix("D", D)
    _require(int(d_k) == d_k and d_k > 0, f"d_k needs to be a positive integer; it is {d_k}")
    return D / np.sqrt(d_k)  # [..., T, T_src]


def forbid_future(S):
    """Set every score of a later source to -inf, so that position i reads positions 1 to i alone: the causal mask.

    Shapes: S [..., T, T] -> [..., T, T].
    Raises: ValueError where receivers and sources are not the same positions.
    Source: §15.7, chapter 16; Vaswani et al. 2017, §3.2.3.
    """
    S = _matrix("S", S)
    _require(S.shape[-2] == S.shape[-1], f"S needs as many rows as columns; its shape is {list(S.shape)}")
    allowed = np.tri(S.shape[-1], dtype=bool)  # [T, T]
    return np.where(allowed, S, -np.inf)  # [..., T, T]


def softmax_rows(S):
    """Turn each receiving row of scores into weights over the sources; each row by itself sums to 1.

    The row maximum is subtracted first, so that exp cannot overflow; the weights stay the same.

    Shapes: S [..., T, T_src] -> [..., T, T_src].
    Raises: ValueError where S is not a matrix.
    Source: §15.3.
    """
    S = _matrix("S", S)
    E = np.exp(S - S.max(axis=-1, keepdims=True))  # [..., T, T_src]
    return E / E.sum(axis=-1, keepdims=True)  # [..., T, T_src]


def mix(A, V):
    """Mix the sources' values by each receiving row's weights: O[i, c] = sum over j of A[i, j] * V[j, c].

    Shapes: A [..., T, T_src], V [..., T_src, d_v] -> [..., T, d_v].
    Raises: ValueError where V does not have one row per column of A.
    Source: §15.4.
    """
    A, V = _matrix("A", A), _matrix("V", V)
    _require(V.shape[-2] == A.shape[-1], f"V needs {A.shape[-1]} rows, one per column of A; it has {V.shape[-2]}")
    return A @ V  # [..., T, d_v]


def attend(X, W_Q, W_K, W_V, X_src=None, causal=False):
    """Run one attention head from its input to its output and keep everything in between.

    Without X_src the sources are X itself, which is what "self" says; with it this is cross-attention.

    Shapes: X [..., T, d_in], X_src [..., T_src, d_in], W_Q and W_K [d_in, d_k], W_V [d_in, d_v] -> Head.
    Raises: ValueError where shapes do not meet.
    Source: §15.1 to §15.4.
    """
    sources = X if X_src is None else X_src  # [..., T_src, d_in]
    Q = project(X, W_Q)  # [..., T, d_k]
    K = project(sources, W_K)  # [..., T_src, d_k]
    V = project(sources, W_V)  # [..., T_src, d_v]
    D = compare(Q, K)  # [..., T, T_src]
    S = scale(D, Q.shape[-1])  # [..., T, T_src]
    if causal:
        S = forbid_future(S)  # [..., T, T]
    A = softmax_rows(S)  # [..., T, T_src]
    O = mix(A, V)  # [..., T, d_v]
    return Head(Q, K, V, D, S, A, O)


def _matrix(name, value):
    array = np.asarray(value, dtype=np.float64)
    _require(array.ndim >= 2, f"{name} needs rows and columns; its shape is {list(array.shape)}")
    return array


def _require(holds, message):
    if not holds:
        raise ValueError(message)
