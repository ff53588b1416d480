// A class with arrays as members: its methods are fused like any other function.
#include <gpufuse/gpufuse.h>

#include "report_values.h"

namespace gf = gpufuse;

/// Particles in a box with elastic walls, under gravity.
class particles {
public:
  particles(std::int64_t n, double height, gf::random::generator &rng)
      : height_(height), z_(gf::random::uniform<double>(rng, 0.0, height, {n})),
        velocity_(gf::random::normal<double>(rng, {n})) {}

  [[gpufuse::fuse]]
  void advance(double dt) {
    velocity_ -= gravity * dt;
    z_ += velocity_ * dt;
    auto outside = z_ < 0.0 || z_ > height_;
    velocity_ = where(outside, -velocity_, velocity_);
    z_ = clip(z_, 0.0, height_);
  }

  [[gpufuse::fuse]]
  double energy() const {
    return mean(0.5 * velocity_ * velocity_ + gravity * z_);
  }

  const gf::array<double, 1> &heights() const { return z_; }

private:
  static constexpr double gravity = 9.81;
  double height_;
  gf::array<double, 1> z_;
  gf::array<double, 1> velocity_;
};

int main(int argc, char **argv) {
  const std::int64_t n = examples::size_argument(argc, argv, 1000);
  gf::random::generator rng(17);
  particles gas(n, 2.0, rng);
  for (int step = 0; step < 20; ++step)
    gas.advance(0.01);
  examples::report("heights", gas.heights());
  examples::report("energy", gas.energy());
}
