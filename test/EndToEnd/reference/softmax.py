"""softmax.cpp in NumPy, the reductions in double."""
import numpy as np
from values import Generator, report, size_argument

n = size_argument(1000)
rng = Generator(11)
x = np.float32(3) * rng.normal(np.float32, (20, n))
scale = rng.uniform(np.float32, (n,), 0.5, 1.5)
shift = rng.uniform(np.float32, (n,))
powers = np.exp(x - np.max(x, axis=1, keepdims=True))
report("softmax", powers / np.sum(powers, axis=1, keepdims=True, dtype=np.float64).astype(np.float32))
rest = x - np.mean(x, axis=1, keepdims=True, dtype=np.float64).astype(np.float32)
variance = np.mean(rest * rest, axis=1, keepdims=True, dtype=np.float64).astype(np.float32)
report("layer_norm", rest / np.sqrt(variance + np.float32(1e-5)) * scale + shift)
