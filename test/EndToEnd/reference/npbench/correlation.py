"""npbench/correlation.cpp in NumPy."""
import numpy as np
from values import report, sizes

m, n = sizes(11, 14)
i = np.arange(float(n))[:, None]
data = i * np.arange(float(m)) / m + i
deviation = data.std(axis=0)
scaled = (data - data.mean(axis=0)) / (np.sqrt(n) * np.where(deviation <= 0.1, 1, deviation))
result = scaled.T @ scaled
np.fill_diagonal(result, 1)
report("correlation", result)
