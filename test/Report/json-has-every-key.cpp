// The report for machines: every documented key, in one file of two functions.
// RUN: %gpufuse %s -o %t.cu --report - | FileCheck %s
// RUN: %gpufuse %s -o %t.cu --report %t.json
// RUN: %python -c "import json, sys; print([f['name'] for f in json.load(open(sys.argv[1]))['functions']])" %t.json | FileCheck %s --check-prefix=NAMES
#include <gpufuse/gpufuse.h>

namespace gf = gpufuse;
using Vector = gf::array<float, 1>;

[[gpufuse::fuse]]
void update(Vector &x, const Vector &y) {
  auto s = gf::sum(y);
  x += y * s;
}

[[gpufuse::fuse]]
Vector twice(const Vector &x) {
  return x * 2.0f;
}

// CHECK: {
// CHECK-NEXT: "file": "{{.*}}json-has-every-key.cpp",
// CHECK-NEXT: "functions": [
// CHECK-NEXT:   {
// CHECK-NEXT:     "name": "update",
// CHECK-NEXT:     "line": 11,
// CHECK-NEXT:     "statements": 2,
// CHECK-NEXT:     "regions": [
// CHECK-NEXT:       {
// CHECK-NEXT:         "id": 1,
// CHECK-NEXT:         "schedule": "reduction",
// CHECK-NEXT:         "lines": [
// CHECK-NEXT:           12
// CHECK-NEXT:         ],
// CHECK-NEXT:         "values": [
// CHECK:              "inputs": [
// CHECK-NEXT:           "y"
// CHECK-NEXT:         ],
// CHECK-NEXT:         "outputs": [
// CHECK-NEXT:           "s"
// CHECK-NEXT:         ],
// CHECK-NEXT:         "guards": [],
// CHECK-NEXT:         "launches": 1,
// CHECK-NEXT:         "operations": 1,
// CHECK-NEXT:         "bytes_saved": 0
// CHECK-NEXT:       },
// CHECK:              "id": 2,
// CHECK-NEXT:         "schedule": "map",
// CHECK:              "guards": [
// CHECK-NEXT:           "equal extents in '{{.*}}'"
// CHECK:          "refused": [
// CHECK-NEXT:       {
// CHECK-NEXT:         "from": "s",
// CHECK-NEXT:         "to": "x",
// CHECK-NEXT:         "reason": "needs the whole result before it can start (line 12)",
// CHECK-NEXT:         "location": "{{.*}}json-has-every-key.cpp:13"
// CHECK-NEXT:       }
// CHECK-NEXT:     ]
// CHECK-NEXT:   },
// CHECK:          "name": "twice",
// CHECK:          "refused": []

// NAMES: ['update', 'twice']
