"""outliers.cpp in NumPy."""
import numpy as np
from values import Generator, report, size_argument

n = size_argument(500)
rng = Generator(17)
references = rng.uniform(np.float64, (6, n))
points = rng.uniform(np.float64, (n, 6), -0.5, 1.5)
squares = (np.sum(points * points, axis=1, keepdims=True) + np.sum(references * references, axis=0)
           - 2 * (points @ references))
nearest = np.sort(np.sqrt(np.maximum(squares, 0)), axis=1)
values = np.mean(nearest[:, :5], axis=1)
in_order = np.sort(values)
lower, median, upper = (in_order[i:i + 1] for i in (n // 4, n // 2, 3 * n // 4))
scores = (values - median) / (upper - lower)
report("scores", scores)
report("most_remote_first", np.argsort(-scores, kind="stable"))
