"""What the NumPy references share: the size argument, gpufuse's random numbers, and the examples' way of printing."""
import sys

import numpy as np


def size_argument(otherwise):
    return int(sys.argv[1]) if len(sys.argv) > 1 else otherwise


def sizes(*otherwise):
    """The sizes of an argument such as 20x150."""
    return tuple(map(int, sys.argv[1].split("x"))) if len(sys.argv) > 1 else otherwise


def philox4x32(counter, key):
    """Philox4x32-10 (Salmon et al., 2011) over arrays of counters: four uint32 arrays in, four out."""
    c0, c1, c2, c3 = (np.asarray(c, np.uint64) for c in counter)
    k0, k1 = key
    low = np.uint64(0xFFFFFFFF)
    for _ in range(10):
        product0 = np.uint64(0xD2511F53) * c0
        product1 = np.uint64(0xCD9E8D57) * c2
        c0 = (product1 >> np.uint64(32)) ^ c1 ^ np.uint64(k0)
        c2 = (product0 >> np.uint64(32)) ^ c3 ^ np.uint64(k1)
        c1 = product1 & low
        c3 = product0 & low
        k0 = (k0 + 0x9E3779B9) & 0xFFFFFFFF
        k1 = (k1 + 0xBB67AE85) & 0xFFFFFFFF
    return c0, c1, c2, c3


class Generator:
    """gpufuse::random::generator: each array takes one ticket; counter = (group low, high, draw, 0), key = seed."""

    def __init__(self, seed):
        self.key = (seed & 0xFFFFFFFF, seed >> 32)
        self.draw = 0

    def unit(self, dtype, shape):
        size = int(np.prod(shape, dtype=np.int64))
        per_group = 16 // np.dtype(dtype).itemsize
        groups = np.arange((size + per_group - 1) // per_group, dtype=np.uint64)
        counter = (groups & np.uint64(0xFFFFFFFF), groups >> np.uint64(32),
                   np.full_like(groups, self.draw), np.zeros_like(groups))
        self.draw += 1
        words = np.stack(philox4x32(counter, self.key), axis=-1)
        if dtype == np.float32:
            units = (words >> np.uint64(8)).astype(np.float32) * np.float32(2.0**-24)
        else:
            both = (words[:, 1::2] << np.uint64(32)) | words[:, 0::2]
            units = (both >> np.uint64(11)).astype(np.float64) * 2.0**-53
        return units.reshape(-1)[:size].reshape(shape)

    def uniform(self, dtype, shape, lo=0, hi=1):
        units = self.unit(dtype, shape)
        if (lo, hi) == (0, 1):
            return units
        return dtype(lo) + (dtype(hi) - dtype(lo)) * units

    def normal(self, dtype, shape):
        size = int(np.prod(shape, dtype=np.int64))
        units = self.unit(dtype, (size + size % 2,)).reshape(-1, 2)
        radius = np.sqrt(dtype(-2) * np.log(dtype(1) - units[:, 0]))
        angle = dtype(2 * np.pi) * units[:, 1]
        pairs = np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=-1)
        return pairs.reshape(-1)[:size].reshape(shape)


def report(name, values):
    values = np.asarray(values)
    shape = "x".join(map(str, values.shape)) or "scalar"
    flat = values.reshape(-1)
    step = 1 if flat.size <= 10000 else (flat.size + 9999) // 10000
    digits = "%d" if values.dtype.kind in "biu" else "%.17g" if values.dtype == np.float64 else "%.9g"
    print(" ".join([name, values.dtype.name, shape] + [digits % v for v in flat[::step]]))
    if step > 1:
        # One after the other, as report_values.h does; np.sum adds pairwise.
        print(f"{name}.sum float64 scalar {np.cumsum(flat, dtype=np.float64)[-1]:.17g}")
