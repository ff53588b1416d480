"""npbench/conv2d_bias.cpp in NumPy, in double."""
import numpy as np
from values import Generator, report, sizes

n, channels_in, channels_out, k, height, width = sizes(2, 3, 4, 2, 8, 7)
rng = Generator(42)
images = rng.uniform(np.float32, (n, height, width, channels_in)).astype(np.float64)
weights = rng.uniform(np.float32, (k, k, channels_in, channels_out)).astype(np.float64)
bias = rng.uniform(np.float32, (channels_out,)).astype(np.float64)
windows = np.lib.stride_tricks.sliding_window_view(images, (k, k), axis=(1, 2))
report("out", (np.tensordot(windows, weights, axes=((4, 5, 3), (0, 1, 2))) + bias).astype(np.float32))
