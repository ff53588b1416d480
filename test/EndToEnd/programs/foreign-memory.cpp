// Views of memory that is not an array's: what is read through pointers between statements is what they wrote, and the
// other way round, also where one memory is wrapped twice.
// RUN: %build-example --examples %S foreign-memory %t
// RUN: %compare %t.eager %t.fused %t.no-fuse
// RUN: %if emulator %{ %emulate %t.cu -o %t.emulated && %compare-emulated %t.eager %t.emulated %}
// RUN: %if emulator %{ %gpufuse %s --no-fuse -o %t.no-fuse.cu && %emulate %t.no-fuse.cu -o %t.emulated-no-fuse %}
// RUN: %if emulator %{ %compare-emulated %t.eager %t.emulated-no-fuse %}
// GPU: foreign-memory
#include "report.h"

#include <cstring>
#include <numeric>
#include <vector>

using V = gf::array<float, 1>;
using Lent = gf::array_view<float, 1>;

/// Pointers into what the view wraps are read in between.
[[gpufuse::fuse]] float read_between(Lent v, const float *p, std::vector<float> &out) {
  v *= 2;
  out.push_back(p[0]);
  v += p[1];
  std::memcpy(out.data(), p, sizeof(float));
  v *= v;
  return *p;
}

/// And written.
[[gpufuse::fuse]] void written_between(Lent v, float *p, std::vector<float> &owner) {
  v += 1;
  p[0] = 100;
  v *= 2;
  owner[1] = 200;
  v -= 3;
  std::fill(p, p + 2, 5.0f);
  v += v;
}

/// A local number and a local buffer.
[[gpufuse::fuse]] float locals(const V &x) {
  float total = 0, buffer[3] = {1, 2, 3};
  gf::array_view<float, 0> sum(&total, gf::shape<0>());
  Lent b(buffer, {3});
  sum += gf::sum(x);
  b = b * total;
  const float first = buffer[0];
  b += first;
  return total + buffer[2];
}

/// One kernel where the two do not overlap, one by one where they do.
[[gpufuse::fuse]] V fused(gf::array_view<const float, 1> a, Lent b, float s) {
  auto t = a * s;
  b = t + 1;
  b *= 3;
  return t - b;
}

/// Strided, backwards, a column: what lies between the elements stays.
[[gpufuse::fuse]] void strided(gf::array_view<float, 2> m, float s) {
  m = m * s + 1;
  m(0) = m(1);
}

/// An array that is made of it does not change with it.
[[gpufuse::fuse]] V copied(Lent v) {
  V copy = v;
  v += 1;
  return copy * 2 + v;
}

int main() {
  std::vector<float> memory(12), out;
  const auto restart = [&] { std::iota(memory.begin(), memory.end(), 1.0f); };
  const auto report_memory = [&](const char *name) { report(name, gf::array<float, 1>(memory)); };

  restart();
  report("read_between", read_between(Lent(memory.data(), {4}), memory.data(), out));
  report("out", gf::array<float, 1>(out));
  report_memory("read_between.memory");

  restart();
  written_between(Lent(memory.data(), {4}), memory.data(), memory);
  report_memory("written_between.memory");

  report("locals", locals(V{1, 2, 4}));

  restart();
  report("fused.apart", fused(gf::array_view<const float, 1>(memory.data(), {4}), Lent(memory.data() + 4, {4}), 2));
  report_memory("fused.apart.memory");
  restart();
  report("fused.overlapping",
         fused(gf::array_view<const float, 1>(memory.data(), {4}), Lent(memory.data() + 1, {4}), 2));
  report_memory("fused.overlapping.memory");
  report("fused.same", fused(gf::array_view<const float, 1>(memory.data(), {4}), Lent(memory.data(), {4}), 2));
  report_memory("fused.same.memory");

  restart();
  strided(gf::array_view<float, 2>(memory.data() + 1, {2, 3}, {1, 3}), 2);
  report_memory("strided.memory");
  restart();
  strided(gf::array_view<float, 2>(memory.data() + 11, {3, 2}, {-4, -1}), 0.5f);
  report_memory("backwards.memory");

  restart();
  report("copied", copied(Lent(memory.data() + 1, {3})));
  report_memory("copied.memory");
}
