// Many damped oscillators side by side: a host loop, a branch on a host scalar, a log line between the array
// statements, and a struct of arrays as state. All of that stays as written; only the array statements are fused.
#include <cstdio>

#include <gpufuse/gpufuse.h>

#include "report_values.h"

namespace gf = gpufuse;

struct oscillators {
  gf::array<double, 1> position;
  gf::array<double, 1> velocity;
};

struct settings {
  double stiffness = 4.0;
  double damping = 0.1;
  double dt = 0.01;
  int log_every = 50;
};

void log_energy(int step, double energy) { std::fprintf(stderr, "step %d: mean energy %g\n", step, energy); }

[[gpufuse::fuse]]
void advance(oscillators &state, const settings &how, int steps) {
  for (int step = 0; step < steps; ++step) {
    auto force = -how.stiffness * state.position;
    if (how.damping > 0)
      force = force - how.damping * state.velocity;
    state.velocity += force * how.dt;
    if (step % how.log_every == 0) {
      const double energy =
          mean(0.5 * state.velocity * state.velocity + 0.5 * how.stiffness * state.position * state.position);
      log_energy(step, energy);
    }
    state.position += state.velocity * how.dt;
  }
}

int main(int argc, char **argv) {
  const std::int64_t n = examples::size_argument(argc, argv, 1000);
  oscillators state;
  state.position = gf::linspace(-1.0, 1.0, n);
  state.velocity = gf::zeros<double>({n});

  settings how;
  advance(state, how, 120);
  how.damping = 0;
  advance(state, how, 30);
  examples::report("position", state.position);
  examples::report("velocity", state.velocity);
}
