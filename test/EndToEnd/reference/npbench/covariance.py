"""npbench/covariance.cpp in NumPy."""
import numpy as np
from values import report, sizes

m, n = sizes(11, 14)
data = np.arange(float(n))[:, None] * np.arange(float(m)) / m
centred = data - data.mean(axis=0)
report("covariance", centred.T @ centred / (n - 1.0))
