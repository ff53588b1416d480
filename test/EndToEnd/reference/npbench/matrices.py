"""The matrix of lu, ludcmp and cholesky."""
import numpy as np


def positive_definite(n):
    """L times its transpose, summed in the order of npbench.h."""
    lower = np.tril(np.broadcast_to((n - np.arange(float(n))) / n + 1, (n, n)), -1) + np.eye(n)
    lower[:, :1] = 1
    product = np.zeros((n, n))
    for column in lower.T:
        product += column[:, None] * column
    return product
