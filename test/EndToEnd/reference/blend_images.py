"""blend_images.cpp in NumPy."""
import numpy as np
from values import Generator, report, size_argument

n = size_argument(40)
rng = Generator(7)
front, back = ((256 * rng.uniform(np.float32, (n, n, 3))).astype(np.uint8) for _ in range(2))
mask = (np.float32(-0.25) + np.float32(1.5) * rng.uniform(np.float32, (n, n))).astype(np.float16)
opacity = np.clip(mask, 0, 1)[:, :, np.newaxis]
mixed = front * opacity + back * (1 - opacity)
report("blended", np.clip(np.round(mixed * 1.5), 0, 255).astype(np.uint8))
