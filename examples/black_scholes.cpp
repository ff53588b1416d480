// European option prices in closed form, for many options at once; the result is a struct of arrays.
#include <cmath>

#include <gpufuse/gpufuse.h>

#include "report_values.h"

namespace gf = gpufuse;

struct option_prices {
  gf::array<double, 1> call;
  gf::array<double, 1> put;
};

/// The distribution function of the standard normal.
gf::array<double, 1> normal_cdf(const gf::array<double, 1> &x) { return 0.5 * (1.0 + erf(x / std::sqrt(2.0))); }

[[gpufuse::fuse]]
option_prices black_scholes(const gf::array<double, 1> &spot, const gf::array<double, 1> &strike,
                            const gf::array<double, 1> &years, double rate, double volatility) {
  auto deviation = volatility * sqrt(years);
  auto d1 = (log(spot / strike) + (rate + 0.5 * volatility * volatility) * years) / deviation;
  auto d2 = d1 - deviation;
  auto discounted = strike * exp(-rate * years);
  auto call = spot * normal_cdf(d1) - discounted * normal_cdf(d2);
  auto put = discounted * normal_cdf(-d2) - spot * normal_cdf(-d1);
  return {call, put};
}

int main(int argc, char **argv) {
  const std::int64_t n = examples::size_argument(argc, argv, 1000);
  gf::random::generator rng(7);
  const auto spot = gf::random::uniform<double>(rng, 10.0, 50.0, {n});
  const auto strike = gf::random::uniform<double>(rng, 10.0, 50.0, {n});
  const auto years = gf::random::uniform<double>(rng, 1.0, 2.0, {n});
  const option_prices prices = black_scholes(spot, strike, years, 0.1, 0.2);
  examples::report("call", prices.call);
  examples::report("put", prices.put);
}
