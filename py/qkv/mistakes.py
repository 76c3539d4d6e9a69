"""Mistakes that are made with this mechanism, as code that really makes them. figure.MISTAKES says which step each spoils.

The page switches one on, names it, and shows the right result beside the wrong one. Nothing else uses them.
"""

import numpy as np


def softmax_columns(S):
    """Normalise by column: every source's weights sum to 1 over its receivers, and no row need be a mix.

    Shapes: S [..., T, T_src] -> [..., T, T_src].
    Source: §15.3, exercise 2.
    """
    E = np.exp(S - S.max(axis=-2, keepdims=True))  # [..., T, T_src]
    return E / E.sum(axis=-2, keepdims=True)  # [..., T, T_src]


def softmax_rows_unshifted(S):
    """Take exp of the scores as they are: beyond about 709.78 exp is inf, and inf / inf is no number.

    Shapes: S [..., T, T_src] -> [..., T, T_src].
    Source: §15.3.
    """
    E = np.exp(S)  # [..., T, T_src]
    return E / E.sum(axis=-1, keepdims=True)  # [..., T, T_src]


def scale_by_sources(D):
    """Divide by the root of the number of sources, which has nothing to do with how many products a score sums.

    Shapes: D [..., T, T_src] -> [..., T, T_src].
    Source: §15.3, exercise 4.
    """
    return D / np.sqrt(D.shape[-1])  # [..., T, T_src]


def do_not_scale(D):
    """Leave the dot products as they are.

    Shapes: D [..., T, T_src] -> [..., T, T_src].
    Source: §15.3.
    """
    return D + 0.0  # [..., T, T_src]
