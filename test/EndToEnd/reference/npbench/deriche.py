"""npbench/deriche.cpp in NumPy."""
import math

import numpy as np
from values import report, sizes

width, height = sizes(18, 13)
image = (313 * np.arange(float(width))[:, None] + 991 * np.arange(float(height))) % 65536 / 65535.0
alpha = 0.25
decay = math.exp(-alpha)
k = (1 - decay) * (1 - decay) / (1 + alpha * decay - math.exp(2 * alpha))
before, after = k * decay * (alpha - 1), k * decay * (alpha + 1)
second_after, once, twice = -k * math.exp(-2 * alpha), 2**-alpha, -math.exp(-2 * alpha)


def along_rows(x):
    """The filter along axis 0."""
    forth, back = np.zeros_like(x), np.zeros_like(x)
    forth[0] = k * x[0]
    forth[1] = k * x[1] + before * x[0] + once * forth[0]
    for i in range(2, len(x)):
        forth[i] = k * x[i] + before * x[i - 1] + once * forth[i - 1] + twice * forth[i - 2]
    back[-2] = after * x[-1]
    for i in range(len(x) - 3, -1, -1):
        back[i] = after * x[i + 1] + second_after * x[i + 2] + once * back[i + 1] + twice * back[i + 2]
    return forth + back


report("out", along_rows(along_rows(image.T).T))
