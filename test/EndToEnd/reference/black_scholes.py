"""black_scholes.cpp in NumPy; the error function is Python's, NumPy has none."""
import math

import numpy as np
from values import Generator, report, size_argument

erf = np.vectorize(math.erf, otypes=[np.float64])


def normal_cdf(x):
    return 0.5 * (1.0 + erf(x / math.sqrt(2.0)))


n = size_argument(1000)
rng = Generator(7)
spot = rng.uniform(np.float64, (n,), 10.0, 50.0)
strike = rng.uniform(np.float64, (n,), 10.0, 50.0)
years = rng.uniform(np.float64, (n,), 1.0, 2.0)
rate, volatility = 0.1, 0.2

deviation = volatility * np.sqrt(years)
d1 = (np.log(spot / strike) + (rate + 0.5 * volatility * volatility) * years) / deviation
d2 = d1 - deviation
discounted = strike * np.exp(-rate * years)
report("call", spot * normal_cdf(d1) - discounted * normal_cdf(d2))
report("put", discounted * normal_cdf(-d2) - spot * normal_cdf(-d1))
