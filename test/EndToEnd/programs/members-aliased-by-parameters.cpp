// A parameter may be a member of the object, and another object the object itself.
// RUN: %build-example --examples %S members-aliased-by-parameters %t
// RUN: %compare %t.eager %t.fused %t.no-fuse
// RUN: %if emulator %{ %emulate %t.cu -o %t.emulated && %compare-emulated %t.eager %t.emulated %}
// GPU: members-aliased-by-parameters
#include "report.h"

class P {
public:
  explicit P(int n) : pos_(gf::linspace(0.0, 1.0, n)), vel_(gf::linspace(1.0, 2.0, n)) {}
  gf::array<double, 1> &pos() { return pos_; }
  gf::array<double, 1> &vel() { return vel_; }
  [[gpufuse::fuse]] void step(const gf::array<double, 1> &force, double dt) {
    vel_ += force * dt;
    pos_ += vel_ * dt;
    vel_ -= force;
  }
  [[gpufuse::fuse]] double swapish(gf::array<double, 1> &o) {
    auto t = pos_ + vel_;
    o = t * 2.0;
    pos_ = o - vel_;
    o += pos_;
    return gf::sum(pos_ * vel_);
  }
  [[gpufuse::fuse]] void other(P &q) {
    pos_ += q.vel_;
    q.pos_ += vel_;
    vel_ = pos_ * q.pos_;
  }

private:
  gf::array<double, 1> pos_, vel_;
};
int main() {
  for (int n : {0, 1, 6}) {
    P p(n), q(n);
    p.step(q.vel(), 0.1);
    report("a", p.pos());
    report("b", p.vel());
    p.step(p.pos(), 0.1);
    report("c", p.pos());
    report("d", p.vel());
    p.step(p.vel(), 0.1);
    report("e", p.pos());
    report("f", p.vel());
    report("s", p.swapish(q.pos()));
    report("g", p.pos());
    report("h", q.pos());
    report("s", p.swapish(p.vel()));
    report("g", p.pos());
    report("h", p.vel());
    report("s", p.swapish(p.pos()));
    report("g", p.pos());
    report("h", p.vel());
    p.other(q);
    report("i", p.pos());
    report("j", q.pos());
    report("k", p.vel());
    p.other(p);
    report("l", p.pos());
    report("m", p.vel());
  }
}
