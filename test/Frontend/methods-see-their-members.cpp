// RUN: %gpufuse %s --emit=ir | FileCheck %s
// Members are storage roots; a method called on the same object is inlined with its private members.
#include <gpufuse/gpufuse.h>
namespace gf = gpufuse;

class Body {
  gf::array<float, 2> position, velocity;
  float mass = 2;
  gf::array<float, 2> momentum() const { return velocity * mass; }

public:
  [[gpufuse::fuse]] void advance(float dt) {
    // CHECK: gf.root "this->position" member escapes
    // CHECK: gf.root "this->velocity" member escapes
    position += velocity * dt;
    // CHECK: gf.scalar "this->mass" as
    auto p = momentum();
    velocity = velocity - 0.1f * p;
  }
};
