"""npbench/resnet.cpp in NumPy, in double."""
import numpy as np
from values import Generator, report, sizes

n, width, height, c1, c2 = sizes(3, 5, 4, 6, 2)
rng = Generator(42)
shapes = [(n, height, width, c1), (1, 1, c1, c2), (3, 3, c2, c2), (1, 1, c2, c1)]
images, reduce, spatial, restore = (rng.uniform(np.float32, shape).astype(np.float64) for shape in shapes)


def convolved(x, weights):
    k = weights.shape[0]
    windows = np.lib.stride_tricks.sliding_window_view(x, (k, k), axis=(1, 2))
    return np.tensordot(windows, weights, axes=((4, 5, 3), (0, 1, 2)))


def normalized(x):
    return (x - x.mean(axis=0)) / np.sqrt(x.std(axis=0) + 1e-5)


padded = np.pad(convolved(images, reduce), ((0, 0), (1, 1), (1, 1), (0, 0)))
x = np.maximum(normalized(padded), 0)
x = np.maximum(normalized(convolved(x, spatial)), 0)
report("out", np.maximum(normalized(convolved(x, restore)) + images, 0).astype(np.float32))
